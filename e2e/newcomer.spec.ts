// Eight tasks of a newcomer, each by the shortest path that the screens lead to; at the end a table
// of steps and seconds is printed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictured, returning, signIn, visitor } from './browser.ts';
import { demoForAll } from './demo-for-all.ts';
import { oneBrowser } from './one-browser.ts';
import { type Isobar, isobar, PASSWORD } from './server.ts';
import { found } from './visits.ts';

const MET = 'sgpmetE13.b1';

/** Counts what a person does: a click, a text that is typed, a command. */
type Step = <T>(act: Promise<T>) => Promise<T>;
const done: { readonly task: string; readonly steps: number; readonly seconds: number }[] = [];

async function timed(task: string, page: Page, flow: (step: Step) => Promise<void>): Promise<void> {
  let steps = 0;
  const start = performance.now();
  await pictured(page, `newcomer-${task.replaceAll(/\W+/g, '-')}`, () =>
    flow((act) => {
      steps += 1;
      return act;
    }),
  );
  done.push({ task, steps, seconds: (performance.now() - start) / 1000 });
}

afterAll(() => {
  const rows = done.map(
    ({ task, steps, seconds }) => `| ${task} | ${steps} | ${seconds.toFixed(1)} |`,
  );
  console.log(['| Task | Steps | Seconds |', '|---|---|---|', ...rows].join('\n'));
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

/** From the home page: what is typed into the search there. */
async function searches(page: Page, url: string, step: Step, text: string): Promise<void> {
  await step(page.goto(`${url}/discovery/#/`));
  const box = page.getByRole('combobox').first();
  await step(box.fill(text));
  await step(box.press('Enter'));
  await found(page);
}

describe('a newcomer', () => {
  const demo = demoForAll({ ISOBAR_RATE: '1000000' });
  /** An order of days that a report calls suspect, and the window of its owner. */
  let order = 0;
  let owner: Awaited<ReturnType<typeof returning>>;
  beforeAll(async () => {
    owner = await returning(demo.browser, demo.server, '#/verify');
    const { page } = owner;
    await signIn(demo.server, page, 'demo');
    const dates = [{ startDate: '2019-03-01 00:00:00', endDate: '2019-03-03 23:59:59' }];
    const placed = await page.request.post(`${demo.server.url}/services/order/orders/create`, {
      headers: { origin: demo.server.url },
      data: {
        selectedData: {
          selectedDatastreams: [{ datastream: MET, dates, variables: ['temp_mean'] }],
          outputFormat: ['ANDR'],
        },
      },
    });
    order = (await placed.json()).orderId;
  });
  afterAll(() => owner?.context.close());
  const fresh = () => returning(demo.browser, demo.server, '#/verify');

  it('a newcomer finds temperature of good quality of a year at the Southern Great Plains, and orders three days', async () => {
    const { page, context } = await fresh();
    await timed('find good temperature of a year, order three days', page, async (step) => {
      await searches(page, demo.server.url, step, 'sgp temperature 2022');
      await step(button(page, /^View Details & Get Data/).click());
      await step(page.getByRole('menuitem', { name: 'Add to Cart' }).click());
      await step(page.getByRole('link', { name: 'View cart' }).click());
      for (const [edge, date] of [
        ['Start', '2022-06-01 00:00:00'],
        ['End', '2022-06-03 23:59:59'],
      ] as const) {
        const input = page.getByRole('textbox', { name: new RegExp(`^${edge} date of Surface`) });
        await step(input.fill(date));
        await input.press('Enter');
      }
      await page.getByText('No quality report affects these days.').waitFor();
      await page.getByText('3 files').first().waitFor();
      await step(button(page, 'Checkout').click());
      const checkout = page.getByRole('dialog', { name: 'Data Selection Summary' });
      await step(checkout.getByRole('button', { name: 'Submit order' }).click());
      const form = page.getByRole('dialog', { name: 'Sign in' });
      await step(form.getByLabel(/^User name/).fill('demo'));
      await step(form.getByLabel('Password', { exact: true }).fill(PASSWORD));
      await step(form.getByRole('button', { name: 'Sign in' }).click());
      const thanks = page.getByRole('dialog', { name: 'Thank you' });
      await step(thanks.getByRole('link', { name: 'Track Order' }).click());
      await page.getByText(/Completed\s*completed/).waitFor({ timeout: 120_000 });
    });
    await context.close();
  });

  it('a newcomer finds sondes in the tropics', async () => {
    const { page, context } = await fresh();
    await timed('sondes in the tropics', page, async (step) => {
      await searches(page, demo.server.url, step, 'sondes in the tropics');
      await page.getByLabel('Understood from your words').getByText('Tropics').waitFor();
      const first = (await page.getByRole('rowheader').first().textContent()) ?? '';
      expect(first).toMatch(/Sounding.*(twp|gan|mao)sonde/);
    });
    await context.close();
  });

  it('a newcomer learns what is bad in an order', async () => {
    const { page, open } = owner;
    await open('#/');
    await timed('what is bad in my order', page, async (step) => {
      await step(page.goto(`${demo.server.url}/discovery/#/account/order`));
      const card = page.getByRole('article', { name: `Order ${order}` });
      await step(card.getByRole('button', { name: 'Additional Links' }).click());
      await step(page.getByRole('menuitem', { name: 'Data Quality Report' }).click());
      await page
        .getByText(/^All values of temp_mean are incorrect or suspect by D\d+\.\d+/)
        .first()
        .waitFor();
    });
  });

  it('a newcomer cites an order', async () => {
    const { page, open, context } = owner;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('#/');
    await timed('cite it', page, async (step) => {
      await step(page.goto(`${demo.server.url}/discovery/#/account/order`));
      const card = page.getByRole('article', { name: `Order ${order}` });
      await step(card.getByRole('button', { name: 'Generate Citation' }).click());
      await step(card.getByRole('button', { name: 'Copy', exact: true }).click());
      await card.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/MET|Surface/);
    });
  });

  it('a newcomer takes along a search as a Python program', async () => {
    const { page, context } = await fresh();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await timed('Python for this search', page, async (step) => {
      await searches(page, demo.server.url, step, 'rain at nsa');
      await step(button(page, 'Share or download these results').click());
      await step(page.getByRole('menuitem', { name: 'Copy as Python' }).click());
      await page.getByText('Python script copied').waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('import ');
    });
    await context.close();
  });
});

describe('a newcomer with a folder of files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'isobar-newcomer-'));
  let server: Isobar;
  let browser: Browser;
  let seconds = 0;
  beforeAll(async () => {
    const days = ['01', '02', '03'];
    for (const day of days)
      writeFileSync(
        join(folder, `roof_202006${day}.csv`),
        `when,pr [mm],T [degC]\n2020-06-${day} 00:00:00,0,11\n2020-06-${day} 12:00:00,1.5,17\n`,
      );
    writeFileSync(
      join(folder, 'csv.json'),
      JSON.stringify({
        time: { column: 'when' },
        columns: { 'pr [mm]': { long_name: 'precipitation' } },
        attributes: { title: 'Weather of our roof', institution: 'Example University' },
        place: { latitude: 48.1, longitude: 11.6 },
      }),
    );
    browser = await oneBrowser();
    const start = performance.now();
    server = await isobar({ ISOBAR_ARCHIVE: folder }, async (command) => {
      expect(await command('harvest', folder)).toContain('3 files: 3 new');
    });
    seconds = (performance.now() - start) / 1000;
    for (const name of ['olga', 'ada'])
      await server.command('user', 'add', name, '--email', `${name}@example.org`);
    await server.command('user', 'role', 'olga', 'operator');
  });
  afterAll(async () => {
    await server?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const at = async (name: string) => {
    const guest = await visitor(browser);
    await guest.context.addInitScript(() =>
      localStorage.setItem('isobar.welcome-dismissed', 'true'),
    );
    await signIn(server, guest.page, name);
    return guest;
  };

  it('a newcomer with a folder of files finds them after two commands', async () => {
    const { page, context } = await at('ada');
    await timed('my own folder', page, async (step) => {
      // before all, in `seconds`
      for (const command of ['harvest', 'serve']) await step(Promise.resolve(command));
      await searches(page, server.url, step, 'precipitation');
      expect(await page.getByRole('rowheader').first().textContent()).toContain(
        'Weather of our roof',
      );
    });
    const last = done.pop();
    if (last) done.push({ ...last, seconds: last.seconds + seconds });
    await context.close();
  });

  it('who operates the archive finds orders that failed, and why', async () => {
    const user = await at('ada');
    const records = await fetch(`${server.url}/services/metadata/_search?q=*:*&size=1`);
    const { datastream } = (await records.json()).hits.hits[0]._source;
    for (const day of ['01', '02', '03']) rmSync(join(folder, `roof_202006${day}.csv`));
    const placed = await user.page.request.post(`${server.url}/services/order/orders/create`, {
      headers: { origin: server.url },
      data: {
        selectedData: {
          selectedDatastreams: [
            {
              datastream,
              dates: [{ startDate: '2020-06-01 00:00:00', endDate: '2020-06-03 23:59:59' }],
            },
          ],
          outputFormat: ['ANDR'],
        },
      },
    });
    expect(placed.status(), await placed.text()).toBe(200);
    const { orderId } = await placed.json();
    const status = async () =>
      (await (await user.page.request.get(`${server.url}/services/order/status/${orderId}`)).json())
        .failure;
    await expect.poll(status, { timeout: 120_000, interval: 500 }).not.toBeNull();
    const { page, context } = await at('olga');
    await timed('failing orders', page, async (step) => {
      await step(page.goto(`${server.url}/discovery/#/operate`));
      await step(page.getByRole('link', { name: /^1: Jobs failed/ }).click());
      const row = page.getByRole('row').filter({ hasText: `order ${orderId}` });
      await row.getByText(/could be read|could be delivered/).waitFor();
    });
    await user.context.close();
    await context.close();
  });

  it('who operates the archive puts a message before every visitor', async () => {
    const { page, context } = await at('olga');
    await timed('news item', page, async (step) => {
      await step(page.goto(`${server.url}/discovery/#/operate`));
      const text = page.getByRole('textbox', { name: 'Maintenance message' });
      await step(text.fill('Rain gauges are back since noon'));
      await step(button(page, 'Show message').click());
      await page.getByText('The message is now shown to every visitor.').waitFor();
      const other = await visitor(browser);
      await other.page.goto(`${server.url}/discovery/#/`);
      await other.page.getByText('Rain gauges are back since noon').waitFor();
      await other.context.close();
    });
    await context.close();
  });

  it('who operates the archive finds a person and makes an operator of them', async () => {
    const { page, context } = await at('olga');
    await timed('person', page, async (step) => {
      await step(page.goto(`${server.url}/discovery/#/operate`));
      await step(page.getByRole('link', { name: 'People', exact: true }).click());
      await step(button(page, 'Actions for ada').click());
      await step(page.getByRole('menuitem', { name: 'Make operator' }).click());
      await step(page.getByRole('dialog').getByRole('button', { name: 'Make operator' }).click());
      const row = page.getByRole('row').filter({ hasText: 'ada@example.org' });
      await row.getByText('operator', { exact: true }).waitFor();
    });
    await context.close();
  });
});
