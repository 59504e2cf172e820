// Writes the rows of a series into one file, whatever changed between its files.
import { rm } from 'node:fs/promises';
import type { Attribute, Values } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { held, item } from '../held.ts';
import { type Range, runsInside } from '../job/choose-rows.ts';
import type { ConcatenateJob, Streamed, WrittenFile } from '../job/job.ts';
import { MaskTally } from '../job/mask.ts';
import { MISSING } from '../job/missing.ts';
import { OUTPUT_FORMATS, type OutputFormat } from '../job/output-formats.ts';
import { outputSchema, withHistory, withNotes } from '../job/output-schema.ts';
import type { Part } from '../job/plan.ts';
import { sizesOf } from '../job/schema.ts';
import type { Sink } from '../job/sink.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { runYielding, turn } from '../yielding.ts';
import {
  type Chosen,
  type ChosenVariable,
  chooseOf,
  type SeriesChoice,
  writtenValues,
} from './choose.ts';
import { markOf } from './join.ts';
import type { Masking } from './masking.ts';
import type { Series } from './series.ts';

export interface SeriesJob extends SeriesChoice {
  readonly series: Series;
  /** Rows of these spans only, [start, end) in seconds since 1970 UTC; all rows when omitted. */
  readonly ranges?: readonly Range[] | undefined;
  /** One row of so many, of those in the ranges, beginning with the first. */
  readonly every?: number | undefined;
  readonly spans: Masking['spans'];
  readonly assessed: Masking['assessed'];
  /** A path, or one that follows from the times of the first and the last row. */
  readonly output:
    | string
    | ((times: { readonly firstTime: number; readonly lastTime: number }) => string);
  readonly format: OutputFormat;
  /** Of NetCDF-4: 1 to 9, or 0 for none. */
  readonly deflate?: number | undefined;
  readonly history?: string;
  /** Attributes of the file besides those of its inputs. */
  readonly attributes?: readonly Attribute[];
  readonly roomFor?: ConcatenateJob['roomFor'] | undefined;
  readonly signal?: AbortSignal;
  readonly streamed?: Streamed;
  readonly icartt?: ConcatenateJob['icartt'];
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/**
 * Rows [start, stop) of the series, of which those at `rows`, counted from `start`, are written;
 * all when undefined.
 */
interface Run {
  readonly start: number;
  readonly stop: number;
  readonly rows: Uint32Array | undefined;
}

interface Extent {
  readonly records: number;
  readonly firstTime: number;
  readonly lastTime: number;
  readonly earliest: number;
  readonly latest: number;
}

/** Values of rows that are read at a time. */
const BLOCK_BYTES = 8 << 20;

/**
 * `inputs` of the result are all files with rows that are written. Throws `invalid` where no row is
 * in the ranges or no variable is left, `unsupported` where there is no room, what reading throws,
 * and the signal's reason. An output that is not finished is removed.
 */
export async function writeSeries(job: SeriesJob): Promise<WrittenFile> {
  const { series, format } = job;
  const chosen = await chooseOf(series, job);
  const perRecord = chosen.variables.filter(({ written }) => written.perRecord);
  if (!perRecord.some(({ source }) => source.name !== 'time'))
    throw new NetcdfError('no-such-variable', 'No variable is left with a value for every time.');
  const extent = await extentOf(job);
  if (extent.records === 0) throw new NetcdfError('invalid', 'No sample is in the chosen dates.');
  const part = partOf(series, chosen, extent);
  await checkRoom(job, part);
  const own = await series.attributes();
  const kept = job.history === undefined ? own : withHistory(own, job.history);
  const { attributes = [] } = job;
  const globals = [
    ...kept.filter(({ name }) => attributes.every((one) => one.name !== name)),
    ...attributes,
  ];
  const plain = await runYielding(
    outputSchema(part, globals, { byName: new Map(), fillers: new Map() }),
  );
  const traits = OUTPUT_FORMATS[format];
  const notes = [
    ...series.notes,
    ...chosen.notes,
    ...(await traits.notes({ schema: plain, part })),
    ...(job.streamed?.notes ?? []),
  ];
  const schema = job.streamed ? withNotes(plain, notes) : plain;
  const path = typeof job.output === 'string' ? job.output : job.output(extent);
  const { deflate, icartt = {} } = job;
  const sink = await traits.open({ path, schema, part, icartt, deflate });
  const size = sink.size === undefined ? {} : { bytes: sink.size };
  job.streamed?.onBegun?.({ path, notes, ...size });
  const tally = new MaskTally(true);
  try {
    const inputs = await copy(job, chosen, extent, tally, sink);
    const { bytes, family } = await sink.finish(schema.definition.attributes);
    return {
      ...{ path, format: family ?? format, inputs, bytes, notes },
      ...{ records: extent.records, firstTime: extent.firstTime, lastTime: extent.lastTime },
      masked: Object.fromEntries(tally.masked),
      present: Object.fromEntries(tally.present ?? []),
      marks: marksOf(chosen, tally),
      kept: Object.fromEntries(tally.kept),
    };
  } catch (error) {
    await sink.abandon();
    await rm(path, { force: true });
    throw error;
  }
}

/** Answers the names of the files whose rows were written. */
async function copy(
  job: SeriesJob,
  { variables }: Chosen,
  { records }: Extent,
  tally: MaskTally,
  sink: Sink,
): Promise<string[]> {
  const { series, spans, assessed } = job;
  for (const each of variables) {
    if (each.written.perRecord) continue;
    const values = writtenFixed(each, await series.readFixed(each.source.name));
    const rows = each.written.inner[0]?.length ?? 1;
    if (values.length > 0) await sink.writeFixed(each.written.name, { values, start: 0, rows });
    job.signal?.throwIfAborted();
  }
  const rowed = variables.filter(({ written }) => written.perRecord);
  const names = [...new Set(['time', ...rowed.map(({ source }) => source.name)])];
  const inputs: string[] = [];
  let done = 0;
  for await (const { name, runs } of chosenRuns(job, rowBytesOf(rowed))) {
    for (const { start, stop, rows } of runs) {
      job.signal?.throwIfAborted();
      const read = await series.readRows(names, start, stop, { spans, assessed, tally });
      const block = new Map<string, Values>();
      for (const each of rowed)
        block.set(each.written.name, writtenValues(each, held(read, each.source.name), rows));
      const times = timesOf(read.get('time'), rows);
      await sink.writeRows(block, times);
      done += times.length;
      job.streamed?.onWritten?.(sink.settled());
      job.onProgress?.({ done, total: records });
      await turn();
    }
    if (runs.length > 0) inputs.push(name);
  }
  return inputs;
}

const writtenFixed = (chosen: ChosenVariable, values: Values): Values =>
  isNumeric(values) ? writtenValues(chosen, values) : values;

function timesOf(times: Values | undefined, rows: Uint32Array | undefined): Float64Array {
  if (!(times instanceof Float64Array)) throw new TypeError('times are seconds');
  return rows ? Float64Array.from(rows, (row) => item(times, row)) : times;
}

const rowBytesOf = (variables: readonly ChosenVariable[]): number =>
  variables.reduce(
    (sum, { source: { inner } }) => sum + 8 * inner.reduce((all, { length }) => all * length, 1),
    8,
  );

/** Of each file the runs of rows that are written, in blocks. */
async function* chosenRuns(
  { series, ranges, every = 1 }: SeriesJob,
  rowBytes: number,
): AsyncGenerator<{ readonly name: string; readonly runs: readonly Run[] }> {
  const most = Math.max(1, Math.floor(BLOCK_BYTES / rowBytes));
  let skip = 0;
  for (const file of series.files) {
    const runs: Run[] = [];
    for (const own of await runsOf(series, file, ranges)) {
      for (let start = own.start; start < own.stop; start += most) {
        const stop = Math.min(own.stop, start + most);
        const length = stop - start;
        const count = Math.max(0, Math.ceil((length - skip) / every));
        const first = skip;
        skip = skip + count * every - length;
        if (count === 0) continue;
        const rows =
          every === 1
            ? undefined
            : Uint32Array.from({ length: count }, (_, n) => first + n * every);
        runs.push({ start: file.start + start, stop: file.start + stop, rows });
      }
    }
    yield { name: file.name, runs };
  }
}

/** Rows of a file, counted from its first, that are in the ranges. */
async function runsOf(
  series: Series,
  { start, rows, first, last, unordered }: Series['files'][number],
  ranges: readonly Range[] | undefined,
) {
  const whole = [{ start: 0, stop: rows }];
  if (!ranges) return whole;
  if (unordered === 0 && !ranges.some(([from, to]) => from <= last && first < to)) return [];
  return runsInside(await series.readTimes(start, start + rows), ranges);
}

/** How many rows are written, and when they are; reads no values but times. */
async function extentOf(job: SeriesJob): Promise<Extent> {
  const { series } = job;
  let records = 0;
  let [firstTime, lastTime] = [Number.NaN, Number.NaN];
  let [earliest, latest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for await (const { runs } of chosenRuns(job, 8)) {
    for (const { start, stop, rows } of runs) {
      const times = timesOf(await series.readTimes(start, stop), rows);
      records += times.length;
      for (const time of times) {
        if (!Number.isFinite(time)) continue;
        if (Number.isNaN(firstTime)) firstTime = time;
        lastTime = time;
        earliest = Math.min(earliest, time);
        latest = Math.max(latest, time);
      }
    }
    const due = turn();
    if (due) await due;
  }
  return { records, firstTime, lastTime, earliest, latest };
}

function partOf(series: Series, { variables }: Chosen, extent: Extent): Part {
  const written = variables.map((each) => each.written);
  return {
    surveys: [],
    schema: {
      timeDimension: 'time',
      timeVariable: 'time',
      variables: new Map(written.map((variable) => [variable.name, variable])),
      lengths: new Map(
        written.flatMap(({ inner }) => inner.map(({ name, length }) => [name, length])),
      ),
      timeUnits: series.timeUnits,
      baseTime: undefined,
      notes: new Set(),
    },
    ...extent,
    notes: [],
    isForSize: false,
  };
}

async function checkRoom({ roomFor, format }: SeriesJob, part: Part): Promise<void> {
  const { fixed, record } = await runYielding(sizesOf(part.schema));
  const isCompressed = OUTPUT_FORMATS[format].isCompressed || format === 'netcdf4';
  const reason = await roomFor?.({ bytes: fixed + record * part.records, isCompressed });
  if (reason !== undefined) throw new NetcdfError('unsupported', reason);
}

/** What stands for the values that were masked, where it is not -9999. */
function marksOf({ variables }: Chosen, { masked }: MaskTally): Record<string, string> {
  const marks = variables.flatMap(({ source, written, isMeasured }) => {
    const mark = isMeasured ? MISSING : markOf(source);
    const isOther = mark !== undefined && Number(mark) !== MISSING;
    return masked.has(written.name) && isOther ? [[written.name, String(mark)] as const] : [];
  });
  return Object.fromEntries(marks);
}
