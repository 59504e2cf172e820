// Plots of new files are made while no caller waits and the machine has little to do.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { dayFiles, storeFiles } from '../../store/testing/some-files.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { tablesOf } from '../orders/testing/tables.ts';
import { type Ahead, daysAhead, makeAhead } from './ahead.ts';
import type { PlotJob } from './plot-job.ts';

const DS = 'sgpmetE13.b1';
const DESIGN = {
  format: 'cdf1',
  attributes: {},
  dimensions: [],
  place: null,
  variables: [
    { name: 'time', type: 'double', dimensions: ['time'], attributes: {} },
    { name: 'temp', type: 'float', dimensions: ['time'], attributes: { long_name: 'Temperature' } },
    { name: 'rh', type: 'float', dimensions: ['time'], attributes: { long_name: 'Humidity' } },
  ],
};
const log = createLog('silent');
const tables = tablesOf({});

let store: TemporaryStore;
let made: PlotJob[];
let kept: Set<string>;
let quiet: number;
let load: number;
let room: boolean;
beforeAll(async () => {
  store = await temporaryStore();
  await storeFiles(store.db, dayFiles(DS, 5));
  await store.db
    .insertInto('designs')
    .values({ datastream: DS, design: 'd', header: JSON.stringify(DESIGN) })
    .execute();
  await store.db.updateTable('files').set({ design: 'd' }).execute();
});
afterAll(() => store.close());
beforeEach(() => {
  made = [];
  kept = new Set();
  [quiet, load, room] = [1000, 0, true];
});

const days = {
  day: async (tag: string, job: PlotJob) => {
    made.push(job);
    if (job.variable === 'rh' && job.day === 1_546_300_800) throw new Error('damaged');
    kept.add(tag);
    return '{}';
  },
  has: async (tag: string) => kept.has(tag),
  hasRoom: async () => room,
  settled: async () => {},
};
const input = () => ({
  db: store.db,
  tables: async () => tables,
  days,
  log,
  plotter: { quietFor: () => quiet },
  load: () => load,
  everyMs: 5,
});
const all = { datastream: DS, from: 1_546_300_800, to: 1_546_300_800 + 5 * 86_400 };
async function told(signal?: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  for await (const one of daysAhead(input(), all, signal)) found.push(one);
  return found;
}

it('plots of days ahead are the latest first, each variable, and not made twice', async () => {
  const first = await told();
  expect(
    made.map(({ day, variable }) => `${new Date(day * 1000).getUTCDate()} ${variable}`),
  ).toEqual([5, 4, 3, 2, 1].flatMap((day) => [`${day} temp`, `${day} rh`]));
  expect(made.every(({ size }) => size === 'small')).toBe(true);
  expect(first).toEqual([...new Array(9).fill('made'), 'failed']);
  expect(await told()).toEqual([...new Array(9).fill('kept'), 'failed']);
});

it('plots of days ahead stop without room, or when they are cancelled', async () => {
  room = false;
  expect(await told()).toEqual([]);
  room = true;
  expect(await told(AbortSignal.abort())).toEqual([]);
});

describe('new files', () => {
  let ahead: Ahead | undefined;
  const seen = async () =>
    (
      await store.db
        .selectFrom('settings')
        .select('value')
        .where('name', '=', 'quicklooks.seen-file')
        .executeTakeFirst()
    )?.value;

  it('new files are seen to when the machine is idle; those that were there before are not', async () => {
    ahead = makeAhead(input());
    await vi.waitFor(async () => expect(await seen()).toBeDefined());
    expect(made).toEqual([]);
    const before = Number(await seen());
    [quiet, load] = [0, 0];
    await store.db.deleteFrom('datastreams').execute();
    await storeFiles(store.db, dayFiles(DS, 7).slice(5));
    await store.db.updateTable('files').set({ design: 'd' }).execute();
    await vi.waitFor(() => expect(made.length).toBeGreaterThan(0)); // one, and then a caller waits
    expect(Number(await seen())).toBe(before);
    [quiet, load] = [1000, 0];
    await vi.waitFor(async () => expect(Number(await seen())).toBeGreaterThan(before));
    expect(kept.size).toBe(4);
    await ahead.close();
  });
});
