/**
 * Keeps the working state of coding agents, and gives it back.
 *
 * Every key of data is in snake_case, as in the files and in the program's `--json`. Every error is
 * a {@link MindSaveError}.
 *
 * @packageDocumentation
 */

/** The version of the engine. */
export const VERSION: string;

/** What went wrong, in one word that is the same in every language. */
export type ErrorCode =
  | 'invalid_input'
  | 'not_found'
  | 'already_exists'
  | 'corrupt'
  | 'conflict'
  | 'unsupported'
  | 'unavailable'
  | 'internal';

/** An error of mindsave. The message says what is wrong, and with which argument. */
export class MindSaveError extends Error {
  private constructor();
  /** What went wrong, in one word. */
  readonly code: ErrorCode;
  /** What to do about it. */
  readonly hint: string;
  /** The file it is about. */
  readonly file?: string;
  /** The line in the file, from 1. */
  readonly line?: number;
  /** The column in the line, in characters from 1. */
  readonly column?: number;
}

/** Anything JSON can hold. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The three layers: the task, what is known, what happened. */
export type Layer = 'L1' | 'L2' | 'L3';

/** A choice that was taken, with its reasons. */
export interface Decision {
  /** What was chosen. */
  choice: string;
  /** What was considered. */
  options?: string | string[];
  /** Why this one won. */
  reasoning?: string;
  /** What could go wrong. */
  risks?: string | string[];
  /** How to go back. */
  rollback?: string;
  /** The task and phase it was taken in. */
  context?: string;
  /** When it was taken. */
  at?: string;
  /** The choice it replaces. */
  supersedes?: string;
  /** Other keys are kept. */
  [key: string]: Json | undefined;
}

/** What a checkpoint says of one failure. */
export interface FailureNote {
  /** Why it failed. */
  reason?: string;
  /** `user` or `system`. */
  rejected_by?: string;
  /** How often it was tried. */
  repeat_count?: number;
  /** `low`, `medium` or `high`. */
  confidence?: string;
  /** `project` or `global`. */
  scope?: string;
  /** What it has to do with. */
  related?: string[];
  /** What to do instead. */
  alternatives?: string[];
  /** Other keys are kept. */
  [key: string]: Json | undefined;
}

/** What is saved. Only `goal` is required. */
export interface State {
  /** The goal, one sentence. */
  goal: string;
  /** `planning`, `executing`, `debugging`, `reviewing`, or another word. */
  phase?: string;
  /** How things stand, one sentence. */
  state?: string;
  /** What is done and what comes next. */
  progress?: { done?: string[]; next?: string[] };
  /** The exact next step. */
  next_action?: string;
  /** Files being worked on, relative to the workspace. */
  active_files?: string[];
  /** What stops the work, or `none`. */
  blocker?: string;
  /** Values to remember. */
  variables?: { [name: string]: Json };
  /** `in_progress`, `blocked` or `completed`. */
  status?: string;
  /** Rules of the user or the code base. */
  constraints?: string[];
  /** Choices that were taken. */
  decisions?: (string | Decision)[];
  /** What failed, by name. */
  failure_graph?: { [name: string]: FailureNote };
  /** What failed, in the older flat form. */
  excluded_paths?: string[];
  /** Steps that are done, for the archive. */
  completed_steps?: string[];
  /** What changed, for the archive; `git diff --stat` when absent. */
  file_changes?: string;
  /** The last tool calls, for the archive. */
  tool_calls?: (string | { [key: string]: Json })[];
  /** Free text, for the archive. */
  notes?: string;
  /** Other keys are kept. */
  [key: string]: unknown;
}

/** The answer to a save. */
export interface Saved {
  /** The name of the new checkpoint. */
  snapshot_id: string;
  /** Its file. */
  path: string;
  /** The layers it holds. */
  layers: Layer[];
  /** What the first two layers cost when restored. */
  tokens: { l1: number; l2: number };
  /** Checkpoints the clean-up removed. */
  removed: string[];
  /** What you should know: unknown fields, secrets taken out. */
  warnings: string[];
}

/** A checkpoint with every field under the key it was saved with. */
export interface Loaded extends State {
  /** Its name. */
  snapshot_id: string;
  /** When it was made, RFC 3339. */
  created_at: string;
  /** The short form of its rules. */
  symbolic: { [name: string]: SymbolicConstraint };
  /** Its active files compared with what they are now, when that was asked for. */
  verify?: Drift[];
}

/** How a file compares with what it was. */
export interface Drift {
  /** The path, as given in `active_files`. */
  path: string;
  /** What became of it. */
  kind: 'unchanged' | 'changed' | 'missing' | 'outside';
  /** When it was last changed. */
  modified?: string;
}

/** One checkpoint of a list. */
export interface SnapshotEntry {
  /** Its place in the list, from 1, the newest. */
  number: number;
  /** Its name. */
  snapshot_id: string;
  /** When it was made. */
  created_at: string;
  /** The beginning of its goal. */
  goal: string;
  /** Whether the work goes on. */
  status: string | null;
  /** What stops the work, or `none`. */
  blocker: string;
  /** Whether clean-up leaves it alone. */
  protected: boolean;
  /** The layers it holds. */
  layers: Layer[];
  /** Why it was made by itself. */
  auto_trigger: string | null;
  /** Bytes. */
  size: number;
  /** The file, relative to `.mindsave`. */
  path: string;
}

/** The archive of one checkpoint. */
export interface Recalled {
  snapshot_id: string;
  completed_steps: string[];
  file_changes: string | null;
  tool_calls: (string | { [key: string]: Json })[];
  execution_dag: Json;
  notes: string | null;
  /** The archive as text. */
  text: string;
}

/** One hit of a search. */
export interface Hit {
  /** Its place among all hits, from 1. */
  rank: number;
  /** How well it fits; of use only beside other hits of the same search. */
  score: number;
  /** What it is: `goal`, `decision`, `constraint`, `failure`, `step`, … */
  kind: string;
  /** The words around what was found. */
  text: string;
  /** The same with the lines before and after. */
  lines: string[];
  /** How often it was saved. */
  times: number;
  /** Other checkpoints that hold it. */
  also_in: string[];
}

/** What a search found. */
export interface Searched {
  keyword: string;
  /** How many hits there are in all. */
  total: number;
  /** What to give as `skip` for the next page; none after the last. */
  next: number | null;
  /** What the answer costs. */
  tokens: number;
  /** Checkpoints with their hits, that with the best one first. */
  snapshots: {
    snapshot_id: string;
    created_at: string | null;
    goal: string | null;
    matches: Hit[];
  }[];
  /** Hits in failures that have files of their own. */
  failures: (Hit & { file: string })[];
  /** What could not be searched. */
  warnings: string[];
}

/** Limits of a search. */
export interface SearchOptions {
  /** Only entries of these kinds. */
  kinds?: string[];
  /** Only what was saved at this day or time or later. */
  since?: string;
  /** Only what was saved on this day or before it; with a time, before that time. */
  until?: string;
  /** Only these checkpoints or sessions. */
  sessions?: string[];
  /** Only what is about these files or folders. */
  files?: string[];
  /** The most tokens of the answer; 800 when absent. */
  budget?: number;
  /** How many hits to pass over. */
  skip?: number;
}

/** A failure, as its file has it. What is empty is not there. */
export interface Failure {
  /** What was tried. */
  name: string;
  schema_version?: string;
  /** Who rejected it. */
  rejected_by?: string;
  /** Why it failed: the root cause. */
  reason?: string;
  /** What was seen. */
  symptom?: string;
  /** The task it was tried for. */
  task?: string;
  /** How often it was tried. */
  repeat_count?: number;
  /** How sure it is, by count and age. */
  confidence?: 'low' | 'medium' | 'high';
  /** Where it holds. */
  scope?: 'project' | 'global';
  /** What to do instead. */
  alternatives?: string[];
  /** What it has to do with. */
  related?: string[];
  /** Failures it was tried instead of. */
  alternative_to?: string[];
  /** Failures that led to it. */
  caused_by?: string[];
  /** Failures it takes the place of. */
  supersedes?: string[];
  first_seen?: string;
  last_seen?: string;
  /** How often, by who counted. */
  counts?: { [writer: string]: number };
  fingerprints?: { call: string; error: string; counts: { [writer: string]: number } }[];
  /** That it holds no longer, and why. */
  retired?: { at: string; reason: string };
  /** Other keys are kept. */
  [key: string]: unknown;
}

/** How one failure is linked to another. */
export type Relation = 'related' | 'alternative_to' | 'caused_by' | 'supersedes';

/** What is told of a failure when it is recorded. */
export interface FailureDetails {
  /** Who rejected it; `user` when absent. */
  rejected_by?: string;
  /** Why it failed: the root cause. */
  reason?: string;
  /** What was seen. */
  symptom?: string;
  /** The task it was tried for. */
  task?: string;
  /** What to do instead. */
  alternatives?: string[];
  related?: string[];
  alternative_to?: string[];
  caused_by?: string[];
  supersedes?: string[];
  /** Where it holds; `project` when absent. */
  scope?: 'project' | 'global';
  /** The command that failed, with `error`: only marks of both are kept. */
  call?: string;
  error?: string;
}

/** What a check found. */
export interface Checked {
  /** The failures the action repeats, the surest first. */
  matches: {
    /** Above 0.95, 0.80, 0.60. */
    severity: 'critical' | 'high' | 'moderate';
    /** How much of the failed approach comes again, from 0 to 1. */
    score: number;
    failure: Failure;
    /** Why, what went wrong then, what to do instead; in the language of the action. */
    why: string;
    /** What comes again, in the words of the failure. */
    shared: string[];
    /** Whether the very same call has failed. */
    same_call: boolean;
  }[];
  /** The gotchas the action meets, the surest first. */
  gotchas: {
    severity: 'critical' | 'high' | 'moderate';
    /** How much of the gotcha is met, from 0 to 1. */
    score: number;
    gotcha: Gotcha;
    /** By what, and the way around it; in the language of the action. */
    why: string;
    /** What is met, in the words of the gotcha. */
    shared: string[];
  }[];
}

/** A hazard with a way around it, without a failed attempt behind it. */
export interface Gotcha {
  title: string;
  /** Empty when nobody knows one. */
  workaround: string;
  /** Whether it holds in this project or in all of them. */
  scope: 'project' | 'global';
}

/** What may be told of a gotcha beside its title. */
export interface GotchaOptions {
  /** What to do about it. */
  workaround?: string;
  /** Where it holds; `project` when absent. */
  scope?: 'project' | 'global';
}

/** What is worth keeping, found in prose. */
export interface Extracted {
  /** What it is. */
  type:
    | 'decision'
    | 'problem'
    | 'learning'
    | 'progress'
    | 'constraint'
    | 'failure'
    | 'blocker'
    | 'correction'
    | 'session_end'
    | 'no_save'
    | 'save_again';
  /** The words that say it. */
  span: string;
  /** Why, in the words of the prose. */
  reason: string | null;
  /** What a decision did not choose. */
  alternatives: string[];
  /** How sure it is, from 0 to 1. */
  confidence: number;
  /** Its line in the prose, from 1. */
  line: number;
}

/** What a clean-up removed, or would remove. */
export interface Cleaned {
  removed: { snapshot_id: string; reason: 'age' | 'count' }[];
  /** How many are left. */
  remaining: number;
  /** How many of those are in progress or blocked. */
  protected: number;
  dry_run: boolean;
  warnings: string[];
}

/** Figures about the checkpoints. */
export interface Stats {
  total: number;
  size_bytes: number;
  /** How many hold each layer. */
  layers: { [layer in Layer]?: number };
  /** Tokens of each layer over all checkpoints. */
  tokens: { [layer in Layer]?: number };
  by_status: { [status: string]: number };
  /** How many clean-up may not remove. */
  protected: number;
  /** Name and time. */
  oldest: [string, string] | null;
  newest: [string, string] | null;
}

/** Where things stand. */
export interface Status {
  /** The workspace. */
  root: string | null;
  /** How it was found. */
  found_by: string | null;
  /** Where the files are. */
  store: string;
  /** How many checkpoints there are. */
  snapshots: number;
  newest: SnapshotEntry | null;
  /** The heartbeat, `signal.json`. */
  signal: { [key: string]: Json };
  /** The session used last; null where there is none yet, as with the next two. */
  session: string | null;
  pressure: Omit<Pressure, 'session'> | null;
  fatigue: Omit<Fatigue, 'session'> | null;
  warnings: string[];
}

/** A check-up: does everything work here, and if not, what to do. */
export interface Checkup {
  checks: {
    name: string;
    health: 'good' | 'warning' | 'bad';
    detail: string;
    remedy?: string;
  }[];
}

/** A sentence that was given. */
export interface Source {
  /** Which list it was given in. */
  kind: 'constraint' | 'decision' | 'excluded_path';
  /** Its place in that list, from 0. */
  index: number;
  text: string;
}

/** Rules that say the same kind of thing, as one entry. */
export interface SymbolicConstraint {
  /** What was said in one word: `css_variables_only`. */
  strategy: string;
  /** What is asked for. */
  chosen: string[];
  /** What is refused. */
  rejected: string[];
  /** Why, in the words of the sources; empty when they give no reason. */
  reason: string;
  /** Scopes and other words that must stay readable. */
  notes: string[];
  /** The line that says it to a model. */
  line: string;
  /** The sentences themselves. */
  sources: Source[];
}

/** Two sources that contradict each other. */
export interface Conflict {
  a: Source;
  b: Source;
  /** What it is about. */
  subject: string;
  kind: 'opposite' | 'number' | 'exclusive';
}

/** The result of a compression. */
export interface Compression {
  /** Rules kept as they were written. */
  constraints: string[];
  /** Decisions, as given. */
  decisions: (string | Decision)[];
  /** Failed approaches kept as they were written. */
  excluded_paths: string[];
  /** Entries by the name of their category. */
  symbolic: { [name: string]: SymbolicConstraint };
  /** Pairs that contradict each other; both are kept. */
  conflicts: Conflict[];
  /** Sources over `max_constraints`: to be archived, never dropped. */
  overflow: Source[];
  /** Sources that say what the one at `of` says. */
  duplicates: (Source & { of: number })[];
  /** Sources that are blank. */
  dropped: Source[];
  /** The lines put before the model. */
  rendered: string;
  stats: { tokens_in: number; tokens_out: number; merged: number; kept: number; blank: number };
}

/** Rules, decisions and failed approaches. */
export interface Rules {
  constraints: string[];
  decisions: (string | Decision)[];
  excluded_paths: string[];
}

/** Options of a save. */
export interface SaveOptions {
  /** The name of the checkpoint; made of the goal when absent. */
  topic?: string;
  /** The layers that are kept; all three when absent. */
  layers?: Layer[];
  /** Whether `git diff --stat` is archived; true when absent. */
  collect?: boolean;
}

/** What a program reports of a session: an object as a line of a journal has it. */
export interface SessionEvent {
  /**
   * What happened. `prompt` and `reply` are searched for goals, rules, decisions and next steps;
   * types that are not known are kept.
   */
  type: EventType | (string & {});
  /** When; now when absent. */
  at?: string | Date;
  /** The subagent it happened in. */
  agent?: string;
  /** The words, of most types. */
  text?: string;
  /** Why: of a decision, a failure, an entry that is closed, the end of a session. */
  reason?: string;
  /** The tool of a call. */
  tool?: string;
  /** The host's name of a call. */
  call?: string;
  /** The file of a call, or one that was changed. */
  path?: string;
  /** The command line of a call. */
  command?: string;
  /** Whether a call changes files. */
  edits?: boolean;
  /** How a call ended. */
  outcome?: 'ok' | 'failed' | 'interrupted';
  /** What a call that failed answered. */
  error?: string;
  /** How long a call took. */
  duration_ms?: number;
  /** The share of the context that is used, from 0 to 1. */
  ratio?: number;
  /** The other fields of its type. */
  [key: string]: unknown;
}

/** The types of events that can be reported. */
export type EventType =
  | 'session_start'
  | 'session_end'
  | 'prompt'
  | 'reply'
  | 'correction'
  | 'call_begun'
  | 'tool_call'
  | 'context'
  | 'compaction'
  | 'goal'
  | 'phase'
  | 'next_action'
  | 'blocker'
  | 'variable'
  | 'file'
  | 'constraint'
  | 'decision'
  | 'failure'
  | 'result'
  | 'note'
  | 'closed'
  | 'touched'
  | 'superseded'
  | 'assigned'
  | 'linked'
  | 'saving_refused';

/** What became of events. */
export interface Observed {
  /** The checkpoint they set off. */
  saved: string | null;
  /** What the agent should be told about it. */
  notice: string | null;
}

/** The text for an agent whose context is new. */
export interface Restored {
  text: string;
  /** A mark of the text: the same text has the same mark. */
  revision: string;
  /** What it costs at most. */
  tokens: number;
}

/** What is to be done about pressure and fatigue. */
export type Action = 'nothing' | 'consolidate' | 'save_task' | 'save_restored' | 'emergency';

/** How soon the context ends. */
export interface Pressure {
  level: 'GREEN' | 'YELLOW' | 'RED';
  /** The share of the context that is used, from 0 to 1, where a host has said it. */
  ratio: number | null;
  /** The shares from which yellow and red begin. */
  thresholds: { warning: number; critical: number };
  growth: { rate: 'slow' | 'normal' | 'fast'; calls_in_5_minutes: number; multiplier: number };
  complexity: {
    level: 'low' | 'medium' | 'high';
    active_files: number;
    decisions: number;
    constraints: number;
    multiplier: number;
  };
  action: Action;
  /** Null where there is no session yet. */
  session: string | null;
}

/** How degraded the work is. */
export interface Fatigue {
  /** The sum, from 0 to 1. */
  score: number;
  state: 'FLOW' | 'COMPRESS' | 'PRE-SLEEP' | 'REM' | 'EMERGENCY';
  parts: {
    name: 'token_use' | 'scope_scatter' | 'reread_ratio' | 'error_density';
    /** From 0 to 1; null while too little has happened. */
    value: number | null;
    weight: number;
    /** Value by weight. */
    points: number;
    /** How many files, reads or calls it was made of. */
    sample: number;
  }[];
  action: Action;
  /** Null where there is no session yet. */
  session: string | null;
}

/** What became of a checkpoint that was asked for. */
export interface Checkpointed {
  /** One checkpoint, or two in an emergency. */
  saved: Saved[];
  /** The rule that fired. */
  trigger: string | null;
  /** Why nothing was saved: `cooldown`, `refused`, `nothing_done`, `nothing_new`. */
  withheld: string | null;
  /** How long the next one has to wait: for whichever comes first. */
  wait: { seconds: number; turns: number } | null;
  action: Action;
  notice: string | null;
  /** Whether the session is to be handed off to a new one. */
  hand_off: boolean;
  warnings: string[];
}

/** One entry of the working graph. */
export interface Node {
  id: string;
  /** `goal`, `constraint`, `decision`, `failure`, `fact`, `result`, … */
  type: string;
  /** The word it was given under, such as `learning` for a `fact`. */
  kind: string;
  text: string;
  /** What it is shown by while it is compressed. */
  summary?: string;
  status: string;
  policy: 'never' | 'compress_first' | 'evictable';
  /** How active it is, from 0 to 1, and what makes it so. */
  activation: number;
  parts: { recency: number; frequency: number; centrality: number };
  /** How often it was seen. */
  uses: number;
  first: string;
  last: string;
  task?: string;
  agent?: string;
  closed_because?: string;
  scope?: string[];
  decision?: Decision;
  failure?: FailureNote;
}

/** What is said of an entry beside its words. */
export interface EntryOptions {
  /** Why. */
  reason?: string;
  /** The decision or rule it replaces. */
  supersedes?: string;
  /** What was done instead of an approach, or considered beside a choice. */
  alternatives?: string[];
  /** The folder, file or part of the code it is about. */
  scope?: string;
  /** The task it belongs to. */
  task?: string;
}

/** What was recorded, and the entry as it now stands. */
export interface Recorded {
  session: string;
  node: Node | null;
}

/** What can be logged. */
export type LogType =
  | 'decision'
  | 'rejected'
  | 'constraint'
  | 'learning'
  | 'problem'
  | 'progress'
  | 'blocker'
  | 'experience'
  | 'assumption';

/** One text for the next agent. */
export interface Handoff {
  text: string;
  tokens: number;
  /** How many entries the budget had no room for. */
  left_out: number;
}

/** A session that has a journal. */
export interface Session {
  session: string;
  /** When its journal was last written. */
  last: string;
  /** Bytes. */
  size: number;
}

/**
 * A workspace that is open. Each method returns a promise and works off the event loop; the form
 * with `Sync` at the end waits. Two workers or processes never lose each other's saves.
 *
 * A checkpoint is named by its id or its number in the list (1 is the newest); without either the
 * newest is meant.
 */
export class MindSave {
  /**
   * Opens a workspace. Nothing is written before the first save.
   *
   * @param root The folder that has, or will have, `.mindsave`; found by `MINDSAVE_ROOT`, the
   * host's project variable, `.mindsave` or version control upward when absent.
   * @throws {@link MindSaveError} `not_found` when there is no workspace.
   */
  constructor(root?: string | URL);

  /** Makes the folder with its settings file; false when it was there already. */
  init(): Promise<boolean>;
  initSync(): boolean;

  /** Saves a checkpoint; when it returns, it is on the disk. Secrets are taken out first. */
  save(state: State, options?: SaveOptions): Promise<Saved>;
  saveSync(state: State, options?: SaveOptions): Saved;

  /** Saves Layer 1 alone, in at most 300 tokens, before the context overflows. */
  autoSnapshot(state: State): Promise<Saved>;
  autoSnapshotSync(state: State): Saved;

  /** Loads a checkpoint: every field exactly as it was saved. */
  load(id?: string | number | null, options?: { verify?: boolean }): Promise<Loaded>;
  loadSync(id?: string | number | null, options?: { verify?: boolean }): Loaded;

  /** The same as {@link MindSave.load}. */
  restore(id?: string | number | null, options?: { verify?: boolean }): Promise<Loaded>;
  restoreSync(id?: string | number | null, options?: { verify?: boolean }): Loaded;

  /** Returns the text for an agent, within 800 tokens or another budget of at least 120. */
  resume(id?: string | number | null, options?: { budget?: number }): Promise<string>;
  resumeSync(id?: string | number | null, options?: { budget?: number }): string;

  /** Returns the text of a checkpoint's file. */
  show(id?: string | number | null): Promise<string>;
  showSync(id?: string | number | null): string;

  /** Lists the checkpoints, the newest first. */
  list(): Promise<SnapshotEntry[]>;
  listSync(): SnapshotEntry[];

  /**
   * Searches all layers of all checkpoints, and the failures, best first, in English and Chinese:
   * words, "phrases", begin*, `AND`, `OR`, `NOT`.
   */
  search(keyword: string, options?: SearchOptions): Promise<Searched>;
  searchSync(keyword: string, options?: SearchOptions): Searched;

  /** Returns the archive of a checkpoint; with a keyword it searches, like {@link MindSave.search}. */
  recall(keyword: string): Promise<Searched>;
  recall(keyword?: null, options?: { id?: string }): Promise<Recalled>;
  recallSync(keyword: string): Searched;
  recallSync(keyword?: null, options?: { id?: string }): Recalled;

  /**
   * Says which failures an action repeats: of this project, of every project, of the newest
   * checkpoint; or of `tried` alone. Says which gotchas it meets. With `command` the action is a command line.
   */
  check(action: string, options?: { tried?: string[]; command?: boolean }): Promise<Checked>;
  checkSync(action: string, options?: { tried?: string[]; command?: boolean }): Checked;

  /** Finds what is worth keeping in prose; like {@link extract}, off the event loop. */
  extract(text: string): Promise<Extracted[]>;
  extractSync(text: string): Extracted[];

  /** Compresses rules by the packs of this workspace; like {@link compressLayer2}. */
  compress(
    constraints: readonly string[],
    decisions?: readonly (string | Decision)[],
    excludedPaths?: readonly string[],
    maxConstraints?: number,
  ): Promise<Compression>;
  compressSync(
    constraints: readonly string[],
    decisions?: readonly (string | Decision)[],
    excludedPaths?: readonly string[],
    maxConstraints?: number,
  ): Compression;

  /** Records a failure, for the first time or once more; when it returns, it is on the disk. */
  recordFailure(name: string, details?: FailureDetails): Promise<Failure>;
  recordFailureSync(name: string, details?: FailureDetails): Failure;

  /** Lists the failures that hold here; with `all` withdrawn ones as well. */
  failures(options?: { all?: boolean }): Promise<{ failures: Failure[]; warnings: string[] }>;
  failuresSync(options?: { all?: boolean }): { failures: Failure[]; warnings: string[] };

  /** Withdraws a failure; its file stays, with the reason. */
  retireFailure(name: string, reason: string): Promise<Failure>;
  retireFailureSync(name: string, reason: string): Failure;

  /** Lists the gotchas that hold here: of `memory/MEMORY.md`, and of all projects. */
  gotchas(): Promise<{ gotchas: Gotcha[]; warnings: string[] }>;
  gotchasSync(): { gotchas: Gotcha[]; warnings: string[] };

  /**
   * Notes a gotcha; one of the same title takes its workaround. Without the option the workaround may
   * stand in the title, behind an arrow.
   */
  addGotcha(title: string, options?: GotchaOptions): Promise<Gotcha>;
  addGotchaSync(title: string, options?: GotchaOptions): Gotcha;

  /** Removes a gotcha of the project, or of all projects with `scope`; returns it as it stood there. */
  removeGotcha(title: string, options?: Pick<GotchaOptions, 'scope'>): Promise<Gotcha>;
  removeGotchaSync(title: string, options?: Pick<GotchaOptions, 'scope'>): Gotcha;

  /** Makes a failure of this project hold in every project. */
  promoteFailure(name: string): Promise<Failure>;
  promoteFailureSync(name: string): Failure;

  /** Removes what is over the limits; with `dry_run` only says what that would be. */
  clean(options?: { dry_run?: boolean }): Promise<Cleaned>;
  cleanSync(options?: { dry_run?: boolean }): Cleaned;

  /** Counts checkpoints, bytes and tokens. */
  stats(): Promise<Stats>;
  statsSync(): Stats;

  /** Compares the active files of a checkpoint with the workspace. */
  verify(id?: string | number | null): Promise<Drift[]>;
  verifySync(id?: string | number | null): Drift[];

  /** Deletes checkpoints by id, all or none, whatever their status. */
  delete(ids: string | string[]): Promise<{ deleted: string[] }>;
  deleteSync(ids: string | string[]): { deleted: string[] };

  /** Reports which workspace this is, its newest checkpoint and the heartbeat. */
  status(): Promise<Status>;
  statusSync(): Status;

  /** Checks that everything works here, and says what to do if not. */
  doctor(): Promise<Checkup>;
  doctorSync(): Checkup;

  /**
   * Writes down what happened in a session, and what follows from it; secrets are taken out first.
   * The state is saved where a trigger fires. If an event cannot be read, nothing is written.
   *
   * ```js
   * await mind.observe("s1", { type: "prompt", text: "修复登录。不要用 JWT。" });
   * await mind.observe("s1", { type: "tool_call", tool: "Edit", path: "src/a.ts", outcome: "ok" });
   * ```
   */
  observe(session: string, events: SessionEvent | readonly SessionEvent[]): Promise<Observed>;
  observeSync(session: string, events: SessionEvent | readonly SessionEvent[]): Observed;

  /**
   * Returns the text for an agent whose context is new; null where nothing is known. A session that
   * has no journal yet gets what the last one knew, a subagent rules and failures only.
   */
  restoreSession(session: string, options?: { subagent?: boolean }): Promise<Restored | null>;
  restoreSessionSync(session: string, options?: { subagent?: boolean }): Restored | null;

  /** Says how soon the context of a session ends; of the one used last when none is named. */
  pressure(session?: string | null): Promise<Pressure>;
  pressureSync(session?: string | null): Pressure;

  /** Says how degraded the work of a session is; of the one used last when none is named. */
  fatigue(session?: string | null): Promise<Fatigue>;
  fatigueSync(session?: string | null): Fatigue;

  /**
   * Saves what the journals tell, unless that was just done or the user refused it; with `force` all
   * the same. `not_found` where there is no goal.
   */
  checkpoint(session?: string | null, options?: { force?: boolean }): Promise<Checkpointed>;
  checkpointSync(session?: string | null, options?: { force?: boolean }): Checkpointed;

  /**
   * Lists what is known while the work goes on, the most active first: all, or those of a type such as
   * `goal` or `learning`; with `all` also what was closed, superseded or evicted.
   */
  nodes(type?: string | null, options?: { all?: boolean }): Promise<{ nodes: Node[]; warnings: string[] }>;
  nodesSync(type?: string | null, options?: { all?: boolean }): { nodes: Node[]; warnings: string[] };

  /**
   * Records something worth keeping; when it returns, it is on the disk. "A because B", and of a
   * rejection "A: B", say the reason as well.
   */
  log(type: LogType, text: string, options?: EntryOptions): Promise<Recorded>;
  logSync(type: LogType, text: string, options?: EntryOptions): Recorded;

  /** Adds a node of any kind, with its scope and task. */
  addNode(kind: string, text: string, options?: EntryOptions): Promise<Recorded>;
  addNodeSync(kind: string, text: string, options?: EntryOptions): Recorded;

  /** Sets the goal of the session this call belongs to. */
  setGoal(text: string): Promise<Recorded>;
  setGoalSync(text: string): Recorded;

  /** Counts one more use of the entries with these words, or this id. */
  touch(text: string): Promise<{ nodes: Node[] }>;
  touchSync(text: string): { nodes: Node[] };

  /**
   * Closes an entry: a goal that is reached, a rule that is withdrawn, a problem that is solved.
   */
  close(text: string, reason?: string | null): Promise<{ nodes: Node[] }>;
  closeSync(text: string, reason?: string | null): { nodes: Node[] };

  /** Makes room: compresses three results, evicts one cold context; no text is lost. */
  consolidate(): Promise<{ compressed: Node[]; evicted: Node[] }>;
  consolidateSync(): { compressed: Node[]; evicted: Node[] };

  /** Writes one text for the next agent, in 800 tokens or another budget. */
  handoff(options?: { budget?: number }): Promise<Handoff>;
  handoffSync(options?: { budget?: number }): Handoff;

  /** Lists the sessions that have a journal, the one used last first. */
  sessions(): Promise<Session[]>;
  sessionsSync(): Session[];

  /** Takes what was found on the way: files that could not be read, and where they were put. */
  takeNotices(): Promise<string[]>;
  takeNoticesSync(): string[];
}

/** Collects rules one by one and compresses them. */
export class ConstraintCompressor {
  /** @param maxConstraints The most rules kept as written, at least 1; 20 when absent. */
  constructor(maxConstraints?: number);
  /** Adds a rule of the user or the code base. */
  addConstraint(text: string): void;
  /** Adds a choice that was taken. */
  addDecision(decision: string | Decision): void;
  /** Adds an approach that failed. */
  addExcludedPath(text: string): void;
  /** Compresses what was added; can be called again after more was. */
  compress(): Compression;
  /** Gives back what was compressed. */
  decompress(compressed: Compression): Rules;
  /** Finds what contradicts each other among what was added. */
  detectConflicts(): Conflict[];
}

/** Failures and what links them, in memory. `JSON.stringify` gives nodes and edges. */
export class FailureGraph {
  /** Makes a graph of failures, such as {@link MindSave.failures} lists; copies are merged. */
  constructor(failures?: readonly Failure[]);
  /**
   * Adds a failure, seen now unless it has a count, or merges it with the copy that is here: what both
   * tell was seen once. {@link MindSave.recordFailure} counts.
   */
  record(failure: Failure): Failure;
  /** Returns a failure by name: the project's before the global one. */
  get(name: string): Failure | null;
  /** Returns all failures, in the order in which they came. */
  list(): Failure[];
  /** Links two failures; a cycle of causes or of replacements is refused. */
  relate(name: string, relation: Relation, to: string): Failure;
  /** Withdraws a failure. */
  retire(name: string, reason: string): Failure;
  /** Copies a project's failure to the global ones. */
  promote(name: string): Failure;
  /** Returns what to do instead of a failure. */
  alternatives(name: string): string[];
  /** Returns what a failure led to, nearest first. */
  ledTo(name: string): Failure[];
  /** Returns the failures next to one, with how they are linked. */
  neighbours(name: string): { relation: Relation; incoming: boolean; failure: Failure }[];
  /** Returns nodes and edges. */
  toJSON(): { nodes: Failure[]; edges: { from: string; relation: Relation; to: string }[] };
  /** Prints the graph in Mermaid's language. */
  toMermaid(): string;
  /** Prints the graph in the language of Graphviz. */
  toDot(): string;
}

/**
 * Compresses rules: what says the same kind of thing becomes one entry, and nothing is lost.
 *
 * ```js
 * const { symbolic } = compressLayer2(["no tailwind", "use css variables", "no utility-first css"]);
 * symbolic.theme_system.strategy; // "css_variables_only"
 * ```
 *
 * @param constraints Rules of the user or the code base.
 * @param decisions Choices taken; they pass through.
 * @param excludedPaths Approaches that failed.
 * @param maxConstraints The most rules kept as written, at least 1; 20 when absent.
 */
export function compressLayer2(
  constraints: readonly string[],
  decisions?: readonly (string | Decision)[],
  excludedPaths?: readonly string[],
  maxConstraints?: number,
): Compression;

/** Gives back what was compressed, as it was given but for blank rules. */
export function decompress(compressed: Compression): Rules;

/** Finds pairs of rules that share most of their words: two places in the list, and the share. */
export function findSimilarConstraints(
  constraints: readonly string[],
  threshold?: number,
): [number, number, number][];

/** Says which of some failed approaches an action repeats; needs no workspace. */
export function check(
  action: string,
  tried: readonly string[],
  options?: { command?: boolean },
): Checked;

/**
 * Finds what is worth keeping in prose, in English and Chinese: decisions, rules, what failed, what
 * was learned.
 */
export function extract(text: string): Extracted[];
