// The plan of an order: which files go in, and the units of work that make what comes out. Pure.
import { FILE_FORMATS, formatOf, type Maker } from '@isobar/contract/orders/formats.ts';
import { oneFile } from '@isobar/contract/orders/one-file.ts';
import { formatsFor, joinedMegabytesFor } from '@isobar/contract/orders/own-choices.ts';
import type { OrderRequest, SelectedDatastream } from '@isobar/contract/orders/request.ts';
import { GRID_METHODS, gridLimits, type TimeGrid } from '@isobar/contract/orders/time-grid.ts';
import { OUTPUT_FORMATS } from '@isobar/netcdf';
import * as z from 'zod';
import type { FileRecord, SecondsRange } from '../../../core/catalogue/files.ts';
import type { GridPlan } from '../../../core/grid/grid-methods.ts';
import { inOneGo } from '../../../platform/admission/main-thread.ts';
import type { Missing } from '../order.ts';

const range = z.object({ start: z.number(), end: z.number() });
const maskSpan = z.object({
  variables: z.union([z.literal('all'), z.array(z.string())]),
  start: z.number(),
  end: z.number(),
});
export type MaskSpan = z.infer<typeof maskSpan>;

/** One file of the archive that the order asks for; its position in the list is its number. */
const input = z.object({
  datastream: z.string(),
  fileName: z.string(),
  path: z.string(),
  /** Bytes, as the catalogue knows it. */
  size: z.number(),
  /** First and last sample, seconds UTC. */
  start: z.number(),
  end: z.number(),
});
export type PlannedInput = z.infer<typeof input>;

const grid = z.object({
  /** Seconds. */
  step: z.number(),
  longestSample: z.optional(z.number()),
  variables: z.array(
    z.object({
      name: z.string(),
      method: z.enum(GRID_METHODS),
      speed: z.optional(z.string()),
      limits: z.optional(gridLimits),
    }),
  ),
  leftOut: z.array(z.object({ name: z.string(), reason: z.string() })),
});
export type Gridded = z.infer<typeof grid>;

const treatment = z.object({
  datastream: z.string(),
  /** Empty: all. */
  variables: z.array(z.string()),
  /** Closed, seconds UTC; null: whole files. */
  ranges: z.array(range).nullable(),
  masks: z.array(maskSpan),
  maskAssessed: z.array(z.enum(['Bad', 'Indeterminate'])),
  /** Files are joined up to this many bytes; null: each for itself. */
  joinTo: z.number().nullable(),
  /** Rows in the order of their times, each time once. */
  sortTimes: z.optional(z.boolean()),
  /** All variables are put on one time grid. */
  grid: z.optional(grid),
  /** One file, whatever changed between the files. */
  oneFile: z.optional(oneFile),
});
export type Treatment = z.infer<typeof treatment>;

const MAKERS = FILE_FORMATS.flatMap((row): Maker[] =>
  'aerial' in row ? [row.maker, row.aerial.maker] : [row.maker],
);

const unit = z.object({
  /** 'copy': bytes as they are. */
  make: z.enum(['copy', ...MAKERS]),
  treatment: z.number(),
  /** Numbers of inputs, in order of time. */
  inputs: z.array(z.number()),
  /** Folder in the delivery; empty unless a datastream was selected twice. */
  folder: z.string(),
  /**
   * Where several selections go into one file, each with its inputs; `treatment` is then the first
   * of them.
   */
  parts: z.optional(z.array(z.object({ treatment: z.number(), inputs: z.array(z.number()) }))),
});
export type Unit = z.infer<typeof unit>;

export const plan = z.object({
  orderId: z.number(),
  inputs: z.array(input),
  treatments: z.array(treatment),
  units: z.array(unit),
});
export type Plan = z.infer<typeof plan>;

/** What was found of an input: its true size and SHA-256, or why it cannot be delivered. */
export const checkedInput = z.object({
  input: z.number(),
  bytes: z.number(),
  sha256: z.string().nullable(),
  missing: z.string().nullable(),
});
export type CheckedInput = z.infer<typeof checkedInput>;

/** What cannot be delivered of the inputs that were looked at, in the order of the plan. */
export const lostInputs = (
  { inputs }: Plan,
  checked: ReadonlyMap<number, CheckedInput>,
): Missing[] =>
  inputs.flatMap(({ fileName: file }, n) => {
    const reason = checked.get(n)?.missing;
    return typeof reason === 'string' ? [{ file, reason }] : [];
  });

export const unitResult = z.object({
  files: z.array(
    z.object({
      /** The name of the file in the delivery and in the unit's folder. */
      name: z.string(),
      file: z.string(),
      bytes: z.number(),
      sha256: z.string(),
      /** CRC-32 as in a ZIP. */
      crc32: z.number(),
      format: z.string(),
      inputs: z.array(z.number()),
      /** First and last sample, seconds UTC; null of a copy. */
      firstTime: z.number().nullable(),
      lastTime: z.number().nullable(),
      records: z.number().nullable(),
      /**
       * How many values were masked, by variable; `marks`: the value that replaces them, where that
       * is not -9999.
       */
      masked: z.record(z.string(), z.number()),
      /** Values that were there before, by variable; only of variables that a mask is about. */
      present: z.record(z.string(), z.number()).default({}),
      marks: z.record(z.string(), z.string()).default({}),
      /** Flagged values that could not be masked, by variable. */
      kept: z.record(z.string(), z.object({ values: z.number(), reason: z.string() })).default({}),
      notes: z.array(z.string()),
    }),
  ),
  missing: z.array(z.object({ file: z.string(), reason: z.string() })),
  /** Inputs that have no sample in the ranges: named in the receipt, but not missing. */
  empty: z.array(z.string()),
});
export type UnitResult = z.infer<typeof unitResult>;
export type MadeFile = UnitResult['files'][number];

/** One selection with what the archive knows about it. */
/** A stored plan names an input or a treatment that it does not have. */
export class DamagedPlan extends Error {
  override readonly name = 'DamagedPlan';
}

/** The input of a plan that a unit names by its number. */
export function inputOf(
  { inputs }: { readonly inputs: readonly PlannedInput[] },
  number: number,
): PlannedInput {
  const found = inputs[number];
  if (!found) throw new DamagedPlan(`The plan has no input ${number}: it has ${inputs.length}.`);
  return found;
}

/** How the files of a unit are treated. */
export function treatmentOf(
  { treatments }: Pick<Plan, 'treatments'>,
  unit: Pick<Unit, 'treatment'>,
): Treatment {
  const found = treatments[unit.treatment];
  if (!found) throw new DamagedPlan(`The plan has no treatment ${unit.treatment}.`);
  return found;
}

export interface PlannedSelection {
  readonly selected: SelectedDatastream;
  readonly ranges: readonly SecondsRange[];
  readonly files: readonly FileRecord[];
  /** Raw levels: nothing can be extracted. */
  readonly raw: boolean;
  /** Aircraft: ICARTT replaces ASCII-CSV. */
  readonly aerial: boolean;
  /** Spans of the quality reports of the classes that were chosen. */
  readonly masks: readonly MaskSpan[];
  /** With a time grid: how its variables are put on it. */
  readonly grid?: GridPlan;
}

/**
 * A unit takes at most this much, so that a killed worker loses little and other orders are
 * scheduled soon.
 */
const UNIT_FILES = 64;
const UNIT_BYTES = 512e6;
/**
 * Limits of a unit whose files are joined, larger than those of other units: joined files have to
 * be in one unit, or a new output begins.
 */
const JOINED_FILES = 4000;
const JOINED_BYTES = 16e9;

/** A step for each selection. */
export function* planSteps(
  orderId: number,
  request: OrderRequest,
  selections: readonly PlannedSelection[],
): Generator<undefined, Plan, undefined> {
  const made: Plan = { orderId, inputs: [], treatments: [], units: [] };
  const numbers = new Map<string, number>();
  const seen = new Map<string, number>();
  for (const selection of selections) {
    const { datastream } = selection.selected;
    const times = (seen.get(datastream) ?? 0) + 1;
    seen.set(datastream, times);
    const folder = times === 1 ? '' : `selection-${times}/`;
    addSelection(made, numbers, request, selection, folder);
    yield;
  }
  if (request.selectedData.timeGrid?.merge) mergeGridded(made);
  return made;
}

export const makePlan = (...given: Parameters<typeof planSteps>): Plan =>
  inOneGo(planSteps(...given));

function addSelection(
  made: Plan,
  numbers: Map<string, number>,
  request: OrderRequest,
  selection: PlannedSelection,
  folder: string,
): void {
  const treatmentNumber = made.treatments.length;
  const how = treat(request, selection);
  const formats = new Set(formatsFor(request.selectedData, selection.selected));
  made.treatments.push(how);
  const inputs = selection.files.map((file) => numberOf(made, numbers, file));
  const plain = selection.files.map((file) => selection.raw || file.design === null);
  const asIs = inputs.filter((_, i) => plain[i]);
  const readable = inputs.filter((_, i) => !plain[i]);
  const add = (make: Unit['make'], members: readonly number[], joined: boolean) => {
    for (const group of groups(members, made.inputs, joined))
      made.units.push({ make, treatment: treatmentNumber, inputs: group, folder });
  };
  add('copy', asIs, false);
  if (how.grid || how.oneFile) {
    // All in one unit: a cell may have samples of two files, and rows are one file.
    for (const code of formats) {
      const maker = formatOf(code, selection.aerial)?.maker;
      if (maker !== undefined && readable.length > 0)
        made.units.push({ make: maker, treatment: treatmentNumber, inputs: readable, folder });
    }
    return;
  }
  for (const code of formats) {
    const maker = formatOf(code, selection.aerial)?.maker;
    if (maker === undefined) continue;
    const joined = isJoined(maker, how);
    if (joined || OUTPUT_FORMATS[maker].isTable) add(maker, readable, joined);
    else {
      const whole = readable.filter((n) => isUntouched(inputOf(made, n), how));
      add('copy', whole, false);
      const untouched = new Set(whole);
      add(
        maker,
        readable.filter((n) => !untouched.has(n)),
        false,
      );
    }
  }
}

/** Whether inputs of a unit go into one file. */
export const isJoined = (make: Unit['make'], { joinTo }: Pick<Treatment, 'joinTo'>): boolean =>
  make !== 'copy' && OUTPUT_FORMATS[make].joins && joinTo !== null;

/** Units on the grid of one format become one unit. */
function mergeGridded(made: Plan): void {
  const isGridded = ({ make, treatment: n }: Unit) =>
    make !== 'copy' && made.treatments[n]?.grid !== undefined;
  const byMake = Map.groupBy(made.units.filter(isGridded), ({ make }) => make);
  const others = made.units.filter((one) => !isGridded(one));
  const merged = [...byMake.values()].flatMap((units): Unit[] => {
    const [first] = units;
    if (!first || units.length === 1) return units;
    const parts = units.map(({ treatment: n, inputs }) => ({ treatment: n, inputs }));
    return [
      { ...first, inputs: [...new Set(units.flatMap(({ inputs }) => inputs))], folder: '', parts },
    ];
  });
  made.units.splice(0, made.units.length, ...others, ...merged);
}

function treat(request: OrderRequest, selection: PlannedSelection): Treatment {
  const { selected } = selection;
  const { selectedData } = request;
  const anyQc = selectedData.selectedDatastreams.some((one) => one.qcFilter);
  const qc = selected.qcFilter || (!anyQc && formatsFor(selectedData, selected).includes('SMQC'));
  const megabytes = joinedMegabytesFor(selectedData, selected);
  const wholeFiles = selected.files.length > 0 || selection.ranges.length === 0;
  return {
    datastream: selected.datastream,
    ...(selectedData.oneFile && !selection.raw ? { oneFile: selectedData.oneFile } : {}),
    variables: selected.variables,
    ranges: wholeFiles ? null : [...selection.ranges],
    masks: [...selection.masks],
    maskAssessed: !qc
      ? []
      : selected.dqrFilter.includes('suspect')
        ? ['Bad', 'Indeterminate']
        : ['Bad'],
    ...(selectedData.sortTimes ? { sortTimes: true } : {}),
    ...(selectedData.timeGrid && selection.grid && !selection.raw
      ? { grid: gridOf(selectedData.timeGrid, selection.grid) }
      : {}),
    joinTo: megabytes === null ? null : megabytes * 1e6,
  };
}

const gridOf = ({ step, longestSample }: TimeGrid, { variables, leftOut }: GridPlan): Gridded => ({
  step,
  ...(longestSample === undefined ? {} : { longestSample }),
  variables: [...variables],
  leftOut: [...leftOut],
});

/** A NetCDF file that nothing would change is delivered as it is, byte for byte. */
function isUntouched(file: PlannedInput, how: Treatment): boolean {
  if (how.variables.length > 0 || how.maskAssessed.length > 0 || how.sortTimes) return false;
  if (how.masks.some((mask) => mask.start <= file.end && mask.end >= file.start)) return false;
  return how.ranges === null || how.ranges.some((r) => r.start <= file.start && r.end >= file.end);
}

function numberOf(made: Plan, numbers: Map<string, number>, file: FileRecord): number {
  const known = numbers.get(file.path);
  if (known !== undefined) return known;
  const number = made.inputs.length;
  numbers.set(file.path, number);
  const { datastream, fileName, path, size, start, end } = file;
  made.inputs.push({ datastream, fileName, path, size, start, end });
  return number;
}

function groups(
  members: readonly number[],
  inputs: readonly PlannedInput[],
  joined: boolean,
): number[][] {
  const [mostFiles, mostBytes] = joined ? [JOINED_FILES, JOINED_BYTES] : [UNIT_FILES, UNIT_BYTES];
  const made: number[][] = [];
  let bytes = 0;
  for (const member of members) {
    const { size } = inputOf({ inputs }, member);
    const last = made.at(-1);
    if (last && last.length < mostFiles && bytes + size <= mostBytes) {
      last.push(member);
      bytes += size;
    } else {
      made.push([member]);
      bytes = size;
    }
  }
  return made;
}
