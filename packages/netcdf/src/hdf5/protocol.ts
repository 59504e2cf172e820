// What the main thread and an HDF5 worker say to each other.
import type { Attribute, Dimension, NcType, Values } from '../dataset.ts';
import type { NetcdfErrorCode } from '../netcdf-error.ts';

/**
 * A file on this machine, or the number of bytes of a source that the main thread reads for the
 * worker.
 */
export type Hdf5Input = { readonly path: string } | { readonly size: number };

export interface StoredVariable {
  readonly name: string;
  /** Its offset in the HDF5 file. */
  readonly path: string;
  readonly type: NcType;
  readonly dimensions: readonly string[];
  /** Lengths of its dimensions, which may be more than is stored. */
  readonly shape: readonly number[];
  /** What is stored of it along each axis. */
  readonly extent: readonly number[];
  readonly attributes: readonly Attribute[];
}

/** A variable or attribute (`variable:attribute`, `:attribute`) of a type that is not read. */
export interface Unreadable {
  readonly name: string;
  readonly reason: string;
}

export interface Hdf5Header {
  readonly dimensions: readonly Dimension[];
  readonly attributes: readonly Attribute[];
  readonly variables: readonly StoredVariable[];
  readonly unreadable: readonly Unreadable[];
}

/**
 * A block of a variable: `count` elements from `start` along each axis; along the first one `every`
 * apart.
 */
export interface Slab {
  readonly path: string;
  readonly type: NcType;
  readonly start: readonly number[];
  readonly count: readonly number[];
  readonly every?: number;
}

/** How a variable is stored, as far as it is known without the header of the file. */
export type KnownObject = Pick<StoredVariable, 'path' | 'type' | 'extent'>;

export interface OutputDimension {
  readonly name: string;
  readonly length: number;
  readonly unlimited: boolean;
}

export interface OutputVariable {
  readonly name: string;
  readonly type: NcType;
  readonly dimensions: readonly string[];
  readonly attributes: readonly Attribute[];
  /** Elements per chunk along each axis; absent when stored in one piece. */
  readonly chunks?: readonly number[];
}

export interface OutputFile {
  readonly path: string;
  readonly dimensions: readonly OutputDimension[];
  readonly variables: readonly OutputVariable[];
  /** 1 to 9; 0 stores without compression. */
  readonly deflate: number;
}

/** Values of a variable of the output: `count` elements from `start` along each axis. */
export interface OutputBlock {
  readonly name: string;
  readonly start: readonly number[];
  readonly count: readonly number[];
  readonly values: Values;
}

export type Hdf5Job =
  | { readonly kind: 'header'; readonly input: Hdf5Input }
  /**
   * Answers the values of each slab, the numeric ones in one piece of memory. `known` is compared
   * with the file before: null where anything is stored otherwise.
   */
  | {
      readonly kind: 'read';
      readonly input: Hdf5Input;
      readonly slabs: readonly Slab[];
      readonly known?: readonly KnownObject[];
    }
  | { readonly kind: 'create'; readonly file: OutputFile }
  /**
   * Numeric values are in `memory`, which the worker returns as its answer, so that it can be
   * filled again.
   */
  | {
      readonly kind: 'write';
      readonly blocks: readonly OutputBlock[];
      readonly memory: ArrayBuffer;
    }
  /** Adds the global attributes and closes the file. */
  | { readonly kind: 'finish'; readonly attributes: readonly Attribute[] }
  /** Forgets the session and closes its file. */
  | { readonly kind: 'release' };

/** `session` is one dataset or one file being written. */
export interface Hdf5Request {
  readonly id: number;
  readonly session: number;
  readonly job: Hdf5Job;
}

export type Hdf5Answer =
  /** The library is loaded; on a busy machine that takes a while. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly code: NetcdfErrorCode;
      readonly message: string;
      readonly detail: string;
    }
  | FetchRequest;

/** The worker waits, blocked, until the bytes are in the shared buffer. */
export interface FetchRequest {
  readonly kind: 'fetch';
  readonly session: number;
  readonly sequence: number;
  readonly offset: number;
  readonly length: number;
}

/**
 * The buffer shared with a worker: 32-bit cells (state, byte count, number of the request), then
 * the bytes that were fetched.
 */
export const SHARED_CELLS = 3;
export const SHARED_HEAD_BYTES = 16;
export const SHARED_DATA_BYTES = 2 * 2 ** 20;
export const FETCH = { waiting: 0, filled: 1, failed: 2 } as const;
