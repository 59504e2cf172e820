// Where tests keep their folders: in memory where there is room. A disk takes ten times as long to
// copy an empty database, and says nothing more of what is tried.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Many times what a run of everything keeps at once; containers have 64 MB by default. */
const ROOM = 2e9;

/**
 * For the environment of a run of tests: a folder for temporary ones that is removed when this
 * process ends.
 */
export function scratch() {
  if (process.env.TMPDIR) return {};
  const folder = mkdtempSync(join(hasRoom() ? IN_MEMORY : tmpdir(), 'isobar-tests-'));
  chmodSync(folder, 0o711); // a database server runs as a different user
  process.on('exit', () => remove(folder));
  return { TMPDIR: folder };
}

function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    // a small disk of a test that was killed is still mounted there
    console.error(`${folder} stays: ${error.message}`);
  }
}

function hasRoom() {
  if (process.platform !== 'linux' || !existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return Math.min(bavail * bsize, freemem()) >= ROOM;
}
