// How many files a part of an order means and how large they are, before it is ordered.
import { type MetricsReply, metricsRequest } from '@isobar/contract/calls/orders.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { endOfDay, parseDay, parseInstant } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { countFiles, type SecondsRange } from '../../core/catalogue/files.ts';
import type { Tables } from '../../store/tables.ts';

/** Most parts of one call; a cart has fewer. */
const MOST_PARTS = 500;
/** Most files that may be ordered at all (specification part 2 section 9). */
const MOST_FILES = 20_000;
const MOST_RANGES = 20_000;

const part = metricsRequest.check(
  z.refine((p) => p.files.length <= MOST_FILES, `names more than ${MOST_FILES} files`),
  z.refine((p) => p.dates.length <= MOST_RANGES, `has more than ${MOST_RANGES} date ranges`),
  z.refine((p) => p.scanNames.length <= 1000, 'names more than 1000 scans'),
);
/** One part, or several. */
export const metricsBody = z.union([part, z.array(part).max(MOST_PARTS)]);

type Part = z.infer<typeof metricsRequest>;

/** One reply for one part, a list in the same order for a list. Throws Problem 'bad-request' for dates that are none. */
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
