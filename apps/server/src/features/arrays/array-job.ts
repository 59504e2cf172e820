// What the worker pool is asked for by arrays, and what it answers.
import type { ArrayVariant } from '@isobar/contract/calls/arrays.ts';
import type { GridOf } from '../../core/series/description.ts';
import type { Urgency } from '../../platform/pool/kinds.ts';

interface OfState {
  /** Tells states apart: DATASTREAM/STATE. */
  readonly id: string;
  /** packManifest. */
  readonly manifest: Uint8Array;
}

/** Reads headers alone, and answers packDescription. */
export interface OpenArray extends OfState {
  readonly is: 'open';
}

/**
 * Opens the series that blocks are read from, so that the first of them is not waited for longer
 * than others; answers no bytes.
 */
export interface ReadyArray extends OfState {
  readonly is: 'ready';
}

/** Values of variables, each encoded as one chunk. */
export interface ReadBlock extends OfState {
  readonly is: 'block';
  readonly variant: ArrayVariant;
  readonly names: readonly string[];
  /** Rows [start, stop), padded to `rows`; undefined: the values of variables without rows. */
  readonly range?: { readonly start: number; readonly stop: number; readonly rows: number };
  /** packTimes of files of the range whose rows are not evenly spaced, by the index of the file. */
  readonly times: ReadonlyMap<number, Uint8Array>;
}

/**
 * Reads headers, and the times of files whose times go back; answers packDescription of a table on
 * a time grid.
 */
export interface OpenGrid extends OfState {
  readonly is: 'grid';
  readonly step: number;
  /** packTimes of files whose times go back, by the index of the file. */
  readonly times: ReadonlyMap<number, Uint8Array>;
}

/** Values on a time grid of variables, each encoded as one chunk. */
export interface ReadCells extends OfState {
  readonly is: 'cells';
  readonly variant: ArrayVariant;
  readonly grid: GridOf;
  readonly names: readonly string[];
  /** Cells [start, stop), padded to `rows`. */
  readonly range: { readonly start: number; readonly stop: number; readonly rows: number };
  readonly times: ReadonlyMap<number, Uint8Array>;
}

/** A part of a file whose times are known: [from, to) of its `rows`. */
export interface KnownTimes {
  readonly rows: number;
  readonly from: number;
  readonly to: number;
  /**
   * Of the first row, seconds since 1970 UTC, and between rows; without a step, `packed` has the
   * times.
   */
  readonly first: number;
  readonly step: number | null;
  readonly packed?: Uint8Array;
}

/** Times that are known without the files, encoded as chunks. */
export interface EncodeTimes {
  readonly is: 'times';
  /** Of each chunk, the parts of files that it is made of. */
  readonly chunks: readonly (readonly KnownTimes[])[];
  /** Each is padded to so many rows, by `fill`. */
  readonly rows: number;
  readonly fill: number;
}

export type ArrayJob = EncodeTimes | OpenArray | ReadyArray | ReadBlock | OpenGrid | ReadCells;

export type ArrayAnswer =
  /** `lengths`: of the chunks in `bytes`, one for each name, or for each chunk of times. */
  | { readonly bytes: Uint8Array; readonly lengths: readonly number[] }
  /** A file that is needed is not the one that the state stands for. */
  | { readonly changed: string };

/** Runs in the worker pool; `urgency` absent: a client waits for it. */
export type PerformArray = (job: ArrayJob, urgency?: () => Urgency) => Promise<ArrayAnswer>;
