// A server under overload: users alone at the highest rate that it serves, then three times that
// beside a crawler; and twenty calls that each ask for a hundred thousand documents. Loopback only;
// about five minutes.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { freePort } from '../fixtures/free-port.ts';
import type { Heard, Sending } from './load-calls.ts';

const PEOPLE = 400;
const CRAWLER_PER_SECOND = 500;
/**
 * Rates (calls a second) that are tried to find the highest that is served; the first one also
 * warms the server up.
 */
const RATES = [60, 90, 130, 180, 250, 350, 500, 700, 1000];
const LONG_SECONDS = 180;
const CLI = join(dirname(fileURLToPath(import.meta.url)), '../apps/server/src/cli.ts');

export async function run(): Promise<void> {
  const home = process.env.ISOBAR_BENCH_HOME ?? mkdtempSync(join(tmpdir(), 'isobar-load-'));
  const server = await serve(home);
  try {
    const rate = await highestRate(server.url);
    const memory = [server.megabytes()];
    const watch = setInterval(() => memory.push(server.megabytes()), 1000);
    const alone = await heard(server.url, 'people', rate, 15);
    print(`people at ${rate}/s`, alone);
    const [people, crawler, probe] = await Promise.all([
      heard(server.url, 'people', rate * 3, LONG_SECONDS),
      heard(server.url, 'crawler', CRAWLER_PER_SECOND, LONG_SECONDS),
      heard(server.url, 'probe', 10, LONG_SECONDS),
    ]);
    clearInterval(watch);
    print(`people at ${rate * 3}/s beside the crawler`, people);
    print(`the crawler at ${CRAWLER_PER_SECOND}/s`, crawler);
    print('is it well?', probe);
    const [first = 0] = memory;
    const half = memory.slice(memory.length >> 1);
    console.log(
      `memory: ${first} MB before, most ${Math.max(...memory)}, second half ${Math.min(...half)} to ${Math.max(...half)}`,
    );
    await attack(server);
    const bad = [alone, people, crawler, probe].flatMap(({ codes }) =>
      Object.keys(codes).filter((code) => !/^(200|304|400|408|429|503)$/.test(code)),
    );
    console.log(bad.length === 0 ? 'nothing reset, no 5xx but 503' : `FAILED: ${bad.join(', ')}`);
  } finally {
    server.child.kill('SIGTERM');
    await new Promise((resolve) => server.child.once('exit', resolve));
    if (!process.env.ISOBAR_BENCH_HOME) rmSync(home, { recursive: true, force: true });
  }
}

type Server = { readonly url: string; readonly child: ChildProcess; megabytes(): number };

async function serve(home: string): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.execPath, [CLI, 'serve'], {
    env: {
      ...process.env,
      ISOBAR_HOME: home,
      ISOBAR_PORT: String(port),
      ISOBAR_LOG: 'error',
      ISOBAR_RATE: '1000000', // all of it comes from one machine
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (let i = 0; !(await fetch(`${url}/readyz`).catch(() => null))?.ok; i++) {
    if (i > 3000 || child.exitCode !== null) throw new Error('The server did not start.');
    await sleep(100);
  }
  const megabytes = () =>
    Math.round(
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    );
  return { url, child, megabytes };
}

/**
 * The highest rate at which almost no call is refused and 95 of 100 are answered within a second.
 */
async function highestRate(url: string): Promise<number> {
  let best = RATES[0] as number;
  await heard(url, 'people', best, 10); // warms up: a server that has just started answers slowly
  for (const rate of RATES) {
    const { answered, refused } = await heard(url, 'people', rate, 5);
    const fits = refused.length * 100 <= answered.length && percentile(answered, 0.95) < 1000;
    if (!fits) break;
    best = rate;
  }
  return best;
}

function heard(
  url: string,
  who: Sending['who'],
  perSecond: number,
  seconds: number,
): Promise<Heard> {
  const addresses = who === 'people' ? PEOPLE : 1;
  const workerData: Sending = { url, who, perSecond, seconds, addresses, seed: perSecond };
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./load-calls.ts', import.meta.url), { workerData });
    thread.once('message', resolve);
    thread.once('error', reject);
  });
}

/**
 * Twenty calls of a hundred searches of a thousand documents each, which are refused; and the most
 * that is allowed.
 */
async function attack(server: Server): Promise<void> {
  const body = (searches: number) =>
    Array.from(
      { length: searches },
      (_, i) =>
        `{}\n{"size":1000,"query":{"wildcard":{"description":"*a*${String.fromCharCode(97 + (i % 26))}*"}}}\n`,
    ).join('');
  for (const searches of [100, 10]) {
    const before = server.megabytes();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, server.megabytes());
    }, 50);
    const probing = heard(server.url, 'probe', 50, 10);
    const codes = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const reply = await fetch(`${server.url}/services/metadata/_msearch`, {
          method: 'POST',
          body: body(searches),
        });
        let bytes = 0;
        for await (const piece of reply.body ?? []) bytes += (piece as Uint8Array).length;
        return `${reply.status} ${Math.round(bytes / 1e6)} MB`;
      }),
    );
    const probe = await probing;
    clearInterval(watch);
    const counts = Map.groupBy(codes, (code) => code);
    const told = [...counts].map(([code, all]) => `${all.length} x ${code}`).join(', ');
    console.log(`twenty calls of ${searches} searches of 1,000: ${told}`);
    print('  is it well meanwhile?', probe);
    console.log(`  memory ${before} MB before, most ${most}, after ${server.megabytes()}`);
  }
}

function print(name: string, { answered, refused, codes, heldBack }: Heard): void {
  const of = (list: readonly number[]) =>
    list.length === 0
      ? 'none'
      : `${list.length}, p50 ${percentile(list, 0.5)} ms, p95 ${percentile(list, 0.95)} ms, p99 ${percentile(list, 0.99)} ms`;
  console.log(
    `${name}: answered ${of(answered)}; refused ${of(refused)}; ${JSON.stringify(codes)}${heldBack > 0 ? `; ${heldBack} held back by the client` : ''}`,
  );
}

function percentile(list: readonly number[], part: number): number {
  const sorted = list.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * part)] ?? 0);
}
