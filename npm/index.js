'use strict';

// The package `mindsave`: names and parameters; `lib/convert.js` turns values into texts, and the
// addon does everything else. What is said of each method stands in `index.d.ts`.

const native = require('./lib/native.js');
const { MindSaveError, call, callAsync, compress, construct, toPath } = require('./lib/convert.js');

/** Gives a class its methods: each hands its arguments on under its own name. */
function methods(Class, names, suffix = '', caller = call) {
  for (const [name, target = name] of names.map((entry) => entry.split('='))) {
    const value = {
      [name + suffix](...values) {
        return caller(this?._native, target, values);
      },
    }[name + suffix];
    Object.defineProperty(Class.prototype, name + suffix, {
      value,
      writable: true,
      configurable: true,
    });
  }
}

/** Keeps the object of the addon out of sight. */
function hold(own, value) {
  Object.defineProperty(own, '_native', { value });
}

class MindSave {
  constructor(root) {
    hold(this, construct(native.MindSave, [toPath(root)]));
  }
}

const USE_CASES = [
  'init',
  'save',
  'autoSnapshot',
  'load',
  'restore=load',
  'resume',
  'show',
  'list',
  'search',
  'recall',
  'check',
  'extract',
  'compress',
  'recordFailure',
  'failures',
  'retireFailure',
  'promoteFailure',
  'gotchas',
  'addGotcha',
  'removeGotcha',
  'clean',
  'stats',
  'verify',
  'delete',
  'status',
  'doctor',
  'observe',
  'restoreSession',
  'pressure',
  'fatigue',
  'checkpoint',
  'nodes',
  'log',
  'addNode',
  'setGoal',
  'touch',
  'close',
  'consolidate',
  'handoff',
  'sessions',
  'takeNotices',
];
methods(MindSave, USE_CASES, '', callAsync);
methods(MindSave, USE_CASES, 'Sync');

class ConstraintCompressor {
  constructor(maxConstraints) {
    hold(this, construct(native.ConstraintCompressor, [maxConstraints]));
  }
}
methods(ConstraintCompressor, [
  'addConstraint',
  'addDecision',
  'addExcludedPath',
  'compress',
  'decompress',
  'detectConflicts',
]);

class FailureGraph {
  constructor(failures) {
    hold(this, construct(native.FailureGraph, [failures]));
  }

  toJSON() {
    return call(this?._native, 'toJSON', []);
  }
}
methods(FailureGraph, [
  'record',
  'get',
  'list',
  'relate',
  'retire',
  'promote',
  'alternatives',
  'ledTo',
  'neighbours',
  'toMermaid',
  'toDot',
]);

function compressLayer2(...values) {
  return compress(native, values);
}

function decompress(...values) {
  return call(native, 'decompress', values);
}

function findSimilarConstraints(...values) {
  return call(native, 'findSimilarConstraints', values);
}

function check(...values) {
  return call(native, 'check', values);
}

function extract(...values) {
  return call(native, 'extract', values);
}

module.exports = {
  ConstraintCompressor,
  FailureGraph,
  MindSave,
  MindSaveError,
  VERSION: native.version(),
  check,
  compressLayer2,
  decompress,
  extract,
  findSimilarConstraints,
};
