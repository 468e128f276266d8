// The program inside the package, and files that one language writes and another reads.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { join } from 'node:path';

import { MindSave, VERSION } from '../index.mjs';
import { folder, npmFolder, npx, workspace } from './support.mjs';

/** The program as Rust builds it, where the tests are given one; else the one in the addon. */
function program(args, options) {
  const path = process.env.MINDSAVE_PROGRAM;
  return path ? execFileSync(path, args, { encoding: 'utf8', stdio: 'pipe', ...options }) : npx(args, options);
}

test('npx mindsave runs the program', () => {
  assert.equal(npx(['--version']).trim(), `mindsave ${VERSION}`);
  const answer = npx(['compress', '--json', '不要用 Tailwind', 'use css variables']);
  assert.equal(JSON.parse(answer).symbolic.theme_system.strategy, 'css_variables_only');
});

test('it reads standard input and gives the exit codes', () => {
  const bin = join(npmFolder, 'bin/mindsave.js');
  const run = (args, input) => spawnSync(process.execPath, [bin, ...args], { input, encoding: 'utf8' });
  const done = run(['compress', '--json'], '{"constraints": ["no jwt"]}');
  assert.equal(done.status, 0, done.stderr);
  assert.deepEqual(JSON.parse(done.stdout).symbolic.auth_strategy.rejected, ['JWT']);
  const refused = run(['compress', '--json'], '{"constraints": 5}');
  assert.equal(refused.status, 2);
  assert.equal(JSON.parse(refused.stdout).error.kind, 'invalid_input');
  assert.equal(run(['--root', '/nirgendwo', 'load', '--json'], '').status, 3);
});

const STATE = {
  goal: '修复登录 "and" the rest\n',
  phase: '执行',
  progress: { done: ['no'], next: ['010'] },
  next_action: 'yes: run #1',
  variables: { port: 8080, ratio: 0.1, nothing: null, list: [1, 'zwei', { drei: 3 }] },
  status: 'in_progress',
  constraints: ['no tailwind', '错误信息用中文'],
  decisions: ['REST first', { choice: '流式读取', options: ['a', 'b'], owner: { n: 1 } }],
  failure_graph: { Tailwind: { reason: 'clash', repeat_count: 3 } },
  completed_steps: ['1. read', '二'],
  tool_calls: ['t', { tool: 'edit' }],
};

test('what Node writes the program reads, and the other way round', () => {
  const root = workspace();
  const mind = new MindSave(root);
  const { snapshot_id } = mind.saveSync(STATE, { topic: 'node' });
  const byProgram = JSON.parse(program(['--root', root, 'load', '--json', snapshot_id]));
  assert.deepEqual(byProgram, mind.loadSync(snapshot_id));
  for (const [key, value] of Object.entries(STATE)) assert.deepEqual(byProgram[key], value, key);

  const input = JSON.stringify({ ...STATE, goal: '由程序写入' });
  const saved = JSON.parse(program(['--root', root, 'save', '--json', '--state', '-'], { input }));
  const byNode = mind.loadSync(saved.snapshot_id);
  assert.equal(byNode.goal, '由程序写入');
  assert.deepEqual(byNode.decisions, STATE.decisions);
  const text = program(['--root', root, 'resume', saved.snapshot_id]);
  assert.equal(mind.resumeSync(saved.snapshot_id), text);
});

test('failures are shared as well', () => {
  const root = workspace();
  const mind = new MindSave(root);
  mind.recordFailureSync('全局锁', { reason: 'deadlocks under load', alternatives: ['分片锁'] });
  program(['--root', root, 'failures', 'add', '全局锁', '--reason', 'deadlocks under load']);
  assert.equal(mind.failuresSync().failures[0].repeat_count, 2);
  const action = 'protect it with a 全局锁';
  const told = JSON.parse(program(['--root', root, 'check', '--json', action]));
  assert.deepEqual(mind.checkSync(action), told);
  assert.equal(told.matches[0].failure.name, '全局锁');
});

test('every answer has the shape of the program', () => {
  const root = workspace();
  const mind = new MindSave(root);
  mind.saveSync(STATE, { topic: 'shape' });
  const same = [
    [['status'], mind.statusSync()],
    [['recall'], mind.recallSync()],
    [['recall', 'read'], mind.recallSync('read')],
    [['snapshots', 'clean', '--dry-run'], mind.cleanSync({ dry_run: true })],
    [['snapshots', 'stats'], mind.statsSync()],
    [['failures', 'list'], mind.failuresSync()],
  ];
  for (const [args, ours] of same) {
    assert.deepEqual(JSON.parse(program(['--root', root, '--json', ...args])), ours, args.join(' '));
  }
  const { snapshots } = JSON.parse(program(['--root', root, '--json', 'snapshots', 'list']));
  assert.deepEqual(snapshots, mind.listSync());
});

test('what is known while the work goes on is the same in both', () => {
  const root = workspace();
  const mind = new MindSave(root);
  const run = (...args) => JSON.parse(npx(['--root', root, '--json', ...args]));
  const logged = run('log', '--type', 'decision', '用 Redis，因为要能撤销');
  assert.equal(logged.node.decision.reasoning, '要能撤销');
  mind.logSync('learning', 'port 5433');
  mind.observeSync('cli', { type: 'context', ratio: 0.7 });
  for (const name of ['nodes', 'pressure', 'fatigue', 'status']) {
    assert.deepEqual(run(name), mind[`${name}Sync`](), name);
  }
  assert.deepEqual(run('goal', '修复登录').node, mind.nodesSync('goal').nodes[0]);
  assert.deepEqual(run('handoff'), mind.handoffSync());
  assert.deepEqual(run('consolidate'), { compressed: [], evicted: [] });
  assert.equal(run('checkpoint').saved.length, 1);
});

test('hooks of hosts run, and are set up', () => {
  const root = workspace();
  const said = { hook_event_name: 'UserPromptSubmit', session_id: 's1', cwd: root };
  const input = JSON.stringify({ ...said, prompt: '修复登录页的重定向循环。不要用 JWT。' });
  npx(['hook', 'claude-code'], { input });
  assert.match(new MindSave(root).restoreSessionSync('s1').text, /JWT/);
  // Settings name the program as it is found.
  const found = folder();
  writeFileSync(join(found, process.platform === 'win32' ? 'mindsave.exe' : 'mindsave'), '');
  const env = { ...process.env, PATH: found };
  const told = npx(['--root', root, 'setup', 'claude-code', '--dry-run'], { env });
  assert.match(told, /"args": \["hook", "claude-code"\]/);
});
