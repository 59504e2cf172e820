// An assistant prepares an order, and its user looks at it and places it; every screen of it in
// both themes and on a phone.
import { join } from 'node:path';
import { askAssistant } from '@isobar/contract/calls/assistant-calls.ts';
import { pathOf } from '@isobar/contract/calls/call.ts';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  returning,
  seenIn,
  signIn,
  visitor,
} from './browser.ts';
import { closeWindows, oneBrowser } from './one-browser.ts';
import { demoIsobar, type Isobar } from './server.ts';

let server: Isobar;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [server, browser] = await Promise.all([demoIsobar(), oneBrowser()]);
  ({ page } = await visitor(browser));
  await signIn(server, page, 'demo');
});
afterAll(async () => {
  await closeWindows();
  await server?.remove();
});

const SHOTS = process.env.ISOBAR_SHOTS;

/** The screen in both themes and on a phone. */
async function looked(name: string): Promise<void> {
  for (const [theme, width] of [
    ['light', 1440],
    ['dark', 1440],
    ['light', 375],
  ] as const) {
    await seenIn(page, { theme, width });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    if (SHOTS)
      await page.screenshot({ path: join(SHOTS, `${name}-${theme}-${width}.png`), fullPage: true });
  }
  await seenIn(page, { theme: 'light', width: 1440 });
}

async function prepare(token: string): Promise<string> {
  const client = new Client(
    { name: 'example-chat', version: '1.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(server.url + pathOf(askAssistant)), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  const { structuredContent } = await client.callTool({
    name: 'draft_order',
    arguments: {
      selectedDatastreams: [
        {
          datastream: 'sgpmetE13.b1',
          dates: [{ startDate: '2019-01-03', endDate: '2019-01-05' }],
          variables: ['temp_mean', 'rh_mean'],
          dqrFilter: ['incorrect', 'suspect'],
          qcFilter: true,
        },
      ],
    },
  });
  await client.close();
  const { url } = z.object({ url: z.url() }).parse(structuredContent);
  return new URL(url).hash;
}

const open = (hash: string) => page.goto(`${server.url}/discovery/${hash}`);

describe('an assistant', () => {
  let token = '';

  it('[AS5] an assistant gets its address and token from the account page', async () => {
    await open('#/account/assistants');
    await page.getByRole('heading', { name: 'What an assistant may do' }).waitFor();
    await expect
      .poll(() => page.getByText(`${server.url}${pathOf(askAssistant)}`).count())
      .toBeGreaterThan(0);
    await page.getByLabel('Name of the assistant').fill('example chat');
    await page.getByRole('button', { name: 'Create token' }).click();
    token = await page
      .locator('code', { hasText: /^isobar_/ })
      .textContent()
      .then((text) => text ?? '');
    await page.getByRole('button', { name: 'Revoke example chat' }).waitFor();
    await looked('assistants');
  });

  it('[AS4] an assistant prepares an order, which its user places by a click and sees in the list', async () => {
    const hash = await prepare(token);
    await open(hash);
    await page
      .getByText(/Prepared by example-chat 1\.0 with your access token example chat/)
      .waitFor();
    await page.getByText(/^About \d+ files?, /).waitFor();
    await page.getByText('2 variables: temp_mean, rh_mean').waitFor();
    await page.getByText(/Masked: values that reports call incorrect or suspect, and/).waitFor();
    await page.getByText(/values become missing, by reports/).waitFor();
    await looked('draft');
    await page.getByRole('button', { name: 'Place order' }).click();
    // Its three days are masked as a whole, which is asked about.
    await page.getByRole('dialog').getByRole('button', { name: 'Place it anyway' }).click();
    const placed = page.getByRole('status').filter({ hasText: 'Order number' });
    await placed.waitFor();
    const number = /Order number (\d+)/.exec((await placed.textContent()) ?? '')?.[1] ?? '';
    await looked('placed');
    await open('#/account/assistants');
    await page.getByRole('link', { name: `Order ${number}` }).waitFor();
  });

  it('[AS4] an assistant prepares an order, which its user discards for good', async () => {
    const hash = await prepare(token);
    await open(hash);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { name: 'This order can no longer be placed' }).waitFor();
    await page.getByText('This draft was discarded.').waitFor();
    await looked('discarded');
  });

  it('[AS4] an assistant leads a visitor who is not signed in to the sign-in, and shows no order', async () => {
    const hash = await prepare(token);
    const { page: other } = await returning(browser, server, hash);
    // The form to sign in, once it is there, hides the page behind it from roles.
    await other.getByText('Only the person for whom an order was prepared can see it.').waitFor();
    const form = other.getByRole('dialog', { name: 'Sign in' });
    await form.getByText('Sign in to continue.', { exact: true }).waitFor(); // no session has ended
    expect(await other.getByText('temp_mean').count()).toBe(0);
  });

  it('[AS5] an assistant is refused once its token is revoked', async () => {
    await open('#/account/assistants');
    await page.getByRole('button', { name: 'Revoke example chat' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('example chat is revoked').waitFor();
    await expect(prepare(token)).rejects.toThrow();
  });
});
