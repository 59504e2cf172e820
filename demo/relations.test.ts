// The variables of one instrument are related as they are in nature.
import { openDataset } from '@isobar/netcdf';
import { describe, expect, it } from 'vitest';
import { filesOf, type StreamFile } from './calendar.ts';
import { otherKind } from './other-file.ts';
import { reportSpans } from './quality.ts';
import { simulatedFile } from './simulated-file.ts';
import { type Stream, streams } from './streams.ts';

type Columns = Readonly<Record<string, readonly number[]>>;

/**
 * Variables of files of a design that no quality report doubts, row by row; rows with a missing
 * value are left out.
 */
async function measured(design: string, names: readonly string[], files = 3): Promise<Columns> {
  const columns: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (const file of undoubted(design).slice(0, files)) {
    const dataset = await openDataset(simulatedFile(file));
    const read = await Promise.all(
      names.map(async (name) => Array.from((await dataset.read(name)) as Float32Array, Number)),
    );
    for (let row = 0; row < (read[0]?.length ?? 0); row++) {
      const values = read.map((column) => column[row] ?? -9999);
      if (values.includes(-9999)) continue;
      for (const [at, name] of names.entries()) columns[name]?.push(values[at] ?? Number.NaN);
    }
    await dataset.close();
  }
  expect(columns[names[0] ?? '']?.length).toBeGreaterThan(100);
  return columns;
}

function undoubted(design: string): StreamFile[] {
  const found: StreamFile[] = [];
  for (const stream of streams().values()) {
    if (stream.design.name !== design || otherKind(stream)) continue;
    const file = [...filesOf(stream)].find((one) => one.records > 20 && !isDoubted(stream, one));
    if (file) found.push(file);
  }
  return found;
}

const isDoubted = (stream: Stream, { first, records }: StreamFile): boolean =>
  reportSpans(stream.name).some(
    (report) => report.start < first + records * stream.design.step && report.end >= first,
  );

const mean = (values: readonly number[] = []): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe('colours', () => {
  it.each([
    ['aosneph', 'Bs_B_Dry_Neph3W', 'Bs_G_Dry_Neph3W', 'Bs_R_Dry_Neph3W'],
    ['aosneph', 'Bbs_B_Dry_Neph3W', 'Bbs_G_Dry_Neph3W', 'Bbs_R_Dry_Neph3W'],
    ['aospsap', 'Ba_B_Weiss', 'Ba_G_Weiss', 'Ba_R_Weiss'],
    ['aop', 'Bs_B', 'Bs_G', 'Bs_R'],
  ])(
    'the colours of %s: blue light is scattered or absorbed most, red least (%s)',
    async (design, ...names) => {
      const columns = await measured(design, names);
      const [blue = 0, green = 0, red = 0] = names.map((name) => mean(columns[name]));
      expect(blue).toBeGreaterThan(1.1 * green);
      expect(green).toBeGreaterThan(1.1 * red);
    },
  );

  it('clear air scatters with the fourth power of the colour', async () => {
    const names = [1, 2, 5].map((filter) => `Rayleigh_optical_depth_filter${filter}`);
    const columns = await measured('mfrsraod', names);
    const [violet = 0, green = 0, infrared = 0] = names.map((name) => mean(columns[name]));
    expect(violet / green).toBeCloseTo((500 / 415) ** 4, 0);
    expect(violet / infrared).toBeGreaterThan(15);
  });
});

it('rain weakens short waves more than long ones', async () => {
  const names = ['sband', 'cband', 'xband', 'kaband'].map(
    (band) => `specific_attenuation_${band}20c`,
  );
  const columns = await measured('ldquants', names);
  const means = names.map((name) => mean(columns[name]));
  expect(means).toEqual([...means].sort((a, b) => a - b));
  expect((means[3] ?? 0) / (means[0] ?? 1)).toBeGreaterThan(100);
});

it('moist air is lighter: its virtual potential temperature is the higher one', async () => {
  const columns = await measured('pblhtsonde', ['theta_ss', 'virtual_theta_ss']);
  const differences = (columns.theta_ss ?? []).map(
    (theta, row) => (columns.virtual_theta_ss?.[row] ?? 0) - theta,
  );
  expect(Math.min(...differences)).toBeGreaterThan(-0.2);
  expect(Math.max(...differences)).toBeLessThan(6);
});

it('sunlight is what comes straight and what the sky scatters', async () => {
  const columns = await measured('qcrad1long', [
    'down_short_hemisp',
    'down_short_diffuse_hemisp',
    'short_direct_normal',
    'cosine_zenith',
  ]);
  const direct = (columns.short_direct_normal ?? []).map(
    (beam, row) => beam * Math.max(0, columns.cosine_zenith?.[row] ?? 0),
  );
  const whole = mean(columns.down_short_hemisp);
  expect(whole).toBeGreaterThan(20);
  expect(Math.abs(whole - mean(direct) - mean(columns.down_short_diffuse_hemisp))).toBeLessThan(
    0.02 * whole,
  );
});

it('the counts of all sizes add up to the whole count', async () => {
  const [file] = undoubted('aossmps');
  const dataset = await openDataset(simulatedFile(file as StreamFile));
  const diameters = [...((await dataset.read('diameter_mobility')) as Float32Array)];
  const density = (await dataset.read('dN_dlogDp', 100, 101)) as Float32Array;
  const [total = 0] = (await dataset.read('total_N_conc', 100, 101)) as Float32Array;
  const step = Math.log10((diameters[1] ?? 0) / (diameters[0] ?? 1));
  const summed = density.reduce((sum, value) => sum + value * step, 0);
  expect(total).toBeGreaterThan(0);
  expect(summed / total).toBeGreaterThan(0.85);
  expect(summed / total).toBeLessThan(1.15);
});

it('sensors side by side agree, but not to the last digit', async () => {
  const columns = await measured('sebs', ['soil_moisture_1', 'soil_moisture_2', 'soil_temp_1']);
  const [first = [], second = []] = [columns.soil_moisture_1, columns.soil_moisture_2];
  expect(first).not.toEqual(second);
  expect(mean(first) / mean(second)).toBeCloseTo(1, 1);
});
