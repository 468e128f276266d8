// Every sample of the README runs in a workspace of its own and prints what stands below it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { npmFolder, workspace } from './support.mjs';

const readme = readFileSync(join(npmFolder, 'README.md'), 'utf8').replaceAll('\r\n', '\n');
const SAMPLE = /^## (.+)\n(?:(?!^## |^```js\n)[^])*?^```js\n([^]*?)^```\n(?:\n```text\n([^]*?)^```\n)?/gm;
const samples = [...readme.matchAll(SAMPLE)];

test('the README has a sample a section', () => {
  assert.equal(samples.length, readme.match(/^```js$/gm).length);
  assert.ok(samples.length >= 4);
});

for (const [, title, code, printed] of samples) {
  test(`README: ${title}`, () => {
    const root = workspace();
    mkdirSync(join(root, 'node_modules'));
    symlinkSync(npmFolder, join(root, 'node_modules/mindsave'), 'junction');
    writeFileSync(join(root, 'sample.mjs'), code);
    const out = execFileSync(process.execPath, ['sample.mjs'], { cwd: root, encoding: 'utf8' });
    if (printed === undefined) assert.notEqual(out, '');
    else assert.equal(out, printed);
  });
}
