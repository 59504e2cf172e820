// What the readers over the store have in common: each serves one index under its name, and stops
// waiting when the signal aborts.

import type { Mapping } from '@isobar/query-language/mapping.ts';
import type { SearchReply } from '@isobar/query-language/result.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import {
  noSuchIndex,
  type ReadOnlyIndex,
  type SearchTextOptions,
} from '../../ports/search-index.ts';

export interface OneIndex {
  readonly name: string;
  readonly mapping: Mapping;
  /** The reply as UTF-8 JSON, cut down to `paths` unless there are none. */
  reply(body: SearchBody, paths: readonly string[]): Promise<Uint8Array>;
  close(): Promise<void>;
}

export function oneIndex({ name, mapping, reply, close }: OneIndex): ReadOnlyIndex {
  const checked = (index: string): void => {
    if (index !== name) throw noSuchIndex(index);
  };
  const searchText = async (
    index: string,
    body: SearchBody,
    { signal, filterPath = [] }: SearchTextOptions = {},
  ): Promise<Uint8Array> => {
    signal?.throwIfAborted();
    checked(index);
    return await unlessAborted(reply(body, filterPath), signal);
  };
  return {
    name,
    searchText,
    search: async (index, body, options) =>
      // a whole one
      JSON.parse(new TextDecoder().decode(await searchText(index, body, options))) as SearchReply,
    has: (index) => index === name,
    mapping(index) {
      checked(index);
      return mapping;
    },
    version: () => undefined,
    close,
  };
}

/** Stops waiting when the signal aborts; the work itself ends by its own time limit. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
