// Which programs of others read arrays on this machine, for flows that compare what they read with
// the files; and addresses for each.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './server.ts';

const VARIANTS = ['whole', 'clean', 'strict'];
/** Every reader reads every variant of every file. */
const readsAll = process.env.ISOBAR_TESTS === 'all';

/** Where npm test installs xarray, zarr, pydap and netCDF4. */
const LIBRARIES = join(root, 'node_modules/.cache/python-programs/arrays');

export const hasPython = existsSync(LIBRARIES);
export const has = (program: string): boolean => spawnSync('which', [program]).status === 0;
/** Whether a program is here, and ends well with these arguments. */
export const canRun = (program: string, ...args: readonly string[]): boolean =>
  has(program) && spawnSync(program, args).status === 0;

/** With these variables of the environment Python finds the libraries. */
export const PYTHON_ENV = {
  ...process.env,
  PYTHONPATH: LIBRARIES,
  PYTHONDONTWRITEBYTECODE: '1',
  NODE: process.execPath, // reads by zarrita
};

/**
 * `key`: as e2e/programs/array_readers.py calls it. All but zarrita compare by Python's netCDF4.
 */
export const READERS = [
  { key: 'zarr3', label: 'Zarr version 3 by xarray', isHere: hasPython },
  { key: 'zarr2', label: 'Zarr version 2 by xarray', isHere: hasPython },
  { key: 'zarr-python3', label: 'Zarr version 3 by zarr-python', isHere: hasPython },
  { key: 'zarr-python2', label: 'Zarr version 2 by zarr-python', isHere: hasPython },
  { key: 'zarrita3', label: 'Zarr version 3 by zarrita', isHere: hasPython },
  { key: 'zarrita2', label: 'Zarr version 2 by zarrita', isHere: hasPython },
  { key: 'dap', label: 'DAP2 by netCDF4', isHere: hasPython },
  { key: 'pydap', label: 'DAP2 by pydap', isHere: hasPython },
  { key: 'r', label: 'DAP2 by R', isHere: hasPython && canRun('Rscript', '-e', 'library(ncdf4)') },
  {
    key: 'octave',
    label: 'DAP2 by Octave',
    isHere: hasPython && canRun('octave-cli', '--eval', 'pkg load netcdf'),
  },
  {
    key: 'ncdump',
    label: 'DAP2 by ncdump',
    isHere: hasPython && has('ncdump') && has('ncgen'),
  },
] as const;

/** Asks for each row of a profile by itself, and has arrays with fewer rows. */
export const ROW_BY_ROW = 'ncdump';
export const MANY_ROWS = READERS.filter(({ key }) => key !== ROW_BY_ROW);

/**
 * Those read the same chunks by the same library, or in the same way, as others do.
 * `arrays.spec.ts` compares with all.
 */
const ALIKE: readonly string[] = ['zarr-python3', 'zarr-python2', 'zarrita2'];
export const isUnlike = (key: string): boolean => readsAll || !ALIKE.includes(key);

/**
 * Reads by the C library, as R does: both and `dap` ask for the same ranges. `arrays.spec.ts` and
 * `arrays-unusual.spec.ts` compare with each.
 */
const ALIKE_IN_REAL_FILES = 'octave';
export const READERS_OF_REAL_FILES = MANY_ROWS.filter(
  ({ key }) => isUnlike(key) && (readsAll || key !== ALIKE_IN_REAL_FILES),
);

/**
 * One of each protocol: which values a mask leaves out is decided by the server and the same for
 * all; of both masks DAP2 shows the one that leaves out more.
 */
const OF_MASKS: Readonly<Record<string, readonly string[]>> = {
  zarr3: VARIANTS,
  dap: ['whole', 'strict'],
};
export const variantsOf = (key: string): string =>
  (readsAll ? VARIANTS : (OF_MASKS[key] ?? ['whole'])).join();

type ReaderKey = (typeof READERS)[number]['key'];

export const isHere = (key: ReaderKey): boolean =>
  READERS.some((reader) => reader.key === key && reader.isHere);

const notHere = READERS.filter((reader) => !reader.isHere).map(({ label }) => label);
if (notHere.length > 0)
  console.warn(`Arrays are not read as ${notHere.join(', ')}: not installed.`);

/**
 * Runs a program of e2e/programs; resolves the lines that it printed. Rejects where it ends with
 * another code than 0.
 */
export async function pythonLines(program: string, ...args: readonly string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    'python3',
    [join(root, 'e2e/programs', program), ...args],
    { env: { ...PYTHON_ENV, PYTHONWARNINGS: 'ignore' }, maxBuffer: 1e7 },
  );
  return stdout.trim().split('\n');
}

export interface OwnAddress {
  readonly url: string;
  readonly close: () => void;
}

/** Requests that are sent again while the server is busy, after a second each. */
const MOST_REPEATS = 20;

/**
 * A server's address whose requests come from addresses of their own, one for each variant, as from
 * other machines: each has its own budget.
 */
export async function ownAddress(server: string, place: number): Promise<OwnAddress> {
  const { hostname, port } = new URL(server);
  const forwarder = createServer((from, to) => {
    const { url: path = '/', method, headers } = from;
    const localAddress = `127.1.${VARIANTS.findIndex((name) => path.includes(`/${name}`)) + 2}.${place + 1}`;
    // A connection of its own: the server may close one that is kept just when a request is sent on
    // it.
    const options = { hostname, port, path, method, headers, localAddress, agent: false };
    // Readers do not ask again by themselves when a busy server asks them to.
    const ask = (more: number): void => {
      const passed = request(options, (reply) => {
        if (reply.statusCode === 503 && more > 0) {
          reply.resume();
          setTimeout(() => ask(more - 1), 1000);
          return;
        }
        to.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(to);
      });
      passed.on('error', () => to.destroy());
      passed.end();
    };
    ask(MOST_REPEATS);
  });
  forwarder.keepAliveTimeout = 600_000; // no reader pauses for so long
  await new Promise<void>((resolve) => {
    forwarder.listen(0, '127.0.0.1', resolve);
  });
  const address = forwarder.address();
  if (!address || typeof address === 'string') throw new Error('the forwarder has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      forwarder.closeAllConnections();
      forwarder.close();
    },
  };
}
