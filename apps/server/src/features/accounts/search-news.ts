// What is new in saved searches since it was last looked for: found in the web role, which has the
// index, and queued once as a job.
import { setImmediate } from 'node:timers/promises';
import { formatDay } from '@isobar/contract/time.ts';
import * as z from 'zod';
import type { Holdings } from '../../core/catalogue/plan-holdings.ts';
import type { Db } from '../../core/jobs/job.ts';
import { enqueue } from '../../core/jobs/queue.ts';

/** Datastreams or days that one job lists. */
const LISTED = 30;

export interface SearchNewsInput {
  readonly db: Db;
  /** What a saved search finds now; null: it cannot be run at the moment. */
  readonly find: (row: {
    readonly kind: 'data' | 'days';
    readonly address: string;
  }) => Promise<Holdings | null>;
  /** Seconds UTC. */
  readonly now: number;
  readonly signal?: AbortSignal;
}

export const news = z.object({
  searchId: z.string(),
  /** Newest first. */
  datastreams: z.array(z.object({ datastream: z.string(), end: z.number(), isNew: z.boolean() })),
  /** Of a search for days; newest first. */
  days: z.array(z.string()).default([]),
  count: z.number(),
});
export type News = z.infer<typeof news>;

/** A saved search that is to be looked at, and what was known of it. */
interface Due {
  readonly search_id: string;
  readonly kind: 'data' | 'days';
  readonly address: string;
  /**
   * JSON of Holdings or null: nothing could be counted then, so that what is there now is what is
   * known.
   */
  readonly known: string;
}

/**
 * Looks at one saved search. `mark` stores what is known now, and answers whether no other process
 * did at the same time. True: a job was queued.
 */
export async function lookAt(
  { db, find }: SearchNewsInput,
  { search_id, kind, address, known }: Due,
  job: { readonly kind: string; readonly subject: string },
  mark: (trx: Db, holdings: string) => Promise<boolean>,
): Promise<boolean> {
  const holdings = await find({ kind, address });
  await setImmediate();
  if (holdings === null) return false;
  const before: Holdings | null = JSON.parse(known); // what this file wrote
  const found = newsOf({ search_id, kind }, before ?? holdings, holdings);
  return await db.transaction().execute(async (trx) => {
    if (!(await mark(trx, JSON.stringify(holdings))) || found.count === 0) return false;
    const payload = JSON.stringify(found);
    await enqueue(trx, { ...job, personId: null, step: 'do', payload });
    return true;
  });
}

function newsOf(
  { search_id: searchId, kind }: Pick<Due, 'search_id' | 'kind'>,
  before: Holdings,
  now: Holdings,
): News {
  const fresh = Object.entries(now)
    .filter(([datastream, end]) => end > (before[datastream] ?? Number.NEGATIVE_INFINITY))
    .map(([datastream, end]) => ({ datastream, end, isNew: before[datastream] === undefined }))
    .sort((a, b) => b.end - a.end || (a.datastream < b.datastream ? -1 : 1));
  const listed = fresh.slice(0, LISTED);
  return kind === 'days'
    ? {
        searchId,
        datastreams: [],
        days: listed.map(({ end }) => formatDay(end)),
        count: fresh.length,
      }
    : { searchId, datastreams: listed, days: [], count: fresh.length };
}

/**
 * Days that could not be counted when their search was saved: what is found now is what its owner
 * has seen.
 */
export async function noteSeen({ db, find, signal }: SearchNewsInput): Promise<void> {
  const rows = await db
    .selectFrom('saved_searches')
    .select(['search_id', 'kind', 'address'])
    .where('seen', '=', 'null')
    .execute();
  for (const { search_id, kind, address } of rows) {
    signal?.throwIfAborted();
    const holdings = await find({ kind, address });
    if (holdings === null) continue;
    await db
      .updateTable('saved_searches')
      .set({ seen: JSON.stringify(holdings) })
      .where('search_id', '=', search_id)
      .where('seen', '=', 'null')
      .execute();
  }
}
