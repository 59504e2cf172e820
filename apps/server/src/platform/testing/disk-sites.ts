// Which call in the sources each operation of the disk layer belongs to, so that one of them at a
// time can be left out.
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, '../..');
/** The functions of platform/files/disk.ts that write. */
const WRITERS = [
  'flushFile',
  'flushFolder',
  'ensureFolder',
  'giveName',
  'linkOrCopy',
  'copyDurably',
  'writeFlushed',
  'writeDurably',
  'appendDurably',
  'writeTail',
  'removeDurably',
];

const running = new AsyncLocalStorage<string>();
const seen = new Set<string>();

/** The call of the disk layer that is under way; null if none is known. */
export const siteNow = (): string | null => running.getStore() ?? null;

/**
 * The disk layer, wrapped so that each call from outside is known by its place in the sources: for
 * `vi.mock` of platform/files/disk.ts.
 */
export function withSites<T extends object>(disk: T): T {
  const wrapped = Object.entries(disk).map(([name, act]) => {
    if (!WRITERS.includes(name) || typeof act !== 'function') return [name, act];
    return [
      name,
      (...args: unknown[]) => {
        const site = siteNow() ?? siteOf(new Error().stack ?? '', name);
        seen.add(site);
        return running.run(site, () => act(...args));
      },
    ];
  });
  return Object.fromEntries(wrapped) as T; // the same names, each what it was or wrapped
}

/** Calls of the disk layer in these sources that were never reached. */
export function sitesNotSeen(files: readonly string[]): string[] {
  return files.flatMap(sitesIn).filter((site) => !seen.has(site));
}

/** `path:line name` of each call in a source of the server. */
export function sitesIn(file: string): string[] {
  const lines = readFileSync(join(SOURCES, file), 'utf8').split('\n');
  const call = new RegExp(`(?<![\\w.])(?:${WRITERS.join('|')})(?=\\()`, 'g');
  return lines.flatMap((line, n) =>
    /^\s*(\/\/|\*|\/\*)/.test(line)
      ? []
      : [...line.matchAll(call)].map(([name]) => `${file}:${n + 1} ${name}`),
  );
}

/** The first frame that is not of this file. */
function siteOf(stack: string, name: string): string {
  for (const line of stack.split('\n').slice(1)) {
    const found = /apps\/server\/src\/([\w./-]+\.ts)(?:\?[^:]*)?:(\d+)/.exec(line);
    if (found?.[1] && !found[1].endsWith('testing/disk-sites.ts'))
      return `${found[1]}:${found[2]} ${name}`;
  }
  return `unknown ${name}`;
}
