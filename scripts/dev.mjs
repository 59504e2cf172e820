// npm run dev: the server, started again when its sources change, behind Vite, which reloads the
// portal as it is edited.
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ensureInstalled, pinnedNode, root, run, say } from './project.mjs';

const DEFAULT_PORT = 8080;
/**
 * Threads under --watch report what they load to their parent, among the answers that it waits for,
 * so only the server itself is watched.
 */
const THREADS_UNWATCHED = 'data:text/javascript,delete process.env.WATCH_REPORT_DEPENDENCIES';
const WATCHED = [
  'apps/server/src',
  'demo',
  ...['contract', 'netcdf', 'query-language', 'search-engine'].map(
    (name) => `packages/${name}/src`,
  ),
];

ensureInstalled();
const port = Number(process.env.ISOBAR_PORT ?? DEFAULT_PORT);
if (!Number.isInteger(port) || port < 1 || port > 65_534)
  refuse(`ISOBAR_PORT is ${process.env.ISOBAR_PORT}: it must be a whole number from 1 to 65534.`);
const behind = port + 1;
for (const wanted of [port, behind])
  if (!(await isFree(wanted)))
    refuse(`Port ${wanted} is taken: stop the other program, or set ISOBAR_PORT (two are used).`);
const address = `http://localhost:${port}`;
say(`Server and portal at one address: ${address}/discovery/`);

const server = run(
  pinnedNode(),
  [
    '--watch-preserve-output',
    // a change is shown at once; what was in work is taken up as after a crash, and the worker ends
    // by itself
    '--watch-kill-signal=SIGKILL',
    ...WATCHED.map((folder) => `--watch-path=${join(root, folder)}`),
    `--import=${THREADS_UNWATCHED}`,
    join(root, 'apps/server/src/cli.ts'),
    'serve',
  ],
  { env: { ISOBAR_URL: address, ISOBAR_LOG: 'warn', ...process.env, ISOBAR_PORT: String(behind) } },
);
const portal = run(
  pinnedNode(),
  [join(root, 'node_modules/vite/bin/vite.js'), '--port', String(port), '--strictPort'],
  {
    cwd: join(root, 'apps/portal'),
    env: { ISOBAR_DEV_SERVER: `http://127.0.0.1:${behind}` },
  },
);
// When one of them ends, so does the other: a portal without its services shows nothing but
// failures.
process.exitCode = await Promise.race([server, portal]);
process.kill(process.pid, 'SIGTERM');
await Promise.all([server, portal]);

/** A server listens on one of these addresses; another program may hold the port on either. */
async function isFree(wanted) {
  return (await canListen(wanted, 'localhost')) && (await canListen(wanted, '127.0.0.1'));
}

function canListen(wanted, host) {
  return new Promise((resolve) => {
    const trial = createServer();
    trial.once('error', () => resolve(false));
    trial.listen(wanted, host, () => trial.close(() => resolve(true)));
  });
}

function refuse(text) {
  console.error(text);
  process.exit(1);
}
