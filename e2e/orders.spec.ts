// Checkout, order history and account, each sentence against a server that runs orders: what the
// portal's own tests cannot know.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pictured, returning, signIn } from './browser.ts';
import { closeWindows, oneBrowser } from './one-browser.ts';
import { fillSignIn, holdOrders, openCheckout, STATION } from './ordering.ts';
import { demoIsobar, type Isobar } from './server.ts';

const MET = 'sgpmetE13.b1';
const WAIT = 60_000;

let browser: Browser;
let server: Isobar;
beforeAll(async () => {
  browser = await oneBrowser();
  // these flows open more pages in a minute than a person does
  server = await demoIsobar({ ISOBAR_RATE: '100000' });
  for (const name of ['ada', 'bea', 'cleo'])
    await server.command('user', 'add', name, '--email', `${name}@example.org`);
});
afterAll(async () => {
  await closeWindows();
  await server?.remove();
});

const at = (hash: string) => returning(browser, server, hash);
const shows = (page: Page, text: RegExp | string) => page.getByText(text).first().waitFor();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name }).waitFor();

it('[C031] [C035] [C047] [C048] [C050] [C051] [O005] [O007] [O008] [O009] [O041] [O042] [O043] the checkout takes what was chosen, asks to sign in, and goes on by itself to the number', async () => {
  const { page, context } = await at(STATION);
  await pictured(page, 'orders-checkout', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const sent = await holdOrders(page, gate);
    const dialog = await openCheckout(page);
    await dialog.getByRole('checkbox', { name: 'Incorrect' }).check();
    await dialog.getByRole('checkbox', { name: 'Suspect' }).check();
    await dialog.locator('label', { hasText: /^Yes$/ }).click();
    await dialog
      .getByText(/kept for 30 days/)
      .first()
      .waitFor();
    await dialog.getByRole('checkbox', { name: 'Bulk transfer service' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'Send a confirmation email' }).uncheck();
    const submit = dialog.getByRole('button', { name: 'Submit order' });
    await submit.click();
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
    expect(sent).toEqual([]);
    expect(await page.evaluate(() => sessionStorage.getItem('isobar.return-to'))).toMatch(
      /^\/saved/,
    );
    await fillSignIn(page, 'ada');
    await page.getByRole('progressbar', { name: 'Placing your order' }).waitFor();
    expect(await submit.count()).toBe(0);
    open();
    const thanks = page.getByRole('dialog', { name: 'Thank you' });
    await thanks.getByText(/Order number \d+/).waitFor();
    expect(await page.getByRole('progressbar', { name: 'Placing your order' }).count()).toBe(0);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      sendConfEmail: false,
      selectedData: {
        mergedOutput: true,
        selectedDatastreams: [{ datastream: MET, dqrFilter: ['incorrect', 'suspect'] }],
      },
    });
    expect(
      await thanks.getByText(/It will be|fulfilled|few hours|minutes/).count(),
    ).toBeGreaterThan(0);
    const back = thanks.getByRole('link', { name: 'Return to Data Search' });
    expect(await back.getAttribute('href')).toMatch(/^#\/results/);
    expect(await thanks.getByText('Open Workbench notebook hub').count()).toBe(0);
    await thanks.getByRole('button', { name: 'Close' }).last().click();
    await thanks.waitFor({ state: 'hidden' });
  });
  await context.close();
});

it('[O044] [O045] [O057] an order that failed is sent again with the same key, also after the session has ended', async () => {
  const { page, context, open } = await at('#/');
  await pictured(page, 'orders-again', async () => {
    await signIn(server, page, 'bea');
    await open(STATION);
    const sent = await holdOrders(page, Promise.resolve(), 1);
    const dialog = await openCheckout(page);
    await dialog.getByRole('button', { name: 'Submit order' }).click();
    const again = page.getByRole('dialog', { name: 'Data Selection Summary' });
    await again.getByRole('alert').first().waitFor();
    expect(await page.getByRole('dialog', { name: 'Thank you' }).count()).toBe(0);
    await context.clearCookies();
    await again.getByRole('button', { name: 'Submit order' }).click();
    await fillSignIn(page, 'bea');
    await page
      .getByRole('dialog', { name: 'Thank you' })
      .getByText(/Order number \d+/)
      .waitFor();
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });
  await context.close();
});

it('[C080] [O040] a large order without dates asks whether to continue, before it asks who orders', async () => {
  const { page, context } = await at('#/results/site_code::sgp/instrument_class_code::kazr');
  await pictured(page, 'orders-large', async () => {
    await button(page, /^View Details & Get Data/).click();
    await page.getByRole('menuitem', { name: 'Add to Cart' }).click();
    await page.getByRole('link', { name: /^CART 1 item/ }).click();
    await button(page, 'Checkout').click();
    const dialog = page.getByRole('dialog', { name: 'Data Selection Summary' });
    await dialog
      .getByText(/default time range/)
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Submit order' }).click();
    const question = page
      .getByRole('dialog')
      .filter({ hasText: 'Are you sure you want to continue?' });
    await question
      .getByText(/default time range/)
      .first()
      .waitFor();
    expect(await page.getByRole('dialog', { name: 'Sign in' }).count()).toBe(0);
    await question.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
  });
  await context.close();
});

/** Places orders of one day each, as a program would. */
async function place(page: Page, count: number): Promise<number[]> {
  const numbers: number[] = [];
  for (let n = 1; n <= count; n += 1) {
    const day = `2019-02-${String(n).padStart(2, '0')}`;
    const reply = await page.request.post(`${server.url}/services/order/orders/create`, {
      data: {
        deliveryBits: 1,
        selectedData: {
          outputFormat: ['ANDR'],
          selectedDatastreams: [{ datastream: MET, dates: [{ startDate: day, endDate: day }] }],
        },
      },
    });
    numbers.push(((await reply.json()) as { orderId: number }).orderId);
  }
  return numbers;
}

it('[O039] an order whose datastreams are not known yet is still being processed', async () => {
  const { page, context, open } = await at('#/');
  await pictured(page, 'orders-without-datastreams', async () => {
    await signIn(server, page, 'bea');
    const [number] = await place(page, 1);
    const store = new DatabaseSync(join(server.home, 'isobar.sqlite'));
    store.exec('pragma busy_timeout = 20000');
    store.exec(`update orders set request = json_set(request,
        '$.selectedData.selectedDatastreams', json('[]')) where order_id = ${number}`);
    store.close();
    await open(`#/account/order?orderId=${number}`);
    await page.getByRole('progressbar', { name: 'Processing your order' }).waitFor();
    await shows(page, 'We are still processing your order.');
  });
  await context.close();
});

it('[I004] [O006] [O013] [O016] [O018] [O019] [O020] [O021] [O022] [O046] [O047] [O058] [O059] the list of orders lists orders, tracks and cites them, and orders them again', async () => {
  const { page, context, open } = await at('#/');
  await pictured(page, 'orders-history', async () => {
    await signIn(server, page, 'cleo');
    const numbers = await place(page, 11);
    await open('#/account/order');
    await heading(page, 'Your Orders');
    const cards = page.getByRole('article', { name: /^Order \d+/ });
    await expect.poll(() => cards.count(), { timeout: WAIT }).toBe(10);
    await button(page, 'Page 2').click();
    await expect.poll(() => cards.count()).toBe(1);
    await page.getByRole('combobox', { name: 'Page size' }).selectOption('20');
    await expect.poll(() => cards.count()).toBe(11);
    const card = page.getByRole('article', { name: `Order ${numbers[0]}` });
    await card.getByText(`Ordered ${new Date().toISOString().slice(0, 10)}`).waitFor();
    await card.getByText(MET).first().waitFor();

    const tracking = card.getByRole('list', { name: 'Order tracking' });
    await card.getByRole('button', { name: 'Track Order' }).click();
    await tracking.waitFor();
    await card.getByRole('button', { name: 'Generate Citation' }).click();
    await card
      .getByText(/Surface Meteorological Instrumentation.*2019-02-01/)
      .first()
      .waitFor();
    await card.getByRole('button', { name: 'Hide' }).waitFor();
    expect(await tracking.count()).toBe(0);
    await card.getByRole('button', { name: 'Edit and export…' }).click();
    const tool = page.getByRole('dialog', { name: 'CITATION GENERATOR & EXPORTER TOOL' });
    await tool
      .getByRole('list', { name: 'Citations' })
      .getByText(/2019-02-01/)
      .first()
      .waitFor();
    await tool.getByRole('button', { name: 'Close' }).click();
    await card.getByRole('button', { name: 'Track Order' }).click();
    await tracking.waitFor();
    expect(await card.getByRole('button', { name: 'Hide' }).count()).toBe(0);

    await card.getByRole('button', { name: 'Additional Links' }).click();
    const reports = page.getByRole('menuitem', { name: 'Data Quality Report' });
    expect(await reports.getAttribute('href')).toContain(`orderID=${numbers[0]}`);
    const helper = page.getByRole('menuitem', { name: 'Download Helper Script' });
    expect(await helper.getAttribute('href')).toContain(`/${numbers[0]}/helper.sh`);
    await page.keyboard.press('Escape');

    for (const title of ['Item Added to Cart', 'Nothing was added to the cart']) {
      await card.getByRole('button', { name: 'Reorder Data' }).click();
      await page.getByRole('menuitem', { name: 'Add to Cart' }).click();
      await shows(page, title);
    }
    await page.getByRole('link', { name: /^CART 1 item/ }).waitFor();
    await card.getByRole('button', { name: 'Reorder Data' }).click();
    await page.getByRole('menuitem', { name: 'Order Now' }).click();
    const thanks = page.getByRole('dialog', { name: 'Thank you' });
    await thanks.getByText(/Order number \d+/).waitFor();
    await thanks.getByRole('button', { name: 'Close' }).last().click();

    await page.route('**/services/citation/**', (route) => route.abort());
    await page.route('**/services/order/status/**', (route) => route.abort());
    await open('#/account/order');
    const [last] = numbers.slice(-1);
    const other = page.getByRole('article', { name: `Order ${last}` });
    await other.getByRole('button', { name: 'Generate Citation' }).click();
    await other.getByText(/An error occurred during citation generation/).waitFor();
    await other.getByRole('button', { name: 'Track Order' }).click();
    await other
      .getByText(/could not be loaded/)
      .first()
      .waitFor();
    expect(
      await other.getByRole('list', { name: 'Order tracking' }).getByText('completed').count(),
    ).toBe(0);
    await page.unroute('**/services/order/status/**');
    await other.getByRole('button', { name: 'Try again' }).last().click();
    await other
      .getByText(/Completed/)
      .first()
      .waitFor();
  });
  await context.close();
});

it('[A005] [A028] [A039] [A048] [A007] [A058] visitors are asked to sign in, on demand too, and come back to where they were', async () => {
  const { page, context } = await at('#/account/order');
  await pictured(page, 'account-visitor', async () => {
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await shows(page, 'Please sign in');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor();
    await page.route('**/services/auth/login', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.continue(),
    );
    await fillSignIn(page, 'ada');
    await dialog.getByText(/not possible just now/).waitFor();
    expect(await dialog.getByText(/Invalid|expired/).count()).toBe(0);
    await page.unroute('**/services/auth/login');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'Your Orders');
    expect(page.url()).toContain('#/account/order');
  });
  await context.close();
});

it('[A009] [A030] [A031] [A032] [A062] [H084] [T020] preferences are kept and followed; one that cannot be loaded is named so', async () => {
  const { page, context, open } = await at('#/');
  await pictured(page, 'account-preferences', async () => {
    await signIn(server, page, 'ada');
    const html = page.getByRole('switch', { name: /Order emails as HTML/ });
    const isKnown = (control: typeof html) =>
      expect.poll(() => control.isEnabled(), { timeout: WAIT }).toBe(true);
    await isKnown(html);
    const before = await html.isChecked();
    await html.click({ force: true });
    await shows(page, 'Saved');
    await page.getByRole('switch', { name: /Email notifications/ }).waitFor();
    await page.reload();
    await expect.poll(() => html.isChecked(), { timeout: WAIT }).toBe(!before);

    const all = page.getByRole('radio', { name: 'All data', exact: true });
    await open('#/account/search');
    await isKnown(all);
    expect(await page.getByRole('radio', { name: 'Recommended data only' }).isChecked()).toBe(true);
    await all.click({ force: true });
    await shows(page, 'Saved');
    await open('#/results/site_code::sgp');
    const shown = (name: RegExp) => page.getByRole('radio', { name });
    await expect.poll(() => shown(/^All Data/).isChecked(), { timeout: WAIT }).toBe(true);
    await button(page, 'Recommendation Preference').click();
    const dialog = page.getByRole('dialog', { name: 'Recommendation Preference' });
    await dialog.getByRole('radio', { name: 'Recommended data only' }).click({ force: true });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await open('#/results/site_code::nsa');
    await expect.poll(() => shown(/^Recommended Data/).isChecked(), { timeout: WAIT }).toBe(true);

    const details = '#/results/site_code::nsa?details=nsametC1.b1_temp_mean_sfcmet_met_sfcmet';
    const zoom = page
      .getByRole('dialog')
      .getByRole('checkbox', { name: 'Filter DQRs based on zoom' });
    await open(details);
    expect(await zoom.isChecked()).toBe(true);
    const kept = page.waitForResponse((reply) => reply.url().endsWith('/profile/preference'));
    await zoom.click({ force: true });
    await kept;
    await open(details);
    await expect.poll(() => zoom.isChecked(), { timeout: WAIT }).toBe(false);

    await page.route('**/preference/search/**', (route) => route.fulfill({ status: 503 }));
    await open('#/account/search');
    await page
      .getByText(/preference could not be loaded/)
      .first()
      .waitFor();
    await page.unroute('**/preference/search/**');
    const again = page.getByRole('button', { name: /Try again/ });
    const tried = async () => {
      if ((await again.count()) > 0) await again.first().click();
      return await page.getByText(/preference could not be loaded/).count();
    };
    await expect.poll(tried, { timeout: WAIT }).toBe(0);
  });
  await context.close();
});

it('[A034] [A035] [A036] [A037] [A038] [A054] [A063] [A064] recommendations are lists of instruments by name while the person wants them; without any, and without campaigns, each is named as empty', async () => {
  const { page, context, open } = await at('#/');
  await pictured(page, 'account-recommendations', async () => {
    await signIn(server, page, 'demo');
    await open('#/account/recommendations');
    await shows(page, 'No recommendations available.');
    await server.command('recommend');
    await page.reload();
    const work = page.getByRole('region', { name: 'What others use' });
    const link = work.getByRole('link', { name: 'Surface Meteorological Instrumentation' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('#/results/instrument_code::met');
    const wish = page.getByRole('switch', { name: /Use my orders/ });
    expect(await wish.isChecked()).toBe(true);
    await wish.click({ force: true });
    await work.waitFor({ state: 'hidden' });
    await page.reload();
    await expect.poll(() => wish.isDisabled(), { timeout: WAIT }).toBe(false);
    expect([await wish.isChecked(), await work.count()]).toEqual([false, 0]);
    await wish.click({ force: true });
    await link.waitFor();

    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    for (const [status, text] of [
      [404, 'Preference endpoint not found'],
      [503, 'Server error occurred'],
    ] as const) {
      await page.route('**/preference/search/**', (route) => route.fulfill({ status }));
      await open('#/account/recommendations');
      await page.getByText(/choice could not be loaded/).waitFor();
      expect(logged.join()).toContain(text);
      await page.unroute('**/preference/search/**');
    }

    await open('#/account/afc');
    await shows(page, 'No AFCs to display');
    await page.getByRole('radio', { name: 'HPCR' }).click({ force: true });
    await shows(page, 'No HPCRs to display');
  });
  await context.close();
});
