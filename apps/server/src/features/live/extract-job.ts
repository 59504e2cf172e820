// An extract made at once: what is to be made, who makes it, and a file that is read while it
// grows.
import type { LiveForm } from '@isobar/contract/calls/live.ts';
import type { Assessment, LevelBox, MaskSpan } from '@isobar/netcdf';
import type { GridPlan } from '../../core/grid/grid-methods.ts';

export interface ExtractJob {
  readonly datastream: string;
  /** Files of one datastream, in order of time. */
  readonly inputs: readonly { readonly fileName: string; readonly path: string }[];
  /** Only rows of these spans, [start, end) in seconds UTC; absent: all rows of the files. */
  readonly ranges?: readonly (readonly [start: number, end: number])[];
  /** Empty: all. */
  readonly variables: readonly string[];
  readonly masks: readonly MaskSpan[];
  readonly maskAssessed: readonly Assessment[];
  readonly form: LiveForm;
  /** What a reader should know besides; it goes into the file. */
  readonly notes: readonly string[];
  /** A path where nothing lies; the reader removes the file that is made there. */
  readonly output: string;
  /** When the call was made, in seconds UTC. */
  readonly at: number;
  /** One file by the view of a series, whatever changed between the files. */
  readonly series?: SeriesExtract;
}

/** How the files of an extract are seen as one series, and what is made of it. */
export interface SeriesExtract {
  /**
   * packManifest of the files whose rows are known, and packed times of those that are not evenly
   * spaced, by index.
   */
  readonly manifest: Uint8Array;
  readonly times: ReadonlyMap<number, Uint8Array>;
  /** The others, which are looked at first. */
  readonly pending: ExtractJob['inputs'];
  readonly choice: SeriesOptions;
  readonly grid?: { readonly step: number } & GridPlan;
}

/** What is chosen of the rows of a series. */
export interface SeriesOptions {
  readonly every?: number | undefined;
  readonly levels?: readonly LevelBox[] | undefined;
  readonly dimensions?: readonly string[] | undefined;
  readonly unpacked?: boolean | undefined;
  readonly compression?: number | undefined;
}

/** The output is at its path and may be read as far as it has been written. */
export interface Growing {
  /** What the file is called. */
  readonly name: string;
  /** How long it will be, if that is known before it ends. */
  readonly bytes: number | undefined;
  /** What a reader should know; the file has it as an attribute, too. */
  readonly notes: readonly string[];
  /**
   * Resolves when more than `known` bytes are there, or all of them. Throws Problem if it cannot be
   * finished.
   */
  more(known: number): Promise<{ readonly written: number; readonly whole: boolean }>;
}

/** Works away from the loop that answers calls. */
export interface Extractor {
  /**
   * Resolves when the first bytes are there. Throws Problem: 'unavailable' when too many wait,
   * 'bad-request' when the inputs do not fit into one file or lack such a variable; or the signal's
   * reason.
   */
  begin(job: ExtractJob, signal: AbortSignal): Promise<Growing>;
}
