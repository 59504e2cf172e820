// How many files a part of an order stands for and how large they are, before it is ordered.
import type { metricsBody } from '@isobar/contract/calls/files.ts';
import type { MetricsReply, metricsRequest } from '@isobar/contract/calls/orders.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { endOfDay, parseDay, parseInstant } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import type * as z from 'zod';
import { countFiles, type SecondsRange } from '../../core/catalogue/files.ts';
import { limitedAccess } from '../../core/quality/limited-access.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { TableError } from '../../core/tables/read-table.ts';
import type { Tables } from '../../store/tables.ts';

/** Most parts of one call; a cart has fewer. */
const MOST_PARTS = 500;
/**
 * Most items of each list, over all parts of a call: no order may have more files (specification
 * part 2 section 9).
 */
const MOST = { files: 20_000, dates: 20_000, scanNames: 5000 } as const;

/** Throws 'too-large' before a million elements are judged one by one. */
export function boundMetrics(body: unknown): void {
  const parts = Array.isArray(body) ? body : [body];
  if (parts.length > MOST_PARTS)
    throw new Problem('too-large', `One call has at most ${MOST_PARTS} parts.`);
  for (const [name, most] of Object.entries(MOST)) {
    const all = parts.reduce<number>((sum, part) => sum + lengthOf(part, name), 0);
    if (all > most)
      throw new Problem(
        'too-large',
        `One call names at most ${most.toLocaleString('en')} ${name}.`,
      );
  }
}

function lengthOf(part: unknown, name: string): number {
  if (typeof part !== 'object' || part === null) return 0;
  const list: unknown = Object.getOwnPropertyDescriptor(part, name)?.value;
  return Array.isArray(list) ? list.length : 0;
}

type Part = z.infer<typeof metricsRequest>;
type Known = { readonly db: Kysely<Tables>; readonly tables: () => Promise<CuratedTables> };

/**
 * One reply for one part; for a list, a list in the same order. Throws Problem 'bad-request' for
 * invalid dates.
 */
export async function fileMetrics(
  known: Known,
  body: z.infer<typeof metricsBody>,
): Promise<MetricsReply | MetricsReply[]> {
  if (!Array.isArray(body)) return metricsOf(known, body);
  const replies: MetricsReply[] = [];
  for (const one of body) replies.push(await metricsOf(known, one));
  return replies;
}

async function metricsOf({ db, tables }: Known, asked: Part): Promise<MetricsReply> {
  const ranges = asked.dates.map(rangeOf);
  const { files, bytes } = await countFiles(db, {
    datastream: asked.datastream,
    ranges,
    fileNames: asked.files,
    scanNames: asked.scanNames,
  });
  const limited = await isLimited(tables, asked, ranges);
  return { fileCount: files, fileSize: bytes / 1e6, limited };
}

/** As for an order of these dates, or of these files. Null: the table of reports cannot be read. */
async function isLimited(
  tables: Known['tables'],
  { datastream, files }: Part,
  ranges: readonly SecondsRange[],
): Promise<boolean | null> {
  try {
    return limitedAccess(await tables(), datastream, files.length > 0 ? [] : ranges);
  } catch (error) {
    if (error instanceof TableError) return null;
    throw error;
  }
}

/** A day as an end is that whole day. */
function rangeOf({ startDate, endDate }: Part['dates'][number]): SecondsRange {
  const [start, end] = [parseInstant(startDate), parseInstant(endDate)];
  if (start === null || end === null)
    throw new Problem(
      'bad-request',
      `dates: ${start === null ? startDate : endDate} is no date; write 2019-01-31 or 2019-01-31 23:59:59.`,
    );
  const last = parseDay(endDate) === null ? end : endOfDay(end);
  if (start > last) throw new Problem('bad-request', `dates: ${startDate} is after ${endDate}.`);
  return { start, end: last };
}
