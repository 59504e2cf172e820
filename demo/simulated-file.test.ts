// One file of every design: read by our reader, whole and in random pieces, with values that make
// sense.

import { type Dataset, openDataset } from '@isobar/netcdf';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { filesOf, type StreamFile } from './calendar.ts';
import { designs } from './design.ts';
import { otherKind } from './other-file.ts';
import { reportSpans } from './quality.ts';
import { simulatedFile } from './simulated-file.ts';
import { type Stream, streams } from './streams.ts';

/** A file from the middle of a stream of each design. */
const files = new Map<string, StreamFile>();
for (const stream of streams().values()) {
  if (otherKind(stream) || files.has(stream.design.name)) continue;
  files.set(stream.design.name, middleFile(stream));
}

function middleFile(stream: Stream): StreamFile {
  const all = [...filesOf(stream)];
  return all[Math.floor(all.length / 2)] as StreamFile;
}

const cases = [...files].map(([design, file]) => ({ design, file }));

it('simulated files exist of every design but films', () => {
  const missing = [...designs().keys()].filter((name) => name !== 'film' && !files.has(name));
  expect(missing).toEqual([]);
  expect(files.size).toBeGreaterThanOrEqual(20);
});

it.each(cases)('files of $design are sound', async ({ file }) => {
  const source = simulatedFile(file);
  const dataset = await openDataset(source);
  expect(dataset.format).toBe('cdf2');
  expect(dataset.dimensions.find(({ name }) => name === 'time')?.length).toBe(file.records);
  const text = (name: string) => dataset.attributes.find((a) => a.name === name)?.value;
  expect(text('datastream')).toBe(file.stream.name);
  expect(text('site_id')).toBe(file.stream.site);
  expect(text('facility_id')).toBe(file.stream.facility);
  expect(text('simulated')).toMatch(/^true: /);
  await expectTimes(dataset, file);
  await expectValues(dataset, file);
});

it.each(cases)('files of $design give the same bytes in any pieces', async ({ file }) => {
  const { size } = simulatedFile(file);
  const span = Math.min(size, 40_000);
  const start = Math.floor((size - span) * 0.6);
  const whole = await simulatedFile(file).read(start, span);
  const end = await simulatedFile(file).read(size - 5, 100);
  expect(end.length).toBe(5);
  const source = simulatedFile(file);
  await fc.assert(
    fc.asyncProperty(fc.nat(span - 1), fc.nat(2_000), async (offset, length) => {
      const piece = await source.read(start + offset, Math.min(length, span - offset));
      expect(Buffer.compare(piece, whole.subarray(offset, offset + piece.length))).toBe(0);
    }),
    { numRuns: 6 },
  );
});

async function expectTimes(
  dataset: Dataset,
  { first, records, stream }: StreamFile,
): Promise<void> {
  const [base] = (await dataset.read('base_time')) as Int32Array;
  expect(base).toBe(Math.floor(first));
  const rows = Math.min(records, 50);
  const time = (await dataset.read('time', records - rows, records)) as Float64Array;
  const units = dataset.variable('time').attributes.find(({ name }) => name === 'units')?.value;
  const midnight = Date.parse(`${String(units).slice(14, 24)}T00:00:00Z`) / 1000;
  expect(midnight % 86_400).toBe(0);
  expect(midnight + (time.at(-1) ?? 0)).toBeCloseTo(first + (records - 1) * stream.design.step, 3);
  expect([...time].every((t, i) => i === 0 || t > (time[i - 1] ?? 0))).toBe(true);
}

/**
 * Values are within their valid range unless a report says that they are incorrect; checks agree
 * with values.
 */
async function expectValues(dataset: Dataset, file: StreamFile): Promise<void> {
  const { stream, first, records } = file;
  const rows = Math.min(records, 24);
  const from = Math.floor((records - rows) * 0.5);
  const end = first + records * stream.design.step;
  const doubted = reportSpans(stream.name).some(
    (r) => r.effect === 'incorrect' && r.start < end && r.end >= first,
  );
  const places = /^(lat|lon|alt)$/;
  for (const variable of stream.design.variables) {
    const range = variable.perSample ? ([from, from + rows] as const) : ([] as const);
    const values = Array.from(
      (await dataset.read(variable.name, ...range)) as Float32Array,
      Number,
    );
    const missing = variable.type === 'byte' ? -99 : -9999;
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = variable.valid;
    const given = values.filter((value) => value !== missing);
    expect(given.every(Number.isFinite), `${stream.name} ${variable.name} is a number`).toBe(true);
    const slack =
      1e-6 * Math.max(Math.abs(min) === Number.POSITIVE_INFINITY ? 0 : Math.abs(min), 1);
    const outside = given.filter(
      (value) => value < min - slack || value > max * (1 + 1e-6) + slack,
    );
    if (!doubted && !places.test(variable.name)) {
      expect(
        outside.length / Math.max(1, given.length),
        `${stream.name} ${variable.name} in ${min} to ${max}: ${outside[0]}`,
      ).toBeLessThan(0.02);
    }
    if (!variable.checked) continue;
    const checks = (await dataset.read(`qc_${variable.name}`, ...range)) as Int32Array;
    values.forEach((value, i) => {
      const bits = checks[i] ?? -1;
      expect((bits & 1) === 1, `${variable.name} missing`).toBe(value === missing);
      if (value !== missing && value > max + Math.abs(max) * 1e-6 + slack) expect(bits & 4).toBe(4);
      if (value !== missing && value < min - Math.abs(min) * 1e-6 - slack) expect(bits & 2).toBe(2);
    });
  }
}
