// What a job of extracting, masking and concatenating is asked to do, and what it answers.
import type { Dataset } from '../dataset.ts';
import type { NetcdfErrorCode } from '../netcdf-error.ts';
import type { IcarttInformation } from '../text/icartt-information.ts';
import type { OutputFormat } from './output-formats.ts';
import type { Assessment } from './quality-flags.ts';
import type { Family } from './sink.ts';

export interface JobInput {
  /** The name in notes and problems, such as the file name. */
  readonly name: string;
  open(): Promise<Dataset>;
}

/** Values from `start` to `end`, both included (seconds since 1970 UTC), become missing ones. */
export interface MaskSpan {
  /** 'all': every data variable. */
  readonly variables: readonly string[] | 'all';
  readonly start: number;
  readonly end: number;
}

export interface PartName {
  /** Counted from 0. */
  readonly part: number;
  /** Of the rows in the part, in seconds since 1970 UTC. */
  readonly firstTime: number;
  readonly lastTime: number;
  /** Names of the inputs that went in. */
  readonly inputs: readonly string[];
}

export interface ConcatenateJob {
  /** The inputs, in order of time. */
  readonly inputs: readonly JobInput[];
  readonly variables: readonly string[] | 'all';
  /** Rows of these spans only, [start, end) in seconds since 1970 UTC; all rows when omitted. */
  readonly ranges?: readonly (readonly [start: number, end: number])[];
  readonly masks?: readonly MaskSpan[];
  /** Also masks values that their own `qc_` variable assesses so. */
  readonly maskAssessed?: readonly Assessment[];
  /**
   * A path, into which ".2", ".3" … is set when more than one file is needed, or a name for each
   * part.
   */
  readonly output: string | ((part: PartName) => string);
  readonly format: OutputFormat;
  /** Before a file would grow beyond this, a new one is begun where an input ends. */
  readonly maximumBytes?: number;
  /** Bytes of values that one input may give; one that claims more is a problem. */
  readonly maximumClaim?: number;
  /**
   * Called before the first byte of each output. If it returns a reason, the output is not written
   * and its inputs become problems with that reason. `bytes` is the size of the output's values; a
   * compressed output takes less.
   */
  readonly roomFor?: (output: {
    readonly bytes: number;
    readonly isCompressed: boolean;
  }) => Promise<string | undefined>;
  /**
   * True: a single input without a time axis is taken whole, neither cut nor masked. False: it is a
   * problem.
   */
  readonly wholeWithoutTimes?: boolean;
  /**
   * True: the rows of an input are put in the order of their times, each time once (the first of
   * equals). False: they stay as they are.
   */
  readonly sortTimes?: boolean;
  /**
   * Contents that need several files, or a file that grows beyond `maximumBytes`, end the job with
   * `NeedsSeveralFiles`: before anything is written where that is known, else at the first byte too
   * many.
   */
  readonly oneFile?: true;
  /**
   * CSV without comments: the first line has the names, and cells of missing values are empty,
   * since nothing states their marks.
   */
  readonly bare?: true;
  /** A line that is added to the global attribute `history`. */
  readonly history?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: JobProgress) => void;
  /** For an output that is read while it is written; see Streamed. */
  readonly streamed?: Streamed;
  /** Information for ICARTT headers; see IcarttInformation. */
  readonly icartt?: Partial<IcarttInformation>;
}

/**
 * All inputs go into one file or none does: any problem, and contents that need several files, are
 * thrown before anything is written. What was written stays as it is: masked values are counted in
 * the result, not in the history.
 */
export interface Streamed {
  /** Further notes for its reader. */
  readonly notes?: readonly string[];
  /** The output is about to be written; `bytes`: how long it will be, where that is known. */
  readonly onBegun?: (output: {
    readonly path: string;
    readonly bytes?: number;
    /** What a reader should know; the output has it too, as the attribute `isobar_notes`. */
    readonly notes: readonly string[];
  }) => void;
  /**
   * So many bytes from its beginning are there for good. NetCDF-4 files are there when the job
   * ends, and not before.
   */
  readonly onWritten?: (bytes: number) => void;
}

export interface JobProgress {
  /** Inputs are all looked at before the first is written. */
  readonly phase: 'survey' | 'write';
  readonly done: number;
  readonly total: number;
  /** Records written so far. */
  readonly records: number;
}

export interface WrittenFile {
  readonly path: string;
  readonly format: Family | OutputFormat;
  readonly inputs: readonly string[];
  readonly records: number;
  /** Seconds since 1970 UTC. */
  readonly firstTime: number;
  readonly lastTime: number;
  readonly bytes: number;
  /**
   * How many values were masked that were not missing before, by variable; only variables that lost
   * some.
   */
  readonly masked: Readonly<Record<string, number>>;
  /** How many values variables had that a mask is about, before anything was masked. */
  readonly present: Readonly<Record<string, number>>;
  /** What was written for them, where that is not -9999. */
  readonly marks: Readonly<Record<string, string>>;
  /** Flagged values that could not be masked and stand as they were, by variable. */
  readonly kept: Readonly<Record<string, { readonly values: number; readonly reason: string }>>;
  /**
   * What a reader should know: filled variables, moved coordinates, new units of time, why a new
   * file was begun.
   */
  readonly notes: readonly string[];
}

/** An input that is not in any file, or not whole, and why. */
export interface JobProblem {
  readonly input: string;
  readonly code: NetcdfErrorCode;
  readonly message: string;
}

export interface JobResult {
  readonly files: readonly WrittenFile[];
  readonly problems: readonly JobProblem[];
  /** Inputs without a row in the ranges. */
  readonly empty: readonly string[];
}
