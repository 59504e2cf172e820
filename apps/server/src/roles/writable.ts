// Whether the server can store anything just now, tried and not guessed: one row of the store, one
// file in the home folder.
import { join } from 'node:path';
import { inTime } from '../platform/admission/in-time.ts';
import { removeFile, writeFlushed } from '../platform/files/disk.ts';
import type { Store } from '../store/open.ts';
import { keepSetting } from '../store/settings.ts';

/** A result is reused for so many milliseconds, however many callers ask. */
const KNOWN_MS = 5000;
/** A store that another program writes to at length takes nothing meanwhile, and is not broken. */
const BUSY_MS = 3000;
/** More than the rest of a half-filled block. */
const PROBE = new Uint8Array(64 << 10);

/**
 * Resolves to the reason why nothing can be stored, which names no path; null: it can. Never
 * rejects.
 */
export function openWritable(
  { db }: Pick<Store, 'db'>,
  home: string,
  now: () => number = () => performance.now(),
): () => Promise<string | null> {
  const file = join(home, `.ready-${process.pid}`);
  let last: Promise<string | null> = Promise.resolve(null);
  let at = Number.NEGATIVE_INFINITY;

  async function tryFile(): Promise<void> {
    await removeFile(file); // of an earlier look that was cut short
    try {
      await writeFlushed(file, PROBE, 0o600);
    } finally {
      await removeFile(file);
    }
  }

  async function tryStore(): Promise<void> {
    await keepSetting(db, SETTING, new Date().toISOString());
  }

  async function look(): Promise<string | null> {
    try {
      await tryFile();
    } catch {
      return 'nothing can be written to the home folder';
    }
    const stored = tryStore().then(
      () => null,
      () => 'the store takes nothing',
    );
    return await inTime(stored, BUSY_MS);
  }

  return () => {
    if (now() - at >= KNOWN_MS) {
      at = now();
      last = look();
    }
    return last;
  };
}

const SETTING = 'ready.probe';
