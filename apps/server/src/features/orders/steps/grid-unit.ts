// Puts the inputs of a unit on one time grid: those of one selection, or of all selections in one file.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stepInWords } from '@isobar/contract/orders/time-grid.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import {
  describeFile,
  type GridSource,
  NetcdfError,
  OUTPUT_FORMATS,
  openDataset,
  openSeries,
  type Series,
  type SeriesFile,
  writeGrid,
} from '@isobar/netcdf';
import { gridName } from '../../../core/catalogue/output-name.ts';
import { gridOnSeries } from '../../../core/grid/grid-methods.ts';
import { atOnce } from './at-once.ts';
import { CHANGED } from './copy-unit.ts';
import { measureFile } from './measure.ts';
import { isPassing } from './passing.ts';
import type { MadeFile, Treatment, UnitResult } from './plan.ts';
import { changedSince, isOfTheInput, LATER_TRIES } from './unit-failures.ts';
import type { UnitInput } from './unit-input.ts';

/** Files that are looked at at once. */
const FILES_AT_ONCE = 4;
/** Share of the time that is spent looking at the inputs before values are read. */
const LOOKING = 0.3;

type Missing = { readonly file: string; readonly reason: string };

/** A series of the inputs of one treatment. */
interface Part {
  readonly how: Treatment;
  readonly series: Series;
  readonly inputs: readonly number[];
}

export async function gridUnit(input: UnitInput): Promise<UnitResult> {
  return await withoutChanged(input, input.inputs, []);
}

/** Inputs that change while they are read are left out, and everything is made again. */
async function withoutChanged(
  input: UnitInput,
  inputs: readonly number[],
  lost: readonly Missing[],
): Promise<UnitResult> {
  const { plan, unit } = input;
  const missing: Missing[] = [...lost];
  const parts: Part[] = [];
  try {
    for (const { treatment, inputs: own } of unit.parts ?? [unit]) {
      const how = plan.treatments[treatment];
      if (!how?.grid) throw new Error('A unit on a time grid needs the grid.');
      const present = own.filter((n) => inputs.includes(n));
      const part = await partOf(input, how, present, missing);
      if (part) parts.push(part);
    }
    if (parts.length === 0) return { files: [], missing, empty: [] };
    const file = await written(input, parts);
    const changed = await changedSince(
      input,
      parts.flatMap((part) => part.inputs),
      new Set(),
    );
    if (changed.length === 0) return { files: [file], missing, empty: [] };
    await rm(join(input.folder, file.file), { force: true });
    const others = inputs.filter((n) => !changed.includes(n));
    return await withoutChanged(input, others, [
      ...lost,
      ...changed.map((n) => ({ file: nameOf(input, n), reason: CHANGED })),
    ]);
  } catch (error) {
    input.signal.throwIfAborted();
    if (!isOfTheInput(error)) throw error;
    const names = parts.flatMap((part) => part.inputs.map((n) => nameOf(input, n)));
    const reason = `On the time grid: ${error.message}`;
    return {
      files: [],
      missing: [...missing, ...names.map((file) => ({ file, reason }))],
      empty: [],
    };
  } finally {
    for (const { series } of parts) await series.close();
  }
}

const nameOf = ({ plan }: UnitInput, n: number): string => plan.inputs[n]?.fileName ?? '';

/** undefined when no input has rows. Adds what cannot be read to `missing`. */
async function partOf(
  input: UnitInput,
  how: Treatment,
  inputs: readonly number[],
  missing: Missing[],
): Promise<Part | undefined> {
  const files: SeriesFile[] = [];
  const used: number[] = [];
  let looked = 0;
  await atOnce(FILES_AT_ONCE, inputs, async (n) => {
    input.signal.throwIfAborted();
    const name = nameOf(input, n);
    try {
      const file = await describedFile(input, n, name);
      if (file.rows > 0) {
        files.push(file);
        used.push(n);
      }
    } catch (error) {
      input.signal.throwIfAborted();
      const isLater = error instanceof NetcdfError && error.code === 'unreadable';
      if (!isOfTheInput(error) && !isLater) throw error;
      if ((isLater || isPassing(error)) && input.failures < LATER_TRIES) throw error;
      missing.push({ file: name, reason: error instanceof Error ? error.message : String(error) });
    }
    input.onProgress(
      (LOOKING * ++looked * inputs.length) / input.inputs.length,
      inputs.length,
      name,
    );
  });
  if (files.length === 0) return undefined;
  return { how, series: await openSeries(files), inputs: used.sort((a, b) => a - b) };
}

async function describedFile(input: UnitInput, n: number, name: string): Promise<SeriesFile> {
  const open = async () => await openDataset(await input.open(n));
  const dataset = await open();
  const { times, ...described } = await describeFile(dataset).finally(() => dataset.close());
  return { name, ...described, open, times: async () => times };
}

async function written(input: UnitInput, parts: readonly Part[]): Promise<MadeFile> {
  const { unit, folder, orderDate, version, orderId } = input;
  const { grid } = parts[0]?.how ?? {};
  if (!grid || unit.make === 'copy')
    throw new Error('A unit on a time grid needs the grid and a format.');
  const format = unit.make === 'icartt' ? 'csv' : unit.make;
  const [first] = parts;
  const sources = parts.map(sourceOf);
  const ranges = rangesOf(parts);
  const name = gridName(
    parts.length === 1 ? (first?.how.datastream ?? '') : `merged-${orderId}`,
    grid.step,
    OUTPUT_FORMATS[format].extension ?? 'nc',
  );
  const made = await writeGrid({
    sources: sources.map(({ source }) => source),
    step: grid.step,
    ...(ranges ? { ranges } : {}),
    ...(grid.longestSample === undefined ? {} : { longestSample: grid.longestSample }),
    output: join(folder, name),
    format,
    history: `${formatInstant(orderDate)} Isobar ${version}, order ${orderId}: put on a time grid of ${stepInWords(grid.step)}`,
    signal: input.signal,
    ...(input.roomFor ? { roomFor: input.roomFor } : {}),
    onProgress: ({ done, total }) =>
      input.onProgress(
        input.inputs.length * (LOOKING + ((1 - LOOKING) * done) / Math.max(1, total)),
        input.inputs.length,
        name,
      ),
  });
  return {
    name: `${unit.folder}${name}`,
    file: name,
    ...(await measureFile(made.path, input.signal)),
    format: made.format,
    inputs: parts.flatMap(({ inputs }) => inputs),
    firstTime: made.firstTime,
    lastTime: made.lastTime,
    records: made.records,
    masked: {},
    present: {},
    marks: {},
    kept: {},
    notes: sources.flatMap(({ notes }) => notes),
  };
}

function sourceOf({ how, series }: Part): {
  readonly source: GridSource;
  readonly notes: readonly string[];
} {
  const { variables, notes } = gridOnSeries(
    series,
    how.datastream,
    how.grid ?? { variables: [], leftOut: [] },
  );
  return {
    source: {
      name: how.datastream,
      series,
      variables,
      spans: how.masks,
      assessed: how.maskAssessed,
    },
    notes,
  };
}

/** Of all parts together; undefined where one of them is to be taken whole. */
function rangesOf(parts: readonly Part[]): (readonly [number, number])[] | undefined {
  if (parts.some(({ how }) => how.ranges === null)) return undefined;
  return parts.flatMap(({ how }) =>
    (how.ranges ?? []).map(({ start, end }) => [start, end + 1] as const),
  );
}
