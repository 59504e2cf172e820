// What only the tables or the settings of an operator show: campaigns of users, new campaigns, a
// notebook hub, a drop box, long descriptions.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictured, returning, signIn, visitor } from './browser.ts';
import { closeWindows, oneBrowser } from './one-browser.ts';
import { holdOrders, openCheckout, STATION } from './ordering.ts';
import { demoIsobar, type Isobar } from './server.ts';

const shows = (page: Page, text: RegExp | string) => page.getByText(text).first().waitFor();

describe('an archive with tables and settings of its own', () => {
  let browser: Browser;
  let own: Isobar;
  beforeAll(async () => {
    browser = await oneBrowser();
    own = await demoIsobar({
      ISOBAR_WORKER: 'apart',
      ISOBAR_SERVICES: JSON.stringify(ELSEWHERE),
      DROPBOX_APP_KEY: 'key',
      DROPBOX_APP_SECRET: 'secret',
    });
    mkdirSync(join(own.home, 'notebooks/demo/clouds'), { recursive: true });
    const write = (name: string, line: string) => {
      const file = join(own.home, 'tables', name);
      writeFileSync(file, `${HEADS[name]}\n${line}\n`);
    };
    await own.stop();
    write('afcs.csv', 'AFC1,CACTI,Clouds over mountains,Approved,demo,,2026-01-01,');
    write('hpcrs.csv', 'H1,Large-eddy runs,,demo,2026-01-01,2026-12-31');
    const day = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
    const more = Array.from(
      { length: 60 },
      (_, n) => `more${n},More ${n},sgp,1990-01-0${1 + (n % 9)},,fc,,,`,
    );
    const campaigns = join(own.home, 'tables/campaigns.csv');
    const before = readFileSync(campaigns, 'utf8').replace(
      'campaigns.isobar.invalid/sgp2019popsnet.xml',
      'campaigns.isobar.invalid/POPSnet-SGP.xml',
    );
    writeFileSync(
      campaigns,
      `${before}fresh,A fresh campaign,sgp,${day},,fc,,,\n${more.join('\n')}\n`,
    );
    const classes = join(own.home, 'tables/instrument-classes.csv');
    const described = readFileSync(classes, 'utf8').replaceAll(
      'Low-power laser that reports cloud base and backscatter',
      'word '.repeat(200),
    );
    writeFileSync(classes, described);
    await own.command('index');
    await own.start();
  });
  afterAll(async () => {
    await closeWindows();
    await own?.remove();
  });
  const ELSEWHERE = {
    profileEdit: 'https://people.example/edit/',
    notebookHub: 'https://hub.example/',
  };
  const HEADS: Record<string, string> = {
    'afcs.csv':
      'campaign_id,proposed_acronym,campaign_name,status,lead_scientist,co_investigators,start_date,end_date',
    'hpcrs.csv': 'number,short_description,pi,co_investigators,start_date,end_date',
  };

  it('[A026] [A029] [A033] an archive with tables and settings of its own shows them with the roles of the person, and leads to the site of profiles', async () => {
    const { page, context } = await visitor(browser);
    await pictured(page, 'account-campaigns', async () => {
      await signIn(own, page, 'demo');
      const edit = page.getByRole('link', { name: /Edit your profile/ });
      expect(await edit.getAttribute('href')).toBe('https://people.example/edit/demo');
      await page.getByRole('link', { name: 'My AFCs' }).click();
      await shows(page, 'Clouds over mountains');
      await shows(page, /^Primary investigator, 2026-01-01 to now/);
      expect(await page.getByRole('radio', { name: 'AFC' }).isChecked()).toBe(true);
      await page.getByRole('radio', { name: 'HPCR' }).check({ force: true });
      await shows(page, 'Large-eddy runs');
      await shows(page, /^Coinvestigator, 2026-01-01 to 2026-12-31/);
    });
    await context.close();
  });

  it('[C052] [C060] [C061] [C088] [C089] [O010] an archive with tables and settings of its own offers folders of the notebook hub, home first, and leads to link a drop box', async () => {
    const { page, context, open } = await returning(browser, own, '#/');
    await pictured(page, 'orders-destinations', async () => {
      await signIn(own, page, 'demo');
      await open(STATION);
      const sent = await holdOrders(page, Promise.resolve());
      const checked = page.waitForRequest(/validate\/dropbox/);
      const dialog = await openCheckout(page);
      await dialog.getByRole('checkbox', { name: 'Drop Box' }).click();
      await checked;
      const link = page.getByRole('dialog', { name: 'Link your Drop Box account' });
      expect(await link.getByRole('link').first().getAttribute('href')).toMatch(/drop-?box/i);
      await link.getByRole('button', { name: 'Cancel' }).click();
      await dialog.getByRole('checkbox', { name: 'Notebook hub' }).click();
      const folder = dialog.getByRole('combobox', { name: /Folder/ });
      expect(await folder.locator('option').allTextContents()).toEqual(['Home', 'clouds']);
      expect(await folder.inputValue()).toBe('home');
      await dialog.getByRole('button', { name: 'Submit order' }).click();
      await page.getByRole('link', { name: 'Open Workbench notebook hub' }).waitFor();
      expect(sent[0]).toMatchObject({ extraDestinations: ['home'] });
    });
    await context.close();
  });

  it('[S079] a description ends after 500 characters with an ellipsis', async () => {
    const { page, context } = await returning(
      browser,
      own,
      '#/results/instrument_class_code::ceil/site_code::sgp',
    );
    await pictured(page, 'orders-description', async () => {
      const text =
        (await page
          .getByText(/^word word/)
          .first()
          .textContent()) ?? '';
      expect(text.length).toBeLessThanOrEqual(500);
      expect(text.length).toBeGreaterThan(490);
      expect(text.endsWith('…')).toBe(true);
    });
    await context.close();
  });

  it('[H055] [H063] [S134] an archive with tables and settings of its own marks what is new, pages through many campaigns by threes, and opens a row whose record is its own', async () => {
    const { page, context, open } = await returning(browser, own, '#/');
    await pictured(page, 'account-new-campaign', async () => {
      const card = page.getByRole('article', { name: 'Southern Great Plains' });
      await card.getByText('NEW', { exact: true }).waitFor();
      await card.getByRole('button', { name: /^Show all/ }).click();
      expect(await card.getByText('NEW', { exact: true }).count()).toBe(1);
      const pages = card.getByRole('button', { name: /^Page \d/ });
      expect(await pages.count()).toBe(3);
      await card.getByRole('button', { name: 'Page 3' }).click();
      await card.getByRole('button', { name: 'Page 4' }).waitFor();
      expect(await pages.count()).toBe(3);
      await open('#/results/instrument_code::pops/site_code::sgp?data=all');
      await page
        .getByRole('row', { name: /POPSnet-SGP/ })
        .first()
        .click();
      await page.getByRole('region', { name: 'Table of sites and facilities' }).waitFor();
      expect(await page.getByText(/on the ARM IOP area/).count()).toBe(0);
    });
    await context.close();
  });
});
