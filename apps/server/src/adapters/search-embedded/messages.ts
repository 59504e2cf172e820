// The messages between the main thread and the threads of the embedded search.

import type { Mapping } from '@isobar/query-language/mapping.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import type { SegmentBuilder } from '@isobar/search-engine/build/build.ts';
import type { LaidColumn, WrittenColumns } from '@isobar/search-engine/build/build-part.ts';
import type { SegmentChanges } from '@isobar/search-engine/build/merge.ts';
import type { SegmentData } from '@isobar/search-engine/segment/segment-file.ts';

type Placement = ReturnType<SegmentBuilder['place']>;

/** What a search thread is given when it starts. */
export interface SearchThreadData {
  /** Not zero once the search that runs is to stop. */
  readonly cancelled: SharedArrayBuffer;
  /** Steps of priority by which it gives way to the thread that answers. */
  readonly steps: number;
}

/** The tasks that a search thread receives. */
export type SearchTask =
  | { readonly kind: 'open'; readonly index: string; readonly data: SegmentData }
  | {
      readonly kind: 'search';
      readonly index: string;
      /** A `SearchRequest` as JSON, which is quicker to hand over than objects. */
      readonly request: string;
      readonly milliseconds: number;
    };

/** The body, and the parts of the reply that are wanted; an empty list means all. */
export type SearchRequest = readonly [body: SearchBody, paths: readonly string[]];

/** From a search thread, one for each task, in the order of the tasks. */
export type SearchAnswer =
  | { readonly kind: 'opened' }
  | { readonly kind: 'found'; readonly text: Uint8Array<ArrayBuffer> }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly type: string;
      readonly reason: string;
    }
  /** The segment file is not as it was written. */
  | { readonly kind: 'damaged'; readonly index: string; readonly reason: string }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Documents as JSON in UTF-8, and where each ends; in shared memory. */
export type Batch = { readonly bytes: Uint8Array; readonly ends: Int32Array };

/** The tasks that a building thread receives. */
export type BuildTask =
  | {
      readonly kind: 'begin';
      readonly path: string;
      readonly mapping: Mapping;
      readonly groupFields: readonly string[];
      /** Fields whose columns other threads gather. */
      readonly elsewhere: readonly string[];
    }
  /** For one of several threads that build an index: gather the columns of some fields. */
  | { readonly kind: 'gather'; readonly mapping: Mapping }
  | { readonly kind: 'add'; readonly batch: Batch }
  /** Add all documents of an open index. */
  | { readonly kind: 'copy'; readonly data: SegmentData }
  /** Return the places of the documents, which the gathering threads need. */
  | { readonly kind: 'place' }
  /**
   * For all threads of a build: lay out the gathered columns. The first thread, which has the
   * documents, also writes its columns.
   */
  | { readonly kind: 'lay out'; readonly placement: Placement }
  /** For the gathering threads: write the laid-out columns to the file from `offset` on. */
  | { readonly kind: 'write'; readonly path: string; readonly offset: number }
  /**
   * For the first thread, while the others write: find the functional dependencies between all
   * columns.
   */
  | { readonly kind: 'find dependencies'; readonly others: readonly LaidColumn[] }
  /** Sent to the first thread, which completes the file. */
  | { readonly kind: 'finish'; readonly others: readonly WrittenColumns[] }
  /** Make an index, in memory, from an open one and some changed documents. */
  | {
      readonly kind: 'merge';
      readonly data: SegmentData;
      readonly changes: SegmentChanges;
      readonly version: string;
      /** Memory that is no longer read, to be used again. */
      readonly spare: readonly SharedArrayBuffer[];
    }
  | { readonly kind: 'abandon' }
  | { readonly kind: 'read'; readonly path: string };

/** From a building thread, one for each task, in the order of the tasks. */
export type BuildAnswer =
  | { readonly kind: 'done' }
  | { readonly kind: 'placed'; readonly placement: Placement }
  /** `bytes`: how many the part takes in the file. */
  | {
      readonly kind: 'laid out';
      readonly columns: readonly LaidColumn[];
      readonly bytes: number;
    }
  | { readonly kind: 'written'; readonly part: WrittenColumns }
  /** `common`: names of the arrays that a merged index shares with the former one. */
  | {
      readonly kind: 'segment';
      readonly data: SegmentData;
      readonly common?: readonly string[];
    }
  | { readonly kind: 'failed'; readonly error: unknown };
