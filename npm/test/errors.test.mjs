// Bad input: an exception that names the argument, never an abort.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import {
  ConstraintCompressor,
  FailureGraph,
  MindSave,
  MindSaveError,
  check,
  compressLayer2,
  decompress,
  extract,
  findSimilarConstraints,
} from '../index.mjs';
import { folder, thrown, vectors, workspace } from './support.mjs';

const throwing = {
  get goal() {
    throw new Error('the getter threw');
  },
};
const cycle = { goal: 'g' };
cycle.self = cycle;
const deep = JSON.parse('['.repeat(500) + ']'.repeat(500));
const evil = {
  get goal() {
    throw { get message() { throw 1; }, toString() { throw 2; } };
  },
};
const revoked = Proxy.revocable([], {});
revoked.revoke();

/** [what is called, what the message must hold] */
const REFUSED = [
  [() => compressLayer2(), /`constraints`/],
  [() => compressLayer2(5), /`constraints` must be a list, got a number/],
  [() => compressLayer2(null), /`constraints`/],
  [() => compressLayer2(['a', 5]), /`constraints\[1\]` must be a string, got a number/],
  [() => compressLayer2([() => 1]), /`constraints` cannot be used: `0` is/],
  [() => compressLayer2([Symbol('x')]), /`constraints` cannot be used: `0` is/],
  [() => compressLayer2([NaN]), /`constraints` cannot be used: `0` is/],
  [() => compressLayer2([10n]), /`constraints`/],
  [() => compressLayer2(() => 1), /`constraints`/],
  [() => compressLayer2(new Map()), /`constraints`/],
  [() => compressLayer2(['half \ud800']), /`constraints`/],
  [() => compressLayer2([], [{}]), /`decisions\[0\]\.choice`/],
  [() => compressLayer2([], ['\udc00']), /`decisions`/],
  [() => compressLayer2([], [{ choice: 'x', weight: NaN }]), /`decisions`.*`weight` is NaN/],
  [() => compressLayer2([], [], 'x'), /`excluded_paths`/],
  [() => compressLayer2([], [], [], 0), /`max_constraints`/],
  [() => compressLayer2([], [], [], -1), /`max_constraints`/],
  [() => compressLayer2([], [], [], 1.5), /`max_constraints`/],
  [() => compressLayer2([], [], [], NaN), /`max_constraints`/],
  [() => compressLayer2([], [], [], '20'), /`max_constraints`/],
  [() => compressLayer2([], [], [], 20, 1), /at most 4 arguments/],
  [() => compressLayer2(deep), /`constraints/],
  [() => compressLayer2(revoked.proxy), /`constraints`/],
  [() => decompress(), /`compressed` is required/],
  [() => decompress([]), /compression/],
  [() => decompress({ constraints: 5 }), /`constraints`/],
  [() => check(' ', []), /`action` is blank/],
  [() => findSimilarConstraints([], 'x'), /`threshold`/],
  [() => findSimilarConstraints({}), /`constraints`/],
  [() => check(5, []), /`action`/],
  [() => check('x', 5), /`tried`/],
  [() => check('x', [], { comand: true }), /`options.comand` is unknown/],
  [() => extract(), /`text` is required/],
  [() => extract(['a']), /`text` must be a string/],
  [() => new ConstraintCompressor(0), /`max_constraints`/],
  [() => new ConstraintCompressor('20'), /`max_constraints`/],
  [() => new ConstraintCompressor().addConstraint(), /`text` is required/],
  [() => new ConstraintCompressor().addConstraint(5), /`text` must be a string/],
  [() => new ConstraintCompressor().addConstraint('\ud83d'), /`text`/],
  [() => new ConstraintCompressor().addDecision(5), /`decision`/],
  [() => new ConstraintCompressor().addExcludedPath({}), /`text`/],
  [() => new FailureGraph('x'), /`failures` must be a list/],
  [() => new FailureGraph([5]), /`failures\[0\]`/],
  [() => new FailureGraph([{ name: 'a', scope: 'x' }]), /`failures\[0\]`.*scope/],
  [() => new FailureGraph().record({ reason: 'x' }), /`failure`/],
  [() => new FailureGraph().relate('a', 'likes', 'b'), /`relation`/],
  [() => new MindSave(5), /`root` must be a string/],
  [() => new MindSave({}), /`root`/],
  [() => new MindSave(''), /`root` is empty/],
  [() => new MindSave(new URL('http://a/b')), /`root` cannot be used/],
  [() => compressLayer2(['ok', '半个 \ud83d']), /`constraints`.*`1` holds a lone surrogate/],
  [() => new MindSave('a\0b'), /./, 'not_found'],
  [() => new MindSave('/nirgendwo/hier'), /nirgendwo/, 'not_found'],
];

test('wrong values are refused with the name of the argument', () => {
  for (const [run, message, code = 'invalid_input'] of REFUSED) {
    const error = thrown(run);
    assert.ok(error instanceof MindSaveError, `${run}: ${error}`);
    assert.ok(error instanceof Error);
    assert.equal(error.name, 'MindSaveError');
    assert.equal(error.code, code, `${run}: ${error}`);
    assert.match(error.message, message, `${run}`);
    assert.equal(typeof error.hint, 'string', `${run}`);
  }
});

const MIND = [
  [(mind, s) => mind[`save${s}`](), /`state` is required/],
  [(mind, s) => mind[`save${s}`]([]), /object/],
  [(mind, s) => mind[`save${s}`]({ goal: 5 }), /`goal`/],
  [(mind, s) => mind[`save${s}`](throwing), /`state`.*the getter threw/],
  [(mind, s) => mind[`save${s}`](evil), /`state`/],
  [(mind, s) => mind[`save${s}`](cycle), /`state`/],
  [(mind, s) => mind[`save${s}`]({ goal: 'g', variables: { a: NaN } }), /`state`.*`a` is NaN/],
  [(mind, s) => mind[`save${s}`]({ goal: 'g', variables: { a: new Map() } }), /`state`.*Map/],
  [(mind, s) => mind[`save${s}`]({ goal: 'g', variables: { a: 1n } }), /`state`/],
  [(mind, s) => mind[`save${s}`]({ goal: 'g', variables: { a: new Error('x') } }), /`a` is a Error/],
  [(mind, s) => mind[`save${s}`]({ goal: 'g', variables: { a: Promise.resolve() } }), /`a` is a Promise/],
  [(mind, s) => mind[`save${s}`]({ goal: 'g', variables: { a: new Uint8Array(2) } }), /`a` is a Uint8Array/],
  [(mind, s) => mind[`save${s}`]({ goal: 'g', variables: { a: new Date(NaN) } }), /`a` is no date/],
  [(mind, s) => mind[`check${s}`](' '), /`action` is blank/],
  [(mind, s) => mind[`recall${s}`](null, { id: {} }), /`options.id`/],
  [(mind, s) => mind[`save${s}`]({ goal: '\ud800' }), /`state`/],
  [(mind, s) => mind[`save${s}`]({ goal: 'g', extra: deep }), /`state`/],
  [(mind, s) => mind[`save${s}`]({ goal: 'g' }, { topc: 'x' }), /`options.topc` is unknown/],
  [(mind, s) => mind[`save${s}`]({ goal: 'g' }, { layers: ['L4'] }), /`options.layers`/],
  [(mind, s) => mind[`load${s}`](1.5), /`id`/],
  [(mind, s) => mind[`load${s}`]({}), /`id`/],
  [(mind, s) => mind[`load${s}`](() => 1), /`id`/],
  [(mind, s) => mind[`load${s}`](null, { verify: 1 }), /`options.verify`/],
  [(mind, s) => mind[`load${s}`](), /no snapshot/, 'not_found'],
  [(mind, s) => mind[`resume${s}`](null, { budget: 1e12 }), /`options.budget`/],
  [(mind, s) => mind[`recall${s}`]('x', { id: 'y' }), /`keyword`/],
  [(mind, s) => mind[`search${s}`](), /`keyword` is required/],
  [(mind, s) => mind[`search${s}`]('x', { kinds: ['nonsense'] }), /nonsense/],
  [(mind, s) => mind[`search${s}`]('x', { since: 'neulich' }), /./],
  [(mind, s) => mind[`check${s}`](), /`action` is required/],
  [(mind, s) => mind[`delete${s}`](), /`ids` is required/],
  [(mind, s) => mind[`delete${s}`](['../x']), /./],
  [(mind, s) => mind[`recordFailure${s}`]('x', { caused_by: ['x'] }), /caused_by/],
  [(mind, s) => mind[`recordFailure${s}`]('x', { call: 'ls' }), /`call`/],
  [(mind, s) => mind[`addGotcha${s}`](), /`title` is required/],
  [(mind, s) => mind[`addGotcha${s}`](' '), /title/],
  [(mind, s) => mind[`addGotcha${s}`]('x', { scope: 'nowhere' }), /`scope`/],
  [(mind, s) => mind[`observe${s}`](), /`session` is required/],
  [(mind, s) => mind[`observe${s}`](5, {}), /`session` must be a string/],
  [(mind, s) => mind[`observe${s}`]('s'), /`events` is required/],
  [(mind, s) => mind[`observe${s}`]('s', 5), /`events` must be/],
  [(mind, s) => mind[`observe${s}`]('s', [5]), /`events\[0\]` must be an object/],
  [(mind, s) => mind[`observe${s}`]('s', { text: 'x' }), /`event.type`/],
  [(mind, s) => mind[`observe${s}`]('s', { type: 'goal', text: 5 }), /`event.text` must be a string/],
  [(mind, s) => mind[`observe${s}`]('s', { type: 'context', ratio: NaN }), /`events`.*`ratio` is NaN/],
  [(mind, s) => mind[`observe${s}`]('s', cycle), /`events`/],
  [(mind, s) => mind[`restoreSession${s}`]('s', { subagent: 1 }), /`options.subagent`/],
  [(mind, s) => mind[`pressure${s}`](5), /`session` must be a string/],
  [(mind, s) => mind[`fatigue${s}`]('nobody'), /nobody/, 'not_found'],
  [(mind, s) => mind[`checkpoint${s}`](null, { forced: true }), /`options.forced` is unknown/],
  [(mind, s) => mind[`nodes${s}`]('star'), /star/],
  [(mind, s) => mind[`nodes${s}`](null, { all: 1 }), /`options.all`/],
  [(mind, s) => mind[`log${s}`]('wish', 'x'), /wish/],
  [(mind, s) => mind[`log${s}`]('learning'), /`text` is required/],
  [(mind, s) => mind[`log${s}`]('learning', 'x', { mood: 'bad' }), /`options.mood` is unknown/],
  [(mind, s) => mind[`addNode${s}`]('fact', 'x', { scope: 5 }), /`options.scope`/],
  [(mind, s) => mind[`setGoal${s}`](' '), /no words/],
  [(mind, s) => mind[`touch${s}`]('nothing'), /nothing/, 'not_found'],
  [(mind, s) => mind[`close${s}`]('x', 5), /`reason`/],
  [(mind, s) => mind[`handoff${s}`]({ budget: 1 }), /at least/],
  [(mind, s) => mind[`retireFailure${s}`]('x', 'y'), /x/, 'not_found'],
];

test('the same is thrown at once and by the promise', async () => {
  const mind = new MindSave(workspace());
  for (const [run, message, code = 'invalid_input'] of MIND) {
    const now = thrown(() => run(mind, 'Sync'));
    assert.match(now.message, message, `${run}`);
    assert.equal(now.code, code, `${run}: ${now}`);
    await assert.rejects(run(mind, ''), { name: 'MindSaveError', code, message: now.message });
  }
  assert.deepEqual(mind.listSync(), []);
});

test('a damaged file is named with line and column', () => {
  const root = workspace();
  mkdirSync(join(root, '.mindsave/snapshots'));
  const file = join(root, '.mindsave/snapshots/a_2026-05-10.md');
  writeFileSync(file, '---\ngoal: "unclosed\n---\n');
  const error = thrown(() => new MindSave(root).loadSync('a_2026-05-10'));
  assert.equal(error.code, 'corrupt');
  assert.match(error.file, /a_2026-05-10\.md$/);
  assert.ok(error.line >= 1 && error.column >= 1);
  assert.match(error.hint, /quarantine/);
});

test('a folder that is no workspace is told from one', () => {
  const here = process.cwd();
  process.chdir(folder());
  try {
    assert.equal(thrown(() => new MindSave()).code, 'not_found');
  } finally {
    process.chdir(here);
  }
});

test('huge lists are compressed or refused, never fatal', () => {
  const many = Array.from({ length: 50000 }, () => '不要用 Tailwind');
  assert.equal(compressLayer2(many).duplicates.length, many.length - 1);
  const long = 'x'.repeat(2 ** 28);
  const error = thrown(() => compressLayer2([long, long, long]));
  assert.equal(error.code, 'invalid_input');
  assert.match(error.message, /`constraints`/);
});

test('methods taken off their object fail like any', async () => {
  const { compress } = new ConstraintCompressor();
  assert.throws(() => compress(), { name: 'MindSaveError', code: 'invalid_input' });
  const { list, listSync } = new MindSave(workspace());
  await assert.rejects(list(), { name: 'MindSaveError', code: 'invalid_input' });
  assert.throws(() => listSync(), { name: 'MindSaveError', code: 'invalid_input' });
});

test('every kind of error has a case', () => {
  const kinds = new Set(vectors('errors.json').cases.map(({ kind }) => kind));
  assert.ok(kinds.has('invalid_input') && kinds.has('not_found'));
});
