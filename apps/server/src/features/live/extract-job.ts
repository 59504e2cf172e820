// An order at once: what is to be made, who makes it, and a file that is read while it grows.
import type { LiveForm } from '@isobar/contract/calls/live.ts';
import type { Assessment, MaskSpan } from '@isobar/netcdf';

export interface ExtractJob {
  readonly datastream: string;
  /** Of one datastream, in order of time. */
  readonly inputs: readonly { readonly fileName: string; readonly path: string }[];
  /** Rows of these spans only, [start, end) in seconds UTC; absent: all of the files. */
  readonly ranges?: readonly (readonly [start: number, end: number])[];
  /** Empty: all. */
  readonly variables: readonly string[];
  readonly masks: readonly MaskSpan[];
  readonly maskAssessed: readonly Assessment[];
  readonly form: LiveForm;
  /** A path that nothing lies at; the file there is the reader's to remove. */
  readonly output: string;
  /** Of the call, seconds UTC. */
  readonly at: number;
}

/** The output is at its path and may be read as far as it is written. */
export interface Growing {
  /** What the file is called. */
  readonly name: string;
  /** How long it will be, where that is known before its end. */
  readonly bytes: number | undefined;
  /** Resolves when more than `known` bytes are there, or all are. Throws Problem when it cannot be finished. */
  more(known: number): Promise<{ readonly written: number; readonly whole: boolean }>;
}

/** Works away from the loop that answers calls. */
export interface Extractor {
  /**
   * Resolves when first bytes are there. Throws Problem: 'unavailable' when too many wait, 'bad-request' when the inputs do
   * not go into one file or have no such variable, and the signal's reason.
   */
  begin(job: ExtractJob, signal: AbortSignal): Promise<Growing>;
  close(): Promise<void>;
}
