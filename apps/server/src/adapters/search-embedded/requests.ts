// Requests to the embedded search, checked and turned into text before a thread gets them; and
// replies, parsed into objects.
import type { SearchReply } from '@isobar/query-language/result.ts';
import { SearchRefused } from '../../ports/search-index.ts';
import type { SearchRequest, SearchTask } from './messages.ts';

/** Throws if an index cannot have this name, which is that of a file. */
export function checkName(index: string): void {
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(index))
    throw new SearchRefused(400, 'invalid_index_name_exception', `Invalid index name [${index}]`);
}

/** `milliseconds`: after which the search is stopped. */
export const searchTask = (
  index: string,
  request: SearchRequest,
  milliseconds: number,
): Extract<SearchTask, { kind: 'search' }> => ({
  kind: 'search',
  index,
  request: JSON.stringify(request),
  milliseconds,
});

/** Most bytes of a reply that is parsed in this thread, since parsing blocks everything else. */
const MAX_OBJECT = 4 << 20;

/** Throws 413 if the reply is too long to be parsed in this thread. */
export function parsedReply(text: Uint8Array): SearchReply {
  if (text.length > MAX_OBJECT)
    throw new SearchRefused(
      413,
      'content_too_long_exception',
      `the reply would be longer than ${MAX_OBJECT >> 20} MiB; ask for fewer rows`,
    );
  // our own reply
  return JSON.parse(Buffer.from(text.buffer, text.byteOffset, text.length).toString());
}
