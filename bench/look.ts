// npm run bench look: windows of a variable from a day to all years over HTTP, beside netCDF4 and
// numpy over the same files; and the screen in a browser: until values are drawn (p95 < 1 s) and
// each step of a pan (p95 < 100 ms).
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { DRIFTING, writeDriftingArchive } from '../e2e/drifting-archive.ts';
import { launch } from '../e2e/launch.ts';
import { hasReaders } from '../scripts/python-modules.mjs';
import { root, served } from './served.ts';

/** Days of a sample a minute. */
const DAYS = Number(process.env.ISOBAR_BENCH_DAYS ?? 1100);
const ROWS = 1440;
const COLUMNS = 1300;
const EACH = Number(process.env.ISOBAR_BENCH_WINDOWS ?? 20);
const DAY = 86_400;
const FIRST = Date.UTC(2020, 0, 1) / 1000;
const VARIABLE = 'plain_0';
const PAINT_MS = 1000;
const PAN_MS = 100;

const LENGTHS = [
  ['a day', 1],
  ['a week', 7],
  ['a month', 30],
  ['a year', 365],
  ['all', DAYS],
] as const;

export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'isobar-bench-look-'));
  try {
    await writeDriftingArchive(folder, { days: DAYS, rows: ROWS, plain: 1 });
    await served(folder, async (url) => {
      await computeFacts(folder);
      const variable = await plainVariable(url);
      const peer = hasReaders();
      for (const [name, days] of LENGTHS) {
        const windows = windowsOf(days);
        const own: number[] = [];
        for (const [from, to] of windows) own.push(await timeOf(url, variable, from, to));
        const other = peer ? await peerTimes(folder, variable, windows) : [];
        const ratio = peer
          ? `; netCDF4 and numpy ${told(other)}, ${(at(other, 0.5) / at(own, 0.5)).toFixed(1)} times as long`
          : '';
        console.log(`${name.padEnd(8)} ${told(own)}${ratio}`);
      }
      await inBrowser(url, variable);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function computeFacts(folder: string): Promise<void> {
  const began = performance.now();
  const env = { ...process.env, ISOBAR_HOME: join(folder, 'home'), ISOBAR_LOG: 'error' };
  await promisify(execFile)(process.execPath, [join(root, 'apps/server/src/cli.ts'), 'facts'], {
    env,
  });
  console.log(`hour facts of ${DAYS} files: ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

async function plainVariable(url: string): Promise<string> {
  const reply = await fetch(`${url}/services/facts/${DRIFTING}`);
  const { variables } = (await reply.json()) as {
    // as the description of the call states
    variables: { variable: string; dimensions: number; units: string }[];
  };
  const names = variables.filter(({ dimensions }) => dimensions === 1).map((one) => one.variable);
  return (
    names.find((name) => name === VARIABLE) ??
    names.find((name) => /plain/.test(name)) ??
    names[0] ??
    ''
  );
}

/** Windows of so many days, spread over the record; none twice. */
function windowsOf(days: number): readonly (readonly [number, number])[] {
  const room = Math.max(0, DAYS - days) * DAY;
  const count = days >= DAYS ? 3 : EACH;
  return Array.from({ length: count }, (_, n) => {
    const from = FIRST + Math.floor(((n * 0.618_034) % 1) * room);
    return [from, from + days * DAY] as const;
  });
}

async function timeOf(url: string, variable: string, from: number, to: number): Promise<number> {
  const began = performance.now();
  const reply = await fetch(
    `${url}/services/facts/${DRIFTING}/${variable}/window?from=${from}&to=${to}&columns=${COLUMNS}`,
  );
  await reply.arrayBuffer();
  if (!reply.ok) throw new Error(`The window was answered with ${reply.status}.`);
  return performance.now() - began;
}

async function peerTimes(
  folder: string,
  variable: string,
  windows: readonly (readonly [number, number])[],
): Promise<number[]> {
  const input = JSON.stringify({
    ...{ folder: join(folder, 'archive/sgp'), variable, windows, columns: COLUMNS },
  });
  const { status, stdout, stderr } = spawnSync('python3', [join(root, 'bench/look.py')], {
    ...{ input, encoding: 'utf8', maxBuffer: 1e8 },
  });
  if (status !== 0) throw new Error(stderr);
  const found: number[] = JSON.parse(stdout);
  return found;
}

async function inBrowser(url: string, variable: string): Promise<void> {
  const browser = await launch();
  try {
    const paints: number[] = [];
    for (const [from, to] of [...windowsOf(7), ...windowsOf(30)].slice(0, EACH))
      paints.push(await paintOf(browser, url, variable, from, to));
    console.log(`screen: ${told(paints)} until values are drawn`);
    const pans = await pansOf(browser, url, variable);
    console.log(`screen: ${told(pans)} for a step of a pan`);
    claim(at(paints, 0.95) < PAINT_MS, `values drawn within ${PAINT_MS} ms (p95)`);
    claim(at(pans, 0.95) < PAN_MS, `a step of a pan within ${PAN_MS} ms (p95)`);
  } finally {
    await browser.close();
  }
}

const LINE = '.look-plots svg path[stroke="var(--accent)"][d^="M"]';
const iso = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
const addressOf = (url: string, variable: string, from: number, to: number): string =>
  `${url}/discovery/#/look/${DRIFTING}/${variable}?from=${iso(from)}&to=${iso(to)}`;

/** From the address to the drawn line, in a tab that has the portal in its cache. */
async function paintOf(
  browser: Browser,
  url: string,
  variable: string,
  from: number,
  to: number,
): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    await page.goto(`${url}/discovery/#/days`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const began = performance.now();
    await page.goto(addressOf(url, variable, from, to));
    await page.locator(LINE).first().waitFor({ state: 'attached' });
    return performance.now() - began;
  } finally {
    await page.close();
  }
}

const STEPS = 60;

/** From a move of the pointer to the frame that shows it. */
async function pansOf(browser: Browser, url: string, variable: string): Promise<number[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    const from = FIRST + 100 * DAY;
    await page.goto(addressOf(url, variable, from, from + 30 * DAY));
    await page.locator(LINE).first().waitFor({ state: 'attached' });
    await page.waitForTimeout(1500); // what is beside the window has come
    const found: number[] = await page.evaluate(panned, STEPS);
    return found;
  } finally {
    await page.close();
  }
}

/** Runs in the page. */
async function panned(steps: number): Promise<number[]> {
  const host = document.querySelector('.look-plots');
  if (!host) throw new Error('There are no plots.');
  host.setPointerCapture = () => {}; // there is no such pointer
  const { left, top, width } = host.getBoundingClientRect();
  const send = (type: string, x: number): void => {
    const init = { clientX: x, clientY: top + 120, pointerId: 1, button: 0, bubbles: true };
    host.dispatchEvent(new PointerEvent(type, init));
  };
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const took: number[] = [];
  send('pointerdown', left + width / 2);
  for (let n = 1; n <= steps; n++) {
    const began = performance.now();
    send('pointermove', left + width / 2 + Math.sin(n / 6) * 300);
    await frame();
    await frame(); // the first one has drawn
    took.push(performance.now() - began);
  }
  send('pointerup', left + width / 2);
  return took;
}

const at = (list: readonly number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0;

const told = (list: readonly number[]): string =>
  `median ${at(list, 0.5).toFixed(0)} ms, p95 ${at(list, 0.95).toFixed(0)} ms`;

function claim(holds: boolean, what: string): void {
  if (holds) return;
  console.error(`not so: ${what}`);
  process.exitCode = 1;
}
