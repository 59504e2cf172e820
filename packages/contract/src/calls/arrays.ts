// Arrays: all files of a datastream as one array, with the quality reports applied; what GET
// {arrays}/{datastream} answers.
import * as z from 'zod/mini';
import { formatCount } from '../count.ts';
import { GRID_METHODS } from '../orders/time-grid.ts';

/**
 * - `whole`: values as the files have them;
 * - `clean`: without what reports call incorrect or suspect, and without what quality variables
 *   call Bad;
 * - `strict`: also without what quality variables call Indeterminate.
 */
export const ARRAY_VARIANTS = ['whole', 'clean', 'strict'] as const;
export type ArrayVariant = (typeof ARRAY_VARIANTS)[number];

export const ARRAY_VARIANT_LABELS: Readonly<Record<ArrayVariant, string>> = {
  whole: 'As stored',
  clean: 'Without bad data',
  strict: 'Without doubtful data',
};

/** A variant as the files have its rows, or on a time grid with cells of `step` seconds. */
export interface ArrayName {
  readonly variant: ArrayVariant;
  readonly step?: number;
}

const NAME = `(${ARRAY_VARIANTS.join('|')})(?:-mean-([1-9]\\d{0,4})s)?`;

/** Names of Zarr stores: 'clean.zarr', 'clean-mean-3600s.zarr'. */
export const ARRAY_STORE = new RegExp(`^${NAME}\\.zarr$`);
/** Names of answers by DAP2, 'clean.dap', 'clean-mean-3600s.dap.dds', and of stores. */
export const ARRAY_ANSWER = new RegExp(
  `^${NAME}\\.(?:zarr|dap(?:\\.(?:dds|das|dods|ver|html|help|info))?)$`,
);

/** Of a name that matches ARRAY_STORE or ARRAY_ANSWER. */
export function readArrayName(name: string): ArrayName {
  const [, first, step] = new RegExp(`^${NAME}`).exec(name) ?? [];
  const variant = ARRAY_VARIANTS.find((each) => each === first) ?? 'whole';
  return step === undefined ? { variant } : { variant, step: Number(step) };
}

/** The same address on a time grid with cells of `step` seconds. */
export const onGrid = (address: string, step: number): string =>
  address.replace(/\.(zarr|dap)$/, `-mean-${step}s.$1`);

/** Ten hexadecimal digits that stand for exact files and reports. */
export const arrayState = z
  .string()
  .check(z.regex(/^[0-9a-f]{10}$/, 'A state has ten digits of 0 to 9 and a to f.'));

const addresses = z.object({
  /** Zarr group, version 3 and 2. */
  zarr: z.string(),
  /** DAP2 (OPeNDAP). */
  dap: z.string(),
});

const arrayVariable = z.object({
  name: z.string(),
  /** As NetCDF calls it: 'float', 'short'; 'char' is text, one byte a character. */
  type: z.string(),
  units: z.string(),
  longName: z.string(),
  dimensions: z.array(z.string()),
  shape: z.array(z.number()),
  /** Lengths of a chunk along the dimensions. */
  chunk: z.array(z.number()),
  /** First and last time of the files that have it, UTC. */
  from: z.string(),
  to: z.string(),
  /** Its names in the files, of which the newest is the last. */
  source: z.array(z.string()),
  /** How it is put on a time grid, where it also has this name; absent: it is on none. */
  gridMethod: z.optional(z.enum(GRID_METHODS)),
});

/** One of the values that something had. */
const arrayChange = z.object({
  /** The variable as the files call it, or the global attribute; '' for all files. */
  subject: z.string(),
  aspect: z.enum([
    'units',
    'dimensions',
    'levels',
    'packing',
    'missing values',
    'type',
    'presence',
    'attribute',
    'gap',
  ]),
  value: z.string(),
  /** The variable of the array that holds these values; '' for none. */
  variable: z.string(),
  from: z.string(),
  to: z.string(),
  files: z.number(),
});

export const arrayInfo = z.object({
  datastream: z.string(),
  state: arrayState,
  /** When this state was seen first, UTC. */
  madeAt: z.string(),
  rows: z.number(),
  files: z.number(),
  /** Bytes of all values, without compression. */
  bytes: z.number(),
  /** First and last time, UTC. */
  start: z.string(),
  end: z.string(),
  variants: z.object({ whole: addresses, clean: addresses, strict: addresses }),
  variables: z.array(arrayVariable),
  /** Files that are in no array, by reason. */
  leftOut: z.array(
    z.object({ reason: z.string(), files: z.number(), first: z.string(), last: z.string() }),
  ),
  /** How the array differs from its files; also the attribute `isobar_notes` of its group. */
  notes: z.array(z.string()),
  /** What changed over the years; as lines of text also the attribute `isobar_changes`. */
  changes: z.array(arrayChange),
});
export type ArrayInfo = z.infer<typeof arrayInfo>;

/** Which files are left out, and why; without a full stop. */
export const leftOutText = ({ reason, files, first, last }: ArrayInfo['leftOut'][number]): string =>
  `${files === 1 ? `${first} is` : `${formatCount(files)} files from ${first} to ${last} are`} left out: ${reason}`;

type Change = Pick<
  ArrayInfo['changes'][number],
  'subject' | 'aspect' | 'value' | 'variable' | 'from' | 'to'
>;

/** What something had, where files may state nothing. */
export const changedValue = ({ aspect, value }: Pick<Change, 'aspect' | 'value'>): string =>
  value || (aspect === 'packing' ? 'none' : 'not stated');

/** One of the values that something had, as a line of text. */
export const changeText = (change: Change): string =>
  `${change.subject || 'all files'}: ${change.aspect} ${changedValue(change)} from ${change.from.slice(0, 10)} to ${change.to.slice(0, 10)}${change.variable && `, in ${change.variable}`}`;

/** Cells of one array, at most: a client reads the times of all of them. */
export const MOST_GRID_CELLS = 50_000_000;

/**
 * Cells of the array on a time grid, from the one that holds its first time to the one that holds
 * its last.
 */
export function cellsOf({ start, end }: Pick<ArrayInfo, 'start' | 'end'>, step: number): number {
  const cell = (instant: string): number => Math.floor(Date.parse(instant) / 1000 / step);
  return cell(end) - cell(start) + 1;
}
