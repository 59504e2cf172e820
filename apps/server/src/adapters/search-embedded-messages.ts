// What the threads of the embedded search tell each other.

import type { SearchBody } from '@isobar/contract/search/dsl.ts';
import type { Mapping } from '@isobar/contract/search/mapping.ts';
import type { SegmentChanges } from '../engine/merge.ts';
import type { SegmentData } from '../engine/segment-file.ts';

/** To a search thread. */
export type SearchOrder =
  | { readonly kind: 'open'; readonly index: string; readonly data: SegmentData }
  | {
      readonly kind: 'search';
      readonly index: string;
      readonly body: SearchBody;
      /** Which parts of the reply are wanted; none: all. */
      readonly paths: readonly string[];
      readonly milliseconds: number;
    };

/** From a search thread, one for each order, in their order. */
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

/** To the building thread. */
export type BuildOrder =
  | {
      readonly kind: 'begin';
      readonly path: string;
      readonly mapping: Mapping;
      readonly groupFields: readonly string[];
    }
  /** Documents as JSON. */
  | { readonly kind: 'add'; readonly documents: readonly string[] }
  /** The documents of an open index. */
  | { readonly kind: 'copy'; readonly data: SegmentData }
  /** Ends the file and reads it. */
  | { readonly kind: 'finish' }
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

/** From the building thread, one for each order, in their order. */
export type BuildAnswer =
  | { readonly kind: 'done' }
  /** `common`: names of arrays that a merged index has in common with the former one. */
  | {
      readonly kind: 'segment';
      readonly data: SegmentData;
      readonly common?: readonly string[];
    }
  | { readonly kind: 'failed'; readonly error: unknown };
