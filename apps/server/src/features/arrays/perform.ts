// The part of arrays that runs in a thread of the worker pool: opens series over exact files,
// reads, masks and encodes.
import { extname } from 'node:path';
import type { ArrayVariant } from '@isobar/contract/calls/arrays.ts';
import { Problem } from '@isobar/contract/problem.ts';
import {
  type Masking,
  type MergedVariable,
  NetcdfError,
  type NumericArray,
  numbersAttribute,
  openSeries,
  openSeriesGrid,
  putSpreadTimes,
  type Series,
  unpackTimes,
} from '@isobar/netcdf';
import { LRUCache } from 'lru-cache';
import { seriesGridPlan } from '../../core/grid/grid-methods.ts';
import { type Description, packDescription } from '../../core/series/description.ts';
import { isUnchanged, openExact } from '../../core/series/exact-file.ts';
import { type Manifest, partsOf, startsOf, unpackManifest } from '../../core/series/manifest.ts';
import { filesOfManifest } from '../../core/series/open-manifest.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import type {
  ArrayAnswer,
  ArrayJob,
  EncodeTimes,
  KnownTimes,
  ReadBlock,
  ReadCells,
} from './array-job.ts';
import { toBlosc } from './blosc.ts';
import { describeSeries } from './description.ts';
import { elementBytes } from './elements.ts';
import { describeGrid } from './grid-description.ts';
import { filesOfCells, knownExtents, manifestGroups } from './grid-files.ts';

export interface Opened {
  readonly series: Series;
  readonly manifest: Manifest;
  readonly starts: readonly number[];
  /** Packed times by the index of the file, as jobs bring them. */
  readonly times: Map<number, Uint8Array>;
}

/** Series that a thread keeps, each with some open files. */
const MOST_SERIES = 3;
/** Files of a distant archive that one read opens at once. */
const DISTANT_AT_ONCE = 8;
/** Packed times that are kept of one series. */
const MOST_TIMES = 4000;
/** Level of zlib for times, which are read first and compress well. */
const TIMES_LEVEL = 6;

export interface ArrayPerformer {
  perform(archive: ArchiveStore, job: ArrayJob): Promise<ArrayAnswer>;
  /** Closes the files that are kept open. */
  close(): Promise<void>;
}

export function arrayPerformer(): ArrayPerformer {
  const opened = new LRUCache<string, Promise<Opened>>({
    max: MOST_SERIES,
    dispose: (closing) => void closeSeries(closing),
  });
  const perform = async (archive: ArchiveStore, job: ArrayJob): Promise<ArrayAnswer> => {
    if (job.is === 'times') return await encodeTimes(job);
    const under = opened.get(job.id) ?? openManifest(archive, job.manifest);
    opened.set(job.id, under);
    try {
      const found = await under;
      if (job.is === 'ready') return await makeReady(archive, found);
      if (job.is === 'block') return await readBlock(archive, found, job);
      if (job.is === 'cells') return await readCells(archive, found, job);
      if (job.is === 'grid') bring(found, job.times);
      const plain = await describeSeries(found.series);
      const bytes = await packDescription(
        job.is === 'open' ? plain : await describedGrid(found.series, job.step, plain),
      );
      return { bytes, lengths: [bytes.length] };
    } catch (error) {
      opened.delete(job.id);
      const changed = changedFile(error);
      if (changed !== undefined) return { changed };
      throw error;
    }
  };
  return {
    perform,
    close: async () => {
      const all = [...opened.values()];
      opened.clear();
      await Promise.all(all.map(closeSeries));
    },
  };
}

const closeSeries = async (opened: Promise<Opened>): Promise<void> =>
  // one that failed to open is closed
  await opened.then(({ series }) => series.close()).catch(() => {});

/** The name of a file that is not the one that was described; undefined for any other failure. */
function changedFile(error: unknown): string | undefined {
  if (error instanceof NetcdfError && error.code === 'changed') return error.message;
  if (error instanceof Problem && error.code === 'not-found') return error.message;
  return undefined;
}

export async function openManifest(archive: ArchiveStore, packed: Uint8Array): Promise<Opened> {
  const manifest = await unpackManifest(packed);
  const times = new Map<number, Uint8Array>();
  const series = await openSeries(filesOfManifest(archive, manifest, times), {
    atOnce: archive.localPath ? 1 : DISTANT_AT_ONCE,
  });
  return { series, manifest, starts: startsOf(manifest.files), times };
}

/** Opens the newest file of each kind: the library of its format is loaded then. */
async function makeReady(archive: ArchiveStore, { manifest }: Opened): Promise<ArrayAnswer> {
  const newest = new Map(manifest.files.map((file) => [extname(file.path), file]));
  for (const file of newest.values()) await (await openExact(archive, file)).close();
  return { bytes: new Uint8Array(0), lengths: [] };
}

const MASKINGS = {
  whole: { isMasked: false, assessed: [] },
  clean: { isMasked: true, assessed: ['Bad'] },
  strict: { isMasked: true, assessed: ['Bad', 'Indeterminate'] },
} as const;

function maskingOf({ masks }: Manifest, variant: ArrayVariant): Masking {
  const { isMasked, assessed } = MASKINGS[variant];
  return { spans: isMasked ? masks : [], assessed };
}

function bring({ times }: Pick<Opened, 'times'>, brought: ReadonlyMap<number, Uint8Array>): void {
  if (times.size > MOST_TIMES) times.clear();
  for (const [index, packed] of brought) times.set(index, packed);
}

async function readBlock(
  archive: ArchiveStore,
  { series, manifest, starts, times }: Opened,
  { names, variant, range, times: brought }: ReadBlock,
): Promise<ArrayAnswer> {
  bring({ times }, brought);
  if (!range) {
    const pieces: Uint8Array[] = [];
    for (const name of names) pieces.push(await fixedChunk(series, name));
    return joined(pieces);
  }
  const { start, stop, rows } = range;
  const columns = await series.readRows(names, start, stop, maskingOf(manifest, variant));
  const parts = partsOf(manifest.files, starts, start, stop);
  const changed = await changedOf(
    archive,
    parts.map(({ file }) => file),
  );
  if (changed !== undefined) return { changed };
  return await encoded(
    names.map((name) => series.variable(name)),
    columns,
    rows,
  );
}

/** The name of one that was written to since it was described. */
async function changedOf(
  archive: ArchiveStore,
  files: Manifest['files'],
): Promise<string | undefined> {
  const unchanged = await Promise.all(files.map((file) => isUnchanged(archive, file)));
  return files.find((_, at) => !unchanged[at])?.name;
}

async function describedGrid(
  series: Series,
  step: number,
  plain: Description,
): Promise<Description> {
  const { variables, leftOut } = seriesGridPlan(series.variables.values());
  return describeGrid(await openSeriesGrid(series, variables, step), plain, leftOut);
}

async function readCells(
  archive: ArchiveStore,
  { series, manifest, times }: Opened,
  { names, variant, grid, range, times: brought }: ReadCells,
): Promise<ArrayAnswer> {
  bring({ times }, brought);
  const { variables } = seriesGridPlan(series.variables.values());
  const table = await openSeriesGrid(series, variables, grid.step, knownExtents(grid));
  const { start, stop, rows } = range;
  const columns = await table.readCells(names, start, stop, maskingOf(manifest, variant));
  const { from, to } = filesOfCells(manifestGroups(manifest, grid), grid, start, stop);
  const changed = await changedOf(archive, manifest.files.slice(from, to));
  if (changed !== undefined) return { changed };
  const own = table.perCell.filter(({ name }) => names.includes(name));
  const inOrder = names.flatMap((name) => own.find((each) => each.name === name) ?? []);
  return await encoded(inOrder, columns, rows);
}

async function encoded(
  variables: readonly MergedVariable[],
  columns: ReadonlyMap<string, NumericArray>,
  rows: number,
): Promise<ArrayAnswer> {
  const pieces: Uint8Array[] = [];
  for (const variable of variables) {
    const { name } = variable;
    const values = columns.get(name);
    if (!values) throw new Error(`no values of ${name}`);
    const level = name === 'time' ? TIMES_LEVEL : undefined;
    pieces.push(await toBlosc(padded(values, variable, rows), values.BYTES_PER_ELEMENT, level));
  }
  return joined(pieces);
}

/**
 * Needs neither the files nor a series over them. All chunks are made in the same memory: new one
 * would be collected all the time.
 */
async function encodeTimes({ chunks, rows, fill }: EncodeTimes): Promise<ArrayAnswer> {
  const times = new Float64Array(rows);
  const shuffled = new Uint8Array(times.byteLength);
  const pieces: Uint8Array[] = [];
  const unpack = unpacker();
  for (const parts of chunks) {
    let at = 0;
    for (const part of parts) {
      const { first, step, from, to } = part;
      const into = times.subarray(at, at + to - from);
      if (step !== null) putSpreadTimes({ first, step }, from, into);
      else into.set((await unpack(part)).subarray(from, to));
      at += to - from;
    }
    times.fill(fill, at);
    pieces.push(await toBlosc(bytesOf(times), times.BYTES_PER_ELEMENT, TIMES_LEVEL, shuffled));
  }
  return joined(pieces);
}

/** A file that ends in one chunk goes on in the next: its times are unpacked once. */
function unpacker(): (part: KnownTimes) => Promise<Float64Array> {
  let last: { packed: KnownTimes['packed']; times: Promise<Float64Array> } | undefined;
  return ({ packed, rows }) => {
    if (packed && last?.packed === packed) return last.times;
    const times = packed
      ? unpackTimes(packed, rows)
      : Promise.resolve(new Float64Array(rows).fill(Number.NaN));
    last = { packed, times };
    return times;
  };
}

async function fixedChunk(series: Series, name: string): Promise<Uint8Array> {
  const values = await series.readFixed(name);
  if (!('buffer' in values)) throw new Error(`${name} is text of any length`);
  return await toBlosc(bytesOf(values), values.BYTES_PER_ELEMENT);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: NumericArray): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** The last chunk is as long as the others: behind its rows are fill values. */
function padded(values: NumericArray, variable: MergedVariable, rows: number): Uint8Array {
  const raw = bytesOf(values);
  const size = values.BYTES_PER_ELEMENT;
  const length = elementCount(variable) * rows * size;
  if (raw.length === length) return raw;
  const made = new Uint8Array(length);
  made.set(raw);
  const fill = elementBytes(variable.type, fillNumber(variable));
  for (let at = raw.length; at < length; at += size) made.set(fill, at);
  return made;
}

const elementCount = ({ inner }: MergedVariable): number =>
  inner.reduce((product, { length }) => product * length, 1);

function fillNumber(variable: MergedVariable): number | bigint {
  for (const name of ['_FillValue', 'missing_value']) {
    const value = variable.attributes.find((each) => each.name === name)?.value;
    const isBig = value instanceof BigInt64Array || value instanceof BigUint64Array;
    const first = isBig ? value[0] : numbersAttribute(variable, name)?.[0];
    if (first !== undefined) return first;
  }
  return 0;
}

function joined(pieces: readonly Uint8Array[]): ArrayAnswer {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return { bytes, lengths: pieces.map(({ length }) => length) };
}
