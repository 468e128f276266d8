// While the work goes on: events, pressure and fatigue, the working graph.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { MindSave } from '../index.mjs';
import { workspace } from './support.mjs';

const prompt = (text) => ({ type: 'prompt', text });

test('a session is observed and restored by another object', async () => {
  const root = workspace();
  const mind = new MindSave(root);
  assert.equal(await mind.restoreSession('s1'), null);
  const observed = await mind.observe('s1', prompt('做一个导出页面。不要用 jQuery。'));
  assert.deepEqual(observed, { saved: null, notice: null });
  const decision = { type: 'decision', text: '用 fetch', at: new Date('2026-05-10T14:31:00+08:00') };
  const { saved } = await mind.observe('s1', [decision, { type: 'moon_phase', full: true }]);
  assert.equal((await mind.load(saved)).auto_trigger.reason, 'key-decision');

  const other = new MindSave(root);
  const restored = await other.restoreSession('s1');
  assert.match(restored.text, /做一个导出页面/);
  assert.match(restored.text, /jQuery/);
  assert.ok(restored.tokens > 0 && restored.tokens <= 800);
  assert.deepEqual(other.restoreSessionSync('s1'), restored);
  assert.doesNotMatch((await other.restoreSession('s1', { subagent: true })).text, /做一个导出页面/);
  assert.deepEqual((await other.sessions()).map(({ session }) => session), ['s1']);
  const journal = readFileSync(join(root, '.mindsave/sessions/s1.jsonl'), 'utf8');
  assert.ok(journal.includes('"type":"moon_phase","full":true'));
  assert.ok(journal.includes('2026-05-10T06:31:00Z'));
});

test('a resume gives the work as it is now, not as it was saved', async () => {
  const mind = new MindSave(workspace());
  await mind.save({ goal: 'the old goal', next_action: 'old step' });
  await mind.observe('s1', prompt('New task: 做一个导出页面。不要用 jQuery。'));
  const text = await mind.resume();
  assert.match(text, /做一个导出页面/);
  assert.match(text, /jQuery/);
  assert.equal(mind.resumeSync(), text);
  assert.match(await mind.resume(1), /the old goal/);
});

test('pressure and fatigue have their parts', async () => {
  const mind = new MindSave(workspace());
  const nothing = await mind.pressure();
  assert.deepEqual([nothing.level, nothing.session], ['GREEN', null]);
  await mind.observe('s', [prompt('g'), { type: 'context', ratio: 0.97 }]);
  const [pressure, fatigue] = [mind.pressureSync('s'), await mind.fatigue()];
  assert.deepEqual([pressure.level, pressure.ratio, pressure.session], ['RED', 0.97, 's']);
  assert.deepEqual(fatigue.parts.map(({ weight }) => weight), [0.4, 0.25, 0.2, 0.15]);
  assert.equal((await mind.status()).pressure.level, 'RED');
});

test('a checkpoint is saved, or says why not', async () => {
  const mind = new MindSave(workspace());
  await assert.rejects(mind.checkpoint(), { code: 'not_found', message: /no goal/ });
  await mind.setGoal('修复登录');
  assert.equal((await mind.checkpoint(null, { force: true })).saved.length, 1);
  const again = mind.checkpointSync();
  assert.deepEqual([again.saved, again.withheld], [[], 'cooldown']);
});

test('entries are recorded, used and closed', async () => {
  const mind = new MindSave(workspace());
  const { node } = await mind.setGoal('修复登录');
  assert.deepEqual([node.type, node.policy], ['goal', 'never']);
  const logged = await mind.log('decision', '用 Redis，因为要能撤销', { alternatives: ['JWT'] });
  assert.equal(logged.node.decision.reasoning, '要能撤销');
  await mind.log('rejected', 'Tailwind: clashes with our tokens');
  assert.equal((await mind.check('安装 tailwindcss')).matches.length, 1);
  const added = await mind.addNode('fact', 'port 5433', { scope: 'db/', task: 't1' });
  assert.deepEqual([added.node.scope, added.node.task], [['db/'], 't1']);
  assert.equal((await mind.touch('port 5433')).nodes[0].uses, 2);
  const closed = (await mind.close('修复登录', 'done')).nodes[0];
  assert.deepEqual([closed.status, closed.closed_because], ['closed', 'done']);
  assert.deepEqual((await mind.nodes('goal')).nodes, []);
  assert.equal((await mind.nodes('goal', { all: true })).nodes.length, 1);
  assert.match((await mind.handoff({ budget: 300 })).text, /用 Redis/);
});

test('room is made without losing text', async () => {
  const mind = new MindSave(workspace());
  assert.deepEqual(await mind.consolidate(), { compressed: [], evicted: [] });
  for (let i = 0; i < 5; i += 1) mind.logSync('progress', `step ${i} ${'word '.repeat(80)}`);
  const { compressed } = mind.consolidateSync();
  assert.equal(compressed.length, 3);
  for (const { summary, text } of compressed) assert.ok(summary.length < text.length);
});

test('a field that is no field is told', async () => {
  const mind = new MindSave(workspace());
  await mind.observe('s', { type: 'goal', text: 'x', outcom: 'ok' });
  assert.deepEqual(await mind.takeNotices(), [
    '`event.outcom` was left out: a `goal` has no such field',
  ]);
});

test('many promises observe one session, and every event lasts', async () => {
  const mind = new MindSave(workspace());
  const texts = Array.from({ length: 40 }, (_, i) => `learned ${i}`);
  await Promise.all(texts.map((text) => mind.observe('s', { type: 'note', kind: 'learning', text })));
  assert.equal((await mind.nodes('learning', { all: true })).nodes.length, texts.length);
});
