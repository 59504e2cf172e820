// A newcomer's own files, from a folder to the screen: nothing of the demo is shown with them, and
// every variable is found.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeTestFile } from '../apps/server/src/features/harvest/testing/write-file.ts';
import { expectAccessible, expectNoSidewaysScroll, visitor } from './browser.ts';
import { closeWindows, oneBrowser } from './one-browser.ts';
import { type Isobar, isobar } from './server.ts';

const ICARTT = `20, 1001, V02_2016
Doe, J
Example House
Ozone over the city
City campaign
1, 1
2020, 06, 01, 2021, 01, 01
1
Time_Start, seconds
2
1, 1
-9999, -9999
O3, ppbv, Gas_O3_InSitu_S_AVMR, ozone mixing ratio
BETA, m-1 sr-1, None, attenuated volume backscatter coefficient
0
4
PLATFORM: Research aircraft
LOCATION: over the city
REVISION: R0
Time_Start, O3, BETA
0, 40, 1e-6
60, 41, 2e-6
`;

let server: Isobar;
let browser: Browser;
let archive: string;
let report = '';
let suggested = '';
beforeAll(async () => {
  archive = mkdtempSync(join(tmpdir(), 'isobar-own-'));
  mkdirSync(join(archive, 'roof'));
  writeFileSync(join(archive, 'OZONE_AIRCRAFT_20200601_R0.ict'), ICARTT);
  for (const day of ['01', '02', '03'])
    writeFileSync(
      join(archive, 'roof', `roof_202006${day}.csv`),
      `when,pr [mm],T [degC]\n2020-06-${day} 00:00:00,0,11\n2020-06-${day} 12:00:00,1.5,17\n`,
    );
  writeFileSync(
    join(archive, 'roof', 'csv.json'),
    JSON.stringify({
      time: { column: 'when' },
      columns: { 'pr [mm]': { long_name: 'precipitation' } },
      attributes: { title: 'Weather of our roof', institution: 'Example University' },
      place: { latitude: 48.1, longitude: 11.6 },
    }),
  );
  await writeTestFile(join(archive, 'valley', 'valley.nc'), {
    timeless: true,
    attributes: { title: 'Map of the valley' },
    place: [47.2, 11.3],
  });
  [server, browser] = await Promise.all([
    isobar({}, async (command) => {
      report = await command('harvest', archive, '--report', join(archive, '.missing.csv'));
      suggested = await command('tables', 'suggest');
    }),
    oneBrowser(),
  ]);
});
afterAll(async () => {
  await closeWindows();
  await server?.remove();
  rmSync(archive, { recursive: true, force: true });
});

const at = async (hash: string, look: Parameters<typeof visitor>[1] = {}) => {
  const guest = await visitor(browser, look);
  await guest.context.addInitScript(() => localStorage.setItem('isobar.welcome-dismissed', 'true'));
  await guest.page.goto(`${server.url}/discovery/${hash}`);
  await guest.page.locator('#main').waitFor();
  return guest;
};

it('own data are filed by one command, which says what their tables lack', () => {
  expect(report).toContain('5 files: 5 new');
  expect(suggested).toContain('sites.csv');
});

it('own data have a home screen of their own, with nothing of the demo on it', async () => {
  const { page, context } = await at('#/');
  await page.getByText('Example University').first().waitFor();
  const text = await page.locator('body').textContent();
  expect(text).not.toMatch(/\bARM\b|LASSO|Field campaigns of|OTHER OTHER/);
  await expectAccessible(page);
  await context.close();
});

it('own data are shown on no screen with words of another archive', async () => {
  const guest = await visitor(browser);
  const { page } = guest;
  await page.goto(`${server.url}/discovery/#/results`);
  const welcome = page.getByRole('complementary', { name: 'Welcome' });
  expect(await welcome.textContent()).toContain('Only recommended data are shown at first');
  await welcome.getByRole('button', { name: "Don't show me this again" }).click();
  for (const hash of [
    '#/results',
    '#/results?data=all',
    '#/guidedsearch',
    '#/locationsearch?view=list',
    '#/support',
    '#/quicklooks',
    '#/account/profile',
    '#/register',
  ]) {
    await page.goto(`${server.url}/discovery/${hash}`);
    await page.locator('main h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    const text = (await page.locator('body').allTextContents()).join();
    const foreign = text.match(/.{0,30}(\bARM\b|\bAFC|\bsgp|\bSGP\b|scientists).{0,30}/g);
    expect([hash, foreign]).toEqual([hash, null]);
  }
  await guest.context.close();
});

it.each([
  ['attenuated volume backscatter coefficient', 'Ozone over the city'],
  ['precipitation', 'Weather of our roof'],
  ['ozone', 'Ozone over the city'],
])('own data are found by %s', async (words, product) => {
  const { page, context } = await at(`#/results/s::${encodeURIComponent(words)}`);
  await page.getByText(/^Search Results - Showing 1-\d+ of \d+/).waitFor();
  expect(await page.getByRole('rowheader').first().textContent()).toContain(product);
  await context.close();
});

it.each(['Map of the valley', 'Weather of our roof', 'Ozone over the city'])(
  'own data have one name in searches, pages, citations and OAI-PMH: %s',
  async (title) => {
    const ask = async (path: string, body?: object): Promise<string> => {
      const init = body && { method: 'POST', body: JSON.stringify(body) };
      const headers = { 'content-type': 'application/json' };
      return await (await fetch(`${server.url}${path}`, { ...init, headers })).text();
    };
    const query = { term: { 'instrument_name.keyword': title } };
    const found = await ask('/services/metadata/_search', { query, size: 1 });
    const [, datastream = ''] = /"datastream":"([^"]+)"/.exec(found) ?? [];
    const [, product = ''] = /"instrument_code":"([^"]+)"/.exec(found) ?? [];
    for (const path of [`/datastream/${datastream}`, `/product/${product}`]) {
      const page = await ask(path);
      expect(/<h1[^>]*>(.*?)<\/h1>/s.exec(page)?.[1], path).toContain(title);
      expect(/<p class="cite">(.*?)<\/p>/s.exec(page)?.[1], path).toContain(title);
    }
    const records = await ask('/oai?verb=ListRecords&metadataPrefix=oai_dc');
    expect(records).toContain(`<dc:title>${title}`);
  },
);

it('own data have no dates where the files state no time, from the result to the cart', async () => {
  const { page, context } = await at('#/results/s::valley');
  const row = page.getByRole('rowheader', { name: /Map of the valley/ });
  await row.waitFor();
  await page.getByText('Dates unknown').waitFor();
  await page.getByRole('button', { name: '1 facility' }).click();
  await page.getByRole('cell', { name: 'Dates unknown' }).waitFor();
  await row.getByRole('link', { name: 'Map of the valley' }).click();
  const details = page.getByRole('dialog', { name: 'Map of the valley' });
  await details.getByRole('cell', { name: 'Dates unknown' }).waitFor();
  await details.getByRole('button', { name: 'Add to Cart' }).click();
  await page.goto(`${server.url}/discovery/#/saved`);
  await page.getByText(/^Dates unknown; files were last changed \d{4}-/).waitFor();
  await page.getByRole('article').getByText('1 file', { exact: true }).waitFor();
  await context.close();
});

it('own data have their sites in a group, and fit a phone', async () => {
  const { page, context } = await at('#/results/site_code::example-university', { width: 375 });
  await page.getByText(/^Search Results - Showing 1-1 of 1/).waitFor();
  await expectNoSidewaysScroll(page);
  await context.close();
});
