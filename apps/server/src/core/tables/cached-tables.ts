// The curated tables as they are on disk, read again only when a file has changed: parsing them
// takes a while.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedNext } from '../../platform/text/shared.ts';
import type { CuratedTables } from './curated-tables.ts';
import { loadTables } from './load.ts';

/**
 * An edit applies to calls that begin so many milliseconds after it. Thousands of calls a second
 * share one look at the files.
 */
const SEEN_WITHIN_MS = 100;

/**
 * Throws TableError as `loadTables` does, until a later look finds another state. `now`:
 * milliseconds of a clock that never goes back.
 */
export function cachedTables(
  folder: string,
  {
    seenWithinMs = SEEN_WITHIN_MS,
    now = () => performance.now(),
  }: { readonly seenWithinMs?: number; readonly now?: () => number } = {},
): () => Promise<CuratedTables> {
  let known: { readonly state: string; readonly tables: CuratedTables } | undefined;
  let last: { readonly began: number; readonly tables: Promise<CuratedTables> } | undefined;
  const look = sharedNext(async () => {
    const state = await stateOf(folder);
    if (known?.state !== state) known = { state, tables: await loadTables(folder) };
    return known.tables;
  });
  return () => {
    const began = now();
    if (!last || began - last.began >= seenWithinMs) last = { began, tables: look() };
    return last.tables;
  };
}

/** Names, sizes and times of the files. */
async function stateOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.csv')).sort();
  const told = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => null);
      return `${name} ${found?.size} ${found?.mtimeMs}`;
    }),
  );
  return told.join('\n');
}
