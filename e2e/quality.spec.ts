// Data quality reports: read as a dialog, as a page and on paper; written by one operator and
// approved by another.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  pictured,
  seenIn,
  signIn,
  visitor,
} from './browser.ts';
import { closeWindows, oneBrowser } from './one-browser.ts';
import { demoIsobar, type Isobar, NO_ORDERS } from './server.ts';

const MET = 'sgpmetE13.b1';
const REPORT = 'D110415.2';

let browser: Browser;
let server: Isobar;
beforeAll(async () => {
  browser = await oneBrowser();
  server = await demoIsobar(NO_ORDERS);
  for (const name of ['ada', 'ben']) {
    await server.command('user', 'add', name, '--email', `${name}@example.org`);
    await server.command('user', 'role', name, 'operator');
  }
});
afterAll(async () => {
  await closeWindows();
  await server?.remove();
});

it.each([
  [1440, { theme: 'dark' }],
  [375, { theme: 'dark' }, { theme: 'light', width: 320 }],
] as const)('a report reads well from %i pixels on, in the dark too', async (width, ...more) => {
  const { page, context, complaints } = await visitor(browser, { width });
  await pictured(page, `report-${width}`, async () => {
    await page.goto(`${server.url}/discovery/#/report/${REPORT}`);
    await page.getByRole('heading', { level: 1, name: /DQR Information/ }).waitFor();
    await page.getByText(`All reports of ${MET}; this one is framed.`).waitFor();
    for (const look of [{}, ...more]) {
      await seenIn(page, look);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
    expect(complaints).toEqual([]);
  });
  await context.close();
});

it('a cart without reports and a user without preferences make no request that fails', async () => {
  const { page, context } = await visitor(browser);
  const refused: string[] = [];
  page.on('response', (reply) => {
    if (reply.status() >= 400) refused.push(`${reply.status()} ${reply.url()}`);
  });
  await pictured(page, 'cart-quiet', async () => {
    await page.goto(`${server.url}/discovery/#/results/datastream::sgpradflux1longE11.c2`);
    await page.getByRole('button', { name: /^View Details & Get Data/ }).click();
    await page.getByRole('menuitem', { name: 'Add to Cart' }).click();
    await page.getByText('Item Added to Cart').first().waitFor();
    await signIn(server, page, 'ada');
    const reports = page.waitForResponse(/\/dqr\/reports\?datastream=/);
    await page.evaluate(() => {
      location.hash = '/saved';
    });
    expect(await (await reports).json()).toEqual({ reports: [] });
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      location.hash = '/results';
    });
    await page.getByRole('heading', { name: 'No Filters Applied' }).waitFor();
    expect(refused).toEqual([]);
  });
  await context.close();
});

it('a print link leads to a page that prints on one sheet', async () => {
  const { page, context } = await visitor(browser);
  await page.addInitScript('window.print = () => { window.printed = true; }');
  await page.goto(`${server.url}/services/dqr/?dqrid=${REPORT}&print=true`);
  await page.waitForFunction(() => 'printed' in globalThis);
  expect(page.url()).toContain(`#/report/${REPORT}?print=true`);
  const paper = await page.pdf({ format: 'A4' });
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  await context.close();
});

it('one operator writes, another approves, and the catalogue follows', async () => {
  const author = await visitor(browser);
  await pictured(author.page, 'report-written', async () => {
    const { page } = author;
    await signIn(server, page, 'ada');
    await page.getByRole('link', { name: 'Write quality reports' }).click();
    await page.getByRole('button', { name: 'New report' }).click();
    await page.getByLabel('Subject').fill('The fan stood still');
    await page
      .getByLabel('Description', { exact: true })
      .fill(
        'It was **too warm**. <img src=x onerror="document.title=1"><script>document.title=2</script>',
      );
    await page.getByLabel('Datastreams').fill(MET);
    await page.getByLabel('Start (UTC)').fill('2019-01-02');
    await page.getByLabel(/^End/).fill('2019-01-03');
    await page.getByLabel('Variables').fill('temp_mean');
    await page.getByRole('region', { name: 'Preview' }).getByText('too warm').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await page.getByText(/Waiting for a second person/).waitFor();
  });
  const id = author.page.url().split('/').at(-1) ?? '';
  const reviewer = await visitor(browser, { theme: 'dark' });
  await pictured(reviewer.page, 'report-approved', async () => {
    const { page } = reviewer;
    await signIn(server, page, 'ben');
    await page.goto(`${server.url}/discovery/#/reports/${id}`);
    await page.getByRole('button', { name: 'Approve and publish' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Approve and publish' }).click();
    await page.getByRole('link', { name: 'Read the report' }).click();
    await page.getByRole('heading', { level: 1, name: /The fan stood still/ }).waitFor();
    await page.getByText('too warm').waitFor();
    await expect.poll(() => page.title()).toContain('DQR Information'); // it follows the heading
    expect(await page.locator('.prose :is(img, script)').count()).toBe(0);
  });
  const told = await fetch(`${server.url}/dqr_full/${MET}/20190102/20190102/incorrect`);
  expect(Object.keys((await told.json())[MET].incorrect)).toContain(id);
  await expect
    .poll(
      async () => {
        const query = `q=datastream:"${MET}"&size=1&_source=datastreams`;
        return (await fetch(`${server.url}/services/metadata/_search?${query}`)).text();
      },
      { timeout: 60_000 },
    )
    .toContain(id);
  expect([author.complaints, reviewer.complaints]).toEqual([[], []]);
  await author.context.close();
  await reviewer.context.close();
});
