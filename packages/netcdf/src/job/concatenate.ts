// Carries out a job: looks at every input, plans the output files, and writes them one after the
// other.
import { rm } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Dataset } from '../dataset.ts';
import { NeedsSeveralFiles, NetcdfError } from '../netcdf-error.ts';
import { csvSizes } from '../text/csv-sink.ts';
import { runYielding, type Stepwise } from '../yielding.ts';
import { GlobalDifferences } from './global-attributes.ts';
import { InputFailure } from './input-failure.ts';
import type { ConcatenateJob, JobProblem, JobResult, WrittenFile } from './job.ts';
import { isClassicOutput, OUTPUT_FORMATS } from './output-formats.ts';
import { classicSizes, type Part, planParts } from './plan.ts';
import type { Schema, Sizes } from './schema.ts';
import { NO_TIMES, type Survey, sharing, survey } from './survey.ts';
import { writePart } from './write-part.ts';

/** Inputs that stay open between being looked at and being copied. */
const MOST_KEPT_OPEN = 24;
const INPUTS_AT_ONCE = 4;
const DEFAULT_MAXIMUM_BYTES = 2048 * 1e6;
const LARGEST_CLAIM = 1e12;

/**
 * Extracts, cuts, masks and concatenates `inputs` into one file, or several where contents or size
 * ask for it. A failing input becomes a problem and never stops the job. Throws NetcdfError
 * `unreadable` when an output cannot be written, and the signal's reason when aborted; files
 * written before then stay.
 */
export async function concatenate(job: ConcatenateJob): Promise<JobResult> {
  const run = new Run(job);
  try {
    return await run.carryOut();
  } finally {
    await run.closeAll();
  }
}

function failureOf({ survey, cause }: InputFailure): NetcdfError {
  const code = cause instanceof NetcdfError ? cause.code : 'unreadable';
  const message = cause instanceof Error ? cause.message : String(cause);
  return new NetcdfError(code, `${survey.name}: ${message}`, { cause });
}

class Run {
  private readonly job: ConcatenateJob;
  /**
   * By number of the input: several are looked at together, and the result must be the same every
   * time.
   */
  private readonly problems = new Map<number, JobProblem>();
  private readonly empty = new Set<number>();
  private readonly open = new Map<number, Dataset>();
  private readonly share = sharing();
  private readonly globals = new GlobalDifferences();
  private records = 0;
  private inputsDone = 0;

  constructor(job: ConcatenateJob) {
    this.job = job;
  }

  async carryOut(): Promise<JobResult> {
    const surveys = await this.surveyAll();
    const files: WrittenFile[] = [];
    let parts = await this.plan(surveys);
    if (this.job.streamed) this.checkOneFile(parts);
    if (this.job.oneFile) this.checkNeedsOne(parts);
    for (let part = parts.shift(); part; part = parts.shift()) {
      try {
        if (await this.isRefused(part)) continue;
        files.push(await this.write(part, files.length));
      } catch (error) {
        if (!(error instanceof InputFailure)) throw error;
        if (this.job.streamed) throw failureOf(error);
        const replaced = error.isUnordered
          ? await this.survey(error.survey.index, true, true)
          : undefined;
        if (!error.isUnordered) this.report(error.survey.index, error.survey.name, error.cause);
        const rest = [part, ...parts].flatMap((each) => each.surveys);
        parts = await this.plan(
          rest.flatMap((each) => (each === error.survey ? (replaced ? [replaced] : []) : [each])),
        );
        if (this.job.oneFile) this.checkNeedsOne(parts);
      }
    }
    const inOrder = [...this.problems].sort(([a], [b]) => a - b);
    return {
      files,
      problems: inOrder.map(([, problem]) => problem),
      empty: this.job.inputs.filter((_, index) => this.empty.has(index)).map(({ name }) => name),
    };
  }

  /** Throws the first problem, or the reason why one file cannot hold everything. */
  private checkOneFile(parts: readonly Part[]): void {
    const [first] = [...this.problems].sort(([a], [b]) => a - b);
    if (first) {
      const [, { input, code, message }] = first;
      throw new NetcdfError(code, input === '' ? message : `${input}: ${message}`);
    }
    const reason = parts[1]?.notes[0];
    if (parts.length > 1)
      throw new NetcdfError(
        'invalid',
        `The files do not fit into one: ${reason ?? 'they differ'}.`,
      );
  }

  private checkNeedsOne(parts: readonly Part[]): void {
    const second = parts[1];
    if (second) throw new NeedsSeveralFiles(second.isForSize ? undefined : second.notes[0]);
  }

  async closeAll(): Promise<void> {
    for (const dataset of this.open.values()) await dataset.close();
    this.open.clear();
  }

  private async plan(surveys: readonly Survey[]): Promise<Part[]> {
    const limit = this.job.maximumBytes ?? DEFAULT_MAXIMUM_BYTES;
    return await runYielding(planParts(surveys, limit, (schema) => this.sizes(schema)));
  }

  /** True when there is no room for an output, whose inputs then become problems. */
  private async isRefused(part: Part): Promise<boolean> {
    const { roomFor } = this.job;
    if (!roomFor) return false;
    const { fixed, record } = await runYielding(this.sizes(part.schema));
    const isCompressed = !this.isTable && !isClassicOutput(this.job.format, part);
    const bytes = fixed + record * part.records;
    const reason = await roomFor({ bytes, isCompressed });
    if (reason === undefined) return false;
    for (const { index, name } of part.surveys)
      this.report(index, name, new NetcdfError('unsupported', reason));
    return true;
  }

  /** Whether the output is a table, which takes no more bytes than the same values as text. */
  private get isTable(): boolean {
    return OUTPUT_FORMATS[this.job.format].isTable;
  }

  /** An upper estimate of what a schema takes. */
  private sizes(schema: Schema): Stepwise<Sizes> {
    return this.isTable ? csvSizes(schema) : classicSizes(schema);
  }

  private async surveyAll(): Promise<Survey[]> {
    const { inputs } = this.job;
    const found = new Array<Survey | undefined>(inputs.length);
    let next = 0;
    const work = async () => {
      for (let index = next++; index < inputs.length; index = next++) {
        this.job.signal?.throwIfAborted();
        found[index] = await this.survey(index, this.mustBeExact);
        this.progress('survey', ++this.inputsDone);
      }
    };
    await Promise.all(Array.from({ length: INPUTS_AT_ONCE }, work));
    this.inputsDone = 0;
    const present = found.filter((each) => each !== undefined);
    this.checkNames(present);
    return present;
  }

  /** undefined when the input fails or has no rows that are wanted. */
  private async survey(
    index: number,
    exact: boolean,
    isAgain = false,
  ): Promise<Survey | undefined> {
    const input = this.job.inputs[index];
    if (!input) return undefined;
    let dataset: Dataset | undefined;
    try {
      dataset = await input.open();
      const { variables, ranges } = this.job;
      const wholeWithoutTimes = this.takesWhole;
      const maximumClaim = this.job.maximumClaim ?? LARGEST_CLAIM;
      const share = this.share;
      const sort = this.job.sortTimes === true;
      const options = {
        ...{ variables, ranges, exact, sort, wholeWithoutTimes, maximumClaim, share },
      };
      const found = await survey(dataset, index, input.name, options);
      const isEmpty = found.records === 0 && found.timeVariable !== NO_TIMES;
      if (!isEmpty && !isAgain) this.globals.see(dataset.attributes);
      if (isEmpty) this.empty.add(index);
      else if (this.open.size < MOST_KEPT_OPEN) {
        this.open.set(index, dataset);
        dataset = undefined;
      }
      return isEmpty ? undefined : found;
    } catch (error) {
      this.report(index, input.name, error);
      return undefined;
    } finally {
      await dataset?.close();
    }
  }

  /** A stream cannot start over when times turn out not to lie between the first and the last. */
  private get mustBeExact(): boolean {
    const { streamed, ranges, masks } = this.job;
    return streamed !== undefined && (ranges !== undefined || (masks?.length ?? 0) > 0);
  }

  /** Without times nothing can be masked, joined, or laid out as a line for each time. */
  private get takesWhole(): boolean {
    const { wholeWithoutTimes, inputs, masks, maskAssessed } = this.job;
    const isMasked = (masks?.length ?? 0) > 0 || (maskAssessed?.length ?? 0) > 0;
    return wholeWithoutTimes === true && inputs.length === 1 && !isMasked && !this.isTable;
  }

  private async write(part: Part, index: number): Promise<WrittenFile> {
    const { job } = this;
    const path = this.pathOf(part, index);
    const before = { records: this.records, inputs: this.inputsDone };
    try {
      const differing = part.surveys.length > 1 ? this.globals.inWords() : undefined;
      return await writePart({
        job,
        part,
        path,
        take: (each) => this.take(each),
        onInput: (records) => {
          this.records = before.records + records;
          this.progress('write', ++this.inputsDone);
        },
        told: [...(differing === undefined ? [] : [differing]), ...(job.streamed?.notes ?? [])],
      });
    } catch (error) {
      this.records = before.records;
      this.inputsDone = before.inputs;
      await rm(path, { force: true });
      throw error;
    }
  }

  /** Hands over the open dataset of an input; the copying function closes it. */
  private async take({ index }: Survey): Promise<Dataset> {
    const kept = this.open.get(index);
    this.open.delete(index);
    const opened = kept ?? (await this.job.inputs[index]?.open());
    if (opened) return opened;
    throw new NetcdfError('invalid', `There is no input ${index}.`);
  }

  private pathOf(part: Part, index: number): string {
    const { output } = this.job;
    if (typeof output === 'function') {
      const { firstTime, lastTime, surveys } = part;
      return output({ part: index, firstTime, lastTime, inputs: surveys.map(({ name }) => name) });
    }
    if (index === 0) return output;
    const extension = extname(output);
    const stem = output.slice(0, output.length - extension.length);
    return `${stem}.${index + 1}${extension}`;
  }

  /** A name that no input has was probably mistyped. */
  private checkNames(surveys: readonly Survey[]): void {
    const { variables } = this.job;
    if (variables === 'all' || surveys.length === 0) return;
    const present = new Set(surveys.flatMap((each) => each.variables.map(({ name }) => name)));
    for (const [place, name] of variables.entries()) {
      if (present.has(name)) continue;
      const message = `No input has a variable "${name}" that can be carried along.`;
      const after = this.job.inputs.length + place;
      this.problems.set(after, { input: '', code: 'no-such-variable', message });
    }
  }

  private report(index: number, input: string, error: unknown): void {
    if (error !== undefined && error === this.job.signal?.reason) throw error;
    const code = error instanceof NetcdfError ? error.code : 'unreadable';
    const message = error instanceof Error ? error.message : String(error);
    this.problems.set(index, { input, code, message });
  }

  private progress(phase: 'survey' | 'write', done: number): void {
    const { onProgress, inputs } = this.job;
    onProgress?.({ phase, done, total: inputs.length, records: this.records });
  }
}
