// The curated tables as they are on disk now, read again only when a file has changed: parsing them takes a while.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedNext } from '../../platform/text/shared.ts';
import type { CuratedTables } from './curated-tables.ts';
import { loadTables } from './load.ts';

/** Throws TableError as `loadTables` does; the next call tries again. */
export function cachedTables(folder: string): () => Promise<CuratedTables> {
  let known: { state: string; tables: Promise<CuratedTables> } | undefined;
  const look = sharedNext(() => stateOf(folder));
  return async () => {
    const state = await look();
    if (known?.state === state) return await known.tables;
    const tables = loadTables(folder);
    known = { state, tables };
    try {
      return await tables;
    } catch (error) {
      known = undefined;
      throw error;
    }
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
