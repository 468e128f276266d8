// Compiled, never run: an app in TypeScript with `import`.

import MindSaveByDefault, {
  ConstraintCompressor,
  FailureGraph,
  MindSave,
  MindSaveError,
  VERSION,
  check,
  compressLayer2,
  decompress,
  extract,
  findSimilarConstraints,
} from 'mindsave';
import type {
  Checked,
  Compression,
  ErrorCode,
  Failure,
  Loaded,
  Observed,
  Restored,
  Saved,
  SessionEvent,
  State,
} from 'mindsave';

const compressor = new ConstraintCompressor(20);
compressor.addConstraint('No Tailwind CSS');
compressor.addDecision({ choice: 'REST', reasoning: '简单' });
compressor.addExcludedPath('localStorage for tokens');
const result: Compression = compressor.compress();
const strategy: string | undefined = result.symbolic['theme_system']?.strategy;
const kinds: ('opposite' | 'number' | 'exclusive')[] = compressor.detectConflicts().map(({ kind }) => kind);

const frozen: readonly string[] = ['no tailwind'];
const compressed = compressLayer2(frozen, ['REST API first'], ['localStorage for tokens'], 20);
const given: string[] = decompress(compressed).constraints;
const [first] = findSimilarConstraints(given, 0.6);
const score: number | undefined = first?.[2];

const state: State = { goal: '修复登录', next_action: 'run the tests', variables: { port: 8080 }, mood: 'good' };

async function session(): Promise<void> {
  const mind: MindSaveByDefault = new MindSave(new URL('file:///tmp'));
  const saved: Saved = await mind.save(state, { topic: 'login', layers: ['L1', 'L2'] });
  const loaded: Loaded = await mind.load(saved.snapshot_id, { verify: true });
  const next: string | undefined = loaded.next_action;
  const text: string = await mind.resume(1, { budget: 400 });
  const archive: string = (await mind.recall()).text;
  const places: number[] = (await mind.recall('login')).snapshots.map(({ matches }) => matches.length);
  const failure: Failure = await mind.recordFailure('全局锁', { reason: 'deadlocks', scope: 'project' });
  const checked: Checked = await mind.check('加一把全局锁', { command: false });
  const entry = mind.listSync()[0];
  const protect: boolean | undefined = entry?.protected;
  await mind.clean({ dry_run: true });
  const event: SessionEvent = { type: 'tool_call', tool: 'Edit', path: 'src/a.ts', outcome: 'ok' };
  const observed: Observed = await mind.observe('s1', [event, { type: 'moon_phase', full: true }]);
  const restored: Restored | null = await mind.restoreSession('s1', { subagent: false });
  const level: 'GREEN' | 'YELLOW' | 'RED' = mind.pressureSync().level;
  const points: number[] = (await mind.fatigue('s1')).parts.map((part) => part.points);
  const withheld: string | null = (await mind.checkpoint('s1', { force: true })).withheld;
  await mind.log('decision', 'REST', { reason: '简单', alternatives: ['RPC'] });
  await mind.addNode('fact', 'port 5433', { scope: 'db/' });
  const texts: string[] = mind.nodesSync('fact', { all: true }).nodes.map((node) => node.text);
  const left: number = (await mind.handoff({ budget: 400 })).left_out;
  console.log(observed.saved, restored?.revision, level, points, withheld, texts, left);
  console.log(next, text, archive, places, failure.name, checked.matches, protect);
}

function code(error: unknown): ErrorCode | undefined {
  return error instanceof MindSaveError ? error.code : undefined;
}

const graph = new FailureGraph([{ name: 'Tailwind' }]);
graph.relate('Tailwind', 'related', 'Bootstrap');
const matches = check('add tailwind', ['tailwind']).matches;
const reasons: (string | null)[] = extract('I went with SQLite because it runs offline.').map(({ reason }) => reason);

// @ts-expect-error a number is no rule
compressLayer2([5]);
// @ts-expect-error a state has a goal
new MindSave().saveSync({ next_action: 'x' });
// @ts-expect-error an event has a type
new MindSave().observeSync('s1', { text: 'x' });
// @ts-expect-error there is nothing like that to log
new MindSave().logSync('wish', 'x');
// @ts-expect-error there is no such layer
new MindSave().saveSync(state, { layers: ['L4'] });
// @ts-expect-error there is no such relation
graph.relate('a', 'likes', 'b');

console.log(VERSION, strategy, kinds, score, matches, reasons, session, code);
