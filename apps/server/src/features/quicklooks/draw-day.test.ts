// Plots of a file whose values are known: gaps, failed checks, axes, images, profiles, themes,
// reports.
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { cellsOf, type DayReport, IMAGE_BINS } from '@isobar/contract/quicklooks/day.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { openDiskArchive } from '../../adapters/archive-disk.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import { drawDay } from './draw-day.ts';
import type { Picture } from './picture.ts';
import type { PlotJob } from './plot-job.ts';
import { readDay } from './read-day.ts';
import {
  ASCENTS,
  DAY,
  LATE,
  writeDayFile,
  writeImageFile,
  writeMaskFile,
  writeSondeFile,
} from './testing/day-file.ts';

let folder: string;
let archive: ArchiveStore;
beforeAll(async () => {
  folder = temporaryFolder();
  await writeDayFile(join(folder, 'day.nc'));
  for (const [i, ascent] of ASCENTS.entries())
    await writeSondeFile(join(folder, `sonde${i}.nc`), ascent);
  await writeSondeFile(join(folder, 'late.nc'), LATE);
  await writeSondeFile(join(folder, 'late-aircraft.nc'), { ...LATE, way: 'aircraft' });
  await writeMaskFile(join(folder, 'radar.nc'));
  archive = await openDiskArchive(folder);
});
afterAll(() => archive.close());

const jobOf = (variable: string, more: Partial<PlotJob> = {}): PlotJob => ({
  files: ['day.nc'],
  datastream: 'sgpmetE13.b1',
  variable,
  day: DAY,
  size: 'full',
  ...more,
});
async function plot(
  variable: string,
  more: Partial<PlotJob> = {},
  shown: Partial<Pick<Picture, 'theme' | 'scale' | 'reports'>> = {},
): Promise<string> {
  const job = jobOf(variable, more);
  const day = await readDay(archive, job);
  return drawDay({ job, day, reports: [], theme: 'light', scale: null, ...shown });
}
const line = (svg: string): string => /<path d="([^"]*)"[^>]*stroke-linejoin/.exec(svg)?.[1] ?? '';

it('a drawn line breaks at the gap and at two bad values in a row, not at a single missing one', async () => {
  const path = line(await plot('temp'));
  expect(path.match(/M/g)).toHaveLength(3);
  const xs = [...path.matchAll(/[ML]([\d.]+) /g)].map(([, at]) => Number(at));
  const widest = Math.max(...xs.slice(1).map((at, i) => at - (xs[i] ?? at)));
  expect(widest).toBeCloseTo((121 / 1440) * 668, 0); // two hours of the area's width
});

it('a drawn line has an axis of the good values, with units and hours in UTC', async () => {
  const svg = await plot('temp');
  for (const words of ['>10<', '>15<', '>20<', '>degC<', '>hours UTC<', '>24<'])
    expect(svg).toContain(words);
  expect(svg).toContain('Air &lt;temperature&gt; (degC)');
  expect(svg).not.toContain('>900<');
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
});

it('a drawn line marks bad values as crosses and suspect ones as rings, with a legend', async () => {
  const svg = await plot('temp');
  expect(svg.match(/l7 7m0-7l-7 7/g)).toHaveLength(3); // two that are apart, and one in the key
  expect(svg.match(/a3.5 3.5 0 1 0 7 0/g)).toHaveLength(2);
  expect(svg).toContain('fails a quality check (bad)');
  expect(svg).toContain('quality indeterminate');
});

it('a drawn line is small with the numbers of its axis only, and says when there is nothing', async () => {
  const small = await plot('temp', { size: 'small' });
  const words = [...small.matchAll(/<text[^>]* y="([\d.]+)"[^>]*>([^<]*)<\/text>/g)];
  expect(words.map(([, , text]) => text)).toEqual(['10', '15', '20 degC']);
  for (const [, at] of words) expect(Number(at)).toBeLessThan(132);
  const next = await plot('temp', { day: DAY + 86_400 });
  expect(next).toContain('No valid values on this day.');
  expect(next).not.toMatch(/NaN|Infinity/);
});

it('a drawn line shares an axis with others where one is given', async () => {
  const svg = await plot('temp', {}, { scale: { low: -100, high: 100 } });
  for (const words of ['>−100<', '>0<', '>100<']) expect(svg).toContain(words);
  const ys = [...line(svg).matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, at]) => Number(at));
  expect(Math.max(...ys) - Math.min(...ys)).toBeLessThan(20);
});

it('a drawn line is dark in the dark theme', async () => {
  const [light, dark] = [await plot('temp'), await plot('temp', {}, { theme: 'dark' })];
  expect(light).toContain('fill="#ffffff"');
  expect(dark).not.toContain('#ffffff');
  expect(dark).toContain('fill="#10191e"');
});

it('[Q013] a drawn line has its reports above it, each with its id and a shape of its class', async () => {
  const reports: readonly DayReport[] = [
    { id: 'D190101.1', code: 4, from: 0, to: 3599 },
    { id: 'D190101.2', code: 3, from: 43_200, to: 86_399 },
    { id: '<b>\u0001', code: 0, from: 36_000, to: 43_199 },
  ];
  const svg = await plot('temp', {}, { reports });
  expect(svg).toContain('<title>D190101.1: incorrect</title>');
  expect(svg).toContain('>D190101.2</text>');
  expect(svg).toMatch(/url\(#rails\)/);
  expect(svg).toContain('&lt;b&gt;:'); // without a character that no picture may have
  expect(svg).not.toContain('<b>');
  expect(await plot('temp')).not.toContain('D190101');
});

/** Of each column of pixels whether it has a colour. */
async function columnsOf(files: readonly string[]): Promise<boolean[]> {
  const svg = await plot('backscatter', { files });
  const [first = ''] = /data:image\/png;base64,([^"]+)/.exec(svg)?.slice(1) ?? [];
  const pixels = rowsOf(Buffer.from(first, 'base64'));
  return Array.from({ length: IMAGE_BINS }, (_, bin) => pixels[bin + 1] !== 0);
}

const rowsOf = (png: Buffer): Buffer => {
  const at = png.indexOf('IDAT');
  return inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
};

it('a drawn image holds a colour per time and level, transparent in the gap', async () => {
  const svg = await plot('backscatter');
  expect(svg).toContain('>height (km)<');
  const [first = ''] = /data:image\/png;base64,([^"]+)/.exec(svg)?.slice(1) ?? [];
  const png = Buffer.from(first, 'base64');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const rows = rowsOf(png);
  const row = (n: number): Buffer =>
    rows.subarray(n * (IMAGE_BINS + 1) + 1, (n + 1) * (IMAGE_BINS + 1));
  const inGap = Math.floor(((600 + 60) / 1440) * IMAGE_BINS);
  expect(row(0)[inGap]).toBe(0);
  expect(row(0)[5]).toBeGreaterThan(row(3)[5] ?? 0); // the highest level is at the top
  expect(row(3)[400]).toBeGreaterThan(row(3)[5] ?? 0); // and values grow with time
  expect([...row(0)].filter((colour) => colour === 0).length).toBeLessThan(45);
});

it('a drawn image has no stripes between samples that are hours apart, and keeps the gap where one is missing', async () => {
  const hours = [0, 3, 6, 9, 18, 21];
  await writeImageFile(join(folder, 'three-hourly.nc'), hours);
  const filled = await columnsOf(['three-hourly.nc']);
  const at = (hour: number): boolean => filled[Math.floor((hour / 24) * IMAGE_BINS)] ?? false;
  const tenths = Array.from({ length: 240 }, (_, i) => i / 10);
  expect(tenths.filter((hour) => !at(hour))).toEqual(
    tenths.filter((hour) => (hour >= 10.5 && hour < 16.5) || hour >= 22.5),
  );
});

it('a drawn image has none where every sample has a file of its own', async () => {
  const files = [1, 4, 7, 10, 19].map((hour) => ({ hour, name: `alone${hour}.nc` }));
  for (const { hour, name } of files) await writeImageFile(join(folder, name), [hour]);
  const filled = await columnsOf(files.map(({ name }) => name));
  const bin = (hour: number): number => Math.floor((hour / 24) * IMAGE_BINS);
  expect(filled.slice(bin(0), bin(11.5)).every(Boolean)).toBe(true);
  expect(filled.slice(bin(11.5), bin(17.5)).some(Boolean)).toBe(false);
  expect(filled.slice(bin(17.5), bin(20.5)).every(Boolean)).toBe(true);
});

it('a drawn image has a colour bar with units, whose colours differ in the dark theme', async () => {
  const [light, dark] = [
    await plot('backscatter'),
    await plot('backscatter', {}, { theme: 'dark' }),
  ];
  expect(light).toContain('>1/(m sr)<');
  expect(light).toContain('>2<');
  const pictures = (svg: string) => [...svg.matchAll(/base64,([^"]+)/g)].map(([, png]) => png);
  expect(pictures(light)).toHaveLength(2);
  expect(pictures(light)[1]).not.toBe(pictures(dark)[1]);
});

it('an image of a month has one scale: the same value has the same colour on both days', async () => {
  const day = await readDay(archive, jobOf('backscatter'));
  if (day.samples?.kind !== 'image') return expect.unreachable('it has levels');
  const all = drawDay({
    job: jobOf('backscatter'),
    day,
    reports: [],
    theme: 'light',
    scale: { low: 0, high: 400 },
  });
  const own = drawDay({
    job: jobOf('backscatter'),
    day,
    reports: [],
    theme: 'light',
    scale: null,
  });
  expect(all).toContain('>400<');
  expect(all).not.toBe(own);
  expect(new Set(cellsOf(day.samples)).size).toBeGreaterThan(100);
});

it('a drawn image is read less closely when it is small, and looks the same', async () => {
  const [full, small] = [
    await readDay(archive, jobOf('backscatter')),
    await readDay(archive, jobOf('backscatter', { size: 'small' })),
  ];
  expect(full.every).toBe(3);
  expect(small.every).toBe(15);
  if (full.samples?.kind !== 'image' || small.samples?.kind !== 'image')
    return expect.unreachable('it has levels');
  const [a, b] = [cellsOf(full.samples), cellsOf(small.samples)];
  const apart = [...a].filter((byte, i) => Math.abs(byte - (b[i] ?? 0)) > 6).length;
  expect(apart / a.length).toBeLessThan(0.03);
});

const files = ASCENTS.map((_, i) => `sonde${i}.nc`);
const sonde = { files, datastream: 'sgpsondewnpnC1.b1' };

it('drawn profiles stand against height, one for each launch of the day', async () => {
  const { samples } = await readDay(archive, jobOf('tdry', sonde));
  if (samples?.kind !== 'profile') return expect.unreachable('they rise');
  expect(samples.axis).toEqual({ name: 'alt', units: 'km' });
  // The aircraft goes up and down, so it counts as no ascent.
  expect(samples.ascents.map(({ start }) => start)).toEqual([19_800, 63_000]);
  const [first] = samples.ascents;
  expect(first?.at.at(-1)).toBeCloseTo(5 * 0.5999 + 0.3, 1); // 5 m/s for 600 s from 300 m on
  expect(first?.values[0]).toBeCloseTo(20, 3);
  expect(first?.values.at(-1)).toBeLessThan(first?.values[0] ?? 0);
  expect(first?.values).toContain(null); // the missing ones are gaps
  expect(first?.at.length).toBeLessThanOrEqual(300);
});

it('drawn profiles belong to the day on which they start, whole, where they are in the air at midnight', async () => {
  const late = { ...sonde, files: ['late.nc'] };
  const { samples } = await readDay(archive, jobOf('tdry', late));
  if (samples?.kind !== 'profile') return expect.unreachable('it rises');
  expect(samples.ascents.map(({ start }) => start)).toEqual([LATE.start]);
  expect(samples.ascents[0]?.at.at(-1)).toBeCloseTo(3.3, 1); // km, at the end of the flight
  const next = await readDay(archive, jobOf('tdry', { ...late, day: DAY + 86_400 }));
  expect(next.samples).toBeNull();
  // What goes up and down is drawn against time, on both days.
  const aircraft = { ...late, files: ['late-aircraft.nc'] };
  for (const day of [DAY, DAY + 86_400])
    expect((await readDay(archive, jobOf('tdry', { ...aircraft, day }))).samples?.kind).toBe(
      'line',
    );
});

it('drawn profiles have heights upwards, units below, and the clock of each launch', async () => {
  const svg = await plot('tdry', sonde);
  for (const words of ['>alt (km)<', '>degC<', '>05:30<', '>17:30<']) expect(svg).toContain(words);
  expect(svg.match(/stroke-dasharray="6 2"/g)?.length).toBeGreaterThanOrEqual(2);
  expect(svg).not.toContain('hours UTC');
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
});

it('height itself, and what does not rise, is drawn against time', async () => {
  const alt = await readDay(archive, jobOf('alt', sonde));
  expect(alt.samples?.kind).toBe('line');
  const aircraft = await readDay(archive, jobOf('tdry', { ...sonde, files: ['sonde2.nc'] }));
  expect(ASCENTS[2]?.way).toBe('aircraft');
  expect(aircraft.samples?.kind).toBe('line');
});

const imageOf = async (variable: string) => {
  const day = await readDay(archive, jobOf(variable, { files: ['radar.nc'] }));
  return day.samples?.kind === 'image' ? day.samples : expect.unreachable('it has levels');
};

it('a drawn radar has the classes of a mask with their names, each with a byte of its own', async () => {
  const image = await imageOf('mask');
  expect(image.classes).toEqual([
    { value: 0, name: 'clear' },
    { value: 2, name: 'mixed phase' },
    { value: 7, name: 'snow' },
  ]);
  expect(image.range).toEqual({ low: 0, high: 7, logarithmic: false });
  expect(new Set(cellsOf(image))).toEqual(new Set([1, 74, 255]));
  const svg = await plot('mask', { files: ['radar.nc'] });
  for (const name of ['clear', 'mixed phase', 'snow']) expect(svg).toContain(`>${name}<`);
});

it('a drawn radar has the colours of velocities in two directions from 0', async () => {
  const { diverging, range } = await imageOf('velocity');
  expect(diverging).toBe(true);
  expect(range).toEqual({ low: -4.5, high: 4.5, logarithmic: false });
});

it('a drawn radar is not marked as bad where its processing left gates out', async () => {
  const { bad } = await imageOf('velocity');
  // from the last bin before noon, half of which the first bad sample fills
  expect(bad).toEqual([[239, 480]]);
});
