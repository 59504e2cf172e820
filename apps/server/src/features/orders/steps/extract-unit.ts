// Extracts, masks, joins and converts: one job of the NetCDF package per output, or per unit when
// files are joined.
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { formatInstant } from '@isobar/contract/time.ts';
import {
  type ConcatenateJob,
  concatenate,
  type JobResult,
  OUTPUT_FORMATS,
  openDataset,
} from '@isobar/netcdf';
import { joinedName, singleName } from '../../../core/catalogue/output-name.ts';
import { atOnce } from './at-once.ts';
import { CHANGED } from './copy-unit.ts';
import { measureFile } from './measure.ts';
import {
  DamagedPlan,
  inputOf,
  isJoined,
  type MadeFile,
  type Treatment,
  treatmentOf,
  type Unit,
  type UnitResult,
} from './plan.ts';
import { changedSince, isOfTheInput, LATER_TRIES } from './unit-failures.ts';
import type { UnitInput } from './unit-input.ts';

/** While one file is compressed or waits for the disk, the next is read. */
const FILES_EXTRACTED_AT_ONCE = 2;
/** Share of the time that is spent looking at the inputs before the first output is written. */
const SURVEY = 0.2;

export async function extractUnit(input: UnitInput): Promise<UnitResult> {
  const { plan, unit, inputs, onProgress } = input;
  const treatment = treatmentOf(plan, unit);
  const batches = isJoined(unit.make, treatment) ? [inputs] : inputs.map((n) => [n]);
  const results: UnitResult[] = [];
  const done = batches.map(() => 0);
  await atOnce(FILES_EXTRACTED_AT_ONCE, batches.entries(), async ([place, batch]) => {
    if (batch.length === 0) return;
    results[place] = await runJob(input, treatment, {
      inputs: batch,
      prefix: `${place}-`,
      onProgress: (part, file) => {
        done[place] = part;
        onProgress(
          done.reduce((sum, each) => sum + each, 0),
          inputs.length,
          file,
        );
      },
    });
    done[place] = batch.length;
  });
  return together(results);
}

/** A batch without inputs gives nothing. */
const together = (results: readonly UnitResult[]): UnitResult => ({
  files: results.flatMap(({ files }) => files),
  missing: results.flatMap(({ missing }) => missing),
  empty: results.flatMap(({ empty }) => empty),
});

/** The files of one job. */
interface Batch {
  /** Positions in the plan. */
  readonly inputs: readonly number[];
  /**
   * Makes names within the unit's folder different, so that two batches never write to the same
   * file.
   */
  readonly prefix: string;
  readonly onProgress: (done: number, file: string) => void;
}

async function runJob(input: UnitInput, treatment: Treatment, batch: Batch): Promise<UnitResult> {
  const { signal, plan, unit, folder } = input;
  const names = batch.inputs.map((n) => inputOf(plan, n).fileName);
  const numberOf = new Map(batch.inputs.map((n) => [inputOf(plan, n).fileName, n]));
  /** File name -> where it was read, for those on a disk of this machine. */
  const paths = new Map<string, string>();
  try {
    const made = await concatenate(jobOf(input, treatment, batch, paths));
    const unread = made.problems.find((problem) => problem.code === 'unreadable');
    if (unread && input.failures < LATER_TRIES) throw new Error(unread.message);
    for (const { code, input: file, message } of made.problems)
      if (code === 'endless') await input.onGivenUp?.(numberOf.get(file) ?? -1, message);
    const failed = new Set(made.problems.map((problem) => numberOf.get(problem.input)));
    const changed = await changedSince(input, batch.inputs, failed);
    if (changed.length > 0) {
      for (const { path } of made.files) await rm(path, { force: true });
      return await withoutChanged(input, treatment, batch, changed);
    }
    const files: MadeFile[] = [];
    for (const file of made.files)
      files.push(await madeFile(file, { unit, prefix: batch.prefix, numberOf, signal }));
    const missing = made.problems.map(({ input: file, message }) => ({
      file,
      reason: formatOf(unit.make) + withoutPath(message, paths.get(file) ?? ''),
    }));
    return { files, missing, empty: [...made.empty] };
  } catch (error) {
    signal.throwIfAborted();
    if (!isOfTheInput(error)) throw error; // an output could not be written
    await removeFiles(folder, batch.prefix);
    if (names.length > 1) return await oneByOne(input, treatment, batch);
    return {
      files: [],
      missing: names.map((file) => ({ file, reason: `${formatOf(unit.make)}${error.message}` })),
      empty: [],
    };
  }
}

/**
 * The job for the netcdf package. While it runs, `paths` is filled: file name -> where it was read.
 */
function jobOf(
  input: UnitInput,
  treatment: Treatment,
  batch: Batch,
  paths: Map<string, string>,
): ConcatenateJob {
  const { signal, plan, unit, folder } = input;
  const names = batch.inputs.map((n) => inputOf(plan, n).fileName);
  const joined = names.length > 1;
  const taken = new Set<string>();
  return {
    inputs: batch.inputs.map((n) => {
      const { fileName } = inputOf(plan, n);
      return {
        name: fileName,
        async open() {
          const source = await input.open(n);
          if ('path' in source) paths.set(fileName, String(source.path));
          return await openDataset(source);
        },
      };
    }),
    variables: treatment.variables.length > 0 ? treatment.variables : 'all',
    ...(treatment.ranges
      ? { ranges: treatment.ranges.map((r) => [r.start, r.end + 1] as const) }
      : {}),
    masks: treatment.masks,
    maskAssessed: treatment.maskAssessed,
    wholeWithoutTimes: !joined,
    sortTimes: treatment.sortTimes === true,
    output: (part) => {
      const from = part.inputs[0] ?? names[0] ?? '';
      const name = joined
        ? joinedName(treatment.datastream, from, part, unit.make)
        : singleName(from, part, unit.make);
      return join(folder, `${batch.prefix}${unused(name, taken)}`);
    },
    format: unit.make === 'copy' ? 'netcdf' : unit.make,
    ...(treatment.joinTo === null ? {} : { maximumBytes: treatment.joinTo }),
    ...(input.roomFor ? { roomFor: input.roomFor } : {}),
    ...(input.maximumClaim === undefined ? {} : { maximumClaim: input.maximumClaim }),
    history: historyOf(input, treatment),
    signal,
    onProgress: ({ phase, done }) => {
      const part = phase === 'survey' ? SURVEY * done : SURVEY * names.length + (1 - SURVEY) * done;
      batch.onProgress(part, names[Math.min(done, names.length - 1)] ?? '');
    },
    icartt: { revisionTime: input.orderDate },
  };
}

/** The same again without inputs that changed while they were read. */
async function withoutChanged(
  input: UnitInput,
  treatment: Treatment,
  batch: Batch,
  changed: readonly number[],
): Promise<UnitResult> {
  const inputs = batch.inputs.filter((n) => !changed.includes(n));
  const lost = changed.map((n) => ({ file: inputOf(input.plan, n).fileName, reason: CHANGED }));
  if (inputs.length === 0) return { files: [], missing: lost, empty: [] };
  const again = await runJob(input, treatment, { ...batch, inputs });
  return { ...again, missing: [...lost, ...again.missing] };
}

function numberOfInput(name: string, numberOf: ReadonlyMap<string, number>): number {
  const number = numberOf.get(name);
  if (number === undefined) throw new DamagedPlan(`The plan has no input ${name}.`);
  return number;
}

async function madeFile(
  file: JobResult['files'][number],
  {
    unit,
    prefix,
    numberOf,
    signal,
  }: Pick<UnitInput, 'unit' | 'signal'> &
    Pick<Batch, 'prefix'> & { readonly numberOf: ReadonlyMap<string, number> },
): Promise<MadeFile> {
  const local = basename(file.path);
  return {
    name: `${unit.folder}${local.slice(prefix.length)}`,
    file: local,
    ...(await measureFile(file.path, signal)),
    format: file.format,
    inputs: file.inputs.map((name) => numberOfInput(name, numberOf)),
    firstTime: file.firstTime,
    lastTime: file.lastTime,
    records: file.records,
    masked: { ...file.masked },
    present: { ...file.present },
    marks: { ...file.marks },
    kept: { ...file.kept },
    notes: [...file.notes],
  };
}

/**
 * Inputs that cannot be joined with others are made alone, so that one impossible input does not
 * make others fail.
 */
async function oneByOne(
  input: UnitInput,
  treatment: Treatment,
  { inputs, prefix, onProgress }: Batch,
): Promise<UnitResult> {
  const results: UnitResult[] = [];
  for (const [place, n] of inputs.entries()) {
    const alone: Batch = {
      inputs: [n],
      prefix: `${prefix}${place}-`,
      onProgress: (done, file) => onProgress(place + done, file),
    };
    results.push(await runJob(input, treatment, alone));
  }
  return together(results);
}

async function removeFiles(folder: string, prefix: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(prefix)) await rm(join(folder, name), { force: true });
}

/** The same file may be delivered in another format, so the message says which one is missing. */
const formatOf = (make: Unit['make']): string =>
  make !== 'copy' && OUTPUT_FORMATS[make].isTable ? `As ${OUTPUT_FORMATS[make].name}: ` : '';

/** The path of a file on this machine is not shown to users. */
const withoutPath = (message: string, path: string): string =>
  path === '' ? message : message.replaceAll(path, basename(path));

function unused(name: string, taken: Set<string>): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = name.replace(/(\.\w+)$/, `.${n}$1`);
  taken.add(free);
  return free;
}

/**
 * Says what was done, with the date of the order and not of the making, so that the same recipe
 * gives the same bytes.
 */
function historyOf({ orderId, orderDate, version, unit }: UnitInput, treatment: Treatment): string {
  const did = [
    treatment.variables.length > 0
      ? `variables ${treatment.variables.join(', ')}`
      : 'all variables',
    ...(treatment.ranges
      ? [
          `times ${treatment.ranges
            .map((r) => `${formatInstant(r.start)}/${formatInstant(r.end)}`)
            .slice(0, 20)
            .join(', ')}`,
        ]
      : []),
    ...(treatment.masks.length > 0
      ? ['values flagged by data quality reports set to missing']
      : []),
    ...(treatment.maskAssessed.length > 0
      ? [`values whose quality is ${treatment.maskAssessed.join(' or ')} set to missing`]
      : []),
    ...(treatment.sortTimes ? ['rows sorted by time, repeated times dropped'] : []),
    ...(isJoined(unit.make, treatment) ? ['files joined along time'] : []),
  ];
  return `${formatInstant(orderDate)} Isobar ${version}, order ${orderId}: ${did.join('; ')}`;
}
