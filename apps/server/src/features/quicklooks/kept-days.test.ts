// Days that were read: kept up to a budget, shared between callers, whose failures are their own.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { openDiskBlobs } from '../../adapters/blobs-disk.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Blobs } from '../../ports/blobs.ts';
import { keptDays } from './kept-days.ts';
import type { PlotJob } from './plot-job.ts';

const DAY_MS = 86_400_000;
const log = createLog('silent');
const job: PlotJob = { files: [], datastream: 'x', variable: 'x', day: 0, size: 'small' };

let folder: string;
let blobs: Blobs;
let read: number;
let at: number;
beforeEach(async () => {
  folder = temporaryFolder();
  blobs = await openDiskBlobs(folder);
  read = 0;
  at = 20_000 * DAY_MS;
});

const open = (mostBytes = 1e6, size = 10) =>
  keptDays({
    plotter: { read: async () => `${++read}`.padEnd(size) },
    blobs,
    log,
    mostBytes,
    now: () => at,
  });

async function onDisk(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of blobs.list('days')) keys.push(key);
  return keys.sort();
}

it('kept days are read once, also by two at the same time, and after a start', async () => {
  const days = open();
  const [one, other] = await Promise.all([days.day('a', job, 'seen'), days.day('a', job, 'seen')]);
  expect([one, other, read]).toEqual([one, one, 1]);
  await days.settled();
  at += 40 * DAY_MS;
  expect(await open().day('a', job, 'seen')).toBe(one);
  expect(read).toBe(1);
  expect(await onDisk()).toEqual(['days/20000/a']);
});

it('beyond the budget the oldest go', async () => {
  const first = open(50, 10);
  for (const tag of ['a', 'b', 'c']) {
    await first.day(tag, job, 'seen');
    await first.settled();
  }
  at += DAY_MS;
  const days = open(50, 10);
  for (const tag of ['d', 'e', 'f']) {
    await days.day(tag, job, 'seen');
    await days.settled();
  }
  expect(await onDisk()).toEqual(['d', 'e', 'f'].map((tag) => `days/20001/${tag}`));
  expect(await days.has('a')).toBe(false);
  expect(await days.hasRoom()).toBe(true);
  await days.day('g', job, 'seen');
  await days.settled();
  expect(await days.hasRoom()).toBe(false);
});

it('made by another process meanwhile are found', async () => {
  const [server, command] = [open(), open()];
  expect(await server.has('a')).toBe(false);
  await command.day('a', job, 'ahead');
  await command.settled();
  expect(await server.has('a')).toBe(true);
  await server.day('a', job, 'seen');
  expect(read).toBe(1);
});

it('a damaged store regenerates them', async () => {
  const days = open();
  await days.day('a', job, 'seen');
  await days.settled();
  const later = open();
  expect(await later.has('a')).toBe(true);
  await rm(join(folder, 'days'), { recursive: true });
  expect((await later.day('a', job, 'seen')).trim()).toBe('2');
});

it('kept days leave 256 MB of the disk free: the oldest go for new ones, and all for what others write', async () => {
  let others = 0;
  const keptBytes = async () => {
    let sum = 0;
    for await (const { bytes } of blobs.list('days')) sum += bytes;
    return sum;
  };
  const disk = { ...blobs, room: async () => 256e6 + 35 - others - (await keptBytes()) };
  const days = keptDays({
    plotter: { read: async () => `${++read}`.padEnd(10) },
    ...{ blobs: disk, log, mostBytes: 1e6, now: () => at },
  });
  for (const tag of ['a', 'b', 'c', 'd']) {
    await days.day(tag, job, 'seen');
    await days.settled();
  }
  expect(await onDisk()).toEqual(['b', 'c', 'd'].map((tag) => `days/20000/${tag}`));
  expect(await days.hasRoom()).toBe(true);
  others = 6;
  expect(await days.hasRoom()).toBe(false);
  others = 1000;
  expect(await days.day('e', job, 'seen')).toBe('5'.padEnd(10));
  await days.settled();
  expect(await onDisk()).toEqual([]);
});

it('kept days are kept where a disk does not say how much room it has', async () => {
  const room = () => Promise.reject(Object.assign(new Error('statfs'), { code: 'ENOENT' }));
  const days = keptDays({
    plotter: { read: async () => 'drawn' },
    ...{ blobs: { ...blobs, room }, log, mostBytes: 1e6, now: () => at },
  });
  expect(await days.hasRoom()).toBe(true);
  await days.day('a', job, 'seen');
  await days.settled();
  expect(await onDisk()).toEqual(['days/20000/a']);
});

it('what an earlier version kept goes', async () => {
  await blobs.put('plots/2900/old.svg', '<svg/>');
  await open().hasRoom();
  expect(await blobs.stat('plots/2900/old.svg')).toBeNull();
});

it('a failure affects its own caller only', async () => {
  let fails = true;
  const plotter = {
    read: async () => {
      if (fails) throw new Error('the disk is away');
      return 'day';
    },
  };
  const days = keptDays({ plotter, blobs, log, mostBytes: 1e6 });
  await expect(days.day('a', job, 'seen')).rejects.toThrow('the disk is away');
  fails = false;
  expect(await days.day('a', job, 'seen')).toBe('day');
  await days.settled();
});
