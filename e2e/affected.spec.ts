// An order whose data change after its delivery: its owner is mailed, its page says what and by how
// much, and only what changed is ordered.

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderChanges } from '@isobar/contract/orders/changes.ts';
import { openDataset } from '@isobar/netcdf';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeMetFile } from '../apps/server/src/features/orders/testing/met-file.ts';
import { signedIn } from '../fixtures/signed-in.ts';
import { expectAccessible, expectNoSidewaysScroll, pictured, signIn, visitor } from './browser.ts';
import { expectSigned, HOOK_HOST, type HookListener, hookListener } from './hook-listener.ts';
import { closeWindows, oneBrowser } from './one-browser.ts';
import { type Isobar, isobar, root } from './server.ts';

const MET = 'sgpmetE13.b1';
const REPORT = 'D261125.1';
const JANUARY_1 = Date.UTC(2019, 0, 1) / 1000;
const nameOf = (day: number): string => `${MET}.2019010${day}.000000.cdf`;

let browser: Browser;
let server: Isobar;
let archive: string;
let hooks: HookListener;

beforeAll(async () => {
  archive = mkdtempSync(join(tmpdir(), 'isobar-affected-'));
  for (let day = 1; day <= 4; day++)
    await writeMetFile(join(archive, nameOf(day)), {
      ...{ start: JANUARY_1 + (day - 1) * 86_400, samples: 144, step: 600, datastream: MET },
    });
  hooks = await hookListener();
  [server, browser] = await Promise.all([
    isobar(hooks.env, async (command) => {
      await command('harvest', archive);
      await command('facts');
      await command('user', 'add', 'ada', '--email', 'ada@example.org');
    }),
    oneBrowser(),
  ]);
});
afterAll(async () => {
  await closeWindows();
  await server?.remove();
  hooks?.close();
  if (archive) rmSync(archive, { recursive: true, force: true });
});

const sumOf = (day: number): string =>
  createHash('sha256')
    .update(readFileSync(join(archive, nameOf(day))))
    .digest('hex');

async function until<T>(ask: () => Promise<T | null>): Promise<T> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(250)) {
    const answer = await ask();
    if (answer !== null) return answer;
  }
  throw new Error('It did not come to that.');
}

interface Placed {
  readonly orderId: number;
  readonly webHookSecret: string;
}

/** Calls of ada. */
async function caller() {
  const cookie = await signedIn(server.url, 'ada');
  const call = async (path: string, body?: object): Promise<Response> =>
    await fetch(`${server.url}/services/order/${path}`, {
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
  const delivered = (orderId: number) =>
    until(async () => {
      const status = await (await call(`status/${orderId}`)).json();
      return status.curStep === 'complete' ? orderId : null;
    });
  const changes = (orderId: number, isWanted: (changes: OrderChanges) => boolean) =>
    until(async () => {
      const reply = await call(`orders/${orderId}/changes`);
      // the server checks its answers in flows
      const found = reply.ok ? ((await reply.json()) as OrderChanges) : null;
      return found && isWanted(found) ? found : null;
    });
  return { call, delivered, changes };
}

/** Adds 3 to the temperature of one hour of a file, in its bytes. */
async function warm(day: number, hour: number): Promise<void> {
  const path = join(archive, nameOf(day));
  const dataset = await openDataset(path);
  // as the file was written
  const values = [...((await dataset.read('temp_mean')) as Float32Array)];
  await dataset.close();
  const bytes = readFileSync(path);
  for (const [row, value] of values.entries()) {
    if (Math.floor(row / 6) !== hour) continue;
    const found = Buffer.alloc(4);
    found.writeFloatBE(value);
    bytes.writeFloatBE(Math.fround(value + 3), bytes.indexOf(found));
  }
  writeFileSync(path, bytes);
}

/** The table of reports from now on. */
function report(): void {
  const file = 'quality-reports.csv';
  const [head = ''] = readFileSync(join(root, 'apps/server/tables', file), 'utf8').split('\n');
  const values: Record<string, string> = {
    ...{ dqr_id: REPORT, datastream: MET, quality_code: '4', quality_name: 'Incorrect' },
    ...{ open_ended: 'no', extent: 'all', variables: 'rh_mean', subject: 'A wet sensor' },
    ...{ start_time: '2019-01-03T02:00:00Z', end_time: '2019-01-03T05:00:00Z' },
    description: 'The sensor was wet.',
  };
  const columns = head.trim().split(',');
  const row = columns.map((name) => values[name] ?? '').join(',');
  const tables = join(server.home, 'tables');
  mkdirSync(tables, { recursive: true });
  writeFileSync(join(tables, file), `${head.trim()}\n${row}\n`);
}

function mails(): string {
  const outbox = join(server.home, 'outbox');
  const names = readdirSync(outbox).filter((name) => name.endsWith('.eml'));
  return names
    .map((name) => readFileSync(join(outbox, name), 'utf8').replaceAll('=\r\n', ''))
    .join('\n');
}

it('an order whose data changed is marked, says what and by how much, and only what changed is ordered [AO1] [AO2] [AO3] [AO5]', async () => {
  const { call, delivered, changes } = await caller();
  const placed = await call('orders/create', {
    selectedData: {
      selectedDatastreams: [
        { datastream: MET, dates: [{ startDate: '2019-01-01', endDate: '2019-01-04' }] },
      ],
      outputFormat: ['ANDR'],
    },
    deliveryBits: 33,
    webHook: { url: `http://${HOOK_HOST}/told` },
  });
  const { orderId: order, webHookSecret } = (await placed.json()) as Placed;
  await delivered(order);
  const before = await changes(order, ({ checked }) => checked !== null);
  expect(before.counts).toMatchObject({ replaced: 0, withdrawn: 0, reported: 0 });

  const then = sumOf(2);
  await warm(2, 4);
  report();
  await server.command('harvest', archive);
  await server.command('facts');
  await changes(order, ({ counts }) => counts.replaced === 1 && counts.reported === 1);
  await until(async () =>
    mails().includes(`Data of your order ${order} changed since`) ? 1 : null,
  );

  // A report that is seen before the harvest has ended is the subject of a message of its own.
  const message = await until(
    async () =>
      hooks.heard.find(
        ({ body }) =>
          /affected/.test(body) && [nameOf(2), REPORT].every((one) => body.includes(one)),
      ) ?? null,
  );
  expectSigned(message, webHookSecret);
  expect(JSON.parse(message.body)).toMatchObject({
    type: 'order.affected',
    data: {
      orderId: order,
      files: [
        { file: nameOf(2), before: { sha256: then }, now: [{ file: nameOf(2), sha256: sumOf(2) }] },
      ],
      reports: [{ report: REPORT }],
    },
  });

  const { page, context, complaints } = await visitor(browser);
  await pictured(page, 'affected-order', async () => {
    await page.goto(`${server.url}/discovery/#/account/order`);
    await signIn(server, page, 'ada');
    await page.goto(`${server.url}/discovery/#/account/order?orderId=${order}`);
    const card = page.getByRole('article', { name: `Order ${order}` });
    await card.getByText('Changed since', { exact: true }).waitFor();
    const section = page.getByRole('region', { name: `What changed since order ${order}` });
    await section.getByText('1 file replaced, 1 new quality report.').waitFor();
    await section.getByText(nameOf(2)).first().waitFor();
    await section.getByRole('link', { name: REPORT }).waitFor();
    await section.getByText('How it differs', { exact: true }).click();
    const table = section.getByRole('table', { name: `Differences of ${nameOf(2)}` });
    await table.getByRole('rowheader', { name: 'temp_mean' }).waitFor();
    expect(await table.textContent()).toContain('1 of 24');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await section.getByRole('link', { name: 'How the whole order differs' }).click();
    await page.getByRole('table', { name: `Differences of order ${order}` }).waitFor();
    await page.getByText('1 could be compared.').waitFor();
    await expectAccessible(page);
    await page.goBack();
    await section.getByRole('button', { name: 'Order only what changed' }).click();
    await page.getByText(/^Order number/).waitFor();
    expect(complaints).toEqual([]);
  });
  await context.close();

  const delta = await until(async () => {
    const { orderHistoryResponses: orders } = await (await call('orders/history')).json();
    return orders.length === 2
      ? Math.max(...orders.map((one: { orderId: number }) => one.orderId))
      : null;
  });
  await delivered(delta);
  const readme = (await (await call(`delivery/${delta}/README.txt`)).text()).replace(/\s+/g, ' ');
  expect(readme).toContain(`What changed since order ${order}`);
  expect(then).not.toBe(sumOf(2));
  expect(readme).toContain(`${nameOf(2)} (SHA-256 ${then}) -> ${nameOf(2)} (SHA-256 ${sumOf(2)})`);
  const index = await (await call(`delivery/${delta}/index.json`)).json();
  const data = index.files.filter(({ name }: { name: string }) => name.endsWith('.cdf'));
  expect(data).toMatchObject([{ name: nameOf(2), sha256: sumOf(2) }]);
  expect(mails().match(/^Subject: Data of your order/gm)).toHaveLength(1);
}, 400_000);

it('a delivery of before changes were compared is not displayed as unchanged [AO9]', async () => {
  const { call, delivered } = await caller();
  const placed = await call('orders/create', {
    selectedData: {
      selectedDatastreams: [
        { datastream: MET, dates: [{ startDate: '2019-01-01', endDate: '2019-01-01' }] },
      ],
      outputFormat: ['ANDR'],
    },
  });
  const { orderId } = (await placed.json()) as Placed;
  await delivered(orderId);
  const store = new DatabaseSync(join(server.home, 'isobar.sqlite'));
  store.exec('PRAGMA busy_timeout = 20000');
  store.exec(`delete from order_evidence where order_id = ${orderId}`);
  store.close();
  const { page, context, complaints } = await visitor(browser);
  await pictured(page, 'affected-unknown', async () => {
    await page.goto(`${server.url}/discovery/#/account/order`);
    await signIn(server, page, 'ada');
    await page.goto(`${server.url}/discovery/#/account/order?orderId=${orderId}`);
    await page.getByRole('button', { name: 'What changed since' }).first().click();
    await page.getByText('Not known.').waitFor();
    expect(await page.locator('main').textContent()).not.toMatch(/no changes/i);
    expect(complaints).toEqual([]);
  });
  await context.close();
}, 200_000);
