// What is made when a state is opened, before a reader asks, and what is read together.
import { Problem } from '@isobar/contract/problem.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DescribedVariable } from '../../core/series/description.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import type { ArrayJob } from './array-job.ts';
import { Blocks } from './blocks.ts';
import type { KeptBlock, KeptBlocks } from './kept-blocks.ts';
import type { OpenState } from './states.ts';

const ROWS = 10 * 262_144; // chunks of times
const FILE = {
  ...{ name: 'a.nc', path: 'a.nc', size: 1, modified: 1, rows: ROWS, first: 0, last: ROWS - 1 },
  ...{ unordered: 0, shape: 0, constants: 0, step: 1 },
};
const variable = (
  name: string,
  inner: readonly string[],
  perRecord = false,
): DescribedVariable => ({
  ...{ name, type: 'double', perRecord, attributes: [], chunkRows: perRecord ? 262_144 : 0 },
  inner: inner.map((each) => ({ name: each, length: 3 })),
  ...{ from: 0, to: ROWS - 1, sources: [name] },
});
const STATE: OpenState = {
  ...{ id: 'a/0', datastream: 'a', state: '0', madeAt: 0, packed: new Uint8Array(0), starts: [0] },
  manifest: {
    datastream: 'a',
    files: [FILE],
    shapes: [],
    commons: [],
    constants: [],
    masks: [],
    leftOut: [],
  },
  description: {
    ...{ rows: ROWS, start: 0, end: ROWS - 1, globals: [], notes: [], changes: [] },
    ...{ shown: [0], keys: ['k'] },
    variables: [
      variable('time', [], true),
      variable('moments', ['height'], true),
      variable('height', ['height']),
      variable('table', ['height']),
      variable('alt', []),
    ],
  },
};

const gone = () => new Problem('gone', 'it changed');
const keptIn = (kept: Map<string, KeptBlock>): KeptBlocks => ({
  find: async (tag) => kept.get(tag)?.bytes,
  keep: (tag, block) => void kept.set(tag, block),
  settled: async () => undefined,
});

let store: TemporaryStore;
beforeEach(async () => {
  store = await temporaryStore('sqlite');
});
afterEach(() => store.close());

it('the times and the coordinates are made when a state is opened, many chunks of times in one task that is urgent once a reader waits for one, and answer who asks meanwhile [AR13]', async () => {
  const jobs: string[] = [];
  const urgencies: ((() => string) | undefined)[] = [];
  const urgent = () => urgencies.map((each) => each?.());
  const gate = Promise.withResolvers<void>();
  const kept = new Map<string, KeptBlock>();
  const blocks = new Blocks({
    db: store.db,
    states: { check: async () => undefined, changed: async () => gone() },
    kept: keptIn(kept),
    perform: async (job: ArrayJob, urgency) => {
      urgencies.push(urgency);
      if (job.is === 'times') {
        jobs.push(`${job.chunks.length} of time`);
        await gate.promise;
        const firsts = job.chunks.map(([part]) => (part?.from ?? 0) / 262_144);
        return { bytes: Uint8Array.from(firsts), lengths: firsts.map(() => 1) };
      }
      jobs.push(job.is === 'block' ? job.names.join() : job.is);
      return { bytes: Uint8Array.of(1), lengths: [1] };
    },
  });
  const [time] = STATE.description.variables;
  if (!time) throw new Error('no time');
  const preparing = blocks.prepare(STATE, 1, new AbortController().signal);
  await expect.poll(() => jobs.length).toBe(1);
  expect(urgent()).toEqual(['ahead']);
  const asked = blocks.chunk(STATE, 'strict', time, 6);
  await expect.poll(urgent).toEqual(['seen']);
  gate.resolve();
  await preparing;
  expect(jobs).toEqual(['8 of time', '2 of time', 'height']);
  expect(urgent()).toEqual(['ahead', 'ahead', 'ahead']);
  expect([...(await asked)]).toEqual([6]);
  await blocks.prepare(STATE, 1, new AbortController().signal);
  expect(jobs).toHaveLength(3);
});

it('a variable is read alone, and with all others of its block where a second one was asked for in this block or in the one before [AR13]', async () => {
  const jobs: string[] = [];
  const blocks = new Blocks({
    db: store.db,
    states: { check: async () => undefined, changed: async () => gone() },
    kept: { find: async () => undefined, keep: () => {}, settled: async () => undefined },
    perform: async (job: ArrayJob) => {
      if (job.is !== 'block') throw new Error(`not expected: ${job.is}`);
      jobs.push(`${(job.range?.start ?? 0) / 262_144} ${job.names.join()}`);
      const lengths = job.names.map(() => 1);
      return { bytes: Uint8Array.from(lengths.keys()), lengths };
    },
  });
  const [temp, pres] = [variable('temp', [], true), variable('pres', [], true)];
  const { description } = STATE;
  const state = { ...STATE, description: { ...description, variables: [temp, pres] } };
  const read = async (of: DescribedVariable, row: number) =>
    (await blocks.chunk(state, 'whole', of, row))[0];
  expect(await read(temp, 0)).toBe(0);
  expect(await read(temp, 1)).toBe(0);
  expect(await read(pres, 1)).toBe(1);
  expect(await read(pres, 2)).toBe(1);
  expect(await read(pres, 3)).toBe(0);
  await blocks.chunk(state, 'clean', temp, 2);
  expect(jobs).toEqual(['0 temp', '1 temp', '1 temp,pres', '2 temp,pres', '3 pres', '2 temp']);
});

it('the newest blocks of plain variables are read whole before a reader begins, once, and readers then find them [AR13]', async () => {
  const jobs: string[] = [];
  const kept = new Map<string, KeptBlock>();
  let isReplaced = true;
  const blocks = new Blocks({
    db: store.db,
    states: {
      check: async () => {
        if (isReplaced) throw gone();
      },
      changed: async () => gone(),
    },
    kept: keptIn(kept),
    perform: async (job: ArrayJob, urgency) => {
      if (job.is !== 'block') throw new Error(`not expected: ${job.is}`);
      jobs.push(`${urgency?.()} ${(job.range?.start ?? 0) / 262_144} ${job.names.join()}`);
      return { bytes: Uint8Array.of(7, 8), lengths: [1, 1] };
    },
  });
  const [temp, pres] = [variable('temp', [], true), variable('pres', [], true)];
  const { description } = STATE;
  const [time, moments] = description.variables;
  if (!time || !moments) throw new Error('no time');
  const state = { ...STATE, description: { ...description, variables: [time, temp, pres] } };
  await blocks.readNewest(state, 'clean', 2);
  expect(jobs).toEqual([]);
  isReplaced = false;
  const newest = ['ahead 9 temp,pres', 'ahead 8 temp,pres'];
  await blocks.readNewest(state, 'clean', 2);
  expect(jobs).toEqual(newest);
  await blocks.readNewest(state, 'clean', 2);
  await blocks.chunk(state, 'clean', temp, 9);
  expect(jobs).toEqual(newest);
  await blocks.readNewest(state, 'clean', 3);
  expect(jobs).toEqual(newest);
  await blocks.chunk(state, 'strict', time, 0).catch(() => undefined);
  await blocks.readNewest(state, 'strict', 100);
  expect(jobs).toHaveLength(2 + 10);
  const profiles = { ...STATE, description: { ...description, variables: [time, moments] } };
  await blocks.readNewest(profiles, 'clean', 2);
  expect(jobs).toHaveLength(2 + 10);
});
