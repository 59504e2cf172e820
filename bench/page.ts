// npm run bench page: Lighthouse as a table, on a desktop and on a phone, over the screens that are
// opened most and a page of each kind of thing. Each number is the median of several runs.
// Lighthouse is fetched for the run: it is large, and only this needs it. ISOBAR_BENCH_URL: the
// origin of a server that runs already, instead of one of its own. ISOBAR_BENCH_PLACES: only
// addresses that hold this text. ISOBAR_BENCH_RUNS: runs of each (3).
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import * as z from 'zod';
import { browserPath } from '../e2e/launch.ts';
import { isobar } from '../e2e/server.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = Number(process.env.ISOBAR_BENCH_RUNS ?? 3);
const WANTED = process.env.ISOBAR_BENCH_PLACES ?? '';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Least = Partial<Readonly<Record<(typeof CATEGORIES)[number], number>>>;
const WAYS = ['desktop', 'mobile'] as const;
type Way = (typeof WAYS)[number];

/** Least scores of what is opened most, both ways. */
const FIRST: Least = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
/** Least scores of screens that are opened less often, and of pages of things. */
const DEEPER: Least = { performance: 95, accessibility: 95, 'best-practices': 95 };
const PAGE: Least = { accessibility: 100, seo: 100 };

interface Place {
  readonly path: string;
  readonly least: Least;
  readonly ways: readonly Way[];
}
const CART = '/discovery/#/saved';
const first = (path: string): Place => ({ path, least: FIRST, ways: WAYS });
const deeper = (path: string, least = DEEPER): Place => ({ path, least, ways: ['desktop'] });
const PLACES: readonly Place[] = [
  first('/discovery/#/'),
  first('/discovery/#/results/site_code::sgp'),
  first('/datastream/sgpmetE13.b1'),
  deeper(
    '/discovery/#/results/id::nsametC1.b1_atmos_pressure_sfcmet_met_sfcmet?dataLevel=b1&showDetails=true',
  ),
  deeper('/discovery/#/quicklooks/sgpmetE13.b1/temp_mean?date=20190103'),
  deeper('/discovery/#/day/sgp/E13?date=20190103'),
  deeper(CART),
  ...['/site/sgp', '/product/met', '/facility/sgp.E13', '/instrument/met'].map((path) =>
    deeper(path, PAGE),
  ),
  ...['/campaign/sgp1996wv', '/measurement/atmtemp', '/report/D110415.2'].map((path) =>
    deeper(path, PAGE),
  ),
];

const reportOf = z.object({
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(
    z.string(),
    z.object({
      score: z.number().nullable(),
      title: z.string(),
      displayValue: z.string().optional(),
      numericValue: z.number().optional(),
    }),
  ),
});
type Report = z.infer<typeof reportOf>;

/** Heading -> audit, and how its number is written. */
const METRICS = [
  ['paint', 'first-contentful-paint', (ms: number) => `${(ms / 1000).toFixed(2)} s`],
  ['largest', 'largest-contentful-paint', (ms: number) => `${(ms / 1000).toFixed(2)} s`],
  ['blocked', 'total-blocking-time', (ms: number) => `${Math.round(ms)} ms`],
  ['shift', 'cumulative-layout-shift', (share: number) => share.toFixed(3)],
] as const;

/**
 * How fast Lighthouse found the machine: blocking times of machines are compared with it in mind.
 */
const MACHINE = 'machine';

export async function run(): Promise<void> {
  const running = process.env.ISOBAR_BENCH_URL;
  const server = running ? null : await isobar();
  const url = running ?? server?.url ?? '';
  const places = PLACES.filter(({ path }) => path.includes(WANTED));
  const hints: string[] = [];
  try {
    console.log(`median of ${RUNS} runs; ${loadNow()}`);
    console.log(
      line(['', '', 'perf', 'a11y', 'best', 'seo', ...METRICS.map(([name]) => name), MACHINE]),
    );
    for (const place of places)
      for (const way of place.ways) {
        const told = (more: readonly string[] = []) => measured(url, place, way, more);
        hints.push(...(await (place.path === CART ? withFullCart(url, told) : told())));
      }
    console.log(loadNow());
    for (const hint of hints) console.log(hint);
  } finally {
    await server?.remove();
  }
}

/** A busy machine is slow; the numbers are read with its load. */
const loadNow = (): string =>
  `load ${loadavg()
    .map((one) => one.toFixed(1))
    .join(', ')} on ${availableParallelism()} cores`;

const line = (cells: readonly string[]): string =>
  cells
    .map((cell, n) => (n === 0 ? cell.padEnd(42) : n === 1 ? cell.padEnd(8) : cell.padStart(9)))
    .join('');

/** Prints the line of a place; resolves what could be better where it has less than it should. */
async function measured(
  url: string,
  { path, least }: Place,
  way: Way,
  more: readonly string[],
): Promise<readonly string[]> {
  const reports: Report[] = [];
  for (let n = 0; n < RUNS; n++) reports.push(await look(url + path, way, more));
  const scores = CATEGORIES.map((category) =>
    median(reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))),
  );
  const metrics = METRICS.map(([, audit, write]) =>
    write(median(reports.map(({ audits }) => audits[audit]?.numericValue ?? 0))),
  );
  const isLow = scores.map((score, n) => score < (least[CATEGORIES[n] ?? 'seo'] ?? 0));
  const written = scores.map((score, n) => `${isLow[n] ? '!' : ''}${score}`);
  const name = path.replace('/discovery/', '');
  const speed = median(reports.map(({ environment }) => Math.round(environment.benchmarkIndex)));
  console.log(line([name.slice(0, 40), way, ...written, ...metrics, String(speed)]));
  if (!isLow.includes(true)) return [];
  process.exitCode = 1;
  const poor = Object.values(reports[0]?.audits ?? {}).filter(
    ({ score }) => score !== null && score < 0.9,
  );
  return [
    `${name} (${way}):`,
    ...poor.map(({ title, displayValue = '' }) => `        ${title} ${displayValue}`.trimEnd()),
  ];
}

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

/**
 * No address can fill a cart, so Lighthouse is given a browser whose storage already holds a full
 * one.
 */
async function withFullCart<T>(
  url: string,
  use: (more: readonly string[]) => Promise<T>,
): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'isobar-lighthouse-'));
  const chrome = browserPath();
  const context = await chromium.launchPersistentContext(profile, {
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${DEBUGGING_PORT}`],
    ...(chrome ? { executablePath: chrome } : {}),
  });
  try {
    const page = await context.newPage();
    await page.goto(`${url}/discovery/#/results/site_code::sgp`);
    for (const row of [0, 1, 2]) {
      await page
        .getByRole('button', { name: /^View Details & Get Data/ })
        .nth(row)
        .click();
      await page.getByRole('menuitem', { name: 'Add to Cart' }).click();
      await page.getByText('Item Added to Cart').nth(0).waitFor();
      await page.getByRole('button', { name: 'Dismiss' }).first().click();
    }
    return await use([`--port=${DEBUGGING_PORT}`, '--disable-storage-reset']);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Lighthouse asks for it by number; nothing else of the bench listens here. */
const DEBUGGING_PORT = 9333;

async function look(address: string, way: Way, more: readonly string[]): Promise<Report> {
  const file = join(tmpdir(), `isobar-lighthouse-${process.pid}.json`);
  const chrome = browserPath();
  await promisify(execFile)(
    'npm',
    [
      ...['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', address],
      ...['--output=json', `--output-path=${file}`, '--quiet'],
      ...(way === 'desktop' ? ['--preset=desktop'] : []), // a phone is what it takes by itself
      `--only-categories=${CATEGORIES.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
      ...more,
    ],
    { env: { ...process.env, ...(chrome ? { CHROME_PATH: chrome } : {}) }, maxBuffer: 1 << 26 },
  );
  const report = reportOf.parse(JSON.parse(readFileSync(file, 'utf8')));
  rmSync(file);
  return report;
}
