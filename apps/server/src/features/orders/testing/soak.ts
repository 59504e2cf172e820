// Many orders while server and worker are killed at random, a disk is full for a while and a source
// file disappears.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../../../../fixtures/free-port.ts';
import { verifyOrder } from '../verify.ts';
import { addMetDays, type OrderFixture, requestOf } from './order-fixture.ts';

export interface SoakResult {
  readonly acknowledged: number;
  readonly kills: number;
  /**
   * `lost`: numbers that were acknowledged but are those of no order in the store; `doubled`:
   * orders in the store beyond those.
   */
  readonly lost: number;
  readonly doubled: number;
  /** Deliveries that are not what their recipe makes. */
  readonly corrupt: readonly string[];
  /** Orders without a delivery, or with something missing, that do not say why. */
  readonly unexplained: readonly string[];
  readonly mails: number;
  /** Orders that reported the source file that disappeared as missing. */
  readonly withMissing: number;
}

const STREAMS = ['sgpmetE13.b1', 'sgpmetE15.b1', 'nsametC1.b1'] as const;
const DAYS = 6;
const SERVER = fileURLToPath(new URL('./server-child.ts', import.meta.url));
const WORKER = fileURLToPath(new URL('./worker-child.ts', import.meta.url));

export async function soak(
  house: OrderFixture,
  size: { readonly orders: number; readonly people: number; readonly kills: number },
  random: () => number,
  /** Called at the beginning with the map that the numbers of acknowledged orders are added to. */
  beside: (acknowledged: ReadonlyMap<string, number>) => void = () => {},
): Promise<SoakResult> {
  const names = new Map<string, string[]>();
  for (const stream of STREAMS) names.set(stream, await addMetDays(house, stream, DAYS));
  const people = [];
  for (let i = 0; i < size.people; i++) {
    const { headers } = await house.signIn(`person${i}`);
    people.push({ headers: { ...headers, 'x-forwarded-for': `10.0.0.${i + 1}` } });
  }
  const acknowledged = new Map<string, number>();
  beside(acknowledged);
  const port = await freePort();
  const { database } = house;
  const server = keep(() => [SERVER, house.folder, database, String(port)]);
  // Until the first kill the worker finds the disk full for a while.
  let kills = 0;
  let stopping = false;
  const worker = keep(() => [
    WORKER,
    house.folder,
    database,
    ...(kills === 0 ? ['blobs.putFile', '2', 'full'] : []),
  ]);
  const placed = () => acknowledged.size === size.orders;
  const killer = (async () => {
    await worker.printed('full');
    while (kills < size.kills && !stopping) {
      const victim = random() < 0.3 ? server : worker;
      await victim.printed('working');
      while (!stopping && !placed() && (await openJobs(house)) === 0) await sleep(20);
      await sleep(random() * 400);
      victim.kill();
      kills += 1;
    }
  })();
  /** Orders come as often as kills, so that there is always one to interrupt. */
  const turn = async (i: number) => {
    while (!stopping && i / size.orders > (kills + 1) / size.kills) await sleep(20);
  };
  const gone = names.get(STREAMS[0])?.[2] ?? '';
  const waiting = Array.from({ length: size.orders }, (_, i) => i);
  const placing = Promise.all(
    people.map(async (person) => {
      for (let i = waiting.shift(); i !== undefined; i = waiting.shift()) {
        if (i === Math.floor(size.orders / 2)) await rm(join(house.archiveFolder, gone));
        await turn(i);
        const key = `soak-order-${i}`;
        acknowledged.set(
          key,
          await submit(port, person.headers, {
            ...(i === size.orders - 1 ? ofAllDays(STREAMS[0]) : mixed(random)),
            idempotencyKey: key,
          }),
        );
      }
    }),
  );
  try {
    await Promise.all([placing, killer]);
    await until(async () => (await openJobs(house)) === 0, size.orders);
  } finally {
    stopping = true;
    await Promise.all([server.stop(), worker.stop()]);
  }
  return await judge(house, acknowledged, kills);
}

async function judge(
  house: OrderFixture,
  acknowledged: ReadonlyMap<string, number>,
  kills: number,
): Promise<SoakResult> {
  const rows = await house.store.db.selectFrom('orders').selectAll().execute();
  const told = new Set(acknowledged.values());
  const corrupt: string[] = [];
  const unexplained: string[] = [];
  let withMissing = 0;
  for (const row of rows) {
    const orderId = Number(row.order_id);
    // written by us
    const { missing } = JSON.parse(row.progress) as { missing: { reason: string }[] };
    if (missing.length > 0) withMissing += 1;
    if (row.step !== 'complete') {
      if (!row.failure) unexplained.push(`${orderId} is at ${row.step}`);
      continue;
    }
    const { differences } = await verifyOrder(
      { archive: house.worker.archive, blobs: house.blobs },
      orderId,
    );
    // The file that disappeared may have been delivered before: then outputs with it cannot be made
    // again, or get another name, and the verification reports it.
    const worse = differences.filter(
      (d) =>
        !/no longer in the archive|was not made again|made now, but not then|other bytes/.test(d),
    );
    const explained =
      differences.length === 0 || differences.some((d) => d.includes('no longer in the archive'));
    if (worse.length > 0 || !explained) corrupt.push(...differences.map((d) => `${orderId}: ${d}`));
    const readme = await readFile(
      join(house.home, 'deliveries', String(orderId), 'files', 'README.txt'),
      'utf8',
    );
    if (missing.length > 0 && !readme.includes('could not be delivered'))
      unexplained.push(`${orderId} has a README that tells nothing of what is missing`);
  }
  return {
    acknowledged: acknowledged.size,
    kills,
    lost: [...told].filter((id) => !rows.some((row) => Number(row.order_id) === id)).length,
    doubled: rows.length - told.size,
    corrupt,
    unexplained,
    mails: (await house.mails()).length,
    withMissing,
  };
}

function mixed(random: () => number): object {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!; // never empty
  const first = 1 + Math.floor(random() * DAYS);
  const last = first + Math.floor(random() * (DAYS - first + 1));
  return requestOf(
    pick(STREAMS),
    `2019-01-0${first}`,
    `2019-01-0${last}`,
    { variables: pick([[], ['temp_mean'], ['temp_mean', 'rh_mean']]), qcFilter: random() < 0.2 },
    {
      outputFormat: pick([['ANDR'], ['NCSV'], ['ANDR', 'NCSV'], ['PARQ']]),
      ...(random() < 0.5 ? { mergedOutput: true, maxMb: 2048 } : {}),
    },
  );
}

/** Surely asks for the file that disappeared. */
const ofAllDays = (stream: string): object => requestOf(stream, '2019-01-01', `2019-01-0${DAYS}`);

/** On a busy machine the server may be killed before it has started, so that orders take long. */
const PATIENCE_MS = 300_000;

/** Tries until the order is acknowledged, as a person with a bad connection would. */
async function submit(
  port: number,
  headers: Readonly<Record<string, string>>,
  payload: object,
): Promise<number> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    try {
      const reply = await fetch(`http://127.0.0.1:${port}/services/order/orders/create`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(payload),
      });
      const body = (await reply.json()) as { orderId?: number; message?: string };
      if (body.orderId !== undefined) return body.orderId;
      if (reply.status !== 429) throw new Refused(body.message);
      await sleep(1000);
    } catch (error) {
      if (error instanceof Refused) throw error;
      await sleep(100);
    }
  }
  throw new Error('The server did not come back.');
}

class Refused extends Error {}

async function openJobs(house: OrderFixture): Promise<number> {
  const open = await house.store.db
    .selectFrom('jobs')
    .select('job_id')
    .where('state', 'in', ['waiting', 'running'])
    .execute();
  return open.length;
}

/** Some seconds for each order. */
async function until(done: () => Promise<boolean>, orders: number): Promise<void> {
  const end = Date.now() + 60_000 + orders * 3000;
  for (; Date.now() < end; await sleep(100)) if (await done()) return;
  throw new Error('The orders were not processed.');
}

/**
 * A process that is started again whenever it ends, and that reports its progress in lines of one
 * word.
 */
function keep(args: () => string[]) {
  let child: ChildProcess;
  let words = new Set<string>();
  let stopping = false;
  const start = () => {
    const heard = new Set<string>();
    words = heard;
    child = spawn(process.execPath, args(), { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout?.on('data', (chunk: Buffer) => {
      for (const word of String(chunk).split('\n')) heard.add(word);
    });
    child.once('exit', () => {
      if (!stopping) start();
    });
  };
  start();
  return {
    kill: () => {
      words = new Set(); // `printed` waits for the words of the next process
      child.kill('SIGKILL');
    },
    /** Resolves when the process that runs now has printed this word. */
    async printed(word: string) {
      for (const end = Date.now() + PATIENCE_MS; !stopping && !words.has(word); await sleep(10))
        if (Date.now() > end) throw new Error(`A process never printed '${word}'.`);
    },
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
