// A series over random drifting files against a slow and obvious reading of the same files.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numbersAttribute, textAttribute } from '../attribute.ts';
import { bytesSource } from '../byte-source.ts';
import type { MaskSpan } from '../job/job.ts';
import type { Assessment } from '../job/quality-flags.ts';
import { openDataset } from '../open.ts';
import {
  DAY,
  type Draft,
  drifting,
  type FileDraft,
  fileName,
  flagsIn,
  heightsOf,
  nameOf,
  START,
  statedIn,
  storedOf,
  timesOf,
} from '../testing/drifting-files.ts';
import { madeBytes } from '../testing/made-file.ts';
import { describeFile } from './describe.ts';
import { dayOf } from './meanings.ts';
import { openSeries } from './open-series.ts';
import type { Series, SeriesVariable } from './series.ts';
import type { SeriesFile } from './series-file.ts';
import { shapeFrom, shapeText } from './shape-text.ts';

const VARIABLES = 2;

const draft: fc.Arbitrary<Draft> = fc.record({
  isThere: fc.constantFrom(true, true, true, false),
  type: fc.constantFrom('byte', 'short', 'int', 'float', 'double'),
  units: fc.constantFrom('m', 'm', 'm', 'km'),
  scale: fc.constantFrom(0, 0, 0.5, 0.25),
  missing: fc.constantFrom('none', 'usual', 'usual', 'other', 'both'),
  levels: fc.constantFrom(0, 0, 2, 3),
  numbers: fc.array(fc.constantFrom(-9999, 7, 0, -1, 5, 100, 127, -128, 12.5), {
    minLength: 1,
    maxLength: 7,
  }),
  flags: fc.array(fc.constantFrom(0, 1, 2, 4, -9999), { minLength: 1, maxLength: 5 }),
  hasFlags: fc.boolean(),
});

const file: fc.Arbitrary<FileDraft> = fc.record({
  rows: fc.integer({ min: 0, max: 4 }),
  day: fc.integer({ min: 0, max: 5 }),
  step: fc.constantFrom(3600, 60, 0, -60),
  timeUnits: fc.constantFrom('seconds', 'minutes', 'hours'),
  place: fc.constantFrom(36, 36, 36.5),
  heights: fc.constantFrom(1, 1, 2),
  text: fc.constantFrom(0, 0, 1),
  drafts: fc.array(draft, { minLength: VARIABLES, maxLength: VARIABLES }),
});

async function describedFile(one: FileDraft, index: number): Promise<SeriesFile> {
  const open = () => openDataset(bytesSource(madeBytes(drifting(one))));
  const dataset = await open();
  const { rows, first, last, shape, constants, times } = await describeFile(dataset);
  await dataset.close();
  const known = index % 2 === 0 ? { times: async () => times } : {};
  const kept = shapeFrom(shapeText(shape));
  return { name: fileName(index), rows, first, last, shape: kept, constants, open, ...known };
}

interface Placed {
  readonly draft: FileDraft;
  readonly start: number;
}

/** The files that have rows, in order, each with its first row. */
function placed(files: readonly FileDraft[]): Placed[] {
  let start = 0;
  return files
    .map((each, index) => ({ draft: each, index, first: timesOf(each)[0] ?? 0 }))
    .filter((each) => each.draft.rows > 0)
    .sort((a, b) => a.first - b.first || a.index - b.index)
    .map((each) => {
      const found = { draft: each.draft, start };
      start += each.draft.rows;
      return found;
    });
}

const meaningOf = (of: FileDraft, index: number): string => {
  const each = of.drafts[index];
  const heights = each && each.levels > 0 ? heightsOf(of, each.levels) : [];
  return each?.isThere ? JSON.stringify([each.units, heights]) : '';
};

const lastOf = (of: FileDraft): number => timesOf(of).at(-1) ?? 0;

/**
 * The series' name of a variable in one file, by the law: the newest meaning has the plain name.
 */
function lawfulName(files: readonly Placed[], of: FileDraft, index: number): string {
  const meaning = meaningOf(of, index);
  const lasts = new Map<string, number>();
  for (const { draft: other } of files) {
    const key = meaningOf(other, index);
    if (key !== '') lasts.set(key, Math.max(lasts.get(key) ?? -Infinity, lastOf(other)));
  }
  const own = lasts.get(meaning) ?? 0;
  const isNewest = [...lasts].every(([key, last]) => key === meaning || last < own);
  return isNewest ? nameOf(index) : `${nameOf(index)}__to_${dayOf(own)}`;
}

/**
 * Two meanings that end at the same time or day are named by an arbitrary rule, which the twin does
 * not repeat.
 */
function isAmbiguous(files: readonly Placed[]): boolean {
  for (let index = 0; index < VARIABLES; index++) {
    const days = new Map<string, string>();
    const lasts = new Map<string, number>();
    for (const { draft: each } of files) {
      const key = meaningOf(each, index);
      if (key !== '') lasts.set(key, Math.max(lasts.get(key) ?? -Infinity, lastOf(each)));
    }
    for (const [key, last] of lasts) {
      if (days.has(dayOf(last))) return true;
      days.set(dayOf(last), key);
    }
  }
  return false;
}

interface Law {
  readonly spans: readonly MaskSpan[];
  readonly assessed: readonly Assessment[];
}

/** The measured values of one variable of one file; NaN where there is none. */
function measuredIn(of: FileDraft, index: number, { spans, assessed }: Law): number[] {
  const each = of.drafts[index];
  if (!each) return [];
  const times = timesOf(of);
  const perRow = Math.max(1, each.levels);
  const flags = each.hasFlags ? flagsIn(of, each) : [];
  const bits = (assessed.includes('Bad') ? 1 : 0) | (assessed.includes('Indeterminate') ? 2 : 0);
  return storedOf(of, each).map((stored, at) => {
    const time = times[Math.floor(at / perRow)] ?? 0;
    const isReported = spans.some(
      ({ variables, start, end }) =>
        (variables === 'all' || variables.includes(nameOf(index))) && time >= start && time <= end,
    );
    const flag = flags[at] ?? 0;
    if (isReported || (flag !== -9999 && (flag & bits) !== 0)) return Number.NaN;
    if (statedIn(each).includes(stored)) return Number.NaN;
    if (stored === -9999 && each.scale === 0) return Number.NaN; // always missing
    return each.scale > 0 ? stored * each.scale : stored;
  });
}

/**
 * As a client decodes what the series gives: -9999 always stands for missing in what is not packed.
 */
function decoded(values: ArrayLike<number | bigint>, variable: SeriesVariable): number[] {
  const missing = ['missing_value', '_FillValue'].flatMap(
    (name) => numbersAttribute(variable, name) ?? [],
  );
  const scale = numbersAttribute(variable, 'scale_factor')?.[0];
  return Array.from(values, (value) => {
    const stored = Number(value);
    if (missing.includes(stored)) return Number.NaN;
    if (scale === undefined) return stored === -9999 ? Number.NaN : stored;
    return stored * scale;
  });
}

async function compare(series: Series, files: readonly Placed[], law: Law): Promise<void> {
  const names = [...series.variables.values()].filter(({ perRecord }) => perRecord);
  const read = await series.readRows(
    names.map(({ name }) => name),
    0,
    series.rows,
    law,
  );
  for (const variable of names) {
    const match = /^v(\d)(__to_\d{8})?$/.exec(variable.name);
    if (!match) continue;
    const index = Number(match[1]);
    const perRow = Math.max(1, variable.inner[0]?.length ?? 1);
    const expected = new Array<number>(series.rows * perRow).fill(Number.NaN);
    for (const { draft: each, start } of files) {
      if (meaningOf(each, index) === '' || lawfulName(files, each, index) !== variable.name)
        continue;
      measuredIn(each, index, law).forEach((value, at) => {
        expected[start * perRow + at] = value;
      });
    }
    expect(decoded(read.get(variable.name) ?? [], variable), variable.name).toEqual(expected);
  }
}

const spanDraft = fc.record({
  variables: fc.constantFrom<'all' | readonly string[]>('all', ['v0'], ['v1'], ['v0', 'v1']),
  from: fc.integer({ min: 0, max: 5 * 24 }),
  hours: fc.integer({ min: 0, max: 48 }),
});

it('a series over random drifting files has the values of every file, whole, clean and strict [AR6] [AR7] [AR8] [AR11]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { minLength: 1, maxLength: 6 }),
      fc.array(spanDraft, { maxLength: 3 }),
      async (drafts, reports) => {
        const files = placed(drafts);
        fc.pre(files.length > 0 && !isAmbiguous(files));
        const described = await Promise.all(drafts.map(describedFile));
        const series = await openSeries([...described].reverse());
        expect(series.rows).toBe(files.reduce((sum, each) => sum + each.draft.rows, 0));
        expect([...(await series.readTimes(0, series.rows))]).toEqual(
          files.flatMap((each) => timesOf(each.draft)),
        );
        const expected = new Set<string>();
        for (const { draft: each } of files)
          for (let index = 0; index < VARIABLES; index++)
            if (meaningOf(each, index) !== '') expected.add(lawfulName(files, each, index));
        const named = [...series.variables.keys()].filter((name) => /^v\d/.test(name));
        expect(new Set(named)).toEqual(expected);
        const spans = reports.map(({ variables, from, hours }) => {
          const start = START + from * 3600;
          return { variables, start, end: start + hours * 3600 };
        });
        await compare(series, files, { spans: [], assessed: [] });
        await compare(series, files, { spans, assessed: ['Bad'] });
        await compare(series, files, { spans, assessed: ['Bad', 'Indeterminate'] });
        await series.close();
      },
    ),
    { numRuns: Number(process.env.SERIES_RUNS ?? 150) },
  );
});

it('a series over random drifting files gives any rows as it gives all of them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { minLength: 1, maxLength: 5 }),
      fc.tuple(fc.nat(30), fc.nat(30)),
      fc.constantFrom(1, 2, 9),
      async (drafts, [a, b], atOnce) => {
        fc.pre(placed(drafts).length > 0);
        const series = await openSeries(await Promise.all(drafts.map(describedFile)), {
          mostOpen: 1,
          atOnce,
        });
        const start = Math.min(a, b) % (series.rows + 1);
        const stop = Math.max(start, Math.min(series.rows, Math.max(a, b)));
        const law = {
          spans: [{ variables: 'all' as const, start: START + DAY, end: START + 2 * DAY }],
          assessed: ['Bad' as const],
        };
        const names = [...series.variables.values()]
          .filter(({ perRecord }) => perRecord)
          .map(({ name }) => name);
        const all = await series.readRows(names, 0, series.rows, law);
        for (const name of names) {
          const own = (await series.readRows([name], start, stop, law)).get(name);
          const perRow = (all.get(name)?.length ?? 0) / series.rows;
          expect(own).toEqual(all.get(name)?.subarray(start * perRow, stop * perRow));
        }
        await series.close();
      },
    ),
    { numRuns: 60 },
  );
});

it('a series over random drifting files carries text, places and levels as the files have them [AR7] [AR10]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 5 }), async (drafts) => {
      const files = placed(drafts);
      fc.pre(files.length > 0);
      const series = await openSeries(await Promise.all(drafts.map(describedFile)));
      const perRow = (of: (each: FileDraft) => number[]) =>
        files.flatMap(({ draft: each }) =>
          Array.from({ length: each.rows }, () => of(each)).flat(),
        );
      const differs = (of: (each: FileDraft) => unknown) =>
        new Set(files.map((each) => of(each.draft))).size > 1;
      const lat = series.variable('lat');
      expect(lat.perRecord).toBe(differs((each) => each.place));
      const lats = lat.perRecord
        ? (await series.readRows(['lat'], 0, series.rows)).get('lat')
        : await series.readFixed('lat');
      const places = lat.perRecord ? perRow((each) => [each.place]) : [files.at(-1)?.draft.place];
      expect(Array.from(lats ?? [], Number)).toEqual(places);
      const mode = series.variable('mode');
      expect([mode.type, mode.perRecord]).toEqual(['char', differs((each) => each.text)]);
      for (const variable of series.variables.values()) {
        if (!variable.name.startsWith('height')) continue;
        const values = Array.from((await series.readFixed(variable.name)) as Float32Array);
        expect(values).toHaveLength(variable.inner[0]?.length ?? 0);
        expect(variable.inner[0]?.name).toBe(variable.name);
        const [source = ''] = variable.sources;
        const index = Number(source.slice(6));
        const levels = files.map(({ draft: each }) =>
          JSON.stringify(heightsOf(each, each.drafts[index]?.levels ?? 0)),
        );
        expect(levels).toContain(JSON.stringify(values));
        expect(textAttribute(series.variable('time'), 'units')).toBe(
          'seconds since 1970-01-01 00:00:00',
        );
      }
      await series.close();
    }),
    { numRuns: 60 },
  );
});
