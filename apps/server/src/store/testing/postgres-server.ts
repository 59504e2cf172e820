// A real PostgreSQL server for one test, where one is installed: its own cluster in a temporary
// folder, on a free port.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../../../../fixtures/free-port.ts';
import { openStore } from '../open.ts';

export interface PostgresServer {
  readonly url: string;
  /**
   * Ends it at once, as a crash would, and starts it again on the same port; clients lose their
   * connections.
   */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';

/** Null where PostgreSQL is not installed, or can not be run. */
export async function startPostgresServer(): Promise<PostgresServer | null> {
  const bin = await binFolder();
  if (!bin) return null;
  const owner = await unprivileged();
  if (!owner) return null;
  const folder = await mkdtemp(join(tmpdir(), 'isobar-postgres-'));
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const options = { ...owner, cwd: folder };
  await run(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'isobar', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    options,
  );
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    // Tests kill clients, never the machine: what the kernel has is kept.
    'fsync=off',
    'full_page_writes=off',
    'max_connections=300', // each test file and each worker that it starts has a pool of its own
  ];
  const begin = (): ChildProcess =>
    spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...options,
      stdio: 'ignore',
    });
  let server = begin();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = new Promise((done) => server.once('exit', done));
    server.kill(signal);
    await ended;
  };
  const url = `postgres://isobar@127.0.0.1:${port}/postgres`;
  await answers(url, server);
  return {
    url,
    async restart() {
      await end('SIGQUIT');
      server = begin();
      await answers(url, server);
    },
    async stop() {
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The database that `freshDatabase` copies if `makeModel` was called before: copying takes a fifth
 * of the time of making all tables.
 */
const MODEL = 'isobar_model';

/** A database with all tables and no rows; no client may be connected to it afterwards. */
export async function makeModel(serverUrl: string): Promise<void> {
  await onServer(serverUrl, `create database ${MODEL}`);
  await (await openStore({ url: String(new URL(`/${MODEL}`, serverUrl)) })).close();
}

/**
 * A database of its own on the server at `serverUrl`, without rows; with the tables of the model if
 * there is one.
 */
export async function freshDatabase(
  serverUrl: string,
): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const [model] = await onServer(serverUrl, `select from pg_database where datname = '${MODEL}'`);
  await onServer(serverUrl, `create database ${name}${model ? ` template ${MODEL}` : ''}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: String(url),
    async drop() {
      await onServer(serverUrl, `drop database ${name} with (force)`);
    },
  };
}

async function onServer(url: string, statement: string): Promise<readonly object[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The folder of PostgreSQL's programs; null where it is not installed. */
export async function binFolder(): Promise<string | null> {
  const versions = await readdir(DEBIAN).catch(() => []);
  const folders = [
    ...versions
      .sort()
      .reverse()
      .map((v) => join(DEBIAN, v, 'bin')),
    '/usr/bin',
    '/usr/local/bin',
  ];
  return (
    folders.find((folder) =>
      ['postgres', 'initdb'].every((name) => existsSync(join(folder, name))),
    ) ?? null
  );
}

/**
 * The account that the server runs as, since PostgreSQL refuses root. Null if we are root and there
 * is no other account to run it as.
 */
async function unprivileged(): Promise<{ uid?: number; gid?: number } | null> {
  if (process.getuid?.() !== 0) return {};
  const number = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  try {
    return { uid: await number('-u'), gid: await number('-g') };
  } catch {
    return null;
  }
}

/** A busy machine starts a server slowly. */
const PATIENCE_MS = 60_000;

async function answers(url: string, server: ChildProcess): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    if (server.exitCode !== null) break;
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(50);
    }
  }
  throw new Error('The PostgreSQL server did not start.');
}
