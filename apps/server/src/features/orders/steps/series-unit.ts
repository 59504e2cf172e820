// Opens the inputs of a unit as one series for each treatment; inputs that cannot be read, or
// change meanwhile, are left out and named.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  describeFile,
  NetcdfError,
  openDataset,
  openSeries,
  type Series,
  type SeriesFile,
} from '@isobar/netcdf';
import { atOnce } from './at-once.ts';
import { CHANGED } from './copy-unit.ts';
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
export interface UnitPart {
  readonly how: Treatment;
  readonly series: Series;
  readonly inputs: readonly number[];
}

/** `what`: the beginning of a sentence on a failure. `write` makes the one file of all parts. */
export async function seriesUnit(
  input: UnitInput,
  what: string,
  write: (input: UnitInput, parts: readonly UnitPart[]) => Promise<MadeFile>,
): Promise<UnitResult> {
  return await withoutChanged({ input, what, write }, input.inputs, []);
}

/**
 * How far the file `name` of a unit has been written, counted in inputs: all of them were looked at
 * before.
 */
export const reportWriting = (
  { inputs, onProgress }: UnitInput,
  { done, total }: { readonly done: number; readonly total: number },
  name: string,
): void =>
  onProgress(
    inputs.length * (LOOKING + ((1 - LOOKING) * done) / Math.max(1, total)),
    inputs.length,
    name,
  );

interface Making {
  readonly input: UnitInput;
  readonly what: string;
  readonly write: (input: UnitInput, parts: readonly UnitPart[]) => Promise<MadeFile>;
}

/** Inputs that change while they are read are left out, and everything is made again. */
async function withoutChanged(
  making: Making,
  inputs: readonly number[],
  lost: readonly Missing[],
): Promise<UnitResult> {
  const { input, what, write } = making;
  const { plan, unit } = input;
  const missing: Missing[] = [...lost];
  const parts: UnitPart[] = [];
  try {
    const used = new Set(inputs);
    for (const { treatment, inputs: own } of unit.parts ?? [unit]) {
      const how = plan.treatments[treatment];
      if (!how) throw new Error('A unit needs its treatment.');
      const present = own.filter((n) => used.has(n));
      const part = await partOf(input, how, present, missing);
      if (part) parts.push(part);
    }
    if (parts.length === 0) return { files: [], missing, empty: [] };
    const file = await write(input, parts);
    const changed = await changedSince(
      input,
      parts.flatMap((part) => part.inputs),
      new Set(),
    );
    if (changed.length === 0) return { files: [file], missing, empty: [] };
    await rm(join(input.folder, file.file), { force: true });
    const others = inputs.filter((n) => !changed.includes(n));
    return await withoutChanged(making, others, [
      ...lost,
      ...changed.map((n) => ({ file: nameOf(input, n), reason: CHANGED })),
    ]);
  } catch (error) {
    input.signal.throwIfAborted();
    // What the index knew is no longer so: each file is looked at instead.
    if (input.known && error instanceof NetcdfError && error.code === 'changed')
      return await withoutChanged({ ...making, input: withoutKnown(input) }, inputs, lost);
    if (!isOfTheInput(error)) throw error;
    const names = parts.flatMap((part) => part.inputs.map((n) => nameOf(input, n)));
    const reason = `${what}: ${error.message}`;
    return {
      files: [],
      missing: [...missing, ...names.map((file) => ({ file, reason }))],
      empty: [],
    };
  } finally {
    for (const { series } of parts) await series.close();
  }
}

const withoutKnown = ({ known: _, ...input }: UnitInput): UnitInput => input;

const nameOf = ({ plan }: UnitInput, n: number): string => plan.inputs[n]?.fileName ?? '';

/** undefined when no input has rows. Adds what cannot be read to `missing`. */
async function partOf(
  input: UnitInput,
  how: Treatment,
  inputs: readonly number[],
  missing: Missing[],
): Promise<UnitPart | undefined> {
  const files: SeriesFile[] = [];
  const used: number[] = [];
  const known = await input.known?.(inputs);
  let looked = 0;
  await atOnce(FILES_AT_ONCE, inputs, async (n) => {
    input.signal.throwIfAborted();
    const name = nameOf(input, n);
    try {
      const file = known?.get(n) ?? (await describedFile(input, n, name));
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
