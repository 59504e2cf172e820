// Pages of things: read without a script, in both themes and on a phone; there and back from the
// portal; an order is cited and made again.
import { expect, it } from 'vitest';
import { expectAccessible, expectReadable, pictured, signIn, visitor } from './browser.ts';
import { demoForAll } from './demo-for-all.ts';

const MET = 'sgpmetE13.b1';
/** Path -> heading. */
const PAGES: Readonly<Record<string, RegExp>> = {
  '/product/met': /Surface Meteorological Instrumentation/,
  [`/datastream/${MET}`]: /Surface Meteorological Instrumentation/,
  '/site/sgp': /Southern Great Plains/,
  '/facility/sgp.E13': /E13|Lamont/,
  '/instrument/met': /Surface Meteorological/,
  '/campaign/sgp1996wv': /Water Vapor/,
  '/measurement/atmtemp': /temperature/i,
  '/report/D110415.2': /gauge/,
};
const WITHDRAWN = '/datastream/sgp1smosE13.a1';

const demo = demoForAll();

it.each([1440, 375, 320])('every kind is whole without a script, at %i pixels', async (width) => {
  const context = await demo.browser.newContext({
    javaScriptEnabled: false,
    viewport: { width, height: 800 },
  });
  const page = await context.newPage();
  const failed: string[] = [];
  page.on('response', (reply) => {
    if (reply.status() >= 400) failed.push(`${reply.status()} ${reply.url()}`);
  });
  for (const [path, heading] of Object.entries(PAGES)) {
    await page.goto(demo.server.url + path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(await page.getByRole('link', { name: 'Open in the portal' }).count(), path).toBe(1);
    const box = await page.locator('body').boundingBox();
    expect(box?.width ?? 0, path).toBeLessThanOrEqual(width);
    expect(
      await page.locator('main').evaluate((main) => main.scrollWidth <= main.clientWidth),
    ).toBe(true);
  }
  expect(failed).toEqual([]);
  await context.close();
});

it('a datastream tells its quality by year and month, its variables, files, people, papers and code', async () => {
  const context = await demo.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${demo.server.url}/datastream/${MET}`);
  await page.getByRole('img', { name: /with \d+ reports/ }).waitFor();
  await page.getByRole('img', { name: /a row for each month/ }).waitFor();
  const share = page.getByRole('row', { name: /^rh_mean/ }).locator('.share');
  expect(Number.parseFloat(((await share.textContent()) ?? '').trim())).toBeLessThan(100);
  for (const words of ['People', 'Papers', 'Get it with code', 'Versions', 'Documents'])
    await page.getByRole('heading', { name: words }).first().waitFor();
  await page.getByRole('link', { name: 'Instrument handbook' }).waitFor();
  await context.close();
});

it('days chosen on the page of a datastream are those of the search that opens in the portal', async () => {
  const page = await (await demo.browser.newContext()).newPage();
  await page.goto(`${demo.server.url}/datastream/${MET}`);
  const box = page.locator('section.get');
  const day = async (label: string) => box.getByLabel(label).inputValue();
  const [first, last] = [await day('First day'), await day('Last day')];
  expect(first).toBe(`${last.slice(0, 7)}-01`);
  await box.getByText(`in ${last.slice(0, 7)}`).waitFor();
  await box.getByLabel('First day').fill('2019-01-03');
  await box.getByLabel('Last day').fill('2019-01-02');
  await box.getByRole('button', { name: 'Choose these days' }).click();
  const said = await box
    .getByLabel('Last day')
    .evaluate((field) => (field as HTMLInputElement).validationMessage);
  expect(said).not.toBe(''); // the browser says that it is too early, and nothing is sent
  expect(page.url()).toBe(`${demo.server.url}/datastream/${MET}`);
  await box.getByLabel('Last day').fill('2019-01-05');
  await box.getByRole('button', { name: 'Choose these days' }).click();
  await page.getByRole('heading', { name: '1 data product' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Start date' }).inputValue()).toBe('2019-01-03');
  expect(await page.getByRole('textbox', { name: 'End date' }).inputValue()).toBe('2019-01-05');
  await page.context().close();
});

it('a withdrawn page states the reason, and a name in a different case is found', async () => {
  const { page, context } = await visitor(demo.browser);
  const gone = await page.goto(demo.server.url + WITHDRAWN);
  expect(gone?.status()).toBe(410);
  await page.getByText('became the MET system').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: MET }).click();
  await page.getByRole('heading', { level: 1, name: /Surface Meteorological/ }).waitFor();
  await page.goto(`${demo.server.url}/datastream/SGPMETE13.B1`);
  expect(new URL(page.url()).pathname).toBe(`/datastream/${MET}`);
  await context.close();
});

it('a shortened address is a page with ways on, where a program gets JSON', async () => {
  const { page, context } = await visitor(demo.browser);
  const missing = await page.goto(`${demo.server.url}/data`);
  expect(missing?.status()).toBe(404);
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Services for programs' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/services/');
  const told = await fetch(`${demo.server.url}/data`);
  expect([told.status, await told.json()]).toMatchObject([404, { code: 'not-found' }]);
  await context.close();
});

it.each(Object.keys(PAGES))(
  '%s is accessible in both themes, wide and on a phone',
  async (path) => {
    const { page, context, complaints } = await visitor(demo.browser);
    await pictured(page, `pages${path.replace(/\W+/g, '-')}`, async () => {
      await page.goto(demo.server.url + path);
      await expectReadable(page);
      expect(complaints).toEqual([]);
    });
    await context.close();
  },
);

it('from a row to its page and back to the same state', async () => {
  const { page, context } = await visitor(demo.browser);
  await pictured(page, 'pages-there-and-back', async () => {
    const state = '/results/site_code::sgp/instrument_class_code::met?page=1';
    await page.goto(`${demo.server.url}/discovery/#${state}`);
    await page.getByRole('button', { name: "Don't show me this again" }).click();
    await page
      .getByRole('button', { name: /^View Details & Get Data/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Open citable page' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/datastream\/sgpmet/);
    await page.getByRole('link', { name: 'Back to where you were' }).click();
    await page.getByRole('heading', { level: 1, name: /data product/ }).waitFor();
    expect(decodeURIComponent(page.url())).toContain('site_code::sgp/instrument_class_code::met');
  });
  await context.close();
});

it('an order is made citable by its owner, read without an account, and made again with the same bytes', async () => {
  const { page, context, complaints } = await visitor(demo.browser);
  await pictured(page, 'pages-cited-order', async () => {
    await signIn(demo.server, page, 'demo');
    const dates = [{ startDate: '2019-01-01 00:00:00', endDate: '2019-01-02 23:59:59' }];
    const placed = await page.request.post(`${demo.server.url}/services/order/orders/create`, {
      headers: { origin: demo.server.url },
      data: {
        selectedData: {
          selectedDatastreams: [{ datastream: MET, dates, variables: ['temp_mean'] }],
          outputFormat: ['ANDR'],
        },
      },
    });
    expect(await placed.text()).toContain('orderId');
    const { orderId } = await placed.json();
    await page.goto(`${demo.server.url}/discovery/#/account/order?orderId=${orderId}`);
    await page.getByText(/Completed\s*completed/).waitFor({ timeout: 120_000 });
    await page.reload();
    const card = page.getByRole('article', { name: `Order ${orderId}` });
    await card.getByRole('button', { name: 'Additional Links' }).click();
    await page.getByRole('menuitem', { name: 'Make it citable' }).click();
    await page.getByRole('button', { name: 'Make it citable' }).click();
    await page.getByRole('link', { name: 'Open the citable page' }).click();
    await page.getByRole('heading', { level: 1, name: new RegExp(`Order ${orderId}`) }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Make it again' }).click();
    await expect
      .poll(
        async () => {
          await page.reload();
          return page.getByRole('main').textContent();
        },
        { timeout: 120_000, interval: 1000 },
      )
      .toContain('Same bytes.');
    const stranger = await visitor(demo.browser);
    await stranger.page.goto(`${demo.server.url}/order/${orderId}`);
    await stranger.page.getByText('temp_mean').first().waitFor();
    const facts = (await stranger.page.getByRole('main').textContent()) ?? '';
    const [, data, documents] = /Files\s*(\d+) data files and (\d+) documents/.exec(facts) ?? [];
    expect(facts).toMatch(new RegExp(`Files\\s*${data} data files, [\\d.]+ [kM]B`));
    const rows = stranger.page.getByRole('group', { name: 'File, Size, SHA-256' });
    expect(await rows.locator('tbody tr').count()).toBe(Number(data) + Number(documents));
    expect(await stranger.page.content()).not.toContain('demo@');
    for (const ending of ['.jsonld', '.bib', '.datacite.xml']) {
      const record = await fetch(`${demo.server.url}/order/${orderId}${ending}`);
      expect(record.status, ending).toBe(200);
    }
    await stranger.context.close();
  });
  expect(complaints).toEqual([]);
  await context.close();
});

it('citations come from the footer, one after the other, as one file', async () => {
  const { page, context } = await visitor(demo.browser);
  await pictured(page, 'pages-citation-tool', async () => {
    await page.goto(`${demo.server.url}/discovery/#/`);
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('button', { name: 'Citation Generator' }).click();
    const tool = page.getByRole('dialog', { name: 'CITATION GENERATOR & EXPORTER TOOL' });
    await tool.getByRole('combobox').first().fill(MET);
    await tool
      .getByRole('option', { name: new RegExp(MET) })
      .first()
      .click();
    await tool.getByRole('button', { name: 'Add Citation' }).click();
    await tool
      .getByText(/Atmospheric Radiation Measurement/)
      .first()
      .waitFor();
    await expectAccessible(page);
  });
  await context.close();
});

it('featured campaigns have four columns at most [H047]', async () => {
  const { page, context } = await visitor(demo.browser, { width: 2560 });
  await page.goto(`${demo.server.url}/discovery/#/`);
  const cards = page.locator('#fieldCampaigns article');
  await cards.first().waitFor();
  const lefts = new Set<number>();
  for (const card of await cards.all()) lefts.add(Math.round((await card.boundingBox())?.x ?? 0));
  expect(lefts.size).toBeGreaterThan(1);
  expect(lefts.size).toBeLessThanOrEqual(4);
  await context.close();
});
