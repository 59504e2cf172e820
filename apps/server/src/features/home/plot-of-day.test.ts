// The plot of the day has something to see: cloud or rain on a day that is there as a whole, and
// neither noise nor a mask.
import { type DaySummary, IMAGE_BINS, textOfCells } from '@isobar/contract/quicklooks/day.ts';
import { expect, it } from 'vitest';
import { lastWholeDay, type PlotAt, plotOfDay, richness } from './plot-of-day.ts';

const HEIGHT = 40;
const END = Date.UTC(2020, 5, 14, 23, 59) / 1000;

/** `value`: the colour (0: none, to 255) at a bin and a row from the top. */
const dayOf = (value: (bin: number, row: number) => number, more: object = {}): DaySummary => {
  const cells = new Uint8Array(IMAGE_BINS * HEIGHT);
  for (let row = 0; row < HEIGHT; row++)
    for (let bin = 0; bin < IMAGE_BINS; bin++) cells[row * IMAGE_BINS + bin] = value(bin, row);
  const axis = { name: 'range', units: 'km' };
  const range = { low: -50, high: 20, logarithmic: false };
  const image = {
    kind: 'image' as const,
    axis,
    bottom: 0,
    top: 10,
    range,
    bad: [],
    indeterminate: [],
  };
  const samples = {
    ...image,
    width: IMAGE_BINS,
    height: HEIGHT,
    cells: textOfCells(cells),
    ...more,
  };
  return { longName: 'Reflectivity', units: 'dBZ', step: 180, every: 1, samples };
};

/** The same noise in every run. */
const noise = (bin: number, row: number): number => {
  const mixed = Math.imul(Math.imul(bin + 1, 0x9e3779b1) ^ (row + 1), 0x85ebca6b);
  return 1 + (((mixed ^ (mixed >>> 13)) >>> 0) % 60);
};
const clear = dayOf(noise);
/** Clouds in the morning, rain down to the ground in the evening. */
const isCloud = (bin: number, row: number): boolean =>
  (bin > 60 && bin < 200 && row > 8 && row < 20) || (bin > 330 && bin < 420 && row > 5);
const cloudy = dayOf((bin, row) => (isCloud(bin, row) ? 190 : noise(bin, row)));

it('the richness of a plot is far above that of a clear sky where there are clouds', () => {
  expect(richness(clear)).toBeLessThan(0.03);
  expect(richness(cloudy)).toBeGreaterThan(0.15);
});

it('the richness of a plot is nothing for layers that stay all day, for masks, and for lines', () => {
  const layers = dayOf((_, row) => (row > 30 ? 200 : 20));
  expect(richness(layers)).toBeCloseTo(0, 9);
  const classes = [{ value: 1, name: 'cloud' }];
  expect(richness(dayOf((bin, row) => (isCloud(bin, row) ? 255 : 1), { classes }))).toBe(0);
  const line = { kind: 'line' as const, low: [1], high: [2], bad: [], indeterminate: [] };
  expect(richness({ ...cloudy, samples: line })).toBe(0);
  expect(richness({ ...cloudy, samples: null })).toBe(0);
});

it('the richness of a plot is less where part of the day is missing or fails a check', () => {
  const whole = richness(cloudy);
  const half = dayOf((bin, row) => (bin < 240 && isCloud(bin, row) ? 190 : 0));
  expect(richness(half)).toBeLessThan(whole / 2);
  const failing = dayOf((bin, row) => (isCloud(bin, row) ? 190 : noise(bin, row)), {
    bad: [[0, 240]],
  });
  expect(richness(failing)).toBeCloseTo(whole / 2, 6);
});

const curtain = (datastream: string) => ({ datastream, variable: 'reflectivity', end: END });
const names = (count: number) => Array.from({ length: count }, (_, n) => curtain(`radar${n}`));

it('the plot of the day is the cloudy day of a clear week, whatever the order of the days', async () => {
  for (const date of ['20200614', '20200611', '20200608']) {
    const read = async (at: PlotAt) => (at.date === date ? cloudy : clear);
    expect(await plotOfDay([curtain('radar')], 0, read)).toEqual({
      datastream: 'radar',
      variable: 'reflectivity',
      date,
    });
  }
});

it('the plot of the day is reported each time that a richer one is found, while others are still read', async () => {
  const told: string[] = [];
  const read = async ({ date }: PlotAt): Promise<DaySummary> => {
    if (date === '20200611') expect(told).toEqual(['20200614']);
    return date === '20200611' ? cloudy : clear;
  };
  const found = await plotOfDay([curtain('radar')], 0, read, ({ date }) => told.push(date));
  expect([told.at(-1), found?.date]).toEqual(['20200611', '20200611']);
});

it('the plot of the day is a full day rather than one with little but richer colours', async () => {
  // Bright clouds in a quarter of the day, and nothing else; paler ones in all of it.
  const isBright = (bin: number): boolean => bin % 40 < 20;
  const short = dayOf((bin, row) => (bin < 120 && row < 20 ? (isBright(bin) ? 255 : 1) : 0));
  const whole = dayOf((bin, row) => (row < 20 ? (bin % 240 < 120 ? 100 : 65) : 0));
  expect(richness(short)).toBeGreaterThan(richness(whole));
  const read = async ({ date }: PlotAt) => (date === '20200613' ? whole : short);
  expect((await plotOfDay([curtain('radar')], 0, read))?.date).toBe('20200613');
});

it('the plot of the day never comes from before the newest week', async () => {
  const asked: string[] = [];
  await plotOfDay([curtain('radar')], 0, async ({ date }) => {
    asked.push(date);
    return clear;
  });
  expect([asked.at(0), asked.at(-1), asked.length]).toEqual(['20200614', '20200608', 7]);
});

it('the plot of the day is of another instrument where the first ones saw clear sky or cannot be read', async () => {
  const read = async ({ datastream }: PlotAt): Promise<DaySummary> => {
    if (datastream === 'radar4') return cloudy;
    if (datastream === 'radar1') throw new Error('no files');
    return clear;
  };
  expect((await plotOfDay(names(6), 0, read))?.datastream).toBe('radar4');
});

it('the plot of the day compares other instruments on the next day, and the same ones all day', async () => {
  const read = async () => cloudy;
  const on = async (day: number) => (await plotOfDay(names(9), day, read))?.datastream;
  expect(await on(18_000)).toBe(await on(18_000));
  expect(new Set([await on(18_000), await on(18_001), await on(18_002)]).size).toBe(3);
});

it('the plot of the day is none where nothing can be drawn', async () => {
  expect(await plotOfDay([], 0, async () => cloudy)).toBeNull();
  const read = () => Promise.reject(new Error('no files'));
  expect(await plotOfDay(names(2), 0, read)).toBeNull();
});

it('the plot of the day begins with the last day of which the morning is there', () => {
  expect(lastWholeDay(Date.UTC(2020, 5, 14, 12) / 1000)).toBe('20200614');
  expect(lastWholeDay(Date.UTC(2020, 5, 14, 11) / 1000)).toBe('20200613');
});
