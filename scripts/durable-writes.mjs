// Everything that a server writes to disk goes through platform/files/disk.ts, which flushes it;
// exceptions are listed here with the reason.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SERVER = 'apps/server/src';
const LAYER = `${SERVER}/platform/files/disk.ts`;

/** File -> why its writes need not survive a power cut, or how they are made durable. */
const EXEMPT = {
  'platform/log/log-sink.ts': 'lines of the log: the server goes on without them',
  'adapters/search-embedded/builder.ts':
    'a segment beside, which the search engine writes; folder.ts flushes it and gives it its name',
  'features/orders/steps/copy-unit.ts':
    'a file in the workspace of a step; destinations/fill-folder.ts flushes what is kept',
  'features/orders/destinations/fill-folder.ts':
    'the same workspace; delivered files are put by blobs',
  'platform/files/held-folder.ts': 'a folder is opened, and nothing is written to it here',
  'features/orders/steps/stage.ts': 'copies of inputs that are read again when they are not whole',
  'features/orders/steps/workspace.ts':
    'a list of what a step had checked, which it may check again',
  'features/live/extract.ts': 'an extract that is sent at once and removed',
  'features/live/json-form.ts': 'the same extract',
  'store/store-file.ts': "SQLite's own file, made empty",
  'commands/order-worker.ts': 'a setting of the kernel',
  'commands/quality.ts': "an operator's export, made again by the same command",
  'commands/harvest.ts': "an operator's report, made again by the same command",
};

const WRITES =
  /^(write|writev|writeFile|appendFile|rename|link|symlink|copyFile|cp|truncate|ftruncate|mkdtemp|createWriteStream|fsync)(Sync)?$/;
const OPENS = /^open(Sync)?$/;
/** Temporary folders, and writing to handles that are open already. */
const HARMLESS = new Set(['mkdtemp', 'mkdtempSync', 'write']);
const IMPORT = /import\s+(?!type\b)([^;'"]*?)\s+from\s+['"](?:node:)?fs(?:\/promises)?['"]/g;
const OPENED = /\bopen(?:Sync)?\(\s*[^,()]+(?:\([^()]*\))?[^,()]*,\s*([^,)]+)/g;

/** Names of `node:fs` by which a source writes; a namespace or default import may do anything. */
export function writesOf(source) {
  const found = [];
  for (const [, clause] of source.matchAll(IMPORT)) {
    const names = /\{([\s\S]*)\}/.exec(clause)?.[1];
    if (names === undefined || !clause.trim().startsWith('{')) found.push(clause.trim());
    for (const part of (names ?? '').split(',')) {
      const name = part.trim().split(/\s+as\s+/)[0];
      if (WRITES.test(name) && !HARMLESS.has(name)) found.push(name);
      if (OPENS.test(name) && opensToWrite(source)) found.push(name);
    }
  }
  return found;
}

const opensToWrite = (source) =>
  [...source.matchAll(OPENED)].some(([, flags]) => !/^['"]r['"]$/.test(flags.trim()));

/**
 * `file: name` for each write that bypasses the layer, and for each exemption that is no longer
 * needed.
 */
export function writesAround(root) {
  const found = [];
  const used = new Set();
  for (const file of readdirSync(join(root, SERVER), { recursive: true })) {
    const path = file.replaceAll('\\', '/');
    if (!/\.ts$/.test(path) || /\.(test|suite)\.ts$|(^|\/)testing\//.test(path)) continue;
    if (`${SERVER}/${path}` === LAYER) continue;
    const names = writesOf(readFileSync(join(root, SERVER, path), 'utf8'));
    if (names.length === 0) continue;
    if (Object.hasOwn(EXEMPT, path)) used.add(path);
    else found.push(`${SERVER}/${path}: ${names.join(', ')} goes around platform/files/disk.ts`);
  }
  for (const path of Object.keys(EXEMPT))
    if (!used.has(path)) found.push(`scripts/durable-writes.mjs: ${path} writes nothing any more`);
  return found;
}

/** Sources that write, to prove that they are found. */
export const PLANTED_WRITES = [
  "import { writeFile } from 'node:fs/promises';",
  "import { readFileSync, renameSync as give } from 'node:fs';",
  "import * as fs from 'node:fs';",
  "import fs from 'fs';",
  "import { open } from 'node:fs/promises';\nconst file = await open(path, 'w');",
  "import { openSync } from 'node:fs';\nopenSync(join(folder, name), flags);",
];
export const PLANTED_READS = [
  "import { readFile, stat } from 'node:fs/promises';",
  "import type { FileHandle } from 'node:fs/promises';",
  "import { open } from 'node:fs/promises';\nconst file = await open(path, 'r');",
];
