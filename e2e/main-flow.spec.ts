// What Isobar exists for: find a datastream, look at its quality, order two variables of three
// days, open the file.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDemoArchive } from '../demo/archive.ts';
import { REAL_ARCHIVE } from '../fixtures/real-files.ts';
import { hasReaders } from '../scripts/python-modules.mjs';
import { expectAccessible, pictured, visitor } from './browser.ts';
import { closeWindows, oneBrowser } from './one-browser.ts';
import { demoIsobar, type Isobar, isobar, root } from './server.ts';

const VARIABLES = ['temp_mean', 'rh_mean'];
const DATASTREAM = 'sgpmetE13.b1';
const DAYS = ['20190101', '20190102', '20190103'];
const FIRST = '2019-01-01 00:00:00';
const LAST = '2019-01-03 23:59:59';
const seconds = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) / 1000;
const hasReader = hasReaders();

let browser: Browser;
beforeAll(async () => {
  browser = await oneBrowser();
});
afterAll(closeWindows);

/** From the home page to the files on disk; returns their paths by ending. */
async function orderTwoVariables(page: Page, server: Isobar): Promise<Record<string, string>> {
  await page.goto(`${server.url}/`);
  await page.getByRole('link', { name: 'Data search' }).first().click();
  await page.getByRole('button', { name: "Don't show me this again" }).click();
  const search = page.getByRole('combobox', { name: 'Search the catalogue' });
  await search.fill('temperature');
  await search.press('Enter');
  await page.getByRole('heading', { name: /data product/, level: 1 }).waitFor();

  await page.getByRole('button', { name: /^Sites/ }).click();
  await page.getByRole('checkbox', { name: /Southern Great Plains/ }).check();
  await page.getByRole('button', { name: 'Apply' }).first().click();
  await page.getByRole('button', { name: /Remove Site/ }).waitFor();
  await page.getByLabel('Page Size').selectOption('100');

  const product = page.getByRole('link', { name: /^Surface Meteorological Instrumentation/ });
  await product.first().click();
  const details = page.getByRole('dialog', { name: /Surface Meteorological Instrumentation/ });
  await details.getByText(DATASTREAM).first().waitFor();
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByText('Item Added to Cart').waitFor();
  await page.getByRole('link', { name: 'View cart' }).click();

  await setDate(page, /^Start date of Surface/, FIRST);
  await setDate(page, /^End date of Surface/, LAST);
  await page.getByText('3 files').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Checkout' }).click();

  const checkout = page.getByRole('dialog', { name: 'Data Selection Summary' });
  await checkout.getByText('Extract Requested Variables').click();
  for (const name of VARIABLES)
    await checkout.getByRole('checkbox', { name: new RegExp(`^${name} `) }).check();
  await checkout.getByRole('checkbox', { name: 'ASCII-CSV' }).check();
  await checkout.locator('label', { hasText: /^Yes$/ }).click();
  await expectAccessible(page);
  await checkout.getByRole('button', { name: 'Submit order' }).click();
  return followToFiles(page, server);
}

async function followToFiles(page: Page, server: Isobar): Promise<Record<string, string>> {
  const signIn = page.getByRole('dialog', { name: 'Sign in' });
  await signIn.getByLabel(/^User name/).fill('demo');
  await signIn.getByLabel('Password', { exact: true }).fill('isobar-demo');
  await expectAccessible(page);
  await signIn.getByRole('button', { name: 'Sign in' }).click();
  const thanks = page.getByRole('dialog', { name: 'Thank you' });
  await thanks.getByText(/Order number \d+/).waitFor();
  await expectAccessible(page);
  await thanks.getByRole('link', { name: 'Track Order' }).click();

  const tracking = page.getByRole('list', { name: 'Order tracking' });
  await tracking.getByText(/Completed\s*completed/).waitFor({ timeout: 120_000 });
  await expectAccessible(page);
  const folder = join(server.home, 'downloads');
  mkdirSync(folder, { recursive: true });
  const files: Record<string, string> = {};
  for (const ending of ['cdf', 'csv', 'txt']) {
    const link = page.getByRole('link', { name: new RegExp(`\\.${ending}$`) }).first();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    files[ending] = path;
  }
  return files;
}

async function setDate(page: Page, label: RegExp, value: string): Promise<void> {
  const input = page.getByRole('textbox', { name: label });
  await input.fill(value);
  await input.press('Enter');
}

/** The delivery against its sources, read by Python's netCDF4 alone. */
function compare(files: Record<string, string>, sources: readonly string[]) {
  const script = join(root, 'e2e/compare.py');
  const range = [String(seconds(FIRST)), String(seconds(LAST))];
  const args = [
    script,
    files.cdf ?? '',
    files.csv ?? '',
    ...range,
    VARIABLES.join(','),
    ...sources,
  ];
  const said = execFileSync('python3', args, { encoding: 'utf8' });
  return JSON.parse(said) as { samples: number; differences: string[]; variables: string[] };
}

function expectTrue(files: Record<string, string>, sources: readonly string[]): void {
  const { samples, differences, variables } = compare(files, sources);
  expect(differences).toEqual([]);
  expect(samples).toBeGreaterThan(4000);
  expect(variables).toEqual(
    expect.arrayContaining([...VARIABLES, 'base_time', 'qc_temp_mean', 'time', 'time_offset']),
  );
  expect(variables).not.toContain('atmos_pressure');
}

describe('over the demo archive', () => {
  let server: Isobar;
  beforeAll(async () => {
    server = await demoIsobar();
  });
  afterAll(() => server?.remove());

  it('a new user orders two variables of three days and gets the values of the archive', async () => {
    const { page, context, complaints } = await visitor(browser);
    const files = await pictured(page, 'demo-order', () => orderTwoVariables(page, server));
    expect(complaints).toEqual([]);
    await context.close();
    if (!hasReader) return expect.unreachable('Python with netCDF4 is needed to compare values');
    expectTrue(files, await demoSources(server.home));
  });

  it('the demo archive goes on with everything after it was killed', async () => {
    await server.kill();
    await server.start();
    const answer = await fetch(`${server.url}/discovery/config.json`);
    expect(((await answer.json()) as { simulated: boolean }).simulated).toBe(true);
    const found = await fetch(`${server.url}/services/metadata/_count`);
    expect(((await found.json()) as { count: number }).count).toBeGreaterThan(5000);
  });
});

describe('over real files', () => {
  let server: Isobar;
  beforeAll(async () => {
    server = await isobar({ ISOBAR_ARCHIVE: REAL_ARCHIVE }, async (command) => {
      await command('harvest', REAL_ARCHIVE);
      await command('user', 'add', 'demo', '--email', 'ada@example.org');
    });
  });
  afterAll(() => server?.remove());

  it.skipIf(!hasReader)('the same flow delivers the values of the files', async () => {
    const { page, context, complaints } = await visitor(browser);
    const files = await pictured(page, 'real-order', () => orderTwoVariables(page, server));
    expect(complaints).toEqual([]);
    await context.close();
    expectTrue(
      files,
      DAYS.map((day) => join(REAL_ARCHIVE, `${DATASTREAM}.${day}.000000.cdf`)),
    );
  });
});

/** The demo's source files, written down as they are read. */
async function demoSources(home: string): Promise<string[]> {
  const archive = openDemoArchive();
  const paths: string[] = [];
  for (const day of DAYS) {
    const name = `${DATASTREAM}.${day}.000000.cdf`;
    const source = await archive.open(`sgp/${DATASTREAM}/${name}`);
    const path = join(home, name);
    writeFileSync(path, await source.read(0, source.size));
    await source.close();
    paths.push(path);
  }
  await archive.close();
  return paths;
}
