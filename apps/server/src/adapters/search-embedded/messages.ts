// What the threads of the embedded search tell each other.

import type { SearchBody } from '@isobar/contract/search/dsl.ts';
import type { Mapping } from '@isobar/contract/search/mapping.ts';
import type { Placement } from '../../engine/build/build-column.ts';
import type { LaidColumn, WrittenColumns } from '../../engine/build/build-part.ts';
import type { SegmentChanges } from '../../engine/build/merge.ts';
import type { SegmentData } from '../../engine/segment/segment-file.ts';

/** To a search thread. */
export type SearchTask =
  | { readonly kind: 'open'; readonly index: string; readonly data: SegmentData }
  | {
      readonly kind: 'search';
      readonly index: string;
      /** JSON of a `SearchRequest`: quicker to hand over than objects. */
      readonly request: string;
      readonly milliseconds: number;
    };

/** The body, and which parts of the reply are wanted; none: all. */
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

/** Documents as JSON in UTF-8, one behind the other, and where each ends; in memory that threads share. */
export type Batch = { readonly bytes: Uint8Array; readonly ends: Int32Array };

/** To a building thread. */
export type BuildTask =
  | {
      readonly kind: 'begin';
      readonly path: string;
      readonly mapping: Mapping;
      readonly groupFields: readonly string[];
      /** Fields whose columns other threads gather. */
      readonly elsewhere: readonly string[];
    }
  /** To one of several threads that build an index: gathers the columns of some fields. */
  | { readonly kind: 'gather'; readonly mapping: Mapping }
  | { readonly kind: 'add'; readonly batch: Batch }
  /** The documents of an open index. */
  | { readonly kind: 'copy'; readonly data: SegmentData }
  /** Where the documents stand, for those who gather. */
  | { readonly kind: 'place' }
  /** To all of them: to lay out what they have gathered. The first, which keeps the documents, writes its own then. */
  | { readonly kind: 'lay out'; readonly placement: Placement }
  /** To who gathers: to write what is laid out to the file from `offset` on. */
  | { readonly kind: 'write'; readonly path: string; readonly offset: number }
  /** To the first, meanwhile: to find out what has to be known of all columns. */
  | { readonly kind: 'find dependencies'; readonly others: readonly LaidColumn[] }
  /** To the first: to end the file. */
  | { readonly kind: 'finish'; readonly others: readonly WrittenColumns[] }
  /** An open index with some documents exchanged, in memory. */
  | {
      readonly kind: 'merge';
      readonly data: SegmentData;
      readonly changes: SegmentChanges;
      readonly version: string;
      /** Memory that nobody reads any more. */
      readonly spare: readonly SharedArrayBuffer[];
    }
  | { readonly kind: 'abandon' }
  | { readonly kind: 'read'; readonly path: string };

/** From a building thread, one for each task, in the order of the tasks. */
export type BuildAnswer =
  | { readonly kind: 'done' }
  | { readonly kind: 'placed'; readonly placement: Placement }
  /** `bytes`: of the file that its part takes. */
  | {
      readonly kind: 'laid out';
      readonly columns: readonly LaidColumn[];
      readonly bytes: number;
    }
  | { readonly kind: 'written'; readonly part: WrittenColumns }
  /** `common`: names of arrays that a merged index has in common with the former one. */
  | {
      readonly kind: 'segment';
      readonly data: SegmentData;
      readonly common?: readonly string[];
    }
  | { readonly kind: 'failed'; readonly error: unknown };
