// Plots of a file whose values are known: gaps, failed checks, axes, images.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDiskArchive } from '../../adapters/archive-disk.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import { IMAGE_BINS } from './day-samples.ts';
import { drawDay } from './draw-day.ts';
import { niceScale, tickText } from './scale.ts';
import { DAY, writeDayFile } from './testing/day-file.ts';

let folder: string;
let archive: ArchiveStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isobar-plots-'));
  await writeDayFile(join(folder, 'day.nc'));
  archive = await openDiskArchive(folder);
});
afterAll(async () => {
  await archive.close();
  await rm(folder, { recursive: true });
});

const plot = (variable: string, more: { day?: number; size?: 'full' | 'small' } = {}) =>
  drawDay(archive, {
    files: ['day.nc'],
    datastream: 'sgpmetE13.b1',
    variable,
    day: DAY,
    size: 'full',
    ...more,
  });
const line = (svg: string): string => /<path d="([^"]*)"[^>]*stroke-linejoin/.exec(svg)?.[1] ?? '';

describe('a line', () => {
  it('breaks at the gap and at two bad values in a row, not at a single missing one', async () => {
    const path = line(await plot('temp'));
    expect(path.match(/M/g)).toHaveLength(3);
    const xs = [...path.matchAll(/[ML]([\d.]+) /g)].map(([, at]) => Number(at));
    const widest = Math.max(...xs.slice(1).map((at, i) => at - (xs[i] ?? at)));
    expect(widest).toBeCloseTo((121 / 1440) * 668, 0); // two hours of the area's width
  });

  it('stands on an axis of the good values, with units and hours in UTC', async () => {
    const svg = await plot('temp');
    for (const words of ['>10<', '>15<', '>20<', '>degC<', '>hours UTC<', '>24<'])
      expect(svg).toContain(words);
    expect(svg).toContain('Air &lt;temperature&gt; (degC)');
    expect(svg).not.toContain('>900<');
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('marks bad values as crosses and doubtful ones as rings, and says so', async () => {
    const svg = await plot('temp');
    expect(svg.match(/l7 7m0-7l-7 7/g)).toHaveLength(3); // two that are apart, and one in the key
    expect(svg.match(/a3.5 3.5 0 1 0 7 0/g)).toHaveLength(2);
    expect(svg).toContain('fails a quality check (bad)');
    expect(svg).toContain('quality indeterminate');
  });

  it('is small without words, and says when there is nothing', async () => {
    expect(await plot('temp', { size: 'small' })).not.toContain('<text');
    const next = await plot('temp', { day: DAY + 86_400 });
    expect(next).toContain('No valid values on this day.');
    expect(next).not.toMatch(/NaN|Infinity/);
  });
});

describe('an image', () => {
  it('holds a colour per time and level, transparent in the gap', async () => {
    const svg = await plot('backscatter');
    expect(svg).toContain('>height (km)<');
    const [first = ''] = /data:image\/png;base64,([^"]+)/.exec(svg)?.slice(1) ?? [];
    const png = Buffer.from(first, 'base64');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const at = png.indexOf('IDAT');
    const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
    const row = (n: number): Buffer =>
      rows.subarray(n * (IMAGE_BINS + 1) + 1, (n + 1) * (IMAGE_BINS + 1));
    const inGap = Math.floor(((600 + 60) / 1440) * IMAGE_BINS);
    expect(row(0)[inGap]).toBe(0);
    expect(row(0)[5]).toBeGreaterThan(row(159)[5] ?? 0); // the highest level is at the top
    expect(row(159)[400]).toBeGreaterThan(row(159)[5] ?? 0); // and values grow with time
    expect([...row(0)].filter((colour) => colour === 0).length).toBeLessThan(45);
  });
});

describe('scales', () => {
  it.each([
    [0, 10, [0, 2, 4, 6, 8, 10]],
    [-0.03, 0.04, [-0.02, 0, 0.02, 0.04]],
    [987, 1013, [990, 1000, 1010]],
  ])('%d to %d has round ticks', (low, high, ticks) => {
    expect(niceScale(low, high, 5).ticks).toEqual(ticks);
  });

  it('gives room around a single value, and writes ticks shortly', () => {
    const { low, high } = niceScale(5, 5, 5);
    expect(low).toBeLessThan(5);
    expect(high).toBeGreaterThan(5);
    expect([0, 0.25, 1013, 1.2e-7, 5e9].map(tickText)).toEqual([
      '0',
      '0.25',
      '1013',
      '1.2e-7',
      '5e9',
    ]);
  });
});
