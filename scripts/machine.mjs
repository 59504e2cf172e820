// What the tests need on the machine beyond npm packages: a Chromium, reference readers of NetCDF, a PostgreSQL. Installed where root may.
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, say } from './house.mjs';

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

/** Installs Chromium where none is; says so and goes on where it cannot (the flows then fail and say why). */
export function ensureBrowser() {
  if (browserPath()) return;
  const why = 'the flows run in a real browser';
  if (aptInstall(['chromium-headless-shell', 'fonts-liberation'], why)) return;
  if (aptInstall(['chromium', 'fonts-liberation'], why)) return;
  spawnSync('npx', ['playwright-core', 'install', '--with-deps', 'chromium'], { stdio: 'inherit' });
}

/** ncdump, ncks and Python's netCDF4, with which tests compare; where one is missing, those tests are skipped visibly. */
export function ensureReferenceTools() {
  if (!has('ncdump') || !has('ncks'))
    aptInstall(['netcdf-bin', 'nco'], 'tests compare with other readers of NetCDF');
  if (spawnSync('python3', ['-c', 'import netCDF4']).status === 0) return;
  const quiet = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  const done = spawnSync('python3', [...quiet, 'netCDF4', 'numpy'], { stdio: 'ignore' });
  if (done.status !== 0)
    aptInstall(['python3-netcdf4'], 'tests compare with other readers of NetCDF');
}

/**
 * Official search clients and a toolkit in Python, which flows run unchanged, each with its dependencies in a folder of its
 * own.
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
};

/** Installs them where pip can, as many at a time as there are cores; the flows of absent ones are skipped, visibly. */
export async function ensurePythonPrograms() {
  const folder = fileURLToPath(new URL('../node_modules/.cache/python-programs', import.meta.url));
  const left = Object.entries(PYTHON_PROGRAMS).values();
  const work = async () => {
    for (const [name, wanted] of left) await ensurePythonProgram(join(folder, name), wanted);
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
}

async function ensurePythonProgram(target, wanted) {
  if (existsSync(target)) return;
  const unfinished = `${target}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  const quiet = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  const options = ['--target', unfinished, ...wanted.split(' ')];
  const code = await run('python3', [...quiet, ...options], { stdio: 'ignore' });
  if (code === 0) renameSync(unfinished, target);
  else say(`${wanted} could not be installed: its flows are skipped.`);
}

/**
 * R, which runs the code that people copy; without it those tests are skipped visibly. Octave is used only where it is
 * installed, because installing it would bring a desktop along. Julia is no longer a Debian package, and the packages of
 * that name on PyPI and npm download it from elsewhere.
 */
export function ensureLanguages() {
  if (!has('Rscript')) aptInstall(['r-base-core'], 'the code to copy is run in R');
}

/** A PostgreSQL server, on which the order suites run a second time; absent: that is skipped, visibly. */
export function ensurePostgres() {
  if (!has('postgres') && !existsSync('/usr/lib/postgresql'))
    aptInstall(['postgresql'], 'the order suites run on PostgreSQL too');
}

function has(program) {
  return spawnSync('which', [program]).status === 0;
}

/** Prints what it installs and why, waits until apt is free, and reports a failure; the tests that need it then skip or fail by name. */
function aptInstall(packages, why) {
  const names = packages.join(', ');
  if (process.getuid?.() !== 0 || !has('apt-get')) {
    say(`${names}: not here, and only root with apt may install them (${why}). Going on without.`);
    return false;
  }
  say(`Installing ${names} with apt (${why}); another apt is waited for up to ${LOCK_SECONDS} s …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const lock = ['-o', `DPkg::Lock::Timeout=${LOCK_SECONDS}`];
  spawnSync('apt-get', [...lock, 'update', '-qq'], { stdio: 'ignore', env });
  const done = spawnSync(
    'apt-get',
    [...lock, 'install', '-y', '-qq', '--no-install-recommends', ...packages],
    {
      stdio: 'ignore',
      env,
    },
  );
  if (done.status !== 0)
    say(`${names} could not be installed (apt: ${done.status}). Going on without.`);
  return done.status === 0;
}

const LOCK_SECONDS = 180;
