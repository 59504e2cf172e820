// Look and find days in daily use: from days that were found to the values of one of them, onwards
// by keys, and into the cart.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadable,
  pictured,
  seenIn,
  visitor,
} from './browser.ts';
import { demoForAll } from './demo-for-all.ts';
import { NO_ORDERS } from './server.ts';

/** A short datastream, whose facts are there at once. */
const CEIL = 'acxceilshipcorM1.c1';
const DAYS = `/days?if=${CEIL},first_cbh,mean,below,5000&from=2015-01-20&to=2015-01-24`;
const WEEK = `/look/${CEIL}/first_cbh?from=2015-01-20T00:00:00Z&to=2015-01-24T00:00:00Z`;

const demo = demoForAll(NO_ORDERS);
beforeAll(async () => {
  await demo.server.command('facts', CEIL);
});

const open = (page: Page, hash: string) => page.goto(`${demo.server.url}/discovery/#${hash}`);
const plots = (page: Page) => page.getByRole('application');
const value = (page: Page) => page.getByTestId('look-value').first();
/** Values are drawn, not only a frame. */
const drawn = (page: Page) =>
  page.locator('.look-plots svg path[stroke="var(--accent)"][d^="M"]').first();

it('from found days to the values of one, and into the cart [EV1] [LK1] [LK9]', async () => {
  const { page, context, complaints } = await visitor(demo.browser);
  await pictured(page, 'look-from-days', async () => {
    await open(page, DAYS);
    await page.getByRole('heading', { level: 2, name: /^\d+ days?$/ }).waitFor();
    const events = page.getByRole('region', { name: 'Events, longest first' });
    await events.getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: /Lowest cloud/i }).waitFor();
    await drawn(page).waitFor({ state: 'attached' });
    expect(page.url()).toMatch(/#\/look\/acxceilshipcorM1\.c1\/first_cbh\?from=2015-01-2\d/);
    await page.getByRole('button', { name: 'Order this range' }).click();
    await page.getByText(/The range of 1 datastream is in the cart/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => page.getByText(/The range of 1 datastream is in the cart/).count())
      .toBe(0);
    expect(complaints).toEqual([]);
  });
  await context.close();
});

it('what is shown is put on a time grid: a line of Python opens it, and the checkout begins with that grid [AV1] [AR17]', async () => {
  const { page, context, complaints } = await visitor(demo.browser);
  await pictured(page, 'look-time-grid', async () => {
    await open(page, WEEK);
    await drawn(page).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Time grid' }).click();
    const dialog = page.getByRole('dialog', { name: 'Put on one time grid' });
    await dialog.getByText(/^Mean\. Mean of the usable samples/).waitFor();
    const line = dialog.getByText(/^import xarray; data = xarray\.open_zarr/);
    await line.waitFor({ timeout: 60_000 });
    expect(await line.textContent()).toMatch(
      /clean-mean-300s\.zarr", zarr_format=3, chunks=None\)\[\["first_cbh"\]\]/,
    );
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await dialog.getByRole('button', { name: 'Order on this grid' }).click();
    await page.getByText(/is in the cart, to be put on a grid of 5 minutes/).waitFor();
    await page.getByRole('link', { name: 'View cart' }).click();
    await page
      .getByRole('button', { name: /^Checkout/ })
      .first()
      .click();
    const box = page.getByRole('checkbox', { name: 'Put on one time grid' });
    await box.waitFor();
    expect(await box.isChecked()).toBe(true);
    expect(complaints).toEqual([]);
  });
  await context.close();
});

it('another variable is drawn on the same axis of time, is in the address, and can be taken away [LK5]', async () => {
  const { page, context, complaints } = await visitor(demo.browser);
  await pictured(page, 'look-beside', async () => {
    await open(page, WEEK);
    await drawn(page).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: /Add a variable/ }).click();
    const choice = page.getByRole('combobox', { name: 'Variable', exact: true });
    const other = (await choice.locator('option').nth(1).getAttribute('value')) ?? '';
    await choice.selectOption(other);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const beside = page.getByRole('region', { name: `${other} of ${CEIL}` });
    await beside.locator('svg').first().waitFor();
    expect(page.url()).toContain(`with=${CEIL},${other}`);
    const hours = (region: Locator) =>
      region
        .locator('[aria-hidden] .whitespace-nowrap')
        .evaluateAll((texts) =>
          texts.map((text) => [text.textContent, Math.round(text.getBoundingClientRect().x)]),
        );
    const own = page.getByRole('region', { name: `first_cbh of ${CEIL}` });
    expect((await hours(own)).length).toBeGreaterThan(2);
    await expect.poll(() => hours(beside), { timeout: 20_000 }).toEqual(await hours(own));
    await page.reload();
    await beside.locator('svg').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => page.url(), { timeout: 20_000 }).not.toContain('with=');
    await expect.poll(() => beside.count()).toBe(0);
    expect(complaints).toEqual([]);
  });
  await context.close();
});

it('keys zoom, move and read out what the file has, and the address follows [LK2] [LK8]', async () => {
  const { page, context, complaints } = await visitor(demo.browser);
  await pictured(page, 'look-keys', async () => {
    await open(page, WEEK);
    await drawn(page).waitFor({ state: 'attached' });
    await plots(page).focus();
    await page.keyboard.press('+');
    await page.waitForURL(/from=2015-01-20T16:00:00Z&to=2015-01-23T08:00:00Z/);
    await page.keyboard.press('Shift+ArrowRight');
    await page.waitForURL(/from=2015-01-21T04:48:00Z/);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => value(page).textContent(), { timeout: 20_000 }).toMatch(/\d|no value/);
    const at = (await page.getByTestId('look-at').textContent())?.replace(' ', 'T');
    const reply = await fetch(
      `${demo.server.url}/services/facts/${CEIL}/first_cbh/sample?time=${at}Z&within=60`,
    );
    // the server checks its answers in flows
    const { sample } = (await reply.json()) as { sample: { value: number | null } };
    const text = sample.value === null ? 'no value' : String(Number(sample.value.toPrecision(7)));
    expect(await value(page).textContent()).toBe(text);
    expect(complaints).toEqual([]);
  });
  await context.close();
});

it('a pan shows its effect within 100 ms, and a drag ends where the pointer did [LK8] [LK10]', async () => {
  const { page, context } = await visitor(demo.browser);
  await pictured(page, 'look-pan', async () => {
    await open(page, WEEK);
    await drawn(page).waitFor({ state: 'attached' });
    await page.waitForTimeout(500); // what is beside the window has come
    const box = await plots(page).boundingBox();
    if (!box) throw new Error('The plots are laid out.');
    const before = await drawn(page).getAttribute('d');
    await page.mouse.move(box.x + 700, box.y + 120);
    await page.mouse.down();
    await page.mouse.move(box.x + 400, box.y + 120, { steps: 12 });
    await page.mouse.up();
    await expect.poll(() => drawn(page).getAttribute('d')).not.toBe(before);
    await page.waitForURL(/from=2015-01-2[01]T/);
  });
  await context.close();
});

it('a link holds the state of the data, and an old one is called changed [LK7]', async () => {
  const { page, context } = await visitor(demo.browser);
  await pictured(page, 'look-link', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, WEEK);
    await drawn(page).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/&state=[0-9a-f]{10}/);
    await page.goto(link);
    await page.getByText('as when the link was made').waitFor();
    await page.goto(link.replace(/state=[0-9a-f]{10}/, 'state=0123456789'));
    await page.getByText(/changed since the link was made/).waitFor();
  });
  await context.close();
});

it('the screen of Look reads well to all in both themes, wide and on a phone [LK4] [EV1]', async () => {
  const { page, context } = await visitor(demo.browser);
  await pictured(page, 'look-reads-well', async () => {
    await open(page, `${WEEK}&with=${CEIL},backscatter`);
    await drawn(page).waitFor({ state: 'attached' });
    await page.locator('canvas').first().waitFor();
    await expectReadable(page);
    await seenIn(page, { theme: 'light', width: 1440 });
    await page.getByText('Table', { exact: true }).click();
    await page.getByRole('table').first().waitFor();
    await expectReadable(page);
    await open(page, DAYS);
    await page.getByRole('heading', { level: 2, name: /^\d+ days?$/ }).waitFor();
    await expectReadable(page);
  });
  await context.close();
});
