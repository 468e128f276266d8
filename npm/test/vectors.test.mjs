// The cases that Rust, Python and Node share: `tests/vectors`.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { MindSave, ConstraintCompressor, check, compressLayer2, decompress, extract } from '../index.mjs';
import { NOW, thrown, vectors, workspace } from './support.mjs';

const compress = (request) =>
  compressLayer2(
    request.constraints ?? [],
    request.decisions,
    request.excluded_paths,
    request.max_constraints,
  );

function at(now, run) {
  process.env.MINDSAVE_NOW = now;
  try {
    return run();
  } finally {
    process.env.MINDSAVE_NOW = NOW;
  }
}

/** Collects the rules of a request one by one. */
function collected(request) {
  const compressor = new ConstraintCompressor(request.max_constraints);
  for (const text of request.constraints ?? []) compressor.addConstraint(text);
  for (const decision of request.decisions ?? []) compressor.addDecision(decision);
  for (const text of request.excluded_paths ?? []) compressor.addExcludedPath(text);
  return compressor;
}

const RUNNERS = {
  'compress.json'({ request, expected }) {
    assert.deepEqual(compress(request), expected);
    assert.deepEqual(collected(request).compress(), expected);
  },
  'decompress.json'({ request, expected }) {
    assert.deepEqual(decompress(compress(request)), expected);
    const compressor = collected(request);
    assert.deepEqual(compressor.decompress(compressor.compress()), expected);
  },
  'conflicts.json'({ request, expected }) {
    assert.deepEqual(collected(request).detectConflicts(), expected);
  },
  'check.json'({ action, tried, expected }) {
    const told = ({ matches }) =>
      matches.map(({ severity, score, failure }) => ({ severity, score, name: failure.name }));
    assert.deepEqual(told(check(action, tried)), expected);
    assert.deepEqual(told(new MindSave(workspace()).checkSync(action, { tried })), expected);
  },
  'extract.json'({ text, expected }) {
    assert.deepEqual(extract(text), expected);
  },
  'snapshot_read.json'({ snapshot_id, file, loaded }) {
    const root = workspace();
    mkdirSync(join(root, '.mindsave/snapshots'));
    writeFileSync(join(root, `.mindsave/snapshots/${snapshot_id}.md`), file);
    assert.deepEqual(new MindSave(root).loadSync(snapshot_id), loaded);
  },
  'snapshot_write.json'({ now, state, topic, snapshot_id, layers, tokens, file, loaded }) {
    at(now, () => {
      const root = workspace();
      const mind = new MindSave(root);
      const saved = mind.saveSync(state, topic === null ? {} : { topic });
      assert.equal(saved.snapshot_id, snapshot_id);
      assert.deepEqual(saved.layers, layers);
      if (tokens !== undefined) assert.deepEqual(saved.tokens, tokens);
      assert.equal(readFileSync(saved.path, 'utf8'), file);
      assert.deepEqual(mind.loadSync(), loaded);
    });
  },
  'resume.json'({ now, state, budget, text }) {
    at(now, () => {
      const mind = new MindSave(workspace());
      mind.saveSync(state);
      assert.equal(mind.resumeSync(null, { budget }), text);
    });
  },
  'live.json'({ now, session, events, observed, restored, resumed, nodes, pressure, fatigue }) {
    at(now, () => {
      const mind = new MindSave(workspace());
      assert.deepEqual(mind.observeSync(session, events), observed);
      assert.deepEqual(mind.restoreSessionSync(session), restored);
      assert.equal(mind.resumeSync(), resumed);
      assert.deepEqual(mind.nodesSync(), nodes);
      assert.deepEqual([mind.pressureSync(session), mind.pressureSync()], [pressure, pressure]);
      assert.deepEqual([mind.fatigueSync(session), mind.fatigueSync()], [fatigue, fatigue]);
    });
  },
  'errors.json'({ call, arguments: given, kind, message }) {
    const mind = new MindSave(workspace());
    const calls = {
      compress: () => compress(given),
      save: () => mind.saveSync(given),
      load: () => mind.loadSync(given),
      delete: () => mind.deleteSync(given),
      resume: () => mind.resumeSync(null, { budget: given }),
      recall: () => mind.recallSync(given),
      check: () => check(given.action, given.tried),
      observe: () => mind.observeSync(given.session, given.events),
      nodes: () => mind.nodesSync(given),
      log: () => mind.logSync(given.type, given.text),
      close: () => mind.closeSync(given),
      handoff: () => mind.handoffSync({ budget: given }),
      checkpoint: () => mind.checkpointSync(given),
      pressure: () => mind.pressureSync(given),
      record_failure: () => {
        const { name, ...details } = given;
        return mind.recordFailureSync(name, details);
      },
    };
    const error = thrown(calls[call]);
    assert.deepEqual([error.code, error.message], [kind, message]);
  },
};

const { files } = vectors('manifest.json');

for (const [file, count] of Object.entries(files)) {
  test(`vectors: ${file}`, async (t) => {
    const runner = RUNNERS[file];
    assert.ok(runner, `no runner for ${file}`);
    let ran = 0;
    for (const one of vectors(file).cases) {
      await t.test(one.name, () => runner(one));
      ran += 1;
    }
    assert.equal(ran, count, 'as many cases as the manifest says');
  });
}

test('every runner has its file', () => {
  assert.deepEqual(Object.keys(RUNNERS).sort(), Object.keys(files).sort());
});
