// One request for a citation -> what is cited, with its dates, and the choices that belong to it.
import type { CitationItem } from '@isobar/contract/citations/calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { endOfDay, parseDay } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import { statedByFiles } from '../../core/catalogue/stated-by-files.ts';
import { citedByCodes } from '../../core/citation/citation.ts';
import type { CitationContext, CitedData } from '../../core/citation/cited.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Tables } from '../../store/tables.ts';
import { checkChoice, choiceOf, type Found, findClass, findDatastream } from './holdings.ts';

export interface CitationSources {
  readonly db: Kysely<Tables>;
  readonly tables: CuratedTables;
  readonly publisher: Omit<CitationContext, 'accessed'>;
  /** Seconds UTC. */
  readonly now: number;
}

export interface Cited {
  readonly data: CitedData;
  readonly context: CitationContext;
  readonly found: Found;
}

/** Throws 'not-found' for data that the archive does not have, 'bad-request' for invalid days. */
export async function cite(sources: CitationSources, item: CitationItem): Promise<Cited> {
  const { db, tables, publisher, now } = sources;
  const start = dayOf('startDate', item.startDate);
  const last = dayOf('endDate', item.endDate);
  const accessed = dayOf('dateAccessed', item.dateAccessed) ?? now;
  if (start !== null && last !== null && start > last)
    throw new Problem(
      'bad-request',
      `query.startDate: ${item.startDate} is after the end date, ${item.endDate}.`,
    );
  const choice = choiceOf(item);
  checkChoice(item.of, choice);
  const find = item.of === 'datastream' ? findDatastream : findClass;
  const found = await find(db, tables, item.id.trim(), choice);
  if (!found) throw new Problem('not-found', notFound(item));
  const dates = {
    start: start ?? Math.min(found.start, last ?? found.start),
    end: last === null ? Math.max(found.end, start ?? found.end) : endOfDay(last),
  };
  if (Number.isNaN(dates.start + dates.end))
    throw new Problem(
      'bad-request',
      `query.startDate: ${item.id} is not in this archive; its citation needs startDate and endDate.`,
    );
  const { datastream } = found.codes;
  return {
    data: {
      ...citedByCodes(
        tables,
        found.codes,
        dates,
        datastream ? await statedByFiles(db, datastream, dates) : { title: found.title },
      ),
    },
    context: { ...publisher, accessed },
    found,
  };
}

function dayOf(name: string, text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  const day = parseDay(text);
  if (day === null)
    throw new Problem('bad-request', `query.${name}: '${text}' is no day of the form YYYY-MM-DD.`);
  return day;
}

function notFound({ of, id, site, facility, dataLevel }: CitationItem): string {
  const chosen = [
    ...(site ? [`site ${site}`] : []),
    ...(facility ? [`facility ${facility}`] : []),
    ...(dataLevel ? [`data level ${dataLevel}`] : []),
  ].join(', ');
  const what = of === 'datastream' ? 'datastream' : 'datastream class';
  return `There is no ${what} '${id}'${chosen ? ` with ${chosen}` : ''} in the archive.`;
}
