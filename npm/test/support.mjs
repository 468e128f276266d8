// What the tests share: empty workspaces, the program, the vectors.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after } from 'node:test';

export const npmFolder = fileURLToPath(new URL('..', import.meta.url));
export const root = fileURLToPath(new URL('../..', import.meta.url));
export const NOW = '2026-05-10T14:30:00+08:00';

// Nothing of the machine the tests run on: no clock, no home, no workspace around.
const home = mkdtempSync(join(tmpdir(), 'mindsave-home-'));
after(() => rmSync(home, { recursive: true, force: true }));
const HOSTS = ['CLAUDE_PROJECT_DIR', 'CURSOR_PROJECT_DIR', 'GEMINI_PROJECT_DIR', 'COPILOT_PROJECT_DIR'];
for (const name of ['MINDSAVE_ROOT', ...HOSTS]) delete process.env[name];
process.env.HOME = home;
process.env.MINDSAVE_NOW = NOW;

/** Makes an empty folder that is removed at the end. */
export function folder() {
  const path = mkdtempSync(join(tmpdir(), 'mindsave-node-'));
  after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Makes an empty workspace. */
export function workspace() {
  const path = folder();
  mkdirSync(join(path, '.mindsave'));
  return path;
}

/** Runs the program that is inside the addon; gives what it prints. */
export function npx(args, options = {}) {
  const own = [join(npmFolder, 'bin/mindsave.js'), ...args];
  return execFileSync(process.execPath, own, { encoding: 'utf8', stdio: 'pipe', ...options });
}

/** Reads a file of the vectors. */
export function vectors(name) {
  return JSON.parse(readFileSync(join(root, 'tests/vectors', name), 'utf8'));
}

/** Returns what `run` throws, or fails. */
export function thrown(run) {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error(`nothing was thrown by ${run}`);
}
