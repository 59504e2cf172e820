// npm run bench lighthouse: Lighthouse on a desktop over the screens that are opened most and a page of each kind of thing. It is fetched for the run: it is large, and only this needs it.
// ISOBAR_BENCH_URL: the origin of a server that runs already, instead of one of its own.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import * as z from 'zod';
import { browserPath } from '../e2e/launch.ts';
import { isobar } from '../e2e/server.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
type Least = Readonly<Record<string, number>>;
const SCREEN: Least = { performance: 98, accessibility: 100, 'best-practices': 100 };
/** Least scores of screens that are opened less often. */
const DEEPER: Least = { performance: 95, accessibility: 95, 'best-practices': 95 };
const PAGE: Least = { seo: 100, accessibility: 100 };
const HOME = '/discovery/#/';
/** Milliseconds until the largest part of home is seen. */
const HOME_LCP_MS = 1000;
const CART = '/discovery/#/saved';
/** Address -> least scores. */
const PLACES: Readonly<Record<string, Least>> = {
  '/discovery/#/results/site_code::sgp': SCREEN,
  [HOME]: SCREEN,
  '/discovery/#/results/id::nsametC1.b1_atmos_pressure_sfcmet_met_sfcmet?dataLevel=b1&showDetails=true':
    DEEPER,
  '/discovery/#/quicklooks/sgpmetE13.b1/temp_mean?date=20190103': DEEPER,
  '/discovery/#/day/sgp/E13?date=20190103': DEEPER,
  [CART]: DEEPER,
  '/datastream/sgpmetE13.b1': PAGE,
  '/site/sgp': PAGE,
  '/product/met': PAGE,
  '/facility/sgp.E13': PAGE,
  '/instrument/met': PAGE,
  '/campaign/sgp1996wv': PAGE,
  '/measurement/atmtemp': PAGE,
  '/report/D110415.2': PAGE,
};

const reportOf = z.object({
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

export async function run(): Promise<void> {
  const running = process.env.ISOBAR_BENCH_URL;
  const server = running ? null : await isobar();
  try {
    // ISOBAR_BENCH_PLACES: only addresses that hold this text.
    const wanted = process.env.ISOBAR_BENCH_PLACES ?? '';
    const url = running ?? server?.url ?? '';
    for (const [place, least] of Object.entries(PLACES)) {
      if (!place.includes(wanted)) continue;
      if (place === CART) await withFullCart(url, (more) => measure(url + place, least, more));
      else await measure(url + place, least);
    }
  } finally {
    await server?.remove();
  }
}

/** No address can fill a cart, so Lighthouse is given a browser whose storage already holds a full one. */
async function withFullCart(
  url: string,
  use: (more: readonly string[]) => Promise<void>,
): Promise<void> {
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
    await use([`--port=${DEBUGGING_PORT}`, '--disable-storage-reset']);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Lighthouse asks for it by number; nothing else of the bench listens here. */
const DEBUGGING_PORT = 9333;

async function measure(
  address: string,
  leastScores: Least,
  more: readonly string[] = [],
): Promise<void> {
  const file = join(tmpdir(), `isobar-lighthouse-${process.pid}.json`);
  const chrome = browserPath();
  await promisify(execFile)(
    'npm',
    [
      ...['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', address],
      ...['--preset=desktop', '--output=json', `--output-path=${file}`, '--quiet'],
      `--only-categories=${Object.keys(leastScores).join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
      ...more,
    ],
    { env: { ...process.env, ...(chrome ? { CHROME_PATH: chrome } : {}) }, maxBuffer: 1 << 26 },
  );
  const report = reportOf.parse(JSON.parse(readFileSync(file, 'utf8')));
  rmSync(file);
  console.log(address);
  for (const [category, least] of Object.entries(leastScores)) {
    const score = Math.round((report.categories[category]?.score ?? 0) * 100);
    console.log(
      `${String(score).padStart(6)}  ${category}${score < least ? ` (at least ${least})` : ''}`,
    );
    if (score < least) process.exitCode = 1;
  }
  const lcp = report.audits['largest-contentful-paint']?.numericValue;
  if (address.endsWith(HOME) && lcp !== undefined) {
    const missed = lcp > HOME_LCP_MS;
    console.log(
      `${lcp.toFixed(0).padStart(6)}  ms until the largest part is seen${missed ? ` (at most ${HOME_LCP_MS})` : ''}`,
    );
    if (missed) process.exitCode = 1;
  }
  for (const { score, title, displayValue = '' } of Object.values(report.audits)) {
    if (score !== null && score < 0.9) console.log(`        ${title} ${displayValue}`.trimEnd());
  }
}
