// Arrays of real files equal them; and arrays stay right while files change, servers are killed,
// and callers are greedy.

import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArrayInfo } from '@isobar/contract/calls/arrays.ts';
import { ClassicWriter } from '@isobar/netcdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REAL_ARCHIVE } from '../fixtures/real-files.ts';
import {
  hasPython,
  ownAddress,
  pythonLines,
  READERS_OF_REAL_FILES,
  variantsOf,
} from './array-readers.ts';
import { watchedThread } from './main-thread.ts';
import { type Isobar, isobar, NO_ORDERS } from './server.ts';

/** The real datastream with most rows. */
const LARGE = 'twpsondewnpnC3.b1';

const arrayOf = async (url: string, datastream: string): Promise<ArrayInfo | null> => {
  const reply = await fetch(`${url}/services/arrays/${datastream}`);
  // the server checks its answers in flows
  return reply.ok ? ((await reply.json()) as ArrayInfo) : null;
};

describe('arrays of real files', () => {
  let server: Isobar;
  const thread = watchedThread();
  beforeAll(async () => {
    server = await isobar(
      { ...NO_ORDERS, ...thread.env, ISOBAR_RATE: '1000000' },
      async (command) => {
        await command('harvest', REAL_ARCHIVE);
      },
    );
  });
  afterAll(() => server?.remove());

  it.skipIf(!hasPython)(
    'arrays of real files have every value of every variable as netCDF4 reads it from the files, by each reader, and masked ones by one of each protocol [AR4] [AR8] [AR9] [AR11] [DP1] [DP4]',
    async () => {
      const readers = READERS_OF_REAL_FILES.filter(({ isHere }) => isHere);
      const own = await Promise.all(readers.map((_, place) => ownAddress(server.url, place)));
      const named = readers.map(({ key }, place) => `${key}:${variantsOf(key)}=${own[place]?.url}`);
      const reports = join(server.home, 'tables/quality-reports.csv');
      const lines = await pythonLines(
        ...['real_arrays_equal.py', REAL_ARCHIVE, reports, server.url, ...named],
      ).finally(() => {
        for (const each of own) each.close();
      });
      expect(lines.filter((line) => line.startsWith('DIFFERS'))).toEqual([]);
      const equal = lines.flatMap(
        (line) =>
          /^(\S+): \d{2,} arrays, \d{4,} variables, \d{7,} values, 0 differ$/.exec(line)?.[1] ?? [],
      );
      expect(equal.sort()).toEqual(readers.map(({ key }) => key).sort());
      expect(Number(/^masked: (\d+)$/m.exec(lines.join('\n'))?.[1])).toBeGreaterThan(0);
    },
    600_000, // some tens of seconds on a machine with nothing else to do
  );

  it('arrays of real files refuse twenty greedy callers early, while others are answered at once [AR14]', async () => {
    const info = await arrayOf(server.url, LARGE);
    // A chunk of times counts two megabytes, however well they are compressed.
    const address = `${info?.variants.whole.zarr}/time/c/0`;
    const refused: { status: number; ms: number; after: string | null }[] = [];
    let isOver = false;
    const greedy = async (): Promise<void> => {
      while (!isOver && refused.length < 60) {
        const began = performance.now();
        const reply = await fetch(address);
        const ms = performance.now() - began;
        await reply.arrayBuffer();
        if (reply.status !== 200)
          refused.push({ status: reply.status, ms, after: reply.headers.get('retry-after') });
      }
    };
    /**
     * CPU time that the main thread used while health was waited for, and in its longest round: not
     * changed by a busy machine.
     */
    const health: number[] = [];
    const rounds: number[] = [];
    const watch = async (): Promise<void> => {
      while (!isOver) {
        const before = await thread.ask();
        expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
        const { used, longest } = await thread.ask();
        health.push(used - before.used);
        rounds.push(longest);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const watching = watch();
    const timeout = setTimeout(() => {
      isOver = true;
    }, 120_000);
    await Promise.all(Array.from({ length: 20 }, greedy));
    clearTimeout(timeout);
    isOver = true;
    await watching;
    expect(refused.length).toBeGreaterThanOrEqual(60);
    expect(
      refused.every(({ status, after }) => [429, 503].includes(status) && after !== null),
    ).toBe(true);
    const middle = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? Infinity;
    console.log(
      `greedy callers: refused after ${middle(refused.map(({ ms }) => ms)).toFixed(0)} ms; health after ${middle(health).toFixed(1)} ms of CPU time, the longest round ${middle(rounds).toFixed(1)} ms, each the middle of many`,
    );
    // Bench `arrays` measures the 100 ms by the clock.
    expect(middle(health)).toBeLessThan(100);
    expect(middle(rounds)).toBeLessThan(50);
  }, 180_000);
});

const STREAM = 'sgptwinE13.b1';
const DAYS = 5;
const ROWS = 24;

/** A day whose values are all `version`; it takes the place of the one before in one step. */
async function writeDay(folder: string, day: number, version: number): Promise<void> {
  const path = join(folder, `${STREAM}.2019010${day + 1}.000000.cdf`);
  const writer = await ClassicWriter.create(
    `${path}.part`,
    {
      dimensions: [{ name: 'time', length: 0, unlimited: true }],
      attributes: [],
      variables: [
        {
          ...{ name: 'time', type: 'double', dimensions: ['time'] },
          attributes: [
            { name: 'units', type: 'char', value: `seconds since 2019-01-0${day + 1} 00:00:00` },
          ],
        },
        {
          ...{ name: 'temp', type: 'float', dimensions: ['time'] },
          attributes: [{ name: 'units', type: 'char', value: 'degC' }],
        },
      ],
    },
    ROWS,
  );
  await writer.writeRecords(
    new Map<string, Float64Array | Float32Array>([
      ['time', Float64Array.from({ length: ROWS }, (_, row) => row * 3600)],
      ['temp', new Float32Array(ROWS).fill(version)],
    ]),
    ROWS,
  );
  await writer.close();
  renameSync(`${path}.part`, path);
}

describe('an array whose files are replaced under open readers', () => {
  let server: Isobar;
  let folder: string;
  const versions = Array<number>(DAYS).fill(1);
  /** What was there at some time, as versions of all days. */
  const known = new Set([versions.join()]);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'isobar-replaced-'));
    mkdirSync(join(folder, 'archive'));
    for (let day = 0; day < DAYS; day++) await writeDay(join(folder, 'archive'), day, 1);
    server = await isobar(NO_ORDERS, async (command) => {
      await command('harvest', join(folder, 'archive'));
    });
  });
  afterAll(async () => {
    await server?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('an array whose files are replaced under open readers answers what a state had or 410, never a mixture, though the server is killed at any time [AR5]', async () => {
    const seen = new Map<string, string>();
    const counts = new Map<number, number>();
    const mixtures: string[] = [];
    let isOver = false;
    const read = async (address: string): Promise<void> => {
      const reply = await fetch(`${address}.dods?temp`).catch(() => null);
      const body = reply ? await reply.arrayBuffer().catch(() => null) : null;
      if (!reply || !body) return; // the server was killed
      counts.set(reply.status, (counts.get(reply.status) ?? 0) + 1);
      if (reply.status !== 200) {
        if (![410, 503, 404].includes(reply.status)) mixtures.push(`status ${reply.status}`);
        return;
      }
      const bytes = Buffer.from(body);
      const at = bytes.indexOf('Data:\n') + 6 + 8;
      // cut off by the kill, which its length shows
      if (bytes.length < at + 4 * ROWS * DAYS) return;
      const values = Array.from({ length: ROWS * DAYS }, (_, n) => bytes.readFloatBE(at + 4 * n));
      const days = Array.from({ length: DAYS }, (_, day) => values[day * ROWS]);
      const isEven = values.every((value, n) => value === days[Math.floor(n / ROWS)]);
      const text = days.join();
      if (!isEven || !known.has(text)) mixtures.push(`${address}: ${text}`);
      const before = seen.get(address) ?? text;
      if (before !== text) mixtures.push(`${address} was ${before} and is ${text}`);
      seen.set(address, before);
    };
    const reader = async (): Promise<void> => {
      const addresses = new Set<string>();
      while (!isOver) {
        const info = await arrayOf(server.url, STREAM).catch(() => null);
        if (info) addresses.add(info.variants.whole.dap);
        for (const address of [...addresses].slice(-3)) await read(address);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    const readers = Array.from({ length: 4 }, reader);
    for (let round = 2; round <= 6; round++) {
      const day = round % DAYS;
      versions[day] = round;
      known.add(versions.join());
      await writeDay(join(folder, 'archive'), day, round);
      const harvesting = server.command('harvest', join(folder, 'archive'));
      if (round % 2 === 0) {
        await new Promise((resolve) => setTimeout(resolve, 300 * round));
        await server.kill();
        await server.start();
      }
      await harvesting;
      const rounds = (await arrayOf(server.url, STREAM))?.state;
      expect(rounds).toBeDefined();
      // However busy the machine is, each state is read once before the next takes its place.
      await expect
        .poll(() => [...seen.values()].includes(versions.join()), { timeout: 30_000 })
        .toBe(true);
    }
    await new Promise((resolve) => setTimeout(resolve, 1500));
    isOver = true;
    await Promise.all(readers);
    expect(mixtures).toEqual([]);
    expect([...seen.values()]).toContain(versions.join());
    expect(seen.size).toBeGreaterThan(2);
    expect((counts.get(200) ?? 0) > 10 && (counts.get(410) ?? 0) > 0).toBe(true);
  }, 240_000);
});
