// A web hook from the checkout to the server that it tells: chosen, signed with a secret that is
// shown once, and really called.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectReadable, pictured, signIn, visitor } from './browser.ts';
import { expectSigned, HOOK_HOST, type HookListener, hookListener } from './hook-listener.ts';
import { closeWindows, oneBrowser } from './one-browser.ts';
import { demoIsobar, type Isobar } from './server.ts';

const SHOTS = process.env.ISOBAR_SHOTS;

let browser: Browser;
let server: Isobar;
let hooks: HookListener;

beforeAll(async () => {
  hooks = await hookListener();
  [server, browser] = await Promise.all([demoIsobar(hooks.env), oneBrowser()]);
  await server.command('user', 'add', 'ada', '--email', 'ada@example.org');
});
afterAll(async () => {
  await closeWindows();
  await server?.remove();
  hooks?.close();
});

/** In which the flow is walked; the others are looked at on the way. */
const PHONE = { theme: 'dark', width: 375 } as const;
const LOOKS = [{ theme: 'light', width: 1440 }, { theme: 'light', width: 320 }, PHONE] as const;

/** Looks at the page; ISOBAR_SHOTS=folder keeps a picture of each look. */
const expectReadableAs = (name: string, page: Page, before = async () => {}): Promise<void> =>
  expectReadable(page, LOOKS, async ({ theme, width }) => {
    await before();
    if (SHOTS)
      await page.screenshot({ path: join(SHOTS, `web-hook-${theme}-${width}-${name}.png`) });
  });

it('a web hook that is chosen at the checkout is called for the order, in both themes, wide and on a phone', async () => {
  const { page, context, complaints } = await visitor(browser, PHONE);
  const { heard, answers } = hooks;
  await pictured(page, 'web-hook', async () => {
    answers.push(503); // refuses the first call, so that the server has to repeat it
    await signIn(server, page, 'ada');
    await fillCart(page);
    await page.getByRole('button', { name: 'Checkout' }).click();
    const checkout = page.getByRole('dialog', { name: 'Data Selection Summary' });
    await checkout.getByRole('checkbox', { name: /^Web hook: / }).check();
    const address = checkout.getByLabel('Address of the web hook');
    await address.fill('https://elsewhere.example/told');
    await address.blur();
    await checkout.getByText(`Web hooks may go to ${HOOK_HOST} only.`).first().waitFor();
    await expectReadableAs('checkout', page, () => address.scrollIntoViewIfNeeded());
    const submit = checkout.getByRole('button', { name: 'Submit order' });
    expect(await submit.isDisabled()).toBe(true);
    await address.fill(`http://${HOOK_HOST}/told?by=portal`);
    await submit.click();

    const thanks = page.getByRole('dialog', { name: 'Thank you' });
    const secretBox = thanks.getByRole('region', { name: 'Signing secret of the web hook' });
    const secret = (await secretBox.locator('code').textContent()) ?? '';
    expect(secret).toMatch(/^whsec_[\w+/]+=*$/);
    const orderId = Number(
      /Order number\s*(\d+)/.exec((await thanks.textContent()) ?? '')?.[1] ?? 0,
    );
    await expectReadableAs('placed', page);
    await thanks.getByRole('link', { name: 'Track Order' }).click();
    await page
      .getByRole('list', { name: 'Order tracking' })
      .getByText(/Completed\s*completed/)
      .waitFor({ timeout: 120_000 });
    // The secret is shown once: neither the page nor the service gives it again.
    expect(await page.locator('body').textContent()).not.toContain('whsec_');
    for (const path of [
      `status/${orderId}`,
      'orders/history',
      `orders/shared?orderId=${orderId}`,
    ]) {
      const told = await page.request.get(`${server.url}/services/order/${path}`);
      expect(told.ok()).toBe(true);
      expect(await told.text()).not.toContain(secret.slice(6));
    }

    await expect.poll(() => heard.length, { timeout: 120_000 }).toBe(2);
    const [first, second] = heard;
    expect(second?.path).toBe('/told?by=portal');
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    for (const one of heard) expectSigned(one, secret);
    const told = JSON.parse(second?.body ?? '') as Told;
    expect(told).toMatchObject({ type: 'order.complete', data: { orderId, state: 'complete' } });
    // The person can fetch the files that the web hook names.
    const files = told.data.delivery.files.filter(({ kind }) => kind === 'data');
    expect(files.length).toBeGreaterThan(0);
    const { pathname } = new URL(files[0]?.url ?? '');
    const file = await page.request.get(server.url + pathname);
    expect((await file.body()).length).toBe(files[0]?.bytes);
    expect(complaints).toEqual([]);
  });
  await context.close();
});

type Told = {
  readonly data: {
    readonly delivery: {
      readonly files: readonly {
        readonly kind: string;
        readonly url: string;
        readonly bytes: number;
      }[];
    };
  };
};

async function fillCart(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('isobar.welcome-dismissed', 'true'));
  await page.goto(`${server.url}/discovery/#/results/datastream::sgpmetE13.b1`);
  await page
    .getByRole('button', { name: /^View Details & Get Data/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Add to Cart' }).click();
  await page.getByRole('link', { name: 'View cart' }).click();
  for (const [label, value] of [
    [/^Start date of Surface/, '2019-01-01 00:00:00'],
    [/^End date of Surface/, '2019-01-01 23:59:59'],
  ] as const) {
    const input = page.getByRole('textbox', { name: label });
    await input.fill(value);
    await input.press('Enter');
  }
  await page.getByText('1 file', { exact: true }).first().waitFor();
}
