// All quality reports as a screen and as a page; pages of the server have the portal's places,
// theme and cart.
import { expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, pictured, seenIn, visitor } from './browser.ts';
import { sharedDemo } from './demo-for-all.ts';

const demo = sharedDemo();

it('the list is filtered by class, site, dates and words, and leads to a report and its citable page', async () => {
  const { page, context, complaints } = await visitor(demo.browser);
  await pictured(page, 'reports-list', async () => {
    await page.goto(`${demo.server.url}/discovery/#/qualityreports`);
    const count = page.locator('main p[role="status"]');
    await count.waitFor();
    const all = await count.textContent();
    await page.getByRole('combobox', { name: 'Site' }).selectOption('sgp');
    await page.getByRole('combobox', { name: 'Class' }).selectOption('incorrect');
    await page.getByLabel('To', { exact: true }).fill('2012-12-31');
    await page.getByLabel('Subject, id or datastream').fill('sgpmet');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.waitForURL(/words=sgpmet/);
    await page.getByRole('link', { name: 'Clear filters' }).waitFor();
    await expect.poll(() => count.textContent(), { timeout: 60_000 }).not.toBe(all);
    expect(page.url()).toMatch(/class=incorrect&site=sgp&to=2012-12-31&words=sgpmet/);
    for (const look of [{}, { theme: 'dark' }, { width: 375 }] as const) {
      await seenIn(page, look);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
    const first = await page.locator('main li').first().boundingBox();
    expect(first?.y).toBeLessThan(400); // on a phone the choices fold
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Instrument' }).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await seenIn(page, { width: 1440 });
    const report = page.locator('main li a').first();
    const id = (await report.textContent()) ?? '';
    await report.click();
    await page.getByRole('heading', { level: 1, name: /DQR Information/ }).waitFor();
    await page.getByRole('link', { name: 'Citable page', exact: true }).click();
    await page.waitForURL(`**/report/${id}?*`);
    await page.getByRole('link', { name: 'Quality reports' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Data quality reports' }).waitFor();
    expect(complaints).toEqual([]);
  });
  await context.close();
});

it('names of 200 letters without a space stay inside a phone', async () => {
  const { page, context } = await visitor(demo.browser, { width: 375 });
  const long = 'verylongname'.repeat(17);
  const names = /"(title|subject|subjectTitle|facility|longName|instrument)":"[^"]*"/g;
  await page.route('**/services/**', async (route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    await route.fulfill({ response: answer, body: body.replaceAll(names, `"$1":"${long}"`) });
  });
  for (const at of ['', 'report/D080820.8', 'quicklooks/sgpmetE13.b1/temp_mean?date=20190103']) {
    await page.goto(`${demo.server.url}/discovery/#/${at}`);
    await page.getByText(long).first().waitFor();
    await page.waitForLoadState('networkidle');
    await expectNoSidewaysScroll(page);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' }); // some answers may still be on their way
  await context.close();
});

it('the page of the list works without a script', async () => {
  const context = await demo.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${demo.server.url}/reports`);
  await page.getByRole('combobox', { name: 'Class' }).selectOption('suspect');
  await page.getByRole('combobox', { name: 'Site' }).selectOption('sgp');
  await page.getByRole('button', { name: 'Show reports' }).click();
  await page.waitForURL(/class=suspect&site=sgp/);
  await page.getByRole('link', { name: 'Next page' }).click();
  await page.getByText(/page 2 of/).waitFor();
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(0);
  expect(await page.getByRole('button', { name: /theme/ }).count()).toBe(0);
  await context.close();
});

it('a page of the server shows the cart of the portal and switches the theme of both', async () => {
  const { page, context } = await visitor(demo.browser, { theme: 'light' });
  await pictured(page, 'page-header', async () => {
    await page.goto(`${demo.server.url}/discovery/#/results/s::sgpmet`);
    await page
      .getByRole('link', { name: /^Surface Meteorological Instrumentation/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add to Cart' }).click();
    await page.getByText('Item Added to Cart').waitFor();
    for (const path of ['/datastream/sgpmetE13.b1', '/report/D110415.2', '/reports']) {
      await page.goto(demo.server.url + path);
      expect(await page.locator('#cart-count').getAttribute('aria-label'), path).toBe('1 item');
    }
    await page.getByRole('button', { name: 'Use dark theme' }).click();
    await expectAccessible(page);
    await page.getByRole('link', { name: /^Cart/i }).click();
    await page.getByRole('button', { name: 'Use light theme' }).waitFor();
  });
  await context.close();
});

it('places of a page of the server are a menu on a phone, for the keyboard and without a script', async () => {
  const context = await demo.browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 600 },
  });
  const page = await context.newPage();
  await page.goto(`${demo.server.url}/site/sgp`);
  const header = await page.locator('header .top').boundingBox();
  expect(header?.height).toBeLessThan(70); // one line
  const places = page.getByRole('navigation', { name: 'Main' });
  expect(await places.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Menu' }).press('Enter');
  await places.waitFor();
  await page.keyboard.press('Escape');
  await places.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await places.getByRole('link', { name: /quality reports/i }).click();
  await page.waitForURL(/\/reports$/);
  await page.setViewportSize({ width: 1000, height: 600 });
  expect(await places.isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: 'Menu' }).isVisible()).toBe(false);
  await context.close();
});
