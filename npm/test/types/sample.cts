// Compiled, never run: an app in TypeScript with `require`.

import mindsave = require('mindsave');

const mind = new mindsave.MindSave();
const goal: string = mind.loadSync().goal;
const rejected: string[] | undefined =
  mindsave.compressLayer2(['不要用 Tailwind']).symbolic['theme_system']?.rejected;
console.log(goal, rejected);
