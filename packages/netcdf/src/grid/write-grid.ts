// Writes one or several series on one time grid into one file, slab by slab.
import { rm } from 'node:fs/promises';
import type { Attribute, Values } from '../dataset.ts';
import { item } from '../held.ts';
import type { ConcatenateJob, MaskSpan } from '../job/job.ts';
import { OUTPUT_FORMATS, type OutputFormat } from '../job/output-formats.ts';
import { outputSchema, withHistory } from '../job/output-schema.ts';
import type { Part } from '../job/plan.ts';
import type { Assessment } from '../job/quality-flags.ts';
import { type MergedVariable, sizesOf } from '../job/schema.ts';
import type { Family, Sink } from '../job/sink.ts';
import { NetcdfError } from '../netcdf-error.ts';
import type { Series } from '../series/series.ts';
import { runYielding, turn } from '../yielding.ts';
import { type FileGroup, fileExtents, fileGroups } from './file-groups.ts';
import { text } from './flags.ts';
import { type GridColumn, gridColumns } from './grid-columns.ts';
import { type GridVariable, gridSlabs, slabCells } from './grid-series.ts';
import { cellTimes, extentOf, fixedVariables, TIMES } from './grid-table.ts';
import { OutputCells } from './output-cells.ts';

export interface GridSource {
  /** Of the datastream: it is added to names that several sources have. */
  readonly name: string;
  readonly series: Series;
  readonly variables: readonly GridVariable[];
  readonly spans: readonly MaskSpan[];
  /** Samples that their own quality variable assesses so are not used; Bad ones never are. */
  readonly assessed?: readonly Assessment[];
}

export interface GridJob {
  readonly sources: readonly GridSource[];
  /** Seconds; it divides a day. */
  readonly step: number;
  /** Cells whose start is in one of these spans only, [start, end) in seconds since 1970 UTC. */
  readonly ranges?: readonly (readonly [start: number, end: number])[];
  readonly longestSample?: number;
  readonly output: string;
  readonly format: OutputFormat;
  readonly history?: string;
  /** As for a job of extracting: a reason why an output of so many bytes must not be written. */
  readonly roomFor?: ConcatenateJob['roomFor'];
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

export interface GridFile {
  readonly path: string;
  readonly format: Family | OutputFormat;
  readonly records: number;
  readonly bytes: number;
  /** Starts of the first and the last cell, seconds since 1970 UTC. */
  readonly firstTime: number;
  readonly lastTime: number;
  /** Variables of the output, in order. */
  readonly variables: readonly string[];
}

/**
 * Throws `invalid` for a step that does not divide a day, and where no cell is in the ranges; what
 * reading throws, and the signal's reason. An output that is not finished is removed.
 */
export async function writeGrid(job: GridJob): Promise<GridFile> {
  const groups = await Promise.all(job.sources.map(({ series }) => groupsOf(series)));
  const cells = new OutputCells(job.step, extentOf(groups.flat()), job.ranges);
  if (cells.count === 0) throw new NetcdfError('invalid', 'No sample is in the chosen dates.');
  const named = namesOf(job.sources);
  const plans = job.sources.map((source, index) => ({
    source,
    groups: item(groups, index),
    columns: gridColumns(source.series, source.variables, (name) => named(index, name)),
  }));
  const slab = Math.min(
    ...job.sources.map(({ series, variables }) => slabCells(series, variables)),
  );
  const fixed = fixedVariables(job.sources);
  const part = partOf(cells, [
    ...TIMES,
    ...plans.flatMap(({ columns }) => columns.map(({ variable }) => variable)),
    ...fixed.map(({ variable }) => variable),
  ]);
  await checkRoom(job, cells.count, part);
  const globals = await globalsOf(job);
  const schema = await runYielding(
    outputSchema(part, globals, { byName: new Map(), fillers: new Map() }),
  );
  const sink = await OUTPUT_FORMATS[job.format].open({
    path: job.output,
    schema,
    part,
    icartt: {},
  });
  try {
    for (const { variable, series } of fixed) {
      const values = await series.readFixed(variable.name);
      const rows = variable.inner[0]?.length ?? 1;
      await sink.writeFixed(variable.name, { values, start: 0, rows });
    }
    await writeSlabs(job, cells, slab, plans, sink);
    const { bytes, family } = await sink.finish(schema.definition.attributes);
    return {
      ...{ path: job.output, format: family ?? job.format, records: cells.count, bytes },
      ...{ firstTime: cells.startOf(0), lastTime: cells.startOf(cells.count - 1) },
      variables: [...part.schema.variables.keys()],
    };
  } catch (error) {
    await sink.abandon();
    await rm(job.output, { force: true });
    throw error;
  }
}

interface PlannedSource {
  readonly source: GridSource;
  readonly groups: readonly FileGroup[];
  readonly columns: readonly GridColumn[];
}

async function writeSlabs(
  job: GridJob,
  cells: OutputCells,
  slab: number,
  plans: readonly PlannedSource[],
  sink: Sink,
): Promise<void> {
  const streams = plans.map(({ source, groups, columns }) => ({
    columns,
    slabs: gridSlabs(source.series, groups, { ...source, ...longest(job) }, cells, slab),
  }));
  for (let from = 0; from < cells.count; from += slab) {
    job.signal?.throwIfAborted();
    const count = Math.min(slab, cells.count - from);
    const { time, bounds } = cellTimes(cells, from, count);
    const written = new Map<string, Values>([
      ['time', time],
      ['time_bounds', bounds],
    ]);
    for (const { columns, slabs } of streams) {
      const { value } = await slabs.next();
      if (!value) throw new Error('a source ended before the grid did');
      for (const { variable, valuesOf } of columns) written.set(variable.name, valuesOf(value));
    }
    await sink.writeRows(written, time);
    job.onProgress?.({ done: from + count, total: cells.count });
    await turn();
  }
  for (const { slabs } of streams) await slabs.return(undefined);
}

/** Throws `unsupported` with the reason why the output must not be written. */
async function checkRoom({ roomFor, format }: GridJob, records: number, part: Part): Promise<void> {
  const { fixed, record } = await runYielding(sizesOf(part.schema));
  const isCompressed = OUTPUT_FORMATS[format].isCompressed || format === 'netcdf4';
  const reason = await roomFor?.({ bytes: fixed + record * records, isCompressed });
  if (reason !== undefined) throw new NetcdfError('unsupported', reason);
}

const longest = ({ longestSample }: GridJob) =>
  longestSample === undefined ? {} : { longestSample };

const groupsOf = async (series: Series): Promise<FileGroup[]> =>
  fileGroups(await fileExtents(series));

/** `NAME__DATASTREAM` where two sources have a variable of one name. */
function namesOf(sources: readonly GridSource[]): (index: number, name: string) => string {
  const counts = new Map<string, number>();
  for (const { variables } of sources)
    for (const name of new Set(
      variables.flatMap(({ name, speed }) => [name, ...(speed ? [speed] : [])]),
    ))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return (index, name) =>
    (counts.get(name) ?? 0) > 1
      ? `${name}__${item(sources, index).name.replace(/[^A-Za-z0-9]+/g, '_')}`
      : name;
}

function partOf(cells: OutputCells, variables: readonly MergedVariable[]): Part {
  const lengths = new Map<string, number>();
  const byName = new Map<string, MergedVariable>();
  for (const variable of variables) {
    if (byName.has(variable.name))
      throw new NetcdfError('invalid', `Two variables of the grid are called ${variable.name}.`);
    byName.set(variable.name, variable);
    for (const { name, length } of variable.inner) {
      const known = lengths.get(name);
      if (known !== undefined && known !== length)
        throw new NetcdfError(
          'invalid',
          `The dimension ${name} has ${known} and ${length} values in two datastreams, which cannot share one file.`,
        );
      lengths.set(name, length);
    }
  }
  const units = { secondsPerUnit: 1, epochSeconds: 0 };
  const [firstTime, lastTime] = [cells.startOf(0), cells.startOf(cells.count - 1)];
  return {
    surveys: [],
    schema: {
      timeDimension: 'time',
      timeVariable: 'time',
      variables: byName,
      lengths,
      timeUnits: new Map([
        ['time', units],
        ['time_bounds', units],
      ]),
      baseTime: undefined,
      notes: new Set(),
    },
    records: cells.count,
    ...{ firstTime, lastTime, earliest: firstTime, latest: lastTime },
    notes: [],
    isForSize: false,
  };
}

/** Of the newest file of a single source; of several, only their names. */
async function globalsOf({ sources, step, history }: GridJob): Promise<readonly Attribute[]> {
  const own = sources.length === 1 ? await item(sources, 0).series.attributes() : [];
  const made = [
    ...own.filter(({ name }) => name !== 'isobar_grid_step' && name !== 'isobar_sources'),
    text('isobar_grid_step', `${step} s, from 1970-01-01T00:00:00Z`),
    text('isobar_sources', sources.map(({ name }) => name).join(' ')),
  ];
  return history === undefined ? made : withHistory(made, history);
}
