// Writes one output file of a job, block by block.

import type { Attribute, Dataset, Values } from '../dataset.ts';
import { held, item } from '../held.ts';
import { NeedsSeveralFiles, NetcdfError } from '../netcdf-error.ts';
import { giveBack } from '../one-memory.ts';
import { secondsOf, storedTimes } from '../time/stored-times.ts';
import { findTimeAxis } from '../time/time-axis.ts';
import { runYielding, turn } from '../yielding.ts';
import { isInside, overlapping } from './choose-rows.ts';
import { ColumnReader } from './columns.ts';
import { findMarks, type Marks } from './find-marks.ts';
import { fixedPieces } from './fixed.ts';
import { InputFailure, reading } from './input-failure.ts';
import type { ConcatenateJob, WrittenFile } from './job.ts';
import { type MaskRun, MaskTally, maskBlock } from './mask.ts';
import { flagsOf, type MaskPlan, planMasks } from './mask-plan.ts';
import { MISSING } from './missing.ts';
import { OUTPUT_FORMATS } from './output-formats.ts';
import {
  type OutputSchema,
  outputGlobals,
  outputSchema,
  withHistory,
  withNotes,
} from './output-schema.ts';
import type { Part } from './plan.ts';
import { sizesOf } from './schema.ts';
import type { Sink } from './sink.ts';
import type { RowRun } from './sort-rows.ts';
import { gathered } from './sort-rows.ts';
import { NO_TIMES, type Survey } from './survey.ts';
import { TimeOrder } from './time-order.ts';

/**
 * Bytes of values that are read, changed and written at a time; a compressed source is better read
 * in larger ones.
 */
const BLOCK_BYTES = 1 << 20;
const COMPRESSED_BLOCK_BYTES = 8 << 20;

export interface PartRun {
  readonly job: ConcatenateJob;
  readonly part: Part;
  readonly path: string;
  readonly take: (survey: Survey) => Promise<Dataset>;
  readonly onInput: (recordsWritten: number) => void;
  /** Further notes for the reader. */
  readonly told: readonly string[];
}

/**
 * Throws InputFailure for a failing input; the file is then unfinished and its name may be used
 * again.
 */
export async function writePart(run: PartRun): Promise<WrittenFile> {
  const { job, path } = run;
  const part = job.format === 'classic' ? withoutStrings(run.part, job) : run.part;
  const { schema } = part;
  const request = { masks: job.masks ?? [], assessed: job.maskAssessed ?? [] };
  const plan = await runYielding(planMasks(schema, request, part.earliest, part.latest));
  const marks = await findMarks(plan, {
    part,
    blockBytes: blockBytesOf,
    take: (survey) => opened(run, survey),
    signal: job.signal,
  });
  const tally = new MaskTally(true);
  const mask: MaskRun = { plan, marks: marks.byName, variables: schema.variables, tally };
  const order = new TimeOrder();
  const first = await opened(run, item(part.surveys, 0));
  const globals = first.attributes;
  const plain = await runYielding(outputSchema(part, globalsWith(globals, job, mask), marks));
  const format = OUTPUT_FORMATS[job.format];
  const own = await format.notes({ schema: plain, part });
  const before = [...part.notes, ...plan.notes, ...marks.notes, ...own];
  const notes = [...before, ...run.told];
  const start = job.streamed ? withNotes(plain, notes) : plain;
  const sink = await format
    .open({ path, schema: start, part, icartt: job.icartt ?? {}, isBare: job.bare ?? false })
    .catch(async (error: unknown) => {
      await first.close();
      throw error;
    });
  const bytes = sink.size === undefined ? {} : { bytes: sink.size };
  job.streamed?.onBegun?.({ path, notes, ...bytes });
  try {
    await copyInputs({ ...run, part }, first, {
      schema: start,
      mask,
      sink,
      order,
      fillers: marks.fillers,
    });
    const ended = await sink.finish(
      tally.masked.size > 0 && !job.streamed
        ? outputGlobals(globalsWith(globals, job, mask))
        : start.definition.attributes,
    );
    return {
      path,
      format: ended.family ?? job.format,
      inputs: part.surveys.map(({ name }) => name),
      records: part.records,
      firstTime: part.firstTime,
      lastTime: part.lastTime,
      bytes: ended.bytes,
      masked: Object.fromEntries(tally.masked),
      present: Object.fromEntries(tally.present ?? []),
      marks: marksOf(marks, tally),
      kept: Object.fromEntries(tally.kept),
      notes: [...before, ...order.notes(tally), ...run.told],
    };
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

/**
 * Classic files have no strings. Throws for one that was asked for by name in a stream, which has
 * no README to mention it.
 */
function withoutStrings(part: Part, { streamed, variables: asked }: ConcatenateJob): Part {
  const strings = [...part.schema.variables.values()].filter(({ type }) => type === 'string');
  if (strings.length === 0) return part;
  const named = strings.find(({ name }) => asked !== 'all' && asked.includes(name));
  if (streamed && named)
    throw new NetcdfError(
      'unsupported',
      `${named.name} has texts of any length, which classic NetCDF cannot hold; NetCDF-4, CSV and JSON can.`,
    );
  const variables = new Map(part.schema.variables);
  for (const { name } of strings) variables.delete(name);
  const notes = strings.map(({ name }) => `${name} is left out: classic files have no strings`);
  return { ...part, schema: { ...part.schema, variables }, notes: [...part.notes, ...notes] };
}

/** What the rows of a part go through on their way into the file. */
interface Output {
  readonly schema: OutputSchema;
  readonly mask: MaskRun;
  readonly sink: Sink;
  readonly order: TimeOrder;
  readonly fillers: Marks['fillers'];
}

async function copyInputs(run: PartRun, first: Dataset, output: Output): Promise<void> {
  const { job } = run;
  const { schema, sink } = output;
  const waiting = new Set(schema.fixed.map(({ name }) => name));
  let records = 0;
  for (const survey of run.part.surveys) {
    const dataset = survey === run.part.surveys[0] ? first : await opened(run, survey);
    try {
      for (const { name, hasTime } of survey.variables) {
        if (hasTime || !waiting.has(name)) continue;
        const pieces = fixedPieces(dataset, name);
        for (;;) {
          const { done, value } = await reading(survey, () => pieces.next());
          if (done) break;
          await sink.writeFixed(name, value);
          job.signal?.throwIfAborted();
        }
        waiting.delete(name);
      }
      await copyRows(run, survey, dataset, output);
    } finally {
      await dataset.close();
    }
    records += survey.records;
    run.onInput(records);
  }
}

async function copyRows(
  run: PartRun,
  survey: Survey,
  dataset: Dataset,
  { schema, mask, sink, order, fillers }: Output,
): Promise<void> {
  const { job, part } = run;
  const isTimeless = survey.timeVariable === NO_TIMES;
  const axis = isTimeless ? undefined : await reading(survey, () => findTimeAxis(dataset));
  const columns = new ColumnReader(dataset, survey, part.schema, schema.perRecord, fillers);
  const flags = flagsOf(mask.plan, dataset, job.maskAssessed ?? []);
  const fixed = await reading(survey, () => fixedFlags(dataset, mask.plan));
  const target = axis && (part.schema.timeUnits.get(axis.variable) ?? axis.units);
  const merged = axis && part.schema.variables.get(axis.variable);
  const stored = merged && storedTimes(merged);
  order.begin(survey.name);
  const { record } = await runYielding(sizesOf(part.schema));
  const perBlock = Math.max(1, Math.floor(blockBytesOf(survey) / Math.max(1, record)));
  let writing: Promise<void> = Promise.resolve();
  try {
    const length = axis?.length ?? survey.records;
    const read = (start: number, stop: number) => reading(survey, () => columns.read(start, stop));
    for await (const { columns: block, rows } of survey.isMoved
      ? gathered(survey.runs, perBlock, length, read)
      : inOrder(survey.runs, perBlock, read)) {
      job.signal?.throwIfAborted();
      const times =
        axis && target && stored
          ? secondsOf(held(block, axis.variable), stored, target)
          : new Float64Array(rows).fill(Number.NaN);
      checkOrder(survey, times, job);
      order.see(times);
      await maskBlock(mask, flags, { columns: block, times, fixed });
      await writing; // the block before is written while this one is read
      writing = sink.writeRows(block, times).then(() => {
        giveBack(block.values());
        job.streamed?.onWritten?.(sink.settled());
        if (job.oneFile && sink.settled() > (job.maximumBytes ?? Number.POSITIVE_INFINITY))
          throw new NeedsSeveralFiles(undefined);
      });
      writing.catch(() => undefined); // it is awaited, and thrown, a little later
      await turn();
    }
  } finally {
    await writing;
  }
}

const blockBytesOf = ({ isClassic }: Survey): number =>
  isClassic ? BLOCK_BYTES : COMPRESSED_BLOCK_BYTES;

/** Flags that hold for all records of an input. */
async function fixedFlags(dataset: Dataset, { quality }: MaskPlan): Promise<Map<string, Values>> {
  const found = new Map<string, Values>();
  for (const { name, perRecord, places } of quality.values()) {
    const isThere = dataset.variables.some((variable) => variable.name === name);
    if (!perRecord && places && isThere && !found.has(name))
      found.set(name, await dataset.read(name));
  }
  return found;
}

/** What stands for the values that were masked, where it is not -9999. */
function marksOf({ byName }: Marks, { masked }: MaskTally): Record<string, string> {
  const others = [...masked.keys()].flatMap((name) => {
    const mark = byName.get(name);
    return mark === undefined || Number(mark) === MISSING ? [] : [[name, String(mark)] as const];
  });
  return Object.fromEntries(others);
}

async function* inOrder(
  runs: readonly RowRun[],
  perBlock: number,
  read: (start: number, stop: number) => Promise<Map<string, Values>>,
) {
  for (const run of runs) {
    for (let start = run.start; start < run.stop; start += perBlock) {
      const stop = Math.min(run.stop, start + perBlock);
      yield { columns: await read(start, stop), rows: stop - start };
    }
  }
}

/** Checks what a survey took for granted: that all times lie between the first and the last. */
function checkOrder(survey: Survey, times: Float64Array, { ranges, masks }: ConcatenateJob): void {
  const hasMasks = (masks?.length ?? 0) > 0;
  if (survey.isExact) return;
  const { firstTime, lastTime } = survey;
  const isBetween = (time: number) => !(time < firstTime || time > lastTime);
  const near = ranges && overlapping(times, ranges);
  const isFine = (time: number) => (near ? isInside(time, near) : !hasMasks || isBetween(time));
  if (times.every(isFine)) return;
  throw new InputFailure(survey, new NetcdfError('corrupt', 'Its times are not in order.'), true);
}

async function opened(run: PartRun, survey: Survey): Promise<Dataset> {
  return await reading(survey, () => run.take(survey));
}

/**
 * The global attributes with the history of this job. Counts take a fixed width, so that they can
 * be set at the end without moving what follows.
 */
function globalsWith(
  globals: readonly Attribute[],
  { history, streamed }: ConcatenateJob,
  { plan, marks, tally }: MaskRun,
): readonly Attribute[] {
  const maskable = [...plan.affected].filter((name) => marks.has(name));
  const masked = maskable.map((name) => {
    const mark = marks.get(name) ?? MISSING;
    const by = Number(mark) === MISSING ? '' : ` (by ${mark})`;
    const count = streamed ? '' : ` ${String(tally.masked.get(name) ?? 0).padStart(10)}`;
    return `${name}${count}${by}`;
  });
  const told = masked.length > 0 ? `values set to ${MISSING}: ${masked.join(', ')}` : undefined;
  const lines = [history, told].filter((line) => line !== undefined);
  return lines.length > 0 ? withHistory(globals, lines.join('; ')) : globals;
}
