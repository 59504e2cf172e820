// The days that a saved search for days finds now, once all of its facts are there.
import { parseDays } from '@isobar/contract/facts/days-address.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FactsFeature } from './routes.ts';
import { isComputed, planSearch } from './search.ts';

/**
 * `query`: as formatDays writes it. Resolves to null while hours of it are still to be computed:
 * days that appear by and by are not new. Throws Problem 'bad-request' or 'not-found' for what can
 * never be searched.
 */
export const savedDays =
  ({ db, tables, findDays }: Pick<FactsFeature, 'db' | 'tables' | 'findDays'>) =>
  async (query: string): Promise<readonly string[] | null> => {
    const { search, ignored } = parseDays(query);
    if (ignored[0] !== undefined)
      throw new Problem('bad-request', `address.path: '${ignored[0]}' means nothing here.`);
    const job = await planSearch({ db, tables: await tables() }, search, Date.now());
    if (!(await isComputed(db, job))) return null;
    return (await findDays(job)).days;
  };
