// The grown system on one machine: PostgreSQL, an S3 server and a search cluster where they can be
// had, two web processes, two workers with homes of their own, a harvester, a mail server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Moto, startMoto } from '../../apps/server/src/adapters/testing/moto.ts';
import { type SmtpServer, smtpServer } from '../../apps/server/src/adapters/testing/smtp-server.ts';
import { writeMetFile } from '../../apps/server/src/features/orders/testing/met-file.ts';
import { openStore, type Store } from '../../apps/server/src/store/open.ts';
import {
  type PostgresServer,
  startPostgresServer,
} from '../../apps/server/src/store/testing/postgres-server.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { root } from '../server.ts';
import { type FaultyProxy, faultyProxy } from './faulty-proxy.ts';
import { type Kept, keep } from './process.ts';

export const DAY = 86_400;
export const FIRST_DAY = Date.UTC(2019, 0, 1) / 1000;
export const DAYS = 6;
export const STREAMS = ['sgp', 'nsa', 'twp', 'ena'].flatMap((site) =>
  ['E13', 'E15', 'C1'].map((facility) => `${site}met${facility}.b1`),
);

export interface Grown {
  readonly folder: string;
  readonly archive: string;
  readonly postgres: PostgresServer;
  readonly store: Store;
  readonly moto: Moto;
  /** In front of the S3 server. */
  readonly s3: FaultyProxy;
  /**
   * In front of the cluster; null: there is none, and each web process has an engine of its own.
   */
  readonly cluster: FaultyProxy | null;
  readonly mail: SmtpServer;
  /** Origins of the web processes. */
  readonly webs: readonly string[];
  /**
   * Of one more web process with the embedded engine, which searches are compared with; where there
   * is none, web 2.
   */
  readonly peer: string;
  /** Web processes, workers and the harvester by their names. */
  readonly kept: Readonly<Record<string, Kept>>;
  /** The environment of a process with this home. */
  env(home: string): Record<string, string>;
  close(): Promise<void>;
}

export interface GrownParts {
  /** Whether a search cluster is looked for. */
  readonly cluster: boolean;
  readonly workers: 1 | 2;
  /** Whether there is a web process beside both, which nothing is done to. */
  readonly peer: boolean;
}

/**
 * Throws where PostgreSQL or the S3 server is missing. Every process has a home of its own: they
 * share the archive and the servers.
 */
export async function startGrown(parts: GrownParts): Promise<Grown> {
  const folder = mkdtempSync(join(tmpdir(), 'isobar-grown-'));
  const closing: (() => unknown)[] = [];
  const stopping: Kept[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(stopping.map((one) => one.stop()));
    for (const one of closing.reverse()) await one();
    rmSync(folder, { recursive: true, force: true });
  };
  const closed = <T>(made: T, end: (made: T) => unknown): T => {
    closing.push(() => end(made));
    return made;
  };
  try {
    const archive = join(folder, 'archive');
    mkdirSync(archive);
    for (const stream of STREAMS) await addDays(archive, stream, 0, DAYS);
    const postgres = await startPostgresServer();
    if (!postgres) throw new Error('PostgreSQL is not installed here.');
    closed(postgres, (one) => one.stop());
    const moto = closed(await startMoto('grown'), (one) => one.close());
    const s3 = closed(await faultyProxy(moto.url), (one) => one.close());
    const mail = closed(await smtpServer(), (one) => one.close());
    const node = parts.cluster ? await startCluster() : null;
    if (node) closed(node, (one) => one.stop());
    const cluster = node ? closed(await faultyProxy(node.url), (one) => one.close()) : null;
    const env = (home: string): Record<string, string> => ({
      ISOBAR_HOME: join(folder, home),
      ISOBAR_WORKER: 'apart',
      ISOBAR_ARCHIVE: archive,
      ISOBAR_DELIVERIES: 's3://grown/deliveries',
      ISOBAR_KEPT: 's3://grown/kept',
      ISOBAR_S3_ENDPOINT: s3.url,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_MAX_ATTEMPTS: '2',
      DATABASE_URL: postgres.url,
      SMTP_URL: mail.url.replace(/^\w+:/, 'smtp:'),
      ISOBAR_TRUST_PROXY: 'true',
      ISOBAR_FACTS_AHEAD: 'off',
      ISOBAR_PLOTS_AHEAD: 'off',
      ISOBAR_RATE: '100000',
      ISOBAR_LOG: 'warn',
      ISOBAR_LEARN: 'off',
      ...(cluster ? { OPENSEARCH_URL: cluster.url } : {}),
    });
    const store = closed(await openStore({ url: postgres.url }), (one) => one.close());
    const begin = (name: string, args: readonly string[], more: Record<string, string>): Kept => {
      const one = keep(name, args, { ...env(name.replace(' ', '-')), ...more });
      stopping.push(one);
      return one;
    };
    const ports = [await freePort(), await freePort(), await freePort()];
    const origins = ports.map((port) => `http://127.0.0.1:${port}`);
    const [one = '', two = '', three = ''] = origins;
    const web = (name: string, n: number, more = {}): Kept =>
      begin(name, ['serve'], { ISOBAR_PORT: String(ports[n]), ...more });
    // Both at once on an empty database: one makes its tables and harvests, the other waits for
    // that.
    const webs = [web('web 1', 0), web('web 2', 1)];
    await Promise.all(webs.map((each, n) => answers(origins[n] ?? '', each)));
    const workers = Array.from({ length: parts.workers }, (_, n) =>
      begin(`worker ${n + 1}`, ['worker'], {}),
    );
    const harvester = begin('harvester', ['harvest', archive, '--watch'], {});
    if (parts.peer) await answers(three, web('peer', 2, { OPENSEARCH_URL: '' }));
    const kept = [...webs, ...workers, harvester].map((each) => [each.name, each] as const);
    return {
      ...{ folder, archive, postgres, store, moto, s3, cluster, mail, env, close },
      webs: [one, two],
      peer: parts.peer ? three : two,
      kept: Object.fromEntries(kept),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Files of `count` days, from day `first` on. Each datastream begins at a minute of its own, so
 * that sorted searches have no ties.
 */
export async function addDays(
  archive: string,
  stream: string,
  first: number,
  count: number,
): Promise<void> {
  for (let day = first; day < first + count; day++) {
    const start = FIRST_DAY + day * DAY + STREAMS.indexOf(stream) * 60;
    const stamp = new Date(start * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '');
    const path = join(archive, `${stream}.${stamp.replace('T', '.')}.cdf`);
    await writeMetFile(path, { start, samples: DAY / 600 - 2, step: 600, datastream: stream });
  }
}

/** A node of OpenSearch from Maven; null, with the reason printed, where it cannot be had. */
async function startCluster(): Promise<{ readonly url: string; stop(): Promise<void> } | null> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'e2e/cluster/start.mjs'), String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string | null>((resolve) => {
    child.stdout.on('data', (text) => {
      const [, ready] = /ready (http\S+)/.exec(String(text)) ?? [];
      if (ready) resolve(ready);
    });
    child.once('exit', () => resolve(null));
  });
  if (url === null) return null;
  return {
    url,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** A busy machine starts a server slowly, and the first one harvests. */
const PATIENCE_MS = 240_000;

export async function answers(origin: string, kept: Kept): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    if ((await fetch(`${origin}/readyz`).catch(() => null))?.ok) return;
    await new Promise((later) => setTimeout(later, 200));
  }
  throw new Error(`${kept.name} does not answer. It printed:\n${kept.printed()}`);
}
