// Checks what is asked of the embedded search before a thread gets it.
import { SearchRefused } from '../../ports/search-index.ts';

/** Throws if an index cannot have this name, which is that of a file. */
export function checkName(index: string): void {
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(index))
    throw new SearchRefused(400, 'invalid_index_name_exception', `Invalid index name [${index}]`);
}
