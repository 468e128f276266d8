#!/usr/bin/env node
'use strict';

// The program `mindsave`, which is inside the addon.

const native = require('../lib/native.js');

process.exitCode = native.run(['mindsave', ...process.argv.slice(2)]);
