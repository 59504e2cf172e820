// What every npm script needs first: dependencies installed, the pinned Node, the portal built. No
// imports but Node's own.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const INSTALLED = join(root, 'node_modules', '.isobar-installed');
/**
 * TypeScript, stripped of types and compiled: halves what a start costs. Skipped where this account
 * may not write.
 */
const COMPILED = join(root, 'node_modules/.cache/isobar-compiled');
/**
 * glibc keeps freed memory apart for each thread, which would cost the threads of an order a
 * hundred megabytes more.
 */
const MEMORY = { MALLOC_ARENA_MAX: '2' };
/**
 * In the process that runs orders, large blocks go straight back to the system; building an index
 * would be slower that way.
 */
export const WORKER_MEMORY = { MALLOC_MMAP_THRESHOLD_: String(1 << 20) };
/**
 * What `scripts/mutation.mjs` ends with where mutants of changed lines survive; a run that fails
 * has other codes.
 */
export const MUTANTS_SURVIVE = 3;
const BUILT = join(root, 'apps/portal/dist/.built');

/** Installs what package-lock.json says, unless that very lock file is installed already. */
export function ensureInstalled() {
  const wanted = hashOf([join(root, 'package-lock.json')]);
  if (readOr(INSTALLED) === wanted) return;
  say('Installing what Isobar needs (once; a minute or two) …');
  // Not `npm ci`: it refuses a lock file that leaves out binaries of platforms which a registry
  // does not hold. `install --no-save` takes the same locked versions and changes no file.
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const done = spawnSync(npm, ['install', ...quiet], { cwd: root, stdio: 'inherit' });
  if (done.status !== 0) stop('npm install failed; its output is above.', done.status ?? 1);
  writeFileSync(INSTALLED, wanted);
}

/**
 * The Node that the project is written for (24 or later): the one in node_modules, else the one
 * that runs this.
 */
export function pinnedNode() {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinned = join(root, 'node_modules/node/bin', file);
  if (existsSync(pinned) && major(pinned) >= 24) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return stop('Node 24 is missing: delete node_modules and run the command again.', 1);
}

/** Builds the portal when its sources changed since the last build. */
export function ensureBuilt() {
  const sources = [
    'apps/portal/src',
    'apps/portal/public',
    'packages/contract/src',
    'packages/query-language/src',
  ].map((f) => join(root, f));
  const single = [
    'apps/portal/draw-first-views.mjs',
    'apps/portal/first-views.ts',
    'apps/portal/flat-imports.ts',
    'apps/portal/index.html',
    'apps/portal/lean-calls.ts',
    'apps/portal/lean-icon.ts',
    'apps/portal/lean-icons.ts',
    'apps/portal/preload-screens.ts',
    'apps/portal/previous-builds.ts',
    'apps/portal/vite.config.ts',
    'package-lock.json',
  ];
  const files = [...sources.flatMap(filesBelow), ...single.map((f) => join(root, f))];
  const wanted = hashOf(files.filter((f) => !/\.test\.tsx?$/.test(f)));
  if (readOr(BUILT) === wanted) return;
  say('Building the portal …');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const done = spawnSync(pinnedNode(), [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps/portal'),
    stdio: 'inherit',
    env: environment(),
  });
  if (done.status !== 0) stop('The portal cannot be built; the output of Vite is above.', 1);
  precompress(dirname(BUILT));
  writeFileSync(BUILT, wanted);
}

/** Compresses what a browser loads once, at the best ratio, instead of at every request. */
function precompress(folder) {
  for (const file of filesBelow(folder).filter((f) =>
    /\.(js|css|html|svg|json|txt|pbf)$/.test(f),
  )) {
    const bytes = readFileSync(file);
    if (bytes.length < 1024) continue;
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  }
}

/**
 * Runs a program with the pinned Node first on the path; resolves its exit code; signals are passed
 * on. `heard` receives what it prints; without it the program writes to our own output.
 */
export function run(file, args, { heard, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: root,
      stdio: heard ? ['inherit', 'pipe', 'pipe'] : 'inherit',
      ...options,
      env: environment(options.env),
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', heard);
    const pass = (signal) => child.kill(signal);
    process.on('SIGINT', pass);
    process.on('SIGTERM', pass);
    const watching = whenAbandoned(() => child.kill('SIGTERM'));
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('close', (code, signal) => {
      process.off('SIGINT', pass);
      process.off('SIGTERM', pass);
      clearInterval(watching);
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}

/**
 * Ending npm ends its shell, which signals no other process: without this a server would live on
 * and keep its port.
 */
function whenAbandoned(act) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return undefined;
  const parent = process.ppid;
  return setInterval(() => process.ppid !== parent && act(), 500).unref();
}

/** Runs a TypeScript or JavaScript file of the project under the pinned Node. */
export const runNode = (file, args = [], options = {}) =>
  run(pinnedNode(), [join(root, file), ...args], options);

export const say = (text) => console.log(`\x1b[2m· ${text}\x1b[0m`);

function stop(text, code) {
  console.error(text);
  return process.exit(code);
}

function environment(more = {}) {
  const first = [dirname(pinnedNode()), join(root, 'node_modules/.bin')].join(delimiter);
  return {
    NODE_COMPILE_CACHE: COMPILED,
    ...MEMORY,
    ...process.env,
    PATH: `${first}${delimiter}${process.env.PATH ?? ''}`,
    ...more,
  };
}

function major(node) {
  const asked = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return asked.status === 0 ? Number(asked.stdout.slice(1).split('.')[0]) : 0;
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
}

function readOr(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
