// Compresses the lists it is told of, and says in nanoseconds how long that took.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import mindsave from './index.js';

const lists = JSON.parse(readFileSync(process.argv[2], 'utf8'));

for await (const line of createInterface({ input: process.stdin })) {
  const [name, times] = line.split(' ');
  const rules = lists[name];
  const start = process.hrtime.bigint();
  for (let i = 0; i < Number(times); i += 1) mindsave.compressLayer2(rules);
  console.log(String(process.hrtime.bigint() - start));
}
