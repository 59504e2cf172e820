// Pages of 12,000 datastreams: how long the first reader and the next one wait, how fast a crawler
// at 500 a second is served, a harvest of 100,000 records with a restart in its middle. A plain
// server of the same bytes is the peer. About four minutes.
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../fixtures/free-port.ts';

const FIRST_READ = 400;
const BUDGET_MS = 30;
const CRAWLED_PER_SECOND = 500;
const CRAWL_SECONDS = 20;
/** Connections of the crawler; while all of them wait for an answer it asks nothing more. */
const CRAWLER_CONNECTIONS = 200;
const PLAIN = fileURLToPath(new URL('./plain-server.ts', import.meta.url));
const ENTRY = fileURLToPath(new URL('./pages-server.ts', import.meta.url));

export async function run(): Promise<void> {
  const home = process.env.ISOBAR_BENCH_HOME ?? mkdtempSync(join(tmpdir(), 'isobar-pages-'));
  let server = await start(home, await freePort());
  try {
    console.log(`${server.names.length} datastreams; noting all records took ${server.syncMs} ms`);
    const some = Array.from(
      { length: FIRST_READ },
      (_, n) => server.names[(n * 7919) % server.names.length] ?? '',
    );
    const first: number[] = [];
    const before = await server.usage();
    for (const name of some) {
      first.push((await read(`${server.url}/datastream/${name}`, 'person')).ms);
      await sleep(250); // a person reads meanwhile; making pages may take only a tenth of a core
    }
    const made = ((await server.usage()).cpuMs - before.cpuMs) / FIRST_READ;
    const again: number[] = [];
    for (const name of some)
      again.push((await read(`${server.url}/datastream/${name}`, 'person')).ms);
    const peer = await plainTimes(`${server.url}/datastream/${some[0]}`);
    console.log(`making a page takes ${made.toFixed(1)} ms of a core`);
    told('first reader of a page', first);
    told('next reader of it', again);
    told('the same page from a plain server', peer);
    claim(percentile(first, 0.95) < BUDGET_MS, `p95 of first readers under ${BUDGET_MS} ms`);
    claim(percentile(again, 0.95) < BUDGET_MS, `p95 of next readers under ${BUDGET_MS} ms`);
    await crawl(server);
    server = await harvest(server, home);
  } finally {
    await server.end();
    if (!process.env.ISOBAR_BENCH_HOME) rmSync(home, { recursive: true, force: true });
  }
}

/** How long a plain server takes for the bytes of a page. */
async function plainTimes(page: string): Promise<number[]> {
  const { text } = await read(page, 'harvester');
  const plain = fork(PLAIN, [], { stdio: 'inherit' });
  const listening = new Promise((resolve) => plain.once('message', resolve));
  plain.send(text);
  const port = Number(await listening);
  const times: number[] = [];
  for (let n = 0; n < FIRST_READ; n++)
    times.push((await read(`http://127.0.0.1:${port}/`, 'person')).ms);
  plain.disconnect();
  return times;
}

/** One address asks for 500 new pages a second, and then for 500 that were read before. */
async function crawl(server: Server): Promise<void> {
  for (const kind of ['pages that were not read before', 'pages that were read before'] as const) {
    await server.usage();
    const before = await server.usage();
    const began = performance.now();
    const codes = new Map<number, number>();
    const people: number[] = [];
    const asked: Promise<unknown>[] = [];
    let underWay = 0;
    let crawled = 0;
    for (let n = 0; performance.now() - began < CRAWL_SECONDS * 1000; n++) {
      const at = kind.startsWith('pages that were not') ? 5000 + crawled : crawled % 300;
      const name = server.names[(at * 7919) % server.names.length] ?? '';
      if (underWay < CRAWLER_CONNECTIONS) {
        underWay++;
        crawled++;
        asked.push(
          read(`${server.url}/datastream/${name}`, 'crawler').then(({ code }) => {
            underWay--;
            codes.set(code, (codes.get(code) ?? 0) + 1);
          }),
        );
      }
      if (n % 250 === 0)
        asked.push(
          read(`${server.url}/datastream/${server.names[n % 50]}`, 'person').then(({ ms }) =>
            people.push(ms),
          ),
        );
      const due = began + (n * 1000) / CRAWLED_PER_SECOND;
      if (due > performance.now()) await sleep(due - performance.now());
    }
    await Promise.all(asked);
    const seconds = (performance.now() - began) / 1000;
    const after = await server.usage();
    const share = (after.cpuMs - before.cpuMs) / 1000 / seconds;
    console.log(
      `a crawler that would ask ${CRAWLED_PER_SECOND}/s and gets to ask ${Math.round(crawled / seconds)}/s, ${kind}: ${JSON.stringify(Object.fromEntries(codes))}; ${(share * 100).toFixed(1)} % of a core; the loop stood still ${after.delayMs.toFixed(0)} ms at most`,
    );
    told('  people meanwhile', people);
  }
}

/** Every record once, over a restart. */
async function harvest(first: Server, home: string): Promise<Server> {
  let server = first;
  const met = new Map<string, number>();
  let token = '';
  let size = 0;
  let calls = 0;
  await server.usage();
  const began = performance.now();
  const times: number[] = [];
  do {
    const query = token
      ? `verb=ListIdentifiers&resumptionToken=${encodeURIComponent(token)}`
      : 'verb=ListIdentifiers&metadataPrefix=oai_dc';
    const { text, ms } = await read(`${server.url}/oai?${query}`, 'harvester');
    times.push(ms);
    for (const [, id = ''] of text.matchAll(/<identifier>([^<]*)</g))
      met.set(id, (met.get(id) ?? 0) + 1);
    const found = /<resumptionToken[^>]*completeListSize="(\d+)"[^>]*>([^<]*)/.exec(text);
    size = Number(found?.[1] ?? size);
    token = found?.[2] ?? '';
    if (++calls === 60) {
      const { port } = server;
      await server.end();
      server = await start(home, port);
      console.log('  the server was ended and started again in between');
    }
  } while (token !== '');
  const twins = [...met.values()].filter((count) => count > 1).length;
  const usage = await server.usage();
  console.log(
    `a harvest of ${met.size} records in ${calls} calls, ${Math.round((performance.now() - began) / 1000)} s; the loop stood still ${usage.delayMs.toFixed(0)} ms at most`,
  );
  told('  calls', times);
  claim(met.size === size && met.size >= 100_000, `all ${size} records came`);
  claim(twins === 0, 'none came twice');
  return server;
}

interface Usage {
  readonly cpuMs: number;
  readonly delayMs: number;
}
interface Server {
  readonly url: string;
  readonly port: number;
  readonly names: readonly string[];
  readonly syncMs: number;
  usage(): Promise<Usage>;
  end(): Promise<void>;
}

async function start(home: string, port: number): Promise<Server> {
  const child: ChildProcess = fork(ENTRY, [home, String(port)], { stdio: 'inherit' });
  const message = <T>(): Promise<T> =>
    new Promise((resolve, reject) => {
      child.once('message', (told) => resolve(told as T)); // what pages-server sends
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
    });
  const { names, syncMs } = await message<{ names: string[]; syncMs: number }>();
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    names,
    syncMs,
    usage: () => {
      const answer = message<Usage>();
      child.send('usage');
      return answer;
    },
    end: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

/** Each reader has its own connections, so none waits for those of the crawler. */
const agents = {
  person: new Agent({ keepAlive: true }),
  crawler: new Agent({ keepAlive: true, maxSockets: CRAWLER_CONNECTIONS }),
  harvester: new Agent({ keepAlive: true }),
} as const;
const NETWORKS = {
  person: '198.51.100.7',
  crawler: '203.0.113.9',
  harvester: '192.0.2.1',
} as const;

function read(
  url: string,
  who: keyof typeof NETWORKS,
): Promise<{ code: number; ms: number; text: string }> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const headers = {
      accept: 'text/html',
      ...(who === 'harvester' ? {} : { 'accept-encoding': 'br' }),
      'x-forwarded-for': NETWORKS[who],
    };
    get(url, { agent: agents[who], headers }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.once('end', () =>
        resolve({
          code: reply.statusCode ?? 0,
          ms: performance.now() - began,
          text: who === 'harvester' ? Buffer.concat(parts).toString() : '',
        }),
      );
    }).once('error', reject);
  });
}

const percentile = (all: readonly number[], part: number): number =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * part))] ?? 0;

const told = (what: string, all: readonly number[]): void =>
  console.log(
    `${what.padEnd(40)} median ${percentile(all, 0.5).toFixed(1)} ms, p95 ${percentile(all, 0.95).toFixed(1)} ms, of ${all.length}`,
  );

function claim(holds: boolean, what: string): void {
  console.log(`${holds ? 'yes' : 'NO '}  ${what}`);
  if (!holds) process.exitCode = 1;
}
