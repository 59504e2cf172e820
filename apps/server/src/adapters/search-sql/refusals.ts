// What a reader over the store says to a part of the search language that it does not answer.
import { SearchRefused } from '../../ports/search-index.ts';

/**
 * Always the same status and type, whatever the part: the suite of search readers holds every
 * reader to it.
 */
export const unsupported = (reason: string): SearchRefused =>
  new SearchRefused(400, 'illegal_argument_exception', reason);
