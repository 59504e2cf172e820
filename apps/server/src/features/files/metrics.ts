// How many files a part of an order stands for and how large they are, before it is ordered.
import type { metricsBody } from '@isobar/contract/calls/files.ts';
import type { MetricsReply, metricsRequest } from '@isobar/contract/calls/orders.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { endOfDay, parseDay, parseInstant } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import type * as z from 'zod';
import { countFiles, type SecondsRange } from '../../core/catalogue/files.ts';
import type { Tables } from '../../store/tables.ts';

/** Most parts of one call; a cart has fewer. */
const MOST_PARTS = 500;
/** Most items of each list, over all parts of a call: no order may have more files (specification part 2 section 9). */
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

/** One reply for one part; for a list, a list in the same order. Throws Problem 'bad-request' for invalid dates. */
export async function fileMetrics(
  db: Kysely<Tables>,
  body: z.infer<typeof metricsBody>,
): Promise<MetricsReply | MetricsReply[]> {
  if (!Array.isArray(body)) return metricsOf(db, body);
  const replies: MetricsReply[] = [];
  for (const one of body) replies.push(await metricsOf(db, one));
  return replies;
}

async function metricsOf(db: Kysely<Tables>, asked: Part): Promise<MetricsReply> {
  const { files, bytes } = await countFiles(db, {
    datastream: asked.datastream,
    ranges: asked.dates.map(rangeOf),
    fileNames: asked.files,
    scanNames: asked.scanNames,
  });
  return { fileCount: files, fileSize: bytes / 1e6 };
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
