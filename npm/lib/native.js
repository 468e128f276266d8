'use strict';

// Finds the addon: beside this package, where it was built, or in the package of this platform.

const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { candidates } = require('./platforms.js');

function load() {
  const names = candidates();
  const tried = [];
  for (const name of names) {
    const beside = join(__dirname, '..', `mindsave.${name}.node`);
    const places = existsSync(beside) ? [beside] : [`@mindsave/${name}`];
    for (const place of places) {
      try {
        return require(place);
      } catch (cause) {
        tried.push(`${place}: ${cause.message.split('\n')[0]}`);
      }
    }
  }
  const here = `${process.platform}-${process.arch}`;
  const why = tried.length === 0 ? 'there is none for it' : tried.join('; ');
  const error = new Error(`mindsave has no addon for ${here} (${why})`);
  error.code = 'unsupported';
  error.hint = 'install without --omit=optional, or build it: cargo xtask node';
  throw error;
}

module.exports = load();
