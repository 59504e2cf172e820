// 150,000 made requests to a real server: it never crashes, answers no 5xx but 501 and 503, nothing
// later than two seconds, and its memory stays. Well-formed calls that were bent, and bytes that
// are hardly HTTP.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../fixtures/free-port.ts';
import { signedIn } from '../../fixtures/signed-in.ts';
import { describedForms } from './_described-inputs.ts';
import { dice, inputs } from './_dice.ts';
import { bent, type Made, VALID } from './_http-inputs.ts';
import { crooked } from './_raw-inputs.ts';

const INPUTS = inputs(150_000);
/**
 * Requests in flight at a time: few, since a request that waits for others is no fault of the
 * server.
 */
const REQUESTS_AT_ONCE = 8;
/**
 * Bytes that never become a request wait for the end of their line, which costs other callers
 * nothing.
 */
const RAW_AT_ONCE = 40;
const LONGEST_MS = 2000;
/** The fuzz stops after this many problems. */
const MOST_PROBLEMS = 10;
const MOST_MINUTES = Number(process.env.ISOBAR_FUZZ_MINUTES ?? 30);
/** Half way through, all caches are full; from then on memory may vary by this much only. */
const MOST_GROWTH_MB = 100;
/** Most megabytes of a server with the demo archive, its search threads included. */
const MOST_MB = 1200;
const CLI = join(import.meta.dirname, '../../apps/server/src/cli.ts');

const random = dice();
const home = process.env.ISOBAR_FUZZ_HOME ?? mkdtempSync(join(tmpdir(), 'isobar-fuzz-'));
const port = Number(process.env.ISOBAR_FUZZ_PORT ?? (await freePort()));
const base = `http://127.0.0.1:${port}`;
const agent = new Agent({ keepAlive: true, maxSockets: REQUESTS_AT_ONCE });
const server = spawn(process.execPath, [CLI, 'serve'], {
  env: {
    ...process.env,
    ISOBAR_HOME: home,
    ISOBAR_PORT: String(port),
    ISOBAR_LOG: 'error',
    ISOBAR_RATE: '100000000',
    ISOBAR_TRUST_PROXY: 'true',
  },
  stdio: ['ignore', 'inherit', 'inherit'],
});
let failure: string | null = null;
try {
  await started(server);
  const described = describedForms(await (await fetch(`${base}/services/openapi.json`)).json());
  const forms = [...VALID, ...described];
  const cookie = await signedIn(base);
  const warm = forms.filter(({ method, path }) => method !== 'DELETE' && !path.includes('logout'));
  for (const made of warm) await send({ ...made, headers: { ...made.headers, cookie } });
  failure = await fuzz(forms, await signedIn(base));
} finally {
  if (server.exitCode === null && server.kill('SIGTERM'))
    await new Promise((resolve) => server.once('exit', resolve));
  if (!process.env.ISOBAR_FUZZ_HOME) rmSync(home, { recursive: true, force: true });
}
console.log(failure ?? 'fine');
process.exit(failure === null ? 0 : 1);

async function fuzz(forms: readonly Made[], session: string): Promise<string | null> {
  const began = performance.now();
  let cookie = session;
  const first = megabytes();
  let half: number | null = null;
  const codes: Record<string, number> = {};
  let slowest = 0;
  let done = 0;
  const problems: string[] = [];
  const part = () => Math.max(done / INPUTS, (performance.now() - began) / (MOST_MINUTES * 60_000));
  const isOver = () => server.exitCode !== null || problems.length >= MOST_PROBLEMS || part() >= 1;
  const one = async (act: () => Promise<string>, path: string, shown: () => string) => {
    const start = performance.now();
    const code = await act();
    const took = performance.now() - start;
    slowest = Math.max(slowest, took);
    codes[code] = (codes[code] ?? 0) + 1;
    const tell = (what: string) => {
      problems.push(`${what}: ${shown()}`);
      console.error(`input ${done} with seed ${random.seed}: ${problems.at(-1)}`);
    };
    if (server.exitCode !== null) tell('the server ended');
    else if (/^5/.test(code) && code !== '501' && code !== '503') tell(code);
    else if (code === 'hangs') tell('no answer');
    else if (took > LONGEST_MS && !path.includes('/events')) {
      // Tried again alone, and compared with a call that costs nothing: a busy machine is no fault
      // of the server either.
      if (await isSlow(act)) tell(`${Math.round(took)} ms`);
    }
  };
  const raws = new Set<Promise<void>>();
  const worker = async () => {
    while (!isOver()) {
      const now = ++done;
      if (random.below(5) === 0) {
        const bytes = crooked(random);
        const sent = one(
          () => sendRaw(bytes),
          '',
          () => JSON.stringify(String(bytes)),
        );
        const kept: Promise<void> = sent.finally(() => raws.delete(kept));
        raws.add(kept);
        if (raws.size >= RAW_AT_ONCE) await Promise.race(raws);
      } else {
        const made = bent(random, forms, cookie);
        await one(
          () => send(made),
          made.path,
          () => JSON.stringify(made).slice(0, 2000),
        );
      }
      if (now % 500 === 0) cookie = await signedIn(base); // a bent call may have ended the session
      if (half === null && part() >= 0.5) half = megabytes();
      if (now % 2000 === 0)
        console.log(
          `${now}: ${JSON.stringify(codes)}, ${megabytes()} MB, slowest ${Math.round(slowest)} ms, ${Math.round((performance.now() - began) / 1000)} s`,
        );
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, worker));
  await Promise.all(raws);
  const last = megabytes();
  const grown = last - (half ?? first);
  console.log(
    `${done} requests (${forms.length} forms), seed ${random.seed}: ${JSON.stringify(codes)}; slowest ${Math.round(slowest)} ms; memory ${first} MB, half way ${half} MB, at the end ${last} MB`,
  );
  if (problems.length > 0) return `FAILED: ${problems.length} inputs, above`;
  if (last > MOST_MB) return `FAILED: ${last} MB are held`;
  return grown > MOST_GROWTH_MB ? `FAILED: memory grew by ${grown} MB` : null;
}

/**
 * Whether this takes longer than it may, and longer than a machine that is busy explains, three
 * times in a row.
 */
async function isSlow(act: () => Promise<string>): Promise<boolean> {
  for (let look = 0; look < 3; look++) {
    await sleep(500);
    const start = performance.now();
    await send({ method: 'GET', path: '/healthz', headers: {}, body: '' });
    const between = performance.now();
    await act();
    if (performance.now() - between < LONGEST_MS + 10 * (between - start)) return false;
  }
  return true;
}

function send({ method, path, headers, body }: Made): Promise<string> {
  return new Promise((resolve) => {
    let sent: ReturnType<typeof request>;
    try {
      sent = request({ host: '127.0.0.1', port, method, path, headers, agent, timeout: 15_000 });
    } catch {
      return resolve('not sendable');
    }
    sent.once('response', (reply) => {
      reply.on('error', () => resolve('cut'));
      reply.on('data', () => {
        if (String(reply.headers['content-type']).includes('event-stream')) sent.destroy();
      });
      reply.on('close', () => resolve(String(reply.statusCode)));
    });
    sent.once('timeout', () => {
      resolve('hangs');
      sent.destroy();
    });
    sent.once('error', () => resolve('closed'));
    sent.end(body);
  });
}

/**
 * Sends bytes as they are; resolves to the status of the answer, or that the connection was closed.
 * A request that never ends is closed here.
 */
function sendRaw(bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    let text = '';
    const over = setTimeout(() => socket.destroy(), 1500);
    socket.on('data', (data) => {
      text += data.toString('latin1').slice(0, 100);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(over);
      resolve(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 'closed');
    });
  });
}

async function started(child: ChildProcess): Promise<void> {
  for (let i = 0; i < 3000; i++) {
    if (child.exitCode !== null) throw new Error('The server did not start.');
    await sleep(100);
    const ready = await fetch(`${base}/readyz`).catch(() => null);
    if (ready?.ok && child.exitCode === null) return;
  }
  throw new Error('The server did not get ready.');
}

function megabytes(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
