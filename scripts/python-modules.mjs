// Whether Python is here with the modules that tests compare with: decided in this one place for
// every command and every test.
import { spawnSync } from 'node:child_process';

/** What reads and writes NetCDF files beside our own code. */
export const READERS = ['netCDF4', 'cftime', 'numpy'];

const TRY = `
import importlib, sys
for name in sys.argv[1:]:
    try: importlib.import_module(name)
    except Exception: print(name)`;

let known;

/** Those of READERS that Python cannot import; all of them where there is no Python. */
export function missingReaders() {
  known ??= missingOf(READERS);
  return known;
}

function missingOf(modules) {
  const { status, stdout } = spawnSync('python3', ['-c', TRY, ...modules], { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : modules;
}

/** A sentence about what is skipped, or null where nothing is. */
export function skippedReaders() {
  const missing = missingReaders();
  return missing.length > 0
    ? `Python has no ${missing.join(', ')}: tests that compare with them are skipped. npm test installs them where it may.`
    : null;
}

/** For tests: whether all of READERS are here. */
export const hasReaders = () => missingReaders().length === 0;
