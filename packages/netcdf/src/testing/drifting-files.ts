// Random files of one datastream between which everything drifts, for tests of series; and what
// their values mean, slowly.
import type { MadeFile, MadeVariable } from './made-file.ts';

export const DAY = 86400;
export const START = Date.UTC(2020, 0, 1) / 1000;

/** What fast-check draws for one variable of one file. */
export interface Draft {
  readonly isThere: boolean;
  readonly type: 'byte' | 'short' | 'int' | 'float' | 'double';
  readonly units: 'm' | 'km';
  readonly scale: 0 | 0.5 | 0.25;
  readonly missing: 'none' | 'usual' | 'other' | 'both';
  readonly levels: 0 | 2 | 3;
  readonly numbers: readonly number[];
  readonly flags: readonly number[];
  readonly hasFlags: boolean;
}

export interface FileDraft {
  readonly rows: number;
  readonly day: number;
  /** Seconds between rows; 0 repeats times and less goes back. */
  readonly step: number;
  readonly timeUnits: 'seconds' | 'minutes' | 'hours';
  readonly place: number;
  readonly heights: number;
  readonly text: number;
  readonly drafts: readonly Draft[];
}

const SECONDS = { seconds: 1, minutes: 60, hours: 3600 };
/** What a file states as missing. */
export const MISSING = { none: [], usual: [-9999], other: [7], both: [-9999, 7] } as const;

export const nameOf = (index: number): string => `v${index}`;
export const fileName = (index: number): string => `made.b1.${String(index).padStart(3, '0')}.nc`;

/** Types that hold -9999; bytes state 7 alone. */
export const statedIn = ({ missing, type }: Draft): readonly number[] =>
  MISSING[missing].filter((value) => type !== 'byte' || value === 7);

export const timesOf = ({ day, rows, step }: FileDraft): number[] =>
  Array.from({ length: rows }, (_, row) => START + day * DAY + row * step);

const TEXTS = ['abcd', 'efgh'];

/** Stored numbers of a variable, one for each row and level. */
export function storedOf({ rows }: FileDraft, { numbers, levels, type }: Draft): number[] {
  const count = rows * Math.max(1, levels);
  const whole = type !== 'float' && type !== 'double';
  return Array.from({ length: count }, (_, index) => {
    const value = numbers[index % numbers.length] ?? 0;
    if (type === 'byte') return Math.max(-128, Math.min(127, Math.trunc(value)));
    return whole ? Math.trunc(value) : Math.fround(value);
  });
}

export const heightsOf = ({ heights }: FileDraft, levels: number): number[] =>
  Array.from({ length: levels }, (_, level) => heights * 100 + level * 10);

export function drifting(draft: FileDraft): MadeFile {
  const units = `${draft.timeUnits} since ${new Date((START + draft.day * DAY) * 1000).toISOString().slice(0, 10)}`;
  const variables: Record<string, MadeVariable> = {
    base_time: { type: 'int', values: [START + draft.day * DAY], attributes: { units: 's' } },
    time: {
      type: 'double',
      dimensions: ['time'],
      values: timesOf(draft).map(
        (time) => (time - START - draft.day * DAY) / SECONDS[draft.timeUnits],
      ),
      attributes: { units },
    },
    lat: { type: 'float', values: [draft.place], attributes: { units: 'degree_N' } },
    mode: { type: 'char', dimensions: ['letters'], values: TEXTS[draft.text] ?? '' },
  };
  const dimensions: Record<string, number> = { letters: 4 };
  for (const [index, each] of draft.drafts.entries()) {
    if (!each.isThere) continue;
    const level = `height${index}`;
    const inner = each.levels > 0 ? [level] : [];
    if (each.levels > 0) {
      dimensions[level] = each.levels;
      variables[level] = {
        type: 'float',
        dimensions: [level],
        values: heightsOf(draft, each.levels),
      };
    }
    const stated = statedIn(each);
    variables[nameOf(index)] = {
      type: each.type,
      dimensions: ['time', ...inner],
      values: storedOf(draft, each),
      attributes: {
        units: each.units,
        ...(each.scale > 0 ? { scale_factor: String(each.scale) } : {}),
        ...(stated[0] === undefined ? {} : { missing_value: stated[0] }),
        ...(stated[1] === undefined ? {} : { _FillValue: stated[1] }),
      },
    };
    if (!each.hasFlags) continue;
    variables[`qc_${nameOf(index)}`] = {
      type: 'int',
      dimensions: ['time', ...inner],
      values: flagsIn(draft, each),
      attributes: { units: '1', bit_1_assessment: 'Bad', bit_2_assessment: 'Indeterminate' },
    };
  }
  return { time: draft.rows, dimensions, variables };
}

export const flagsIn = ({ rows }: FileDraft, { levels, flags }: Draft): number[] =>
  Array.from(
    { length: rows * Math.max(1, levels) },
    (_, index) => flags[index % flags.length] ?? 0,
  );
