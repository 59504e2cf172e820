// Entity tags of search replies: the content of the index and the request.
import { createHash } from 'node:crypto';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { dependsOnTime } from '@isobar/search-engine/language/dates.ts';

/** Null: the reply may change without the index (`now`), or the index does not tell its version. */
export function tagOf(
  version: string | undefined,
  body: SearchBody,
  filterPath: readonly string[],
): string | null {
  const asked = JSON.stringify([body, filterPath]);
  if (version === undefined || dependsOnTime(asked)) return null;
  return `W/"${createHash('sha256').update(version).update(asked).digest('base64url').slice(0, 27)}"`;
}

/**
 * The tag of a reply that is already there, of an index that does not tell its version: all of it
 * but the time it took.
 */
export function tagOfReply(text: Uint8Array, body: SearchBody): string | null {
  if (dependsOnTime(JSON.stringify(body))) return null;
  const start = Buffer.from(text.buffer, text.byteOffset, Math.min(text.length, 64)).toString(
    'latin1',
  );
  const took = /^\{"took":\d+/.exec(start)?.[0].length ?? 0;
  return `W/"${createHash('sha256').update(text.subarray(took)).digest('base64url').slice(0, 27)}"`;
}
