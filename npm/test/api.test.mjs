// What the package gives: names, shapes, promises, both languages.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

import Default, * as mindsave from '../index.mjs';
import { npmFolder, workspace } from './support.mjs';

const { ConstraintCompressor, FailureGraph, MindSave, compressLayer2, findSimilarConstraints } = mindsave;
const require = createRequire(import.meta.url);

test('import and require give the same', () => {
  const required = require('../index.js');
  const { default: byDefault, ...named } = mindsave;
  assert.deepEqual(Object.keys(named).sort(), Object.keys(required).sort());
  for (const [name, value] of Object.entries(named)) assert.equal(required[name], value, name);
  assert.equal(byDefault, Default);
  assert.equal(Default, MindSave);
});

test('the version is that of the package', () => {
  const { version } = JSON.parse(readFileSync(join(npmFolder, 'package.json'), 'utf8'));
  assert.equal(mindsave.VERSION, version);
});

test('the sample of seed 000 runs unchanged and is right', () => {
  const constraints = ['no tailwind', 'use css variables', 'avoid utility css', 'no utility framework'];
  const compressor = new ConstraintCompressor(20);
  compressor.addConstraint('No Tailwind CSS');
  const result = compressor.compress();
  assert.deepEqual(result.symbolic.theme_system.rejected, ['Tailwind']);
  const compressed = compressLayer2(constraints, ['REST API first'], ['localStorage for tokens']);
  const { strategy, rejected } = compressed.symbolic.theme_system;
  assert.deepEqual({ strategy, rejected }, {
    strategy: 'css_variables_only',
    rejected: ['Tailwind', 'utility-first'],
  });
  assert.deepEqual(compressed.decisions, ['REST API first']);
  assert.deepEqual(compressLayer2(['不要用 Tailwind']).symbolic.theme_system.rejected, ['Tailwind']);
});

test('rules beside the limit are the same whichever way they were given', () => {
  const english = Array.from({ length: 40 }, (_, i) => `rule ${i} of "module ${i}" stays`);
  const chinese = Array.from({ length: 40 }, (_, i) => `模块 ${i} 的第 ${i} 条，保持原样`);
  for (const rules of [english, chinese, [...english, ' ', ...english], ['一条']]) {
    const compressor = new ConstraintCompressor(20);
    for (const rule of rules) compressor.addConstraint(rule);
    const whole = JSON.stringify(compressor.compress());
    assert.equal(JSON.stringify(compressLayer2(rules)), whole);
    // What is no array of strings goes another way.
    assert.equal(JSON.stringify(compressLayer2({ toJSON: () => rules })), whole);
  }
});

test('a compressor goes on after it compressed', () => {
  const compressor = new ConstraintCompressor();
  compressor.addConstraint('use Redux');
  assert.deepEqual(compressor.detectConflicts(), []);
  compressor.addConstraint('never use Redux');
  assert.equal(compressor.detectConflicts()[0].kind, 'opposite');
  compressor.addDecision({ choice: 'REST', reasoning: '简单' });
  assert.deepEqual(compressor.compress().decisions, [{ choice: 'REST', reasoning: '简单' }]);
});

test('what is worth keeping is found in prose', async () => {
  const text = 'I went with SQLite because the tool runs offline.';
  const [found] = mindsave.extract(text);
  assert.deepEqual([found.type, found.span, found.reason], ['decision', 'SQLite', 'the tool runs offline']);
  const mind = new MindSave(workspace());
  assert.deepEqual(await mind.extract(text), mindsave.extract(text));
  assert.equal(mindsave.extract('我们决定用 SQLite，因为要离线运行。')[0].type, 'decision');
});

test('similar rules are found', () => {
  const rules = ['no default exports', 'default exports are banned', '写测试'];
  const pairs = findSimilarConstraints(rules);
  assert.deepEqual(pairs.map(([a, b]) => [a, b]), [[0, 1]]);
  assert.deepEqual(findSimilarConstraints(rules, 1.1), []);
});

test('each use case has a promise and a form that waits', async () => {
  const names = Object.getOwnPropertyNames(MindSave.prototype).filter((name) => name !== 'constructor');
  const plain = names.filter((name) => !name.endsWith('Sync'));
  assert.deepEqual(plain.map((name) => `${name}Sync`).sort(), names.filter((n) => !plain.includes(n)).sort());
  const mind = new MindSave(workspace());
  for (const name of ['list', 'stats', 'status', 'failures', 'clean', 'takeNotices']) {
    const promise = mind[name]();
    assert.ok(promise instanceof Promise, name);
    assert.deepEqual(await promise, mind[`${name}Sync`](), name);
  }
});

test('save, load, resume, recall, verify, clean, delete', async () => {
  const root = workspace();
  const mind = new MindSave(pathToFileURL(root));
  writeFileSync(join(root, 'a.ts'), 'one');
  const state = {
    goal: '修复登录',
    next_action: 'run the tests',
    active_files: ['a.ts'],
    constraints: ['no tailwind', 'use css variables'],
    variables: { port: 8080, ratio: 0.5, 空: null },
    completed_steps: ['找到了重定向循环'],
    mood: 'good',
  };
  const saved = await mind.save(state, { topic: 'login', collect: false });
  assert.equal(saved.snapshot_id, 'login_2026-05-10');
  assert.deepEqual(saved.warnings, ['unknown field "mood" is kept as it is']);
  const loaded = await mind.load();
  for (const [key, value] of Object.entries(state)) assert.deepEqual(loaded[key], value, key);
  assert.equal(loaded.symbolic.theme_system.strategy, 'css_variables_only');
  assert.deepEqual(await mind.restore(1), loaded);
  assert.deepEqual(mind.loadSync('login_2026-05-10'), loaded);
  assert.match(await mind.resume(), /下一步：run the tests/);
  assert.match((await mind.recall('重定向')).snapshots[0].matches[0].text, /重定向循环/);
  assert.deepEqual(await mind.search('重定向', { kinds: ['step'] }), await mind.recall('重定向'));
  assert.equal((await mind.search('重定向', { kinds: ['constraint'] })).total, 0);
  assert.equal((await mind.search('重定向', { since: '2026-05-11' })).total, 0);
  assert.equal((await mind.search('重定向', { until: '2026-05-10', skip: 1 })).snapshots.length, 0);
  assert.deepEqual((await mind.recall()).completed_steps, state.completed_steps);
  assert.deepEqual((await mind.verify()).map(({ kind }) => kind), ['unchanged']);
  writeFileSync(join(root, 'a.ts'), 'two');
  assert.equal((await mind.load(null, { verify: true })).verify[0].kind, 'changed');
  assert.equal((await mind.list())[0].goal, '修复登录');
  assert.equal((await mind.stats()).total, 1);
  assert.equal((await mind.status()).root, root);
  assert.deepEqual((await mind.clean({ dry_run: true })).removed, []);
  assert.match(await mind.show(), /^---\nsnapshot_id: "login_2026-05-10"/);
  assert.deepEqual(await mind.delete('login_2026-05-10'), { deleted: ['login_2026-05-10'] });
  assert.deepEqual(await mind.list(), []);
});

test('a resume keeps to its budget', async () => {
  const mind = new MindSave(workspace());
  const constraints = Array.from({ length: 60 }, (_, i) => `模块 ${i} 的错误信息用中文，并写明如何处理`);
  await mind.save({ goal: '写完', constraints });
  const [short, usual, long] = [120, undefined, 5000].map((budget) => mind.resumeSync(null, { budget }));
  assert.ok(short.length < usual.length && usual.length < long.length);
  assert.equal(await mind.resume(), usual);
});

test('layers that are kept can be chosen', async () => {
  const mind = new MindSave(workspace());
  const saved = await mind.save({ goal: 'g', constraints: ['x'] }, { layers: ['L1', 'L3'] });
  assert.deepEqual(saved.layers, ['L1', 'L3']);
  assert.deepEqual((await mind.load()).constraints, []);
  assert.deepEqual((await mind.autoSnapshot({ goal: '写完' })).layers, ['L1']);
});

test('failures warn before the mistake, across languages', async () => {
  const mind = new MindSave(workspace());
  const failure = await mind.recordFailure('mocking the database in integration tests', {
    reason: 'the mock hid a broken migration',
    alternatives: ['a real Postgres in a container'],
  });
  assert.equal(failure.repeat_count, 1);
  const { matches } = await mind.check('在集成测试里 mock 数据库');
  assert.equal(matches[0].failure.name, failure.name);
  assert.match(matches[0].why, /a real Postgres/);
  assert.deepEqual((await mind.check('use a real Postgres in a container')).matches, []);
  assert.equal((await mind.failures()).failures.length, 1);
  await mind.retireFailure(failure.name, 'the mock is gone');
  assert.equal((await mind.failures()).failures.length, 0);
  assert.equal((await mind.failures({ all: true })).failures.length, 1);
});

test('a gotcha is met by who does something with its things', async () => {
  const mind = new MindSave(workspace());
  const noted = await mind.addGotcha('Vercel Edge has no Node crypto', { workaround: '用 Web Crypto' });
  assert.equal(noted.scope, 'project');
  const { gotchas } = await mind.check('在 Vercel Edge 里用 Node crypto 签名');
  assert.deepEqual(gotchas.map(({ gotcha }) => gotcha), [noted]);
  assert.deepEqual((await mind.check('deploy the docs to Vercel')).gotchas, []);
  assert.deepEqual(mind.gotchasSync(), { gotchas: [noted], warnings: [] });
  assert.deepEqual(await mind.removeGotcha('vercel edge has no node crypto'), noted);
  assert.deepEqual((await mind.gotchas()).gotchas, []);
  await assert.rejects(mind.removeGotcha('没有'), { code: 'not_found' });
});

test('a failure graph links failures', () => {
  const graph = new FailureGraph();
  graph.record({ name: '全局锁', reason: 'deadlocks' });
  graph.record({ name: '分片锁', caused_by: ['全局锁'], alternative_to: ['全局锁'] });
  assert.equal(graph.record({ name: '全局锁' }).repeat_count, 1);
  assert.deepEqual(graph.alternatives('全局锁'), ['分片锁']);
  assert.deepEqual(graph.ledTo('全局锁').map(({ name }) => name), ['分片锁']);
  assert.deepEqual(graph.neighbours('全局锁').map(({ relation, incoming }) => [relation, incoming]), [
    ['alternative_to', true],
    ['caused_by', true],
  ]);
  assert.throws(() => graph.relate('全局锁', 'caused_by', '分片锁'), { code: 'invalid_input' });
  assert.throws(() => graph.record({ name: '全局锁', caused_by: ['分片锁'] }), { code: 'invalid_input' });
  assert.equal(graph.get('全局锁').caused_by, undefined);
  assert.equal(graph.get('没有'), null);
  assert.equal(graph.retire('分片锁', '换了存储').retired.reason, '换了存储');
  const copy = new FailureGraph(graph.list());
  assert.deepEqual(copy.toJSON(), graph.toJSON());
  assert.deepEqual(JSON.parse(JSON.stringify(graph)), graph.toJSON());
  assert.match(graph.toMermaid(), /^flowchart LR/);
  assert.match(graph.toDot(), /^digraph/);
});

test('work is done off the event loop', async () => {
  const mind = new MindSave(workspace());
  // Long enough for the loop to turn, however busy the machine is.
  const rules = Array.from({ length: 40_000 }, (_, i) => `never import lodash in src/module${i}`);
  let done = false;
  const compressed = mind.compress(rules).then((result) => {
    done = true;
    return result;
  });
  let turns = 0;
  while (!done) {
    await new Promise((next) => setImmediate(next));
    turns += 1;
  }
  assert.ok(turns > 2, `the event loop went on for ${turns} turns`);
  assert.equal((await compressed).stats.merged + (await compressed).stats.kept > 0, true);
});

test('many saves at once all last', async () => {
  const mind = new MindSave(workspace());
  const goals = Array.from({ length: 12 }, (_, i) => `goal ${i}`);
  const options = { topic: 'same', collect: false };
  const saved = await Promise.all(goals.map((goal) => mind.save({ goal, status: 'in_progress' }, options)));
  assert.equal(new Set(saved.map(({ snapshot_id }) => snapshot_id)).size, goals.length);
  assert.deepEqual((await mind.list()).map(({ goal }) => goal).sort(), goals.sort());
});

test('worker threads have the addon as well', async () => {
  const script = `
    const { parentPort } = require('node:worker_threads');
    const { compressLayer2 } = require(${JSON.stringify(join(npmFolder, 'index.js'))});
    parentPort.postMessage(compressLayer2(['不要用 Tailwind']).symbolic.theme_system.rejected);`;
  const workers = Array.from({ length: 3 }, () => new Worker(script, { eval: true }));
  const answers = workers.map((worker) => new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  }));
  assert.deepEqual(await Promise.all(answers), [['Tailwind'], ['Tailwind'], ['Tailwind']]);
});
