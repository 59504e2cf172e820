// npm run bench lighthouse: Lighthouse on a desktop over the search screen and two pages of things. It is fetched for the run: it is large, and only this needs it.
// ISOBAR_BENCH_URL: the origin of a server that runs already, instead of one of its own.
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { browserPath } from '../e2e/launch.ts';
import { isobar } from '../e2e/server.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
type Least = Readonly<Record<string, number>>;
const SCREEN: Least = { performance: 98, accessibility: 100, 'best-practices': 100 };
const PAGE: Least = { seo: 100, accessibility: 100 };
const HOME = '/discovery/#/';
/** Until the largest part of home is seen (issue 9, section 9.1). */
const HOME_LCP_MS = 1000;
/** Address -> least scores. */
const PLACES: Readonly<Record<string, Least>> = {
  '/discovery/#/results/site_code::sgp': SCREEN,
  [HOME]: SCREEN,
  '/datastream/sgpmetE13.b1': PAGE,
  '/site/sgp': PAGE,
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
    for (const [place, least] of Object.entries(PLACES))
      if (place.includes(wanted)) await measure(`${running ?? server?.url}${place}`, least);
  } finally {
    await server?.remove();
  }
}

async function measure(address: string, leastScores: Least): Promise<void> {
  const file = join(tmpdir(), `isobar-lighthouse-${process.pid}.json`);
  const chrome = browserPath();
  await promisify(execFile)(
    'npm',
    [
      ...['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', address],
      ...['--preset=desktop', '--output=json', `--output-path=${file}`, '--quiet'],
      `--only-categories=${Object.keys(leastScores).join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
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
