// Statements about screens over data, each on the shipped configuration: quicklooks, quality
// reports, support, facets, searches.
import { CHALLENGE_SECONDS } from '@isobar/contract/calls/support.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pictured, returning, signIn } from './browser.ts';
import { sharedDemo } from './demo-for-all.ts';

const demo = sharedDemo();
const at = (hash: string) => returning(demo.browser, demo.server, hash);
const shows = (page: Page, text: RegExp | string) => page.getByText(text).first().waitFor();
const hashOf = (page: Page): string => decodeURIComponent(new URL(page.url()).hash);

const thumbs = (page: Page) => page.getByRole('button', { name: /^Enlarge / });

it('[Q001] [Q002] [Q007] [Q009] the screen of quicklooks shows the month of a variable, a way back, and the measurements to choose from', async () => {
  const { page, context, open } = await at('#/quicklooks');
  await pictured(page, 'shown-quicklooks', async () => {
    await page.getByRole('heading', { level: 1, name: 'Quicklooks' }).waitFor();
    await thumbs(page).first().waitFor();
    await open('#/quicklooks/sgpmetE13.b1/rh_mean?date=20190104');
    await page.getByRole('button', { name: 'Enlarge rh_mean on 2019-01-31' }).waitFor();
    expect(await thumbs(page).count()).toBe(31);
    await page
      .getByRole('heading', {
        name: /^Available Measurements for sgpmetE13\.b1 \| Southern Great Plains \| Surface Met/,
      })
      .waitFor();
    const back = page.getByRole('link', { name: 'Back to the search' });
    expect(await back.getAttribute('href')).toBe('#/results');
    const list = page.getByRole('navigation', { name: 'Measurements' });
    await list
      .getByRole('button', { name: /Atmospheric temperature/ })
      .first()
      .click();
    await page.waitForURL(/#\/quicklooks\/sgpmetE13\.b1\/temp_mean\?date=20190104$/);
    await page.getByRole('button', { name: 'Enlarge temp_mean on 2019-01-31' }).waitFor();
  });
  await context.close();
});

it('[Q008] [Q011] [Q014] [Q019] another month is in the address, which is copied; a month without plots shows the banner', async () => {
  const { page, context } = await at('#/quicklooks/sgpmetE13.b1/temp_mean?date=20190131');
  await pictured(page, 'shown-quicklooks-month', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await shows(page, /^2019-01 · 31 plots/);
    await page.getByRole('button', { name: 'Later month' }).click();
    await shows(page, /^2019-02 · 28 plots/);
    expect(hashOf(page)).toContain('date=20190228');
    await page.getByRole('textbox', { name: 'Day', exact: true }).fill('2018-12-24');
    await page.getByRole('textbox', { name: 'Day', exact: true }).press('Enter');
    await shows(page, /^2018-12 · 31 plots/);
    expect(hashOf(page)).toContain('date=20181224');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await shows(page, 'Link copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/date=20181224$/);
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('closed'));
    });
    await page
      .getByRole('button', { name: 'Link copied' })
      .or(page.getByRole('button', { name: 'Copy link' }))
      .click();
    await expect.poll(() => logged.join()).toContain('Copying the link:');
    await page.getByRole('textbox', { name: 'Day', exact: true }).fill('2010-11-15');
    await page.getByRole('textbox', { name: 'Day', exact: true }).press('Enter');
    await shows(page, 'No plots found for datastream sgpmetE13.b1 during 2010-11');
  });
  await context.close();
});

it('[Q018] a failure of the plots is logged, and can be tried again', async () => {
  const { page, context, open } = await at('#/');
  await pictured(page, 'shown-quicklooks-failure', async () => {
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.route('**/services/quicklooks/_search*', (route) => route.fulfill({ status: 400 }));
    await open('#/quicklooks/sgpmetE13.b1/temp_mean?date=20190104');
    await shows(page, 'The plots could not be looked up.');
    expect(logged.join()).toContain('Quicklooks:');
    expect(await page.getByText(/No plots found/).count()).toBe(0);
    await page.unroute('**/services/quicklooks/_search*');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await thumbs(page).first().waitFor();
  });
  await context.close();
});

it('[Q006] [T026] [T027] Data Plots of a report opens the month of its end and hides the summary', async () => {
  const details = 'details=sgpmetE13.b1_temp_mean_sfcmet_met_sfcmet&report=D170321.8';
  const { page, context } = await at(`#/results/ffac::sgp.E13?${details}`);
  await pictured(page, 'shown-data-plots', async () => {
    const summary = page.getByRole('region', { name: 'Selected report' });
    await summary.waitFor();
    await page.getByRole('button', { name: 'Data Plots' }).click();
    await page.getByRole('dialog', { name: 'Data Plots' }).waitFor();
    expect(hashOf(page)).toMatch(/\/quicklooks\/sgpmetE13\.b1\/temp_mean\?.*date=20020614/);
    expect(await summary.count()).toBe(0);
  });
  await context.close();
});

const term = (page: Page, name: string) =>
  page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('..');

it('[T044] [T045] [T046] [T047] [T048] [T049] a quality report tells its id, subject, description, suggestions, datastreams, spans and variables', async () => {
  const { page, context } = await at('#/report/D120928.1');
  await pictured(page, 'shown-report', async () => {
    const title = page.getByRole('heading', { level: 1, name: /DQR Information/ });
    await title.waitFor();
    expect(await title.textContent()).toContain('D120928.1');
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'true');
    });
    await page.getByRole('button', { name: 'Print' }).click();
    await page.locator('body[data-printed]').waitFor();
    expect(await term(page, 'Subject').textContent()).toContain('SGP/MET/E13');
    expect(await term(page, 'Description').locator('p').first().textContent()).toMatch(
      /^The values of this time .* Cause: /,
    );
    expect((await term(page, 'Suggestions').textContent())?.length).toBeGreaterThan(20);
    await term(page, 'Datastreams').getByRole('link', { name: 'sgpmetE13.b1' }).first().waitFor();
    const table = page.getByRole('table', { name: 'Affected Time Spans' });
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      'Start date',
      'End date',
      'Metric',
    ]);
    expect(await table.getByRole('cell').allTextContents()).toEqual([
      expect.stringMatching(/^2012-09-08 20:/),
      expect.stringMatching(/^2012-09-16 14:/),
      'Data suspect',
    ]);
    const names = term(page, 'Measurements').locator('li li:not(.print-only)');
    expect(await names.allTextContents()).toEqual([
      'atmos_pressure',
      'temp_mean',
      'rh_mean',
      'vapor_pressure_mean',
      'wspd_arith_mean',
    ]);
    await page.getByRole('button', { name: /More\.\.\./ }).click();
    expect(await names.count()).toBe(18);
    await page.getByRole('button', { name: /Less\.\.\./ }).click();
    expect(await names.count()).toBe(5);
  });
  await context.close();
});

it('[U001] [U002] [U003] [U005] [U016] a message to support can be sent once the check is done; what failed keeps its text, and what arrived has a number', async () => {
  const { page, context } = await at('#/support');
  await pictured(page, 'shown-support', async () => {
    for (const [label, text] of [
      ['Sender name', 'Ada'],
      ['Sender email', 'ada@example.org'],
      ['Subject', 'A question'],
      ['Message', 'Where are the files?'],
    ] as const)
      await page.getByLabel(label).fill(text);
    const send = page.getByRole('button', { name: 'Send message' });
    const verify = async () => {
      await page.getByRole('checkbox', { name: 'I am a person' }).click();
      await shows(page, 'Verified');
    };
    expect(await send.isDisabled()).toBe(true);
    await verify();
    expect(await send.isDisabled()).toBe(false);
    await page.route('**/createServiceNowIncident', (route) => route.fulfill({ status: 503 }));
    await send.click();
    await shows(page, /We're sorry, an error occurred when attempting to send your message\./);
    expect(await page.getByLabel('Message').inputValue()).toBe('Where are the files?');
    await expect.poll(() => send.isDisabled()).toBe(true);
    await page.unroute('**/createServiceNowIncident');
    await verify();
    await send.click();
    await shows(page, /^Thank you for your message.*an email with a link to your ticket/);
    await shows(page, /^Your support reference number is: INC\d+/);
  });
  await context.close();
});

it('[U004] the check of a message expires, and then the message cannot be sent', async () => {
  const { page, context } = await at('#/support');
  await pictured(page, 'shown-support-expired', async () => {
    await page.clock.install();
    await page.reload();
    await page.getByRole('checkbox', { name: 'I am a person' }).click();
    await shows(page, 'Verified');
    const send = page.getByRole('button', { name: 'Send message' });
    expect(await send.isDisabled()).toBe(false);
    await page.clock.fastForward((CHALLENGE_SECONDS + 1) * 1000);
    await shows(page, 'Expired: tick it again');
    expect(await send.isDisabled()).toBe(true);
  });
  await context.close();
});

it('[P001] [P002] searches are three parallel requests: the main search, the count of all data, the count of other archives', async () => {
  const { page, context } = await at('#/');
  await pictured(page, 'shown-searches', async () => {
    const sent: { method: string; body: string; answered: boolean }[] = [];
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/services/metadata/_search*', async (route) => {
      const request = route.request();
      const body = request.postData() ?? '';
      const one = { method: request.method(), body, answered: false };
      sent.push(one);
      await gate;
      one.answered = true;
      await route.continue();
    });
    await page.goto(`${demo.server.url}/discovery/#/results/site_code::nsa`);
    await expect.poll(() => sent.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
    expect(sent.filter(({ answered }) => answered)).toEqual([]);
    expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['POST']));
    expect(sent.filter(({ body }) => 'collapse' in JSON.parse(body)).length).toBe(1);
    expect(sent.some(({ body }) => body.includes('NOT data_repository.keyword:\\"ARM\\"'))).toBe(
      true,
    );
    release();
    await shows(page, /^Search Results - Showing 1-20 of \d+/);
  });
  await context.close();
});

it('[S145] [S146] [S147] long lists of facets come in steps of twenty while they are scrolled, with a filter box over fifty', async () => {
  const { page, context } = await at('#/results');
  await pictured(page, 'shown-facets', async () => {
    await page.getByRole('button', { name: /^Measurements/ }).click();
    const group = page.getByRole('group', { name: 'Measurements' });
    const boxes = group.getByRole('list').getByRole('checkbox');
    await expect.poll(() => boxes.count(), { timeout: 30_000 }).toBe(20);
    await group.getByRole('list').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await expect.poll(() => boxes.count()).toBe(40);
    await page.getByRole('searchbox', { name: 'Filter Measurements' }).fill('ozone');
    await expect.poll(() => boxes.count()).toBeLessThan(5);
    const categories = page.getByRole('group', { name: 'Categories' });
    expect(await categories.getByRole('searchbox').count()).toBe(0);
  });
  await context.close();
});

it('[L007] the legend of the map has sites, mobile sites and inactive sites', async () => {
  const { page, context } = await at('#/locationsearch');
  await pictured(page, 'shown-legend', async () => {
    const legend = page.getByRole('list', { name: 'Legend' }).first();
    for (const entry of ['ARM Site', 'Mobile Site', 'ARM Site - Inactive'])
      await legend.getByText(entry, { exact: true }).waitFor();
  });
  await context.close();
});

it('[T010] [T028] a limited period is shown as such and explained', async () => {
  const { page, context } = await at(
    '#/results/site_code::nsa?data=all&details=nsatwrC1.a0_temp_2m_sfcmet_twr_atmprof',
  );
  await pictured(page, 'shown-limited', async () => {
    const dialog = page.getByRole('dialog');
    const bar = dialog.locator('[data-timeline]').first();
    await bar
      .getByRole('img', { name: /limited/ })
      .first()
      .waitFor();
    await bar.click();
    const summary = dialog.getByRole('region', { name: 'Selected report' });
    await summary.getByText('LIMITED ACCESS').first().waitFor();
    await summary.getByRole('button', { name: 'About limited access' }).first().hover();
    await page
      .getByRole('tooltip')
      .getByText(/after an acknowledgement/)
      .waitFor();
  });
  await context.close();
});

it('[C068] the cart counts the files again after every change of dates', async () => {
  const { page, context } = await at('#/results/ffac::sgp.E13/instrument_class_code::met');
  await pictured(page, 'shown-cart-counts', async () => {
    await page
      .getByRole('button', { name: /^View Details & Get Data/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Add to Cart' }).click();
    await page.getByRole('link', { name: /^CART 1 item/ }).click();
    const card = page.getByRole('article', { name: /SGP E13/ });
    await card.getByText(/^\d\d,\d{3} files$/).waitFor();
    for (const [label, text, files] of [
      [/^Start date/, '2019-01-01', /^\d,\d{3} files$/],
      [/^End date/, '2019-01-31', '31 files'],
      [/^Start date/, '2019-01-30', '2 files'],
    ] as const) {
      await card.getByRole('textbox', { name: label }).fill(text);
      await card.getByRole('textbox', { name: label }).press('Enter');
      await card.getByText(files, { exact: true }).waitFor();
    }
  });
  await context.close();
});

it('[A003] [A004] [A019] [A020] [A021] [A022] [A023] [A024] [A025] [A026] [A027] the account has its menu, its tabs by address, and a way back to the search', async () => {
  const { page, context, open } = await at('#/');
  await pictured(page, 'account-menu', async () => {
    const heading = (name: string) => page.getByRole('heading', { level: 2, name });
    await signIn(demo.server, page, 'demo');
    await open('#/account');
    await heading('Update Profile Preferences').waitFor();
    expect(page.url()).toMatch(/#\/account\/profile$/);
    const menu = page.getByRole('navigation', { name: 'Account' });
    expect(await menu.getByRole('link').allTextContents()).toEqual([
      'Update Profile Preferences',
      'Your Orders',
      'Search Preferences',
      'Password and sessions',
      'Access tokens',
      'Assistants',
      'Your data',
      'ML Recommendations Beta',
    ]);
    await menu.getByText(/Custom Tag Preferences.*coming soon/).waitFor();
    expect(await page.getByRole('link', { name: 'Return to Data Search' }).count()).toBe(0);
    for (const [hash, title] of [
      ['#/account/order', 'Your Orders'],
      ['#/account?selected=search', 'Search Preferences'],
      ['#/account/recommendations', 'ML Recommendations'],
    ] as const) {
      await open(hash);
      await heading(title).waitFor();
    }
    await open('#/results/s::rain');
    await page.getByRole('banner').getByRole('link', { name: 'ACCOUNT' }).click();
    const back = page.getByRole('link', { name: 'Return to Data Search' });
    await back.waitFor();
    expect(await back.getAttribute('href')).toBe('#/results/s::rain');
  });
  await context.close();
});
