// Twenty days of radars, lidars and balloons: what a person reads at the cursor is what Python's
// netCDF4 reads in the file.
import { execFileSync } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cellsOf, dayAnswer } from '@isobar/contract/quicklooks/day.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesOf, type StreamFile } from '../demo/calendar.ts';
import { planOf } from '../demo/plan.ts';
import { simulatedFile } from '../demo/simulated-file.ts';
import { streams } from '../demo/streams.ts';
import { visitor } from './browser.ts';
import { sharedDemo } from './demo-for-all.ts';

const hasPython = hasReaders();
const demo = sharedDemo();

/**
 * Datastream, variable, how many of its days, and whether the first has data of a part of the day
 * only. The scales of most lidar days are logarithmic.
 */
const CURTAINS = [
  ['sgpkazrcfrmdqcC1.b1', 'reflectivity', 4, true],
  ['bnfkazr2cfrgeM1.a1', 'mean_doppler_velocity', 3, false],
  ['corarsclkazr1kolliasM1.c1', 'reflectivity_best_estimate', 2, false],
  ['bnfmplpolfsM1.b1', 'signal_return_co_pol', 3, true],
  ['sgpceilC1.b1', 'backscatter', 2, true],
] as const;
const BALLOONS = [
  ['sgpsondewnpnC1.b1', 'tdry', 3],
  ['bnfsondewnpnM1.b1', 'tdry', 3],
] as const;

type Reading = {
  readonly path: string;
  /** YYYYMMDD. */
  readonly day: string;
  readonly variable: string;
  /** Record of the file; null: any, the one that is nearest to the height. */
  readonly record: number | null;
  readonly second: number;
  readonly height: number;
  /** Null: the screen says that there is no value. */
  readonly value: number | null;
};

let folder = '';
const readings: Reading[] = [];
/** Of the days of radars and lidars. */
const scales: ('logarithmic' | 'linear')[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isobar-plot-values-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/**
 * Files that stop before the day ends, or begin after it began; then files that lie apart, each
 * followed by those after it.
 */
function partlyAndWhole(datastream: string, count: number): readonly (readonly StreamFile[])[] {
  const files = filesOfMany(datastream);
  const full = Math.max(...files.map(({ records }) => records));
  const partly = files.filter(({ records }) => records < 0.8 * full);
  return [partly, ...daysOf(datastream, count - 1)];
}

function filesOfMany(datastream: string): readonly StreamFile[] {
  const stream = streams().get(datastream);
  if (!stream) throw new Error(`There is no ${datastream}.`);
  return [...filesOf(stream)].filter(({ records }) => records > 100);
}

/** Files that lie apart, each followed by those after it. */
function daysOf(datastream: string, count: number): readonly (readonly StreamFile[])[] {
  const files = filesOfMany(datastream);
  return Array.from({ length: count }, (_, n) => {
    const from = Math.floor(((n + 0.3) * files.length) / count);
    return files.slice(from, from + 12);
  });
}

type Cell = { readonly across: number; readonly down: number };

/** Places of cells with a value, as shares of the plot; of the first file whose day has many. */
async function withEcho(files: readonly StreamFile[], variable: string) {
  for (const file of files) {
    const url = `${demo.server.url}/services/quicklooks/days/${file.stream.name}/${variable}/${compact(file.first)}.json`;
    const { samples } = dayAnswer.parse(await (await fetch(url)).json());
    if (samples?.kind !== 'image') continue;
    const { width, height, range } = samples;
    const cells = [...cellsOf(samples)].flatMap((byte, i): Cell[] =>
      byte === 0
        ? []
        : [{ across: ((i % width) + 0.5) / width, down: (Math.floor(i / width) + 0.5) / height }],
    );
    if (cells.length > 400) return { file, cells, isLogarithmic: range?.logarithmic === true };
  }
  throw new Error(`No day of ${files[0]?.stream.name} has clouds.`);
}

const compact = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 10).replaceAll('-', '');
const hash = ({ stream, first }: StreamFile, variable: string): string =>
  `${demo.server.url}/discovery/#/quicklooks/${stream.name}/${variable}?date=${compact(first)}`;
const numberIn = (text: string): number => Number(text.replace('−', '-'));

/**
 * A file of full length of which only the header and one record are written: the rest is a hole.
 */
async function writeRecord(file: StreamFile, record: number): Promise<string> {
  const source = simulatedFile(file);
  const { recordStart, recordSize } = planOf(file.stream).header.layout;
  const path = join(folder, `${file.stream.name}.${file.first}.${record}.nc`);
  const out = await open(path, 'w');
  await out.truncate(source.size);
  const at = recordStart + record * recordSize;
  await out.write(await source.read(0, recordStart), 0, recordStart, 0);
  await out.write(await source.read(at, recordSize), 0, recordSize, at);
  await out.close();
  return path;
}

/**
 * What is left of a plot, right of it and above it, in pixels; below it is more where it is the
 * only one.
 */
const ROOM = { left: 56, right: 72, top: 10, below: 24, named: 44 } as const;

/** Points at places with a value, and at one in the upper air, where there may be none. */
async function readCurtain(
  page: Page,
  files: readonly StreamFile[],
  variable: string,
): Promise<void> {
  const { file, cells, isLogarithmic } = await withEcho(files, variable);
  scales.push(isLogarithmic ? 'logarithmic' : 'linear');
  await page.goto(hash(file, variable));
  const plots = page.getByRole('application', { name: /^Plots of / });
  await plots.waitFor();
  await page.waitForLoadState('networkidle');
  const box = await plots.getByRole('img').first().boundingBox();
  if (!box) throw new Error('The plot has no size.');
  const isOnly = (await plots.getByRole('figure').count()) === 1;
  const [width, height] = [
    box.width - ROOM.left - ROOM.right,
    box.height - ROOM.top - (isOnly ? ROOM.named : ROOM.below),
  ];
  const places = [0.2, 0.5, 0.8].map((share) => cells[Math.floor(share * cells.length)]);
  let found = 0;
  for (const place of [...places, places[1] && { ...places[1], down: 0.02 }]) {
    if (!place) continue;
    const x = box.x + ROOM.left + place.across * width;
    await page.mouse.move(x, box.y + ROOM.top + place.down * height);
    const value = page.getByTestId(`curtain-${variable}`);
    await value.locator('[data-exact="true"]').waitFor();
    const at = (await page.getByTestId('curtain-at').textContent()) ?? '';
    // The file's sample has come when its time is near the cursor's.
    await expect
      .poll(async () => apart(at, (await value.textContent()) ?? ''), { timeout: 20_000 })
      .toBeLessThan(240);
    const text = (await value.textContent()) ?? '';
    const second = secondsIn(text);
    const level = / ([\d.e-]+) \w+$/.exec(text)?.[1] ?? '';
    const midnight = Math.floor(file.first / 86_400) * 86_400;
    const record = Math.round((midnight + second - file.first) / file.stream.design.step);
    if (record < 0 || record >= file.records) continue; // of another file of the day
    const isNothing = text.startsWith('no value');
    if (!isNothing) found++;
    readings.push({
      ...{ path: await writeRecord(file, record), day: compact(file.first) },
      ...{ variable, record, second: midnight + second, height: Number(level) },
      value: isNothing ? null : numberIn(text.split(' ')[0] ?? ''),
    });
  }
  expect(found, `${file.stream.name} ${compact(file.first)}`).toBeGreaterThan(0);
}

/** Seconds of the day of the first clock in a text. */
function secondsIn(text: string): number {
  const [clock = ''] = /\d\d:\d\d(:\d\d)?/.exec(text) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

const apart = (one: string, other: string): number => Math.abs(secondsIn(one) - secondsIn(other));

async function readBalloon(page: Page, file: StreamFile, variable: string): Promise<void> {
  await page.goto(hash(file, variable));
  const plot = page.getByRole('application', { name: /^Launches of / });
  await plot.waitFor();
  const box = await plot.getByRole('img').first().boundingBox();
  if (!box) throw new Error('The plot has no size.');
  const clock = new Date(file.first * 1000).toISOString().slice(11, 16);
  const launch = page
    .getByRole('list', { name: 'Launches of the day' })
    .getByRole('listitem')
    .filter({ hasText: `${clock} UTC` });
  await page.getByText('Dew point', { exact: true }).waitFor(); // the last of what is drawn
  const source = simulatedFile(file);
  const path = join(folder, `${file.stream.name}.${file.first}.nc`);
  const out = await open(path, 'w');
  await out.write(await source.read(0, source.size));
  await out.close();
  for (const share of [0.3, 0.55, 0.8]) {
    await page.mouse.move(box.x + box.width / 2, box.y + 10 + share * (box.height - 54));
    const text = (await launch.getByTestId('launch-value').first().textContent()) ?? '';
    const [, value = '', height = ''] = /^(\S+) \S+ at ([\d.]+) km/.exec(text) ?? [];
    expect(text).toMatch(/^(no value|−?[\d.]+ C) at [\d.]+ km, dew point/);
    readings.push({
      ...{
        path,
        day: compact(file.first),
        variable,
        record: null,
        second: file.first,
        height: Number(height),
      },
      value: value === '' ? null : numberIn(value),
    });
  }
}

const SCRIPT = `
import json, sys, netCDF4, numpy
out = []
for one in json.load(sys.stdin):
    with netCDF4.Dataset(one["path"]) as data:
        variable = data[one["variable"]]
        if one["record"] is None:
            heights = data["alt"][:] / 1000
            record = int(numpy.argmin(numpy.abs(heights - one["height"])))
            value = variable[record]
        else:
            record = one["record"]
            time = data["base_time"][...] + data["time_offset"][record]
            assert abs(time - one["second"]) < 1.5, (one, float(time))
            axis = data[variable.dimensions[1]]
            scale = 1000 if axis.units == "m" else 1
            level = int(numpy.argmin(numpy.abs(axis[:] - one["height"] * scale)))
            value = variable[record, level]
        out.append(None if numpy.ma.is_masked(value) or value == -9999 else float(value))
print(json.dumps(out))
`;

import { hasReaders } from '../scripts/python-modules.mjs';

describe.skipIf(!hasPython)('values at the cursor', () => {
  it('values at the cursor of fourteen days of radars and lidars are read from the plots', async () => {
    const { page, context } = await visitor(demo.browser);
    for (const [datastream, variable, count, hasPart] of CURTAINS)
      for (const files of (hasPart ? partlyAndWhole : daysOf)(datastream, count))
        await readCurtain(page, files, variable);
    await context.close();
  }, 300_000);

  it('values at the cursor of six days of balloons are read from the plots', async () => {
    const { page, context } = await visitor(demo.browser);
    for (const [datastream, variable, count] of BALLOONS)
      for (const [file] of daysOf(datastream, count))
        if (file) await readBalloon(page, file, variable);
    await context.close();
  }, 120_000);

  it('values at the cursor of all twenty days are those of the files', () => {
    const input = JSON.stringify(readings);
    const values: (number | null)[] = JSON.parse(
      execFileSync('python3', ['-c', SCRIPT], { encoding: 'utf8', input }),
    );
    expect(new Set(readings.map(({ path, day }) => `${path.split('.')[0]} ${day}`)).size).toBe(20);
    expect(values).toHaveLength(readings.length);
    expect(scales.filter((scale) => scale === 'logarithmic').length).toBeGreaterThan(2);
    const nothing = readings.filter(({ value }) => value === null);
    expect(new Set(nothing.map(({ variable }) => variable)).size).toBeGreaterThan(1);
    for (const [i, reading] of readings.entries()) {
      const value = values[i] ?? null;
      if (value === null || reading.value === null) expect(value, reading.path).toBe(reading.value);
      else expect(Math.abs(value / reading.value - 1), reading.path).toBeLessThan(1e-6);
    }
  });
});
