// Compresses the lists it is told of, and says in nanoseconds how long that took.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

// Another module than the package may do the work: the original, which wants every argument.
const [, , file, module] = process.argv;
const { compressLayer2 } = createRequire(import.meta.url)(module ?? './index.js');
const rest = module === undefined ? [] : [[], []];

/** A list as it came, or made of what it says. */
function made(list) {
  if (Array.isArray(list)) return list;
  const { words, count } = list;
  return Array.from({ length: count }, (_, i) => `no ${words[i % words.length]} in module ${i}`);
}

const lists = JSON.parse(readFileSync(file, 'utf8'));
for (const name of Object.keys(lists)) lists[name] = made(lists[name]);

for await (const line of createInterface({ input: process.stdin })) {
  const [name, times] = line.split(' ');
  const rules = lists[name];
  const start = process.hrtime.bigint();
  for (let i = 0; i < Number(times); i += 1) compressLayer2(rules, ...rest);
  console.log(String(process.hrtime.bigint() - start));
}
