// The curated tables as they are now, or as they last were while an operator's edit of one cannot
// be read.
import type { Log } from '../../platform/log/log.ts';
import type { CuratedTables } from './curated-tables.ts';
import { TableError } from './read-table.ts';

/**
 * For features that should rather show slightly old tables than nothing: plots, campaigns, the
 * portal's own configuration. Throws TableError if the tables have never been valid, and any other
 * error that keeps them from being read.
 */
export function lastRight(
  tables: () => Promise<CuratedTables>,
  log: Pick<Log, 'warn'>,
): () => Promise<CuratedTables> {
  let last: CuratedTables | undefined;
  let told = '';
  return async () => {
    try {
      last = await tables();
      told = '';
      return last;
    } catch (error) {
      if (!(error instanceof TableError) || last === undefined) throw error;
      if (told !== error.message) log.warn({ err: error }, 'an edited table cannot be read');
      told = error.message;
      return last;
    }
  };
}
