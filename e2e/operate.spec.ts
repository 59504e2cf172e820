// Operators at work: an order is refused in words, a table is edited and taken back, visitors see
// it; other users get no access.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  comesNear,
  expectAccessible,
  expectReadable,
  pictured,
  seenIn,
  signIn,
  visitor,
} from './browser.ts';
import { layoutFaults } from './layout.ts';
import { closeWindows, oneBrowser } from './one-browser.ts';
import { demoIsobar, type Isobar } from './server.ts';

let browser: Browser;
let server: Isobar;
beforeAll(async () => {
  browser = await oneBrowser();
  server = await demoIsobar({ ISOBAR_MAX_ORDER_BYTES: '1000' }); // every order waits for approval
  await server.command('user', 'add', 'olga', '--email', 'olga@example.org');
  await server.command('user', 'role', 'olga', 'operator');
});
afterAll(async () => {
  await closeWindows();
  await server?.remove();
});

const place = async (page: Page): Promise<number> => {
  const dates = [{ startDate: '2019-01-01 00:00:00', endDate: '2019-01-02 23:59:59' }];
  const reply = await page.request.post(`${server.url}/services/order/orders/create`, {
    headers: { origin: server.url },
    data: {
      selectedData: {
        selectedDatastreams: [{ datastream: 'sgpmetE13.b1', dates }],
        outputFormat: ['ANDR'],
      },
    },
  });
  const { orderId } = await reply.json();
  return orderId;
};

/** All mails that were sent. */
function mails(): string {
  const outbox = join(server.home, 'outbox');
  const names = readdirSync(outbox).filter((name) => name.endsWith('.eml'));
  return names.map((name) => readFileSync(join(outbox, name), 'utf8')).join('\n');
}

it('orders are approved, and refused in words that their owner is sent', async () => {
  const owner = await visitor(browser);
  await signIn(server, owner.page, 'demo');
  const [good, bad] = [await place(owner.page), await place(owner.page)];
  const { page, context, complaints } = await visitor(browser);
  await pictured(page, 'operate-approvals', async () => {
    await signIn(server, page, 'olga');
    await page.getByRole('link', { name: 'Operate the archive' }).click();
    await page.getByRole('link', { name: '2: Orders waiting for approval' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: `Approve order ${good}` }).click();
    await page.getByText(`Order ${good} is approved and in the queue.`).waitFor();
    await page.getByRole('button', { name: `Refuse order ${bad}` }).click();
    await page.getByLabel('Message to the owner').fill('Please ask for one day at a time.');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Refuse', exact: true }).click();
    await page.getByText('No orders waiting for approval').waitFor();
    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await page.getByRole('cell', { name: 'Please ask for one day at a time.' }).waitFor();
  });
  await expect.poll(mails, { timeout: 60_000 }).toContain('Please ask for one day at a time.');
  const again = await server.command('log');
  expect(again).toContain('order.deny');
  expect(again).toMatch(/person\.role.*olga.*operator/);
  expect(complaints).toEqual([]);
  await owner.context.close();
  await context.close();
});

it('a table is edited with a preview, kept, seen on its page, and taken back', async () => {
  const { page, context } = await visitor(browser);
  await pictured(page, 'operate-tables', async () => {
    await signIn(server, page, 'olga');
    await page.goto(`${server.url}/discovery/#/operate/tables/sites.csv`);
    await page.getByLabel('Rows with').fill('ena,Eastern');
    await page.getByRole('button', { name: /^Edit row \d+: ena/ }).click();
    await page.getByLabel('site_name').fill('');
    await page.getByRole('button', { name: 'Preview changes' }).click();
    await page.getByRole('button', { name: /^Edit row \d+: ena/ }).click();
    await page.getByLabel('site_name').fill('Eastern North Atlantic, Graciosa');
    await page.getByRole('button', { name: 'Preview changes' }).click();
    await page
      .getByText(/All tables are valid with this change: 0 rows added, 1 changed/)
      .waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('sites.csv has been saved.').waitFor();
    await expect
      .poll(async () => (await fetch(`${server.url}/site/ena`)).text(), { timeout: 30_000 })
      .toContain('Eastern North Atlantic, Graciosa');
    await page.getByRole('button', { name: /^Restore the version/ }).click();
    await page.getByRole('button', { name: 'Restore', exact: true }).last().click();
    await page.getByText(/sites.csv has been restored/).waitFor();
    const rows = await page.getByRole('group', { name: 'Rows of sites.csv' }).textContent();
    expect(rows).not.toContain('Graciosa, ');
  });
  await context.close();
});

it('a message to the desk with a long address, and its answer, fit on a phone below tabs in one line', async () => {
  const { page, context } = await visitor(browser);
  await signIn(server, page, 'olga');
  const long = `https://example.org/${'without-a-break/'.repeat(8)}`.replaceAll('-', '');
  const message = {
    ...{
      number: 'INC0010001',
      senderName: 'Ada',
      subject: 'A plot',
      message: long,
      context: [long],
    },
    ...{ senderEmail: `${'a'.repeat(60)}@example.org`, state: 'answered', ticket: null },
    ...{ receivedAt: '2026-11-20T08:00:00Z' },
    answers: [{ answeredAt: '2026-11-20T09:00:00Z', text: long }],
  };
  await page.route('**/services/operate/support?*', (route) =>
    route.fulfill({ json: { messages: [message], more: false } }),
  );
  await seenIn(page, { width: 375 });
  await page.goto(`${server.url}/discovery/#/operate/support`);
  await page.getByText('A plot').click();
  await page.getByRole('button', { name: 'Send answer' }).waitFor();
  expect(await layoutFaults(page)).toEqual([]);
  const tabs = page.getByRole('navigation', { name: 'Pages for operators' });
  expect((await tabs.boundingBox())?.height).toBeLessThan(60);
  await page.goto(`${server.url}/discovery/#/operate/log`);
  const visible = () =>
    tabs.evaluate((row) => {
      const { left, right } = row.getBoundingClientRect();
      const seen = [...row.querySelectorAll('a')].filter((link) => {
        const box = link.getBoundingClientRect();
        return box.left >= left - 4 && box.right <= right + 4;
      });
      return seen.map((link) => link.textContent);
    });
  await expect.poll(visible).toContain('Log');
  await tabs.getByRole('link', { name: 'Overview' }).focus(); // as Tab does
  await expect.poll(visible).toContain('Overview');
  await context.close();
});

it('a typo in a table that an operator edits manually has no effect for visitors', async () => {
  const { url, home } = server;
  const table = join(home, 'tables/sites.csv');
  const before = readFileSync(table, 'utf8');
  const asked = async () => {
    const news = await fetch(`${url}/services/news`);
    const words = await fetch(`${url}/services/words/understand?text=temperature+at+sgp`);
    const config = await fetch(`${url}/discovery/config.json`);
    return [news.status, words.status, config.status];
  };
  expect(await asked()).toEqual([200, 200, 200]);
  writeFileSync(table, `${before}no-such-type,Nowhere,?,,\n`);
  expect(await asked()).toEqual([200, 200, 200]);
  writeFileSync(table, before);
});

it('[H008] [H009] visitors see the maintenance message as text until they dismiss it, and another one until it is taken away', async () => {
  const { page, context } = await visitor(browser);
  await pictured(page, 'operate-maintenance', async () => {
    await signIn(server, page, 'olga');
    await page.goto(`${server.url}/discovery/#/operate`);
    await page
      .getByRole('textbox', { name: 'Maintenance message' })
      .fill('Back at <b>noon</b> UTC');
    await page.getByRole('button', { name: 'Show message' }).click();
    await page.getByText('The message is now shown to every visitor.').waitFor();
    const other = await visitor(browser);
    await other.page.goto(`${server.url}/discovery/#/`);
    const shown = other.page.getByText('Back at <b>noon</b> UTC');
    await shown.waitFor();
    await other.page.getByRole('button', { name: 'Dismiss maintenance message' }).click();
    await shown.waitFor({ state: 'hidden' });
    await other.page.reload();
    await other.page.locator('main h1').first().waitFor();
    expect(await shown.count()).toBe(0);
    await server.command('notice', 'Back at one');
    await other.page.reload();
    await other.page.getByText('Back at one').waitFor();
    await other.context.close();
    expect(await server.command('notice', '--clear')).toContain('There is no maintenance message.');
  });
  await context.close();
});

it('an operator adds a person, gives another a beta feature, and puts a news item on the home page', async () => {
  const { page, context, complaints } = await visitor(browser);
  await pictured(page, 'operate-people-and-news', async () => {
    await signIn(server, page, 'olga');
    await page.goto(`${server.url}/discovery/#/operate/people`);
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('User name').fill('petra');
    await page.getByLabel('Email', { exact: true }).fill('petra@example.org');
    await page.getByLabel('First name').fill('Petra');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add person' }).click();
    await page.getByText(/^petra was added; the link to choose a password was mailed/).waitFor();
    await expect.poll(mails, { timeout: 60_000 }).toContain('petra@example.org');
    await page.getByRole('button', { name: 'Actions for demo' }).click();
    await page.getByRole('menuitem', { name: 'Beta features…' }).click();
    await page.getByRole('switch', { name: 'Search as a notebook' }).click();
    await page.getByText('Search as a notebook: given to demo.').waitFor();
    await expectAccessible(page);
    const given = await visitor(browser);
    await signIn(server, given.page, 'demo');
    await given.page.goto(`${server.url}/discovery/#/results/site_code::sgp`);
    await given.page.getByRole('button', { name: 'Share or download these results' }).click();
    const notebook = given.page.getByRole('menuitem', { name: /Download as a notebook/ });
    await notebook.waitFor();
    await page.getByRole('switch', { name: 'Search as a notebook' }).click();
    await page.getByText('Search as a notebook: withdrawn from demo.').waitFor();
    await given.page.reload();
    await given.page.getByRole('button', { name: 'Share or download these results' }).click();
    await given.page.getByRole('menuitem').first().waitFor();
    expect(await notebook.count()).toBe(0);
    await page.goto(`${server.url}/discovery/#/operate/news`);
    await page.getByLabel('Title').fill('A new lidar at Lamont');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add news item' }).click();
    await page.getByText('The news item is added.').waitFor();
    await given.page.goto(`${server.url}/discovery/`);
    const news = given.page.getByRole('region', { name: 'What is new' });
    await comesNear(news);
    await news.getByText('A new lidar at Lamont').waitFor();
    await page.getByRole('button', { name: 'Remove A new lidar at Lamont' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
    await page.getByText('The news item is removed.').waitFor();
    await given.page.reload();
    await comesNear(news);
    await news.getByText('Latest quality reports').waitFor();
    expect(await news.getByText('A new lidar at Lamont').count()).toBe(0);
    expect(complaints).toEqual([]);
    await given.context.close();
  });
  await context.close();
});

it('a user without the role gets an error and no data', async () => {
  const { page, context } = await visitor(browser);
  await signIn(server, page, 'demo');
  await page.goto(`${server.url}/discovery/#/operate/people`);
  await page.getByText('This page is for operators').waitFor();
  const reply = await page.request.get(`${server.url}/services/operate/people`);
  expect(reply.status()).toBe(403);
  await context.close();
});

it('every page for operators is accessible in both themes, wide and on a phone', async () => {
  const { page, context, complaints } = await visitor(browser);
  await pictured(page, 'operate-all', async () => {
    await signIn(server, page, 'olga');
    for (const tab of [
      ...['overview', 'approvals', 'queue', 'support', 'news', 'harvest', 'tables'],
      ...['tables/sites.csv', 'people', 'words', 'log'],
    ]) {
      await seenIn(page, { theme: 'light', width: 1440 });
      await page.goto(`${server.url}/discovery/#/operate/${tab}`);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      await expectReadable(page);
    }
    expect(complaints).toEqual([]);
  });
  await context.close();
});
