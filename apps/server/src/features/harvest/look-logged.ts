// Looks at a path of the archive that changed.
import type { Log } from '../../platform/log/log.ts';
import type { ArchiveStore, Looked } from '../../ports/archive.ts';

/**
 * A path that cannot be looked at is logged: its file stays filed as it is, since it is not known
 * to be gone.
 */
export async function lookLogged(
  { archive, log }: { readonly archive: ArchiveStore; readonly log: Log },
  path: string,
): Promise<Looked> {
  const found = await archive.look(path);
  if (found === 'unreadable') log.warn({ path, reason: 'It cannot be read.' }, 'passed over');
  return found;
}
