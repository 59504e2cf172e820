// Accounts as users use them: signing up by mail, sessions, tokens, another site's sign-in,
// leaving; in a real browser.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CLIENT,
  type OidcServer,
  oidcServer,
} from '../apps/server/src/adapters/testing/oidc-server.ts';
import { freePort } from '../fixtures/free-port.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openAnew,
  pictured,
  visitor,
} from './browser.ts';
import { closeWindows, oneBrowser } from './one-browser.ts';
import { PASSWORD as COMMANDED, demoIsobar, type Isobar } from './server.ts';

const PASSWORD = 'an analytical engine';

let browser: Browser;
let server: Isobar;
let site: OidcServer;
/** Opened by the server's configured name, since cookies and sign-in sites depend on it. */
let url: string;

beforeAll(async () => {
  browser = await oneBrowser();
  const port = await freePort();
  const signIn = { id: 'lab', label: 'Lab account', issuer: `http://localhost:${port}`, ...CLIENT };
  server = await demoIsobar({ ISOBAR_SIGN_IN: JSON.stringify([signIn]) });
  url = server.url.replace('127.0.0.1', 'localhost');
  site = await oidcServer(url, { port });
});
afterAll(async () => {
  await closeWindows();
  await server?.remove();
  await site?.close();
});

/** The text of the newest mail to an address, once it is there. */
async function mailTo(address: string, subject: RegExp): Promise<string> {
  const folder = join(server.home, 'outbox');
  for (let tries = 0; tries < 600; tries++) {
    const names = readableNames(folder);
    const mails = names.map((name) => readFileSync(join(folder, name), 'utf8'));
    // Quoted-printable breaks long lines with '=': they are joined before the link is read.
    const mail = mails.find((text) => text.includes(address) && subject.test(text));
    if (mail) return mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No mail to ${address} came.`);
}

function readableNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.eml'));
  } catch {
    return []; // no mail yet
  }
}

const linkIn = (mail: string): string => {
  const key = /#\/confirm\/([\w-]+)/.exec(mail)?.[1];
  if (!key) throw new Error(`There is no link in: ${mail}`);
  return `${url}/discovery/#/confirm/${key}`;
};

async function signIn(page: Page, name: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByLabel(/^User name/).fill(name);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

describe('accounts', () => {
  it('accounts are made by mail, used, secured and deleted', async () => {
    const { page, complaints } = await visitor(browser);
    await pictured(page, 'account', async () => {
      await page.goto(`${url}/discovery/#/register`);
      await page.getByLabel('First name').fill('Bob');
      await page.getByLabel('Email address').fill('bob@example.org');
      await page.getByLabel('User name').fill('bob');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Password again', { exact: true }).fill(PASSWORD);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText(/you will receive a mail with a link/).waitFor();

      await page.goto(linkIn(await mailTo('bob@example.org', /Confirm your address/)));
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText(/Your user name is bob/).waitFor();
      await page.getByRole('button', { name: 'Sign in' }).click();
      await signIn(page, 'bob', PASSWORD);

      for (const tab of ['profile', 'security', 'tokens', 'data', 'recommendations']) {
        await page.goto(`${url}/discovery/#/account/${tab}`);
        await page.getByRole('heading', { level: 2 }).waitFor();
        await page
          .getByText(/Loading/)
          .first()
          .waitFor({ state: 'detached' })
          .catch(() => {});
        await expectAccessible(page);
      }
      await page.goto(`${url}/discovery/#/account/tokens`);
      await page.getByLabel('Name', { exact: true }).fill('notebook');
      await page.getByRole('button', { name: 'Create token' }).click();
      const token = await page.getByText(/^isobar_/).textContent();
      await page.reload();
      await page.getByRole('button', { name: 'Revoke notebook' }).waitFor();
      expect(await page.getByText(/^isobar_/).count()).toBe(0); // it is shown once
      const live = await fetch(
        `${url}/services/live/query?user=bob:${token}&ds=sgpmetE13.b1&start=2019-01-01&end=2019-01-02&wt=json`,
      );
      expect(await live.text()).toContain('"status":"success"');
      const cart = await fetch(`${url}/services/profile/cart`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(cart.status).toBe(403); // it is for data only
      await page.getByRole('button', { name: 'Revoke notebook' }).click();
      const question = page.getByRole('dialog', { name: 'Revoke notebook?' });
      await expectAccessible(page);
      await question.getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('You have no tokens.').waitFor();

      await page.goto(`${url}/discovery/#/account/data`);
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download everything' }).click();
      const taken = readFileSync(await (await download).path(), 'utf8');
      expect(JSON.parse(taken)).toMatchObject({ account: { email: 'bob@example.org' } });
      expect(taken).not.toContain(token);
      await page.getByLabel(/Type your user name, bob/).fill('bob');
      await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await page.getByText('Your account is deleted').waitFor();
      await mailTo('bob@example.org', /Your account was deleted/);
      expect(await server.command('user', 'list')).not.toContain('bob@example.org');
    });
    expect(complaints).toEqual([]);
  });

  it('accounts reset a forgotten password', async () => {
    await server.command('user', 'add', 'eve', '--email', 'eve@example.org');
    const { page, complaints } = await visitor(browser, { width: 375 });
    const before = await visitor(browser);
    await before.page.goto(`${url}/discovery/#/account/security`);
    await signIn(before.page, 'eve', COMMANDED);
    const isSignedIn = async () =>
      (await before.context.request.get(`${url}/services/auth/login`)).ok();
    expect(await isSignedIn()).toBe(true);
    await pictured(page, 'forgotten', async () => {
      await page.goto(`${url}/discovery/#/account/order`);
      await page.getByRole('link', { name: 'Forgotten password?' }).click();
      await page.getByLabel('User name or email address').fill('eve');
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Send the link' }).click();
      await page.getByText(/you will receive a mail with a link/).waitFor();
      await page.goto(linkIn(await mailTo('eve@example.org', /Set a new password/)));
      await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('New password again', { exact: true }).fill(PASSWORD);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByText(/new password is in effect/).waitFor();
      expect(await isSignedIn()).toBe(false); // sessions of the former password are signed out
      await page.getByRole('button', { name: 'Sign in' }).click();
      await signIn(page, 'eve', PASSWORD);

      await openAnew(before.page, `${url}/discovery/#/account/security`);
      await signIn(before.page, 'eve', PASSWORD);
      await page.goto(`${url}/discovery/#/account/security`);
      await page.getByText('this browser').waitFor();
      await expectNoSidewaysScroll(page);
      await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
      await page.getByText('All other sessions are signed out').first().waitFor();
      expect(await isSignedIn()).toBe(false);
      const own = await page.context().request.get(`${url}/services/auth/login`);
      expect(own.status()).toBe(200);
    });
    expect(complaints).toEqual([]);
  });

  it('[A002] [A006] [P034] sign in at another site, come back to where they were, and sign out at both', async () => {
    site.people.set('ada', {
      email: 'ada@example.org',
      email_verified: true,
      given_name: 'Ada',
      family_name: 'Byron',
      preferred_username: 'ada',
    });
    const { page, complaints } = await visitor(browser);
    await pictured(page, 'single-sign-on', async () => {
      await page.goto(`${url}/discovery/#/account/search`);
      const dialog = page.getByRole('dialog', { name: 'Sign in' });
      await dialog.waitFor();
      await expectAccessible(page);
      await dialog.getByRole('link', { name: 'Sign in with Lab account' }).click();
      await page.locator('input[name=login]').fill('ada');
      await page.locator('input[name=password]').fill('any');
      await page.locator('button[type=submit]').click();
      await page.locator('button[type=submit]').click();
      await page.getByRole('heading', { name: 'Search Preferences' }).waitFor();
      expect(page.url()).toBe(`${url}/discovery/#/account/search`);
      await page.getByText('Ada Byron').first().waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL(new RegExp(`^${site.issuer}/`));
      await page.getByRole('button', { name: /^Yes/ }).click();
      await page.waitForURL(`${url}/discovery/**`);
      await page.goto(`${url}/discovery/#/account/search`);
      await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
    });
    // The test sign-in site loads a font from elsewhere; our own pages load nothing from other
    // hosts.
    const ours = complaints.filter((text) => !/favicon|ERR_NAME_NOT_RESOLVED/.test(text));
    expect(ours).toEqual([]);
  });
});

it('a sign-in without an address is connected by the link of a mail, and signs in from then on', async () => {
  site.people.set('orcid', { name: 'Grace Hopper' });
  const { page } = await visitor(browser);
  const throughSite = async () => {
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByRole('link', { name: 'Sign in with Lab account' }).click();
  };
  await pictured(page, 'connect', async () => {
    await page.goto(`${url}/discovery/#/account/search`);
    await throughSite();
    await page.locator('input[name=login]').fill('orcid');
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.locator('button[type=submit]').click();
    await page.getByRole('heading', { name: 'Connect your account' }).waitFor();
    await page.getByText('You signed in at Lab account.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Email address', { exact: true }).fill('grace@example.org');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText(/A mail with a link is on its way/).waitFor();
    await page.goto(linkIn(await mailTo('grace@example.org', /Sign in with Lab account/)));
    await page.getByRole('button', { name: 'Connect account' }).click();
    await page.getByText('Your account is connected.').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await throughSite();
    await page.getByText('Grace Hopper').first().waitFor();
  });
});

const DAYS = 'start_date::2019-01-01/end_date::2019-01-03';

it('a user who signs in at another site during the checkout finds its choices unchanged', async () => {
  site.people.set('kim', {
    email: 'kim@example.org',
    email_verified: true,
    given_name: 'Kim',
    family_name: 'Moe',
    preferred_username: 'kim',
  });
  const { page } = await visitor(browser);
  await pictured(page, 'sign-on-at-checkout', async () => {
    await page.goto(`${url}/discovery/#/results/datastream::sgpmetE13.b1/${DAYS}`);
    await page
      .getByRole('button', { name: /^View Details & Get Data/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Add to Cart' }).click();
    await page.getByText('Item Added to Cart').first().waitFor();
    await page.goto(`${url}/discovery/#/saved`);
    await page.getByRole('button', { name: 'Checkout' }).click();
    const checkout = page.getByRole('dialog', { name: 'Data Selection Summary' });
    await checkout.getByText('Extract Requested Variables').click();
    await checkout.getByRole('checkbox', { name: /^temp_mean / }).check();
    await checkout.getByRole('checkbox', { name: 'ASCII-CSV' }).check();
    await checkout.getByRole('button', { name: 'Submit order' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByRole('link', { name: 'Sign in with Lab account' }).click();
    await page.locator('input[name=login]').fill('kim');
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.locator('button[type=submit]').click();
    await checkout.waitFor();
    expect(page.url()).toBe(`${url}/discovery/#/saved?checkout=open`);
    await checkout.getByText('1 variable chosen in the cart: temp_mean').waitFor();
    expect(await checkout.getByRole('checkbox', { name: 'ASCII-CSV' }).isChecked()).toBe(true);
    await checkout.getByRole('button', { name: 'Submit order' }).click();
    await page.getByRole('dialog', { name: 'Thank you' }).waitFor();
  });
});
