// A web hook from the checkout to the server that it tells: chosen, signed with a secret that is shown once, and really called.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, pictured, signIn, visitor } from './browser.ts';
import { closeWindows, oneBrowser } from './one-browser.ts';
import { demoIsobar, type Isobar } from './server.ts';

/** The listener's host name, which the server resolves to a public address. */
const HOST = 'hooks.example.org';
const PUBLIC = '93.184.215.14';
const SHOTS = process.env.ISOBAR_SHOTS;

type Heard = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

let browser: Browser;
let server: Isobar;
let listener: Server;
const heard: Heard[] = [];
/** Statuses to answer with, in turn; 204 when none is left. */
const answers: number[] = [];

beforeAll(async () => {
  listener = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      heard.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(answers.shift() ?? 204).end();
    });
  });
  await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready));
  const address = listener.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  [server, browser] = await Promise.all([
    demoIsobar({
      ISOBAR_HOOK_HOSTS: HOST,
      ISOBAR_HOOK_HTTP: 'on',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(network(port))}`,
    }),
    oneBrowser(),
  ]);
  await server.command('user', 'add', 'ada', '--email', 'ada@example.org');
});
afterAll(async () => {
  await closeWindows();
  await server?.remove();
  listener?.close();
});

/** A simulated internet: the name resolves to a public address, and calls to it reach the listener. */
const network = (port: number): string => `
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
const lookUp = dns.lookup;
dns.lookup = async (name, options) =>
  name === '${HOST}' ? [{ address: '${PUBLIC}', family: 4 }] : lookUp(name, options);
syncBuiltinESMExports();
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0];
  if (options?.host === '${HOST}') {
    const { lookup } = options;
    options.port = ${port};
    options.lookup = (name, how, done) =>
      lookup(name, how, (error) =>
        error ? done(error) : how.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4));
  }
  return connect.apply(this, args);
};`;

it.each([
  ['light', 1440],
  ['dark', 375],
  ['light', 320],
] as const)(
  'from the checkout to the server that it tells, %s at %i pixels',
  async (theme, width) => {
    const { page, context, complaints } = await visitor(browser, { theme, width });
    await pictured(page, `web-hook-${theme}-${width}`, async () => {
      const name = `web-hook-${theme}-${width}`;
      heard.length = 0;
      answers.push(503); // refuses the first call, so that the server has to repeat it
      await signIn(server, page, 'ada');
      await fillCart(page);
      await page.getByRole('button', { name: 'Checkout' }).click();
      const checkout = page.getByRole('dialog', { name: 'Data Selection Summary' });
      await checkout.getByRole('checkbox', { name: /^Web hook: / }).check();
      const address = checkout.getByLabel('Address of the web hook');
      await address.fill('https://elsewhere.example/told');
      await address.blur();
      await checkout.getByText(`Web hooks may go to ${HOST} only.`).first().waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await address.scrollIntoViewIfNeeded();
      await shot(page, `${name}-checkout`);
      const submit = checkout.getByRole('button', { name: 'Submit order' });
      expect(await submit.isDisabled()).toBe(true);
      await address.fill(`http://${HOST}/told?by=${width}`);
      await submit.click();

      const thanks = page.getByRole('dialog', { name: 'Thank you' });
      const secretBox = thanks.getByRole('region', { name: 'Signing secret of the web hook' });
      const secret = (await secretBox.locator('code').textContent()) ?? '';
      expect(secret).toMatch(/^whsec_[\w+/]+=*$/);
      const orderId = Number(
        /Order number\s*(\d+)/.exec((await thanks.textContent()) ?? '')?.[1] ?? 0,
      );
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await shot(page, `${name}-placed`);
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
      expect(second?.path).toBe(`/told?by=${width}`);
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
  },
);

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

/** The signature of Standard Webhooks: over id, time and body, with the decoded secret. */
function expectSigned({ headers, body }: Heard, secret: string): void {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);
}

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

async function shot(page: Page, name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}
