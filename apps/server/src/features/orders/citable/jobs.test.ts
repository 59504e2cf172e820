// Jobs of citable orders: what a registry gets, what is kept of its answer, and what a new run of
// the recipe finds.
import { Problem } from '@isobar/contract/problem.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type CitedOrderRecord, findRemake } from '../../../core/citation/cited-orders.ts';
import type { Job, JobKind, Running } from '../../../core/jobs/job.ts';
import type { ArchiveStore } from '../../../ports/archive.ts';
import type { DoiRegistry } from '../../../ports/doi-registry.ts';
import { temporaryStore } from '../../../store/testing/temporary-store.ts';
import { canonicalHash } from '../documents/canonical-json.ts';
import { DOI_JOB, doiJobs, REMAKE_JOB, remakeJobs } from './jobs.ts';

const store = await temporaryStore();
const { db } = store;
afterAll(() => store.close());
beforeEach(() => store.empty());

const CITED_AT = Date.UTC(2026, 4, 6) / 1000;
const PUBLISHER = { archiveName: 'ARM', publisher: 'ARM User Facility', url: 'http://a.example' };
const RECORD: CitedOrderRecord = {
  ...{ orderDate: CITED_AT - 86_400, made: CITED_AT - 80_000, archiveName: 'ARM' },
  ...{ simulated: false, files: [], missing: [], recipeSha256: 'ab' },
  datastreams: [
    {
      datastream: 'sgpmetE13.b1',
      variables: ['temp_mean'],
      dates: [{ startDate: '2019-01-01', endDate: '2019-01-02' }],
    },
  ],
};

async function cited(orderId: number, more: { doi?: string; recipe?: string } = {}) {
  await db
    .insertInto('cited_orders')
    .values({
      ...{ order_id: orderId, person_id: 'ada', cited_at: CITED_AT, doi: more.doi ?? null },
      ...{ record: JSON.stringify(RECORD), recipe: more.recipe ?? '{}', reports: '[]' },
    })
    .execute();
}
const doiOf = async (orderId: number) =>
  (await db.selectFrom('cited_orders').selectAll().where('order_id', '=', orderId).execute())[0]
    ?.doi;

const job = (kind: string, orderId: number): Job => ({
  ...{ jobId: 1, kind, subject: '', personId: null, step: 'do', claim: '', attempts: 1, deaths: 0 },
  ...{ lastError: null, failures: 0, requestId: null, traceparent: null },
  payload: JSON.stringify({ orderId }),
});
const running: Running = {
  ...{ signal: new AbortController().signal, progressed: () => {} },
  shouldYield: () => Promise.resolve(false),
};

/** Runs a job as the runner does, and stores what it records. */
async function run(kind: JobKind, name: string, orderId: number): Promise<string> {
  const { end, record } = await kind.run(job(name, orderId), running);
  await db.transaction().execute(async (trx) => void (await record?.(trx)));
  return end;
}

describe('the DOI of an order', () => {
  type Registered = Parameters<DoiRegistry['register']>[0];
  const asked: Registered[] = [];
  const registry: DoiRegistry = {
    async register(thing) {
      asked.push(thing);
      return `10.5072/${thing.name}`;
    },
  };
  beforeEach(() => {
    asked.length = 0;
  });

  it('the DOI of an order leads to its page, with a record that names its data and the day on which it was cited', async () => {
    for (const id of [7, 8]) await cited(id);
    expect(await run(doiJobs(db, PUBLISHER, registry), DOI_JOB, 7)).toBe('done');
    expect(asked).toMatchObject([
      {
        ...{ name: 'order-7', url: 'http://a.example/order/7' },
        record: {
          url: 'http://a.example/order/7',
          publisher: { name: 'ARM User Facility' },
          publicationYear: '2026',
          dates: [{ date: '2019-01-01/2019-01-02' }, { date: '2026-05-06' }],
        },
      },
    ]);
    expect([await doiOf(7), await doiOf(8)]).toEqual(['10.5072/order-7', null]);
  });

  it('the DOI of an order is registered once, and not where there is no registry or no such order', async () => {
    await cited(7, { doi: '10.5072/known' });
    await cited(8);
    expect(await run(doiJobs(db, PUBLISHER, registry), DOI_JOB, 7)).toBe('done');
    expect(await run(doiJobs(db, PUBLISHER, registry), DOI_JOB, 9)).toBe('done');
    expect(await run(doiJobs(db, PUBLISHER, undefined), DOI_JOB, 8)).toBe('done');
    expect([asked, await doiOf(7), await doiOf(8)]).toEqual([[], '10.5072/known', null]);
  });
});

/** A recipe of this many files that are delivered as they are. */
async function recipeOf(count: number): Promise<string> {
  const names = Array.from({ length: count }, (_, n) => `f${n}`);
  const body = {
    ...{ recipe: 1, orderId: 7, orderDate: '2026-05-05T00:00:00Z', archive: 'ARM' },
    ...{ simulated: false, software: { name: 'Isobar', version: '1' }, selectedData: {} },
    plan: {
      ...{ orderId: 7, treatments: [], units: [] },
      inputs: names.map((fileName) => ({
        ...{ datastream: 'a.b1', fileName, path: fileName, size: 1, start: 0, end: 1 },
      })),
    },
    inputs: names.map((file) => ({ datastream: 'a.b1', file, path: file, bytes: 1, sha256: '' })),
    ...{ outputs: [], missing: [], empty: [] },
  };
  return JSON.stringify({ ...body, hash: await canonicalHash(body) });
}
const failing = (code: 'not-found' | 'unavailable'): ArchiveStore => ({
  ...{ simulated: false, list: async function* () {}, look: async () => null },
  open: () => Promise.reject(new Problem(code, 'It is away.')),
  close: () => Promise.resolve(),
});
const waiting = (orderId: number) =>
  db
    .insertInto('order_remakes')
    .values({
      ...{ order_id: orderId, state: 'waiting', asked_at: 1, done_at: null, differences: '[]' },
    })
    .execute();

it('a new run of the recipe of an order lists the first two hundred differences, and how many more there are', async () => {
  for (const [orderId, count] of [
    [7, 200],
    [8, 203],
  ] as const) {
    await cited(orderId, { recipe: await recipeOf(count) });
    await waiting(orderId);
    const jobs = remakeJobs(db, failing('not-found'), store.folder);
    expect(await run(jobs, REMAKE_JOB, orderId)).toBe('done');
  }
  const lines = (count: number) =>
    Array.from({ length: count }, (_, n) => `f${n} is no longer in the archive.`);
  const exact = await findRemake(db, 7);
  expect([exact?.state, exact?.differences]).toEqual(['done', lines(200)]);
  expect((await findRemake(db, 8))?.differences).toEqual([...lines(200), 'And 3 more.']);
  expect(Math.abs((exact?.doneAt ?? 0) - Date.now() / 1000)).toBeLessThan(60);
});

it('a new run of the recipe of an order waits for an archive that is away, and states why when it has failed for good', async () => {
  await cited(7, { recipe: await recipeOf(1) });
  for (const id of [7, 8]) await waiting(id);
  const jobs = remakeJobs(db, failing('unavailable'), store.folder);
  const error: unknown = await run(jobs, REMAKE_JOB, 7).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'unavailable' });
  expect(jobs.passing?.(error)).toBe(true);
  expect((await findRemake(db, 7))?.state).toBe('waiting');
  await jobs.givenUp?.(db, job(REMAKE_JOB, 7), 'It is away.');
  expect(await findRemake(db, 7)).toMatchObject({
    ...{ state: 'failed', differences: ['It is away.'] },
  });
  expect((await findRemake(db, 8))?.state).toBe('waiting');
});

it('a new run of the recipe of an order ends without a word where the order is no longer citable', async () => {
  await waiting(7);
  const jobs = remakeJobs(db, failing('not-found'), store.folder);
  expect(await run(jobs, REMAKE_JOB, 7)).toBe('done');
  expect((await findRemake(db, 7))?.state).toBe('waiting');
});
