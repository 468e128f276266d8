// Puts together what is published: one small package a platform with its addon, and the package
// people install, which names them as optional.
//
//   node release.mjs DIST platform NAME ADDON   DIST/NAME: the package of one platform
//   node release.mjs DIST main                  DIST/mindsave: the package people install

import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { PLATFORMS } = createRequire(import.meta.url)('./lib/platforms.js');
const here = fileURLToPath(new URL('.', import.meta.url));
const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const LICENSES = ['LICENSE-MIT', 'LICENSE-APACHE'];

function write(folder, content) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
  for (const name of LICENSES) copyFileSync(join(here, name), join(folder, name));
}

function platform(dist, name, addon) {
  if (!(name in PLATFORMS)) throw new Error(`unknown platform ${name}`);
  const [os, cpu, abi] = name.split('-');
  const folder = join(dist, name);
  mkdirSync(folder, { recursive: true });
  const file = `mindsave.${name}.node`;
  copyFileSync(addon, join(folder, file));
  writeFileSync(join(folder, 'README.md'), `The addon of [mindsave](https://www.npmjs.com/package/mindsave) for ${name}.\n`);
  write(folder, {
    name: `@mindsave/${name}`,
    version: manifest.version,
    description: `The addon of mindsave for ${name}.`,
    license: manifest.license,
    repository: manifest.repository,
    engines: manifest.engines,
    os: [os],
    cpu: [cpu],
    ...(os === 'linux' ? { libc: [abi === 'musl' ? 'musl' : 'glibc'] } : {}),
    main: file,
    files: [file, ...LICENSES],
  });
}

function main(dist) {
  const folder = join(dist, 'mindsave');
  mkdirSync(folder, { recursive: true });
  for (const name of ['index.js', 'index.mjs', 'index.d.ts', 'index.d.mts', 'README.md', 'lib', 'bin']) {
    cpSync(join(here, name), join(folder, name), { recursive: true });
  }
  const { devDependencies, scripts, ...rest } = manifest;
  const files = rest.files.filter((name) => !name.endsWith('.node'));
  const names = Object.keys(PLATFORMS).map((name) => [`@mindsave/${name}`, manifest.version]);
  write(folder, { ...rest, files, optionalDependencies: Object.fromEntries(names) });
}

const [dist, what, ...rest] = process.argv.slice(2);
if (what === 'platform') platform(dist, ...rest);
else if (what === 'main') main(dist);
else throw new Error('usage: release.mjs DIST platform NAME ADDON | DIST main');
