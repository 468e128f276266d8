'use strict';

// Between JavaScript and the addon, which takes and gives JSON texts.

/** An error of mindsave: `code` is one of eight words that are the same in every language. */
class MindSaveError extends Error {
  constructor({ kind, message, hint, file, line, column }, options) {
    super(message, options);
    this.code = kind;
    if (hint !== undefined) this.hint = hint;
    if (file !== undefined) this.file = file;
    if (line !== undefined) this.line = line;
    if (column !== undefined) this.column = column;
  }
}
Object.defineProperty(MindSaveError.prototype, 'name', {
  value: 'MindSaveError',
  writable: true,
  configurable: true,
});

/** Refuses what JSON would turn into something else; an absent field stays absent. */
function strict(key, value) {
  const at = key === '' ? 'it' : `\`${key}\``;
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${at} is ${value}`);
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw new TypeError(`${at} holds a lone surrogate: it is no text`);
  }
  if (value === undefined && Array.isArray(this)) throw new TypeError(`${at} is undefined`);
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new TypeError(`${at} is a ${typeof value}`);
  }
  if (value !== null && typeof value === 'object' && !isPlain(value)) {
    throw new TypeError(`${at} is a ${value.constructor?.name ?? 'strange object'}, not plain data`);
  }
  const given = this[key];
  if (given instanceof Date && value === null) throw new TypeError(`${at} is no date`);
  return value;
}

/** What JSON keeps as it is: records, also of classes, arrays, and boxed values. */
const PLAIN = ['[object Object]', '[object Array]', '[object String]', '[object Number]', '[object Boolean]'];

/** Reports whether JSON keeps what an object holds: of an error or a promise it keeps `{}`. */
function isPlain(value) {
  return PLAIN.includes(Object.prototype.toString.call(value));
}

/** Reports whether a value is text: a string without half of a character. */
function isText(value) {
  return typeof value === 'string' && value.isWellFormed();
}

/** Writes an argument as JSON; what cannot be written goes as its reason, behind a `!`. */
function toText(value) {
  if (value === undefined) return undefined;
  try {
    // In a list of texts there is nothing that JSON would drop; to look at each again takes time.
    const plain = Array.isArray(value) && value.every(isText);
    return plain ? JSON.stringify(value) : JSON.stringify(value, strict);
  } catch (cause) {
    return `!${reason(cause)}`;
  }
}

/** What was thrown may be anything, and may throw again when it is looked at. */
function reason(cause) {
  try {
    return String(cause?.message ?? cause).toWellFormed();
  } catch {
    return 'it threw something that cannot be shown';
  }
}

function toTexts(values) {
  const texts = values.map(toText);
  // Arguments left out at the end are none.
  while (texts.length > 0 && texts[texts.length - 1] === undefined) texts.pop();
  return texts;
}

/** Makes our error of what the addon threw. */
function toError(thrown) {
  if (thrown instanceof MindSaveError) return thrown;
  try {
    const told = JSON.parse(thrown.message);
    if (typeof told.kind === 'string') return new MindSaveError(told);
  } catch {
    // No error of ours: what follows says so.
  }
  const hint = 'please report this as a defect';
  return new MindSaveError({ kind: 'internal', message: reason(thrown), hint }, { cause: thrown });
}

/** Makes an object of the addon. */
function construct(Native, values) {
  try {
    return new Native(toTexts(values));
  } catch (thrown) {
    throw toError(thrown);
  }
}

/** Returns the object of the addon; there is none where a method was taken off its object. */
function held(native) {
  if (native !== undefined) return native;
  const message = 'a method was called without the object it belongs to';
  throw new MindSaveError({ kind: 'invalid_input', message, hint: 'call it as `mind.list()`, or bind it' });
}

/** Calls `name` of `native` with some values. */
function call(native, name, values) {
  try {
    return JSON.parse(held(native).call(name, toTexts(values)));
  } catch (thrown) {
    throw toError(thrown);
  }
}

/** A copy of an array of strings; nothing for another value. */
function strings(value) {
  try {
    if (!Array.isArray(value) || value.toJSON !== undefined) return undefined;
    const own = Array.prototype.slice.call(value);
    return own.every(isText) ? own : undefined;
  } catch {
    return undefined;
  }
}

/** Compresses lists. Of rules beside the limit the addon gives the places: their texts are here. */
function compress(native, values) {
  const [given, ...rest] = values;
  const rules = rest.length > 3 ? undefined : strings(given);
  if (rules === undefined) return call(native, 'compressLayer2', values);
  const [made, beside] = call(native, 'compressToPlaces', [rules, ...rest]);
  made.overflow = beside.map((index) => ({ kind: 'constraint', index, text: rules[index] }));
  return made;
}

/** Calls a method on another thread; wrong values reject the promise as well. */
async function callAsync(native, name, values) {
  try {
    return JSON.parse(await held(native).callAsync(name, toTexts(values)));
  } catch (thrown) {
    throw toError(thrown);
  }
}

/** The path that names a root, of a URL as well. */
function toPath(root) {
  try {
    return root instanceof URL ? require('node:url').fileURLToPath(root) : root;
  } catch (cause) {
    const message = `\`root\` cannot be used: ${reason(cause)}`;
    throw new MindSaveError({ kind: 'invalid_input', message, hint: 'give the path of a folder' }, { cause });
  }
}

module.exports = { MindSaveError, call, callAsync, compress, construct, toPath };
