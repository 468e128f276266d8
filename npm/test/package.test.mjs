// The package as npm packs it, in an empty folder: with the addon inside, and with the addon in the
// package of this platform, as releases have it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';

import { folder, npmFolder, root } from './support.mjs';

const { candidates } = createRequire(import.meta.url)('../lib/platforms.js');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const addon = candidates().find((name) => existsSync(join(npmFolder, `mindsave.${name}.node`)));

function pack(from, to) {
  const [packed] = JSON.parse(run(npm, ['pack', '--json', '--pack-destination', to], from));
  return { tarball: join(to, packed.filename), files: packed.files.map(({ path }) => path) };
}

/** Installs tarballs into an empty folder, without any network. */
function install(tarballs) {
  const empty = folder();
  writeFileSync(join(empty, 'package.json'), '{"private": true}');
  run(npm, ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs], empty);
  return empty;
}

const SAMPLE = `
const compressor = new ConstraintCompressor(20);
compressor.addConstraint("No Tailwind CSS");
const result = compressor.compress();
const constraints = ["No Tailwind CSS", "Use JWT"], decisions = ["REST API first"];
const excludedPaths = ["localStorage for tokens"];
// Convenience function
const compressed = compressLayer2(constraints, decisions, excludedPaths);
console.log(result.symbolic.theme_system.rejected.join(), compressed.decisions.join());
`;

function works(installed) {
  const names = '{ ConstraintCompressor, compressLayer2 }';
  writeFileSync(join(installed, 'a.mjs'), `import ${names} from "mindsave";${SAMPLE}`);
  writeFileSync(join(installed, 'b.cjs'), `const ${names} = require("mindsave");${SAMPLE}`);
  for (const file of ['a.mjs', 'b.cjs']) {
    assert.equal(run(process.execPath, [file], installed).trim(), 'Tailwind REST API first', file);
  }
  const program = join(installed, 'node_modules/.bin/mindsave');
  assert.match(run(program, ['demo'], installed), /3. What came back/);
}

test('the licences are those of the repository', () => {
  for (const name of ['LICENSE-MIT', 'LICENSE-APACHE']) {
    const read = (folder) => readFileSync(join(folder, name), 'utf8');
    assert.equal(read(npmFolder), read(root), name);
  }
});

test('the version is that of the workspace', () => {
  const { version } = JSON.parse(readFileSync(join(npmFolder, 'package.json'), 'utf8'));
  const cargo = readFileSync(join(root, 'Cargo.toml'), 'utf8');
  assert.equal(version, cargo.match(/^version = "(.+)"$/m)[1]);
});

test('the packed package installs into an empty folder and runs', () => {
  const { tarball, files } = pack(npmFolder, folder());
  const wanted = ['index.js', 'index.mjs', 'index.d.ts', 'index.d.mts', 'README.md', 'LICENSE-MIT'];
  for (const file of [...wanted, `mindsave.${addon}.node`]) assert.ok(files.includes(file), file);
  assert.ok(!files.some((file) => file.startsWith('test/')), 'no tests in the package');
  works(install([tarball]));
});

test('the package and the one of its platform install side by side, as a release has them', () => {
  const dist = folder();
  const release = (...args) => run(process.execPath, [join(npmFolder, 'release.mjs'), dist, ...args], dist);
  release('platform', addon, join(npmFolder, `mindsave.${addon}.node`));
  release('main');
  const main = pack(join(dist, 'mindsave'), dist);
  assert.ok(!main.files.some((file) => file.endsWith('.node')), 'no addon in the main package');
  const manifest = JSON.parse(readFileSync(join(dist, 'mindsave/package.json'), 'utf8'));
  assert.equal(manifest.optionalDependencies[`@mindsave/${addon}`], manifest.version);
  works(install([main.tarball, pack(join(dist, addon), dist).tarball]));
});

test('without an addon the error says what to do', () => {
  const dist = folder();
  run(process.execPath, [join(npmFolder, 'release.mjs'), dist, 'main'], dist);
  const script = 'try { require("./mindsave") } catch (e) { console.log(e.code, "|", e.message) }';
  assert.match(run(process.execPath, ['-e', script], dist), /^unsupported \| mindsave has no addon for/);
});
