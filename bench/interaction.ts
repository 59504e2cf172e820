// npm run bench interaction: what a person does on the search screen, and how long until the next
// paint shows it. ISOBAR_BENCH_URL: the origin of a server that runs already, instead of one of its
// own; no reports are added to that one.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { launch } from '../e2e/launch.ts';
import { type Isobar, isobar } from '../e2e/server.ts';

const LIMIT_MS = 80; // p75
const ROUNDS = 3;
/** The browser reports no shorter interaction, and rounds to 8 ms. */
const SHORTEST_MS = 16;

type Act = readonly [name: string, act: (page: Page) => Promise<unknown>];

const named = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
/** Radio buttons are invisible; their labels are clicked. */
const choice = (page: Page, text: RegExp) => page.locator('label').filter({ hasText: text });
/** Waits until code that loads on first use is there, before the next step. */
const opened = async (page: Page, role: 'menu' | 'dialog', opener: Locator): Promise<void> => {
  await opener.click();
  await page.getByRole(role).waitFor();
};
const quiet = (page: Page) => page.waitForLoadState('networkidle');

/** The rows of an opened product. */
const places = (page: Page) => page.getByRole('region', { name: 'Table of sites and facilities' });

/** One after the other on the results of a site; each leaves the screen as the next expects it. */
const ACTS: readonly Act[] = [
  ['tick a category', (page) => page.getByRole('checkbox', { name: /^Cloud Prop/ }).click()],
  ['apply it', (page) => named(page, 'Apply Categories').click()],
  ['page 2', (page) => named(page, 'Page 2').click()],
  ['open a filter group', (page) => named(page, /^Measurements/).click()],
  ['close it', (page) => named(page, /^Measurements/).click()],
  ['open the filter of datastreams', (page) => named(page, /^Datastreams/).click()],
  ['close that', (page) => named(page, /^Datastreams/).click()],
  ['open a row', (page) => named(page, /\d+ facilit/).click()],
  ['tick a facility', (page) => places(page).getByRole('checkbox').nth(1).click()],
  ['tick all facilities', (page) => places(page).getByRole('checkbox').first().click()],
  ['close the row', (page) => named(page, /\d+ facilit/).click()],
  ['zoom in', (page) => named(page, 'Zoom timelines in').click()],
  ['zoom in again', (page) => named(page, 'Zoom timelines in').click()],
  ['the whole record', (page) => named(page, 'Zoom timelines all the way out').click()],
  ['a row menu', (page) => opened(page, 'menu', named(page, /^View Details & Get Data/))],
  ['close the menu', (page) => page.keyboard.press('Escape')],
  [
    'details',
    (page) => opened(page, 'dialog', page.getByRole('rowheader').first().getByRole('link')),
  ],
  ['close the details', (page) => page.keyboard.press('Escape')],
  ['measurements', (page) => choice(page, /^Primary Meas/).click()],
  ['data products', (page) => choice(page, /^Data Products/).click()],
  ['all data', (page) => choice(page, /^All Data/).click()],
  ['recommended data', (page) => choice(page, /^Recommended/).click()],
  ['go to the search box', (page) => page.keyboard.press('/')],
  ['type a letter', (page) => page.keyboard.press('c')],
  ['type another', (page) => page.keyboard.press('l')],
  ['and another', (page) => page.keyboard.press('o')],
  ['down in the suggestions', (page) => page.keyboard.press('ArrowDown')],
  ['close the suggestions', (page) => page.keyboard.press('Escape')],
  ['remove the category', (page) => named(page, /^Remove Category/).click()],
];

const DENSE = 'sgpmetE13.b1';
const REPORTS = 500;
/** On the results of one datastream with so many reports, in the row and in its details. */
const ACTS_ON_REPORTS: readonly Act[] = [
  ...['in', 'in', 'in', 'out', 'all the way out'].map(
    (way): Act => [
      `zoom ${way} over ${REPORTS} reports`,
      (page) => named(page, `Zoom timelines ${way}`).click(),
    ],
  ),
  [`zoom by key over ${REPORTS} reports`, (page) => page.keyboard.press('+')],
  [`move by key over ${REPORTS} reports`, (page) => page.keyboard.press('ArrowLeft')],
  [
    `details with ${REPORTS} reports`,
    (page) => opened(page, 'dialog', page.getByRole('rowheader').first().getByRole('link')),
  ],
  ['zoom the timeline of the details', (page) => page.keyboard.press('+')],
  ['move it', (page) => page.keyboard.press('ArrowRight')],
];

/** Writes so many reports on one datastream, and waits until the catalogue has them. */
async function addReports(server: Isobar): Promise<void> {
  const file = join(server.home, 'reports.csv');
  await server.command('quality', 'export', file);
  const [head = ''] = readFileSync(file, 'utf8').split('\n', 1);
  const columns = head.trim().split(',');
  const day = (n: number): string => new Date(Date.UTC(2000, 0, 1 + 18 * n)).toISOString();
  const lines = Array.from({ length: REPORTS }, (_, n) => {
    const row: Readonly<Record<string, string>> = {
      dqr_id: `D${200_000 + n}.1`,
      datastream: DENSE,
      quality_code: String([3, 4, 0][n % 3]),
      quality_name: ['Suspect', 'Incorrect', 'Missing'][n % 3] ?? '',
      start_time: `${day(n).slice(0, 19)}Z`,
      end_time: `${day(n + (n % 5) / 4).slice(0, 10)}T23:59:59Z`,
      open_ended: 'no',
      extent: 'some',
      variables: 'temp_mean',
      subject: `Report ${n + 1}`,
      description: 'For the bench.',
    };
    return columns.map((name) => row[name] ?? '').join(',');
  });
  writeFileSync(file, [columns.join(','), ...lines, ''].join('\n'));
  await server.command('quality', 'import', file);
  for (let tries = 0; tries < 120; tries += 1) {
    const query = `q=datastream:"${DENSE}"&size=1&_source=datastreams`;
    const told = await (await fetch(`${server.url}/services/metadata/_search?${query}`)).text();
    if ((told.match(/D200/g) ?? []).length >= REPORTS / 2) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error('The catalogue did not take over the reports.');
}

export async function run(): Promise<void> {
  const running = process.env.ISOBAR_BENCH_URL;
  const server = running ? null : await isobar();
  const url = running ?? server?.url ?? '';
  let browser: Browser | null = null;
  try {
    browser = await launch();
    const times = new Map<string, number[]>();
    if (server) await addReports(server);
    for (let round = 0; round < ROUNDS; round += 1) {
      await visit(browser, `${url}/discovery/#/results/site_code::sgp`, ACTS, times);
      const dense = `${url}/discovery/#/results/datastream::${DENSE}`;
      await visit(browser, dense, ACTS_ON_REPORTS, times);
    }
    report(times);
  } finally {
    await browser?.close();
    await server?.remove();
  }
}

async function visit(
  browser: Browser,
  address: string,
  acts: readonly Act[],
  times: Map<string, number[]>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watchInteractions);
  await page.goto(address);
  await page.getByText(/Showing 1-/).waitFor();
  await quiet(page);
  for (const [name, act] of acts) {
    await page.evaluate(() => window.longestInteraction());
    await act(page).catch((cause: unknown) => {
      throw new Error(`could not: ${name}`, { cause });
    });
    await page.waitForTimeout(250); // the paint that is measured, and what follows it
    await quiet(page);
    const ms = await page.evaluate(() => window.longestInteraction());
    times.set(name, [...(times.get(name) ?? []), Math.max(ms, SHORTEST_MS)]);
  }
  await context.close();
}

declare global {
  interface Window {
    /** ms of the longest interaction since the last call; 0: none that the browser reports. */
    longestInteraction(): number;
  }
}

/** Runs in the page, before its own scripts. */
function watchInteractions(): void {
  try {
    localStorage.setItem('isobar.welcome-dismissed', 'true');
  } catch {
    // The blank page has no storage.
  }
  let longest = 0;
  const take = (entries: PerformanceEntryList): void => {
    for (const entry of entries) longest = Math.max(longest, entry.duration);
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  const options = { type: 'event', durationThreshold: 16 };
  observer.observe(options);
  window.longestInteraction = () => {
    take(observer.takeRecords());
    const ms = longest;
    longest = 0;
    return ms;
  };
}

function report(times: ReadonlyMap<string, readonly number[]>): void {
  const all = [...times.values()].flat().sort((a, b) => a - b);
  const slowest = [...times]
    .map(([name, list]) => ({ name, ms: Math.max(...list) }))
    .sort((a, b) => b.ms - a.ms);
  for (const { name, ms } of slowest.slice(0, 8))
    console.log(`${String(ms).padStart(6)} ms  ${name}`);
  const at = (part: number): number => all[Math.ceil(all.length * part) - 1] ?? 0;
  console.log(
    `${all.length} interactions: median ${at(0.5)} ms, p75 ${at(0.75)} ms, p98 ${at(0.98)} ms`,
  );
  if (at(0.75) < LIMIT_MS) return;
  console.log(`The p75 is over ${LIMIT_MS} ms.`);
  process.exitCode = 1;
}
