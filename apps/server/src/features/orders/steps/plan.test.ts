// Plans: what is copied, what is extracted, what is joined, and how it is cut into units.

import { orderRequest } from '@isobar/contract/orders/request.ts';
import type { Span } from '@isobar/contract/orders/span.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FileRecord } from '../../../core/catalogue/files.ts';
import { joinedName, singleName } from '../../../core/catalogue/output-name.ts';
import { masksOf } from '../../../core/quality/masks.ts';
import { isJoined, makePlan, type PlannedSelection } from './plan.ts';

const DAY = 86_400;
const file = (n: number, more: Partial<FileRecord> = {}): FileRecord => ({
  datastream: 'sgpmetE13.b1',
  fileName: `sgpmetE13.b1.${n}.cdf`,
  path: `sgp/${n}`,
  size: 1e6,
  start: n * DAY,
  end: n * DAY + DAY - 60,
  scanName: null,
  sha256: null,
  design: 'd1',
  ...more,
});
const planned = (
  files: readonly FileRecord[],
  selected: object = {},
  more: Partial<PlannedSelection> = {},
  selectedData: object = {},
) => {
  const request = orderRequest.parse({
    selectedData: {
      selectedDatastreams: [{ datastream: 'sgpmetE13.b1', ...selected }],
      outputFormat: ['ANDR'],
      ...selectedData,
    },
  });
  const selection: PlannedSelection = {
    selected: request.selectedData.selectedDatastreams[0]!,
    ranges: [],
    files,
    raw: false,
    aerial: false,
    masks: [],
    ...more,
  };
  return makePlan(1, request, [selection]);
};
const makes = (plan: ReturnType<typeof makePlan>) =>
  plan.units.map((unit) => [unit.make, unit.inputs] as const);

it('the plan of an order copies whole NetCDF files that nothing would change', () => {
  expect(makes(planned([file(0), file(1)]))).toEqual([['copy', [0, 1]]]);
});

it('[C039] the plan of an order makes a datastream in its own formats and joins it by its own choice', () => {
  const ranges = [{ start: 3600, end: 3 * DAY - 1 }];
  const files = [file(0), file(1), file(2)];
  const own = { outputFormat: ['NCSV'], mergedOutput: true, maxMb: 100 };
  const plan = planned(files, own, { ranges });
  expect(makes(plan)).toEqual([['csv', [0, 1, 2]]]);
  expect(plan.treatments[0]?.joinTo).toBe(100e6);
  const joined = { mergedOutput: true, maxMb: 50 };
  expect(planned(files, {}, { ranges }, joined).treatments[0]?.joinTo).toBe(50e6);
  const single = planned(files, { mergedOutput: false }, { ranges }, joined);
  expect(single.treatments[0]?.joinTo).toBeNull();
  const masked = planned(files, { outputFormat: ['ANDR', 'SMQC'] }, { ranges });
  expect(masked.treatments[0]?.maskAssessed).toEqual(['Bad']);
});

it('the plan of an order cuts only the files at the ends of a range', () => {
  const ranges = [{ start: 3600, end: 3 * DAY - 1 }];
  expect(makes(planned([file(0), file(1), file(2)], {}, { ranges }))).toEqual([
    ['copy', [1, 2]],
    ['netcdf', [0]],
  ]);
});

it('the plan of an order masks only the files that a report touches', () => {
  const masks = [{ variables: 'all' as const, start: DAY + 100, end: DAY + 200 }];
  expect(makes(planned([file(0), file(1), file(2)], {}, { masks }))).toEqual([
    ['copy', [0, 2]],
    ['netcdf', [1]],
  ]);
});

it('the plan of an order copies nothing whose rows are to be sorted', () => {
  const plan = planned([file(0)], {}, {}, { sortTimes: true });
  expect(makes(plan)).toEqual([['netcdf', [0]]]);
  expect(plan.treatments[0]?.sortTimes).toBe(true);
});

it('the plan of an order takes named files whole, whatever the dates', () => {
  const ranges = [{ start: 3600, end: 7200 }];
  const plan = planned([file(0)], { files: ['sgpmetE13.b1.0.cdf'] }, { ranges });
  expect(plan.treatments[0]?.ranges).toBeNull();
  expect(planned([file(0)], {}, { ranges }).treatments[0]?.ranges).toEqual(ranges);
});

it('the plan of an order copies a file that a range or a gap between reports just holds, and cuts one by a second less', () => {
  const { start, end } = file(0);
  const cut = (from: number, to: number) =>
    makes(planned([file(0)], {}, { ranges: [{ start: from, end: to }] }))[0]?.[0];
  expect([cut(start, end), cut(start + 1, end), cut(start, end - 1)]).toEqual([
    ...['copy', 'netcdf', 'netcdf'],
  ]);
  const masked = (from: number, to: number) =>
    makes(planned([file(0)], {}, { masks: [{ variables: 'all', start: from, end: to }] }))[0]?.[0];
  expect([masked(end, end + 9), masked(end + 1, end + 9)]).toEqual(['netcdf', 'copy']);
  expect([masked(start - 9, start), masked(start - 9, start - 1)]).toEqual(['netcdf', 'copy']);
});

it('the plan of an order copies what one of several ranges holds, and masks what one of several reports touches', () => {
  const days = [1, 4].map((day) => ({ start: day * DAY, end: day * DAY + DAY - 1 }));
  const files = [file(1), file(4)];
  expect(makes(planned(files, {}, { ranges: days }))).toEqual([['copy', [0, 1]]]);
  const masks = [1, 7].map((day) => ({
    variables: 'all' as const,
    start: day * DAY,
    end: day * DAY,
  }));
  expect(makes(planned(files, {}, { masks }))).toEqual([
    ['copy', [1]],
    ['netcdf', [0]],
  ]);
});

it('the plan of an order masks by quality variables where that was chosen, of one datastream or of all of the order', () => {
  const assessed = (selected: object, selectedData: object = {}) =>
    planned([file(0)], selected, {}, selectedData).treatments[0]?.maskAssessed;
  const all = { outputFormat: ['ANDR', 'SMQC'] };
  expect(assessed({})).toEqual([]);
  expect(assessed({ qcFilter: true })).toEqual(['Bad']);
  expect(assessed({ qcFilter: true, dqrFilter: ['suspect'] })).toEqual(['Bad', 'Indeterminate']);
  expect(assessed({ dqrFilter: ['suspect'] })).toEqual([]);
  expect(assessed({}, all)).toEqual(['Bad']);
  expect(makes(planned([file(0)], { qcFilter: true }))).toEqual([['netcdf', [0]]]);
  // One datastream has a choice of its own, so the choice for the whole order does not apply to the
  // other.
  const request = orderRequest.parse({
    selectedData: {
      selectedDatastreams: [
        { datastream: 'sgpmetE13.b1', qcFilter: true },
        { datastream: 'sgpmetE11.b1' },
      ],
      ...all,
    },
  });
  const rest = { ranges: [], raw: false, aerial: false, masks: [], files: [file(0)] };
  const both = request.selectedData.selectedDatastreams.map((selected) => ({
    selected,
    ...rest,
  }));
  const { treatments } = makePlan(1, request, both);
  expect(treatments.map(({ maskAssessed }) => maskAssessed)).toEqual([['Bad'], []]);
});

it('the plan of an order puts a datastream that was selected again into folders of its own, and reads its files once', () => {
  const request = orderRequest.parse({
    selectedData: {
      selectedDatastreams: [1, 2, 3].map(() => ({ datastream: 'sgpmetE13.b1' })),
      outputFormat: ['ANDR'],
    },
  });
  const rest = { ranges: [], raw: false, aerial: false, masks: [], files: [file(0), file(1)] };
  const all = request.selectedData.selectedDatastreams.map((selected) => ({ selected, ...rest }));
  const plan = makePlan(1, request, all);
  expect(plan.inputs).toHaveLength(2);
  expect(plan.units.map(({ folder, treatment }) => [folder, treatment])).toEqual([
    ['', 0],
    ['selection-2/', 1],
    ['selection-3/', 2],
  ]);
});

it('the plan of an order merges what is put on one grid, and neither copies nor formats with each other', () => {
  const request = orderRequest.parse({
    selectedData: {
      selectedDatastreams: [1, 2, 3, 4].map((n) => ({ datastream: `sgpmetE1${n}.b1` })),
      outputFormat: ['ANDR', 'NCSV'],
      timeGrid: { step: 3600, merge: true },
    },
  });
  const grid = { variables: [], leftOut: [] };
  const rest = { ranges: [], aerial: false, masks: [] };
  const plan = makePlan(
    1,
    request,
    request.selectedData.selectedDatastreams.map((selected, n) => ({
      ...{ selected, ...rest, raw: n < 2, files: [file(n), file(n + 5)] },
      ...(n < 2 ? {} : { grid }),
    })),
  );
  const parts = [
    { treatment: 2, inputs: [4, 5] },
    { treatment: 3, inputs: [6, 7] },
  ];
  expect(plan.units).toEqual([
    { make: 'copy', treatment: 0, inputs: [0, 1], folder: '' },
    { make: 'copy', treatment: 1, inputs: [2, 3], folder: '' },
    { make: 'netcdf', treatment: 2, inputs: [4, 5, 6, 7], folder: '', parts },
    { make: 'csv', treatment: 2, inputs: [4, 5, 6, 7], folder: '', parts },
  ]);
});

it('the plan of an order fills units to their bounds and not beyond', () => {
  const units = (sizes: readonly number[], more: object = {}) =>
    planned(
      sizes.map((size, n) => file(n, { size })),
      {},
      {},
      more,
    ).units.map(({ inputs }) => inputs.length);
  expect(units([512e6, 1])).toEqual([1, 1]);
  expect(units([511e6, 1e6, 1])).toEqual([2, 1]);
  expect(units([600e6, 0, 512e6])).toEqual([1, 2]);
  expect(units(Array(130).fill(1))).toEqual([64, 64, 2]);
  expect(units(Array(130).fill(1), { sortTimes: true })).toEqual([64, 64, 2]);
  expect(units(Array(130).fill(1), { outputFormat: ['NCSV'] })).toEqual([64, 64, 2]);
  expect(units(Array(4001).fill(1), { mergedOutput: true })).toEqual([4000, 1]);
  expect(units([15e9, 1e9, 1], { mergedOutput: true })).toEqual([2, 1]);
  const pictures = Array.from({ length: 130 }, (_, n) => file(n, { design: null }));
  const copied = planned(pictures, {}, {}, { mergedOutput: true }).units;
  expect(copied.map(({ inputs }) => inputs.length)).toEqual([64, 64, 2]);
});

it('the plan of an order makes a format once, however often it is named', () => {
  const one = makes(planned([file(0)], { variables: ['temp_mean'] }));
  const named = { outputFormat: ['ANDR', 'ANDR', 'ANDR'] };
  expect(makes(planned([file(0)], { variables: ['temp_mean'] }, {}, named))).toEqual(one);
});

it('the plan of an order makes both formats, each for itself', () => {
  const plan = planned([file(0)], { variables: ['t'] }, {}, { outputFormat: ['ANDR', 'NCSV'] });
  expect(makes(plan)).toEqual([
    ['netcdf', [0]],
    ['csv', [0]],
  ]);
});

it('the plan of an order never extracts from raw levels and from what is no NetCDF', () => {
  const merged = { mergedOutput: true, maxMb: 100, outputFormat: ['NCSV'] };
  expect(makes(planned([file(0)], { variables: ['t'] }, { raw: true }, merged))).toEqual([
    ['copy', [0]],
  ]);
  expect(makes(planned([file(0), file(1, { design: null })], {}, {}, merged))).toEqual([
    ['copy', [1]],
    ['csv', [0]],
  ]);
});

it('[O060] the plan of an order joins up to the chosen size, 2048 MB by default, and not flights', () => {
  const merged = { mergedOutput: true, outputFormat: ['ANDR', 'NCSV'] };
  const plan = planned([file(0), file(1)], {}, { aerial: true }, merged);
  expect(plan.treatments[0]?.joinTo).toBe(2048e6);
  expect(planned([file(0)], {}, {}, { ...merged, maxMb: 100 }).treatments[0]?.joinTo).toBe(100e6);
  expect(planned([file(0)]).treatments[0]?.joinTo).toBeNull();
  expect(makes(plan)).toEqual([
    ['netcdf', [0, 1]],
    ['icartt', [0, 1]],
  ]);
});

it('the plan of an order joins what can be joined: no flights in ICARTT, no copies', () => {
  const { joinTo = null } = planned([file(0)], {}, {}, { mergedOutput: true }).treatments[0] ?? {};
  const made = ['netcdf', 'csv', 'parquet', 'icartt', 'copy'] as const;
  expect(made.filter((make) => isJoined(make, { joinTo }))).toEqual(made.slice(0, 3));
  expect(made.filter((make) => isJoined(make, { joinTo: null }))).toEqual([]);
});

it('processes every input as requested, once for each format, in units of bounded size', () => {
  const anyFiles = fc.array(
    fc.record({ size: fc.integer({ min: 0, max: 2e9 }), plain: fc.boolean() }),
    { maxLength: 200 },
  );
  fc.assert(
    fc.property(anyFiles, fc.boolean(), fc.boolean(), (sizes, merged, csv) => {
      const files = sizes.map(({ size, plain }, n) =>
        file(n, { size, design: plain ? null : 'd' }),
      );
      const plan = planned(
        files,
        {},
        {},
        {
          mergedOutput: merged,
          outputFormat: csv ? ['ANDR', 'NCSV'] : ['ANDR'],
        },
      );
      const uses = plan.units.flatMap((unit) => unit.inputs);
      for (const [n, { plain }] of sizes.entries())
        expect(uses.filter((use) => use === n)).toHaveLength(plain || !csv ? 1 : 2);
      for (const unit of plan.units) {
        const bytes = unit.inputs.reduce((sum, n) => sum + plan.inputs[n]!.size, 0);
        expect(unit.inputs.length === 1 || bytes <= 16e9).toBe(true);
        expect([...unit.inputs].sort((a, b) => a - b)).toEqual(unit.inputs);
      }
    }),
  );
});

const day = { start: Date.UTC(2019, 0, 1) / 1000, end: Date.UTC(2019, 0, 2) / 1000 - 1 };
const report = (code: number, variables: string[], span: Span = day) => ({
  ...{ datastream: 'sgpmetE13.b1', code, variables },
  ...span,
});

it('masks are the spans of the chosen classes; without variables of all, without an end for ever', () => {
  const goesOn = { ...day, end: Number.POSITIVE_INFINITY };
  const reports = [report(3, ['t']), report(4, []), report(0, ['t']), report(4, ['p'], goesOn)];
  const end = day.end + 1 - 1e-6; // samples of the last second may have fractions
  expect(masksOf(reports, [])).toEqual([]);
  expect(masksOf(reports, ['suspect'])).toEqual([{ variables: ['t'], start: day.start, end }]);
  expect(masksOf(reports, ['incorrect'])).toEqual([
    { variables: 'all', start: day.start, end },
    { variables: ['p'], start: day.start, end: 1e11 },
  ]);
  expect(masksOf(reports, ['incorrect', 'suspect'])).toHaveLength(3);
});

const part = (n: number, firstTime: number, lastTime: number) => ({
  part: n,
  firstTime,
  lastTime,
  inputs: [],
});
const first = Date.UTC(2019, 0, 1, 6) / 1000;

it('names of outputs say that a file is not the archive’s own', () => {
  const source = 'sgpmetE13.b1.20190101.000000.cdf';
  expect(singleName(source, part(0, first, first), 'netcdf')).toBe(
    'sgpmetE13.b1.20190101.000000.custom.cdf',
  );
  expect(singleName(source, part(1, first, first), 'csv')).toBe(
    'sgpmetE13.b1.20190101.000000.custom.2.csv',
  );
  expect(singleName('a.custom.cdf', part(0, first, first), 'netcdf')).toBe('a.custom.cdf');
  expect(singleName('acxnavF1.c1.20190101.060000.nc', part(0, first, first), 'icartt')).toBe(
    'nav-c1_acxF1_20190101060000_R0.ict',
  );
  expect(singleName('my_flight.nc', part(0, first, first), 'icartt')).toBe(
    'my-flight_20190101060000_R0.ict',
  );
});

it('names of joined files have their first and last time', () => {
  expect(joinedName('sgpmetE13.b1', 'x.cdf', part(0, first, first + 90_000), 'netcdf')).toBe(
    'sgpmetE13.b1.20190101.060000.20190102.070000.custom.cdf',
  );
});
