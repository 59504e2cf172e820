// The feed of what changed since an order was delivered: one entry while something has changed, for
// who may see the order.
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import {
  countChanges,
  type FileChange,
  type ReportChange,
} from '@isobar/contract/orders/changes.ts';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { packContent, type StoredContent } from '../../../core/affected/stored-changes.ts';
import type { Http } from '../../../platform/http/http.ts';
import { anonymousHttp } from '../../../platform/testing/anonymous-http.ts';
import { type TemporaryStore, temporaryStore } from '../../../store/testing/temporary-store.ts';
import { linkSigner } from '../delivery/links.ts';
import { testSettings } from '../testing/settings.ts';
import { registerChanges } from './routes.ts';

const AT = 1_700_000_000;
const [DELIVERED, CHANGED] = ['2023-11-14T22:13:20Z', '2023-11-14T22:15:00Z'];
const links = linkSigner(new Uint8Array(32).fill(7));
let store: TemporaryStore;
let http: Http<never>;
let orderId: number;

beforeAll(async () => {
  store = await temporaryStore();
  http = await anonymousHttp();
  const settings = testSettings(store.folder);
  const place = () => Promise.reject(new Error('Nothing is ordered.'));
  registerChanges(http, { db: store.db, links, settings, place });
});
beforeEach(async () => {
  await store.empty();
  const { order_id } = await store.db
    .insertInto('orders')
    .values({
      ...{ person_id: 'ada', order_date: AT, request: '{"selectedData":{}}', progress: '{}' },
      ...{ step: 'complete', file_count: 1, bytes: 1, completed_at: AT, expires_at: null },
    })
    .returning('order_id')
    .executeTakeFirstOrThrow();
  orderId = Number(order_id);
});
afterAll(async () => {
  await http.app.close();
  await store.close();
});

const version = (file: string) => ({ file, bytes: 1, sha256: null });
const replaced = (n: number): FileChange => ({
  ...{ kind: 'replaced', datastream: 'sgpmetE13.b1', file: `day${n}.cdf`, start: '', end: '' },
  ...{ before: version(`day${n}.cdf`), now: [], noticed: null, delivered: [] },
});
const reported = (report: string, of: Partial<ReportChange> = {}): ReportChange => ({
  ...{ kind: 'reported', report, subject: '', code: 4, className: 'Incorrect', days: 1, share: 1 },
  ...{ datastream: 'sgpmetE13.b1', variables: [], spans: [], values: null, harmless: false, ...of },
});

/** What a comparison found. Null: it was never compared. */
async function compared(found: Partial<StoredContent> | null): Promise<void> {
  const evidence = { order_id: orderId, made_at: AT, checked_at: null, holdings: '{}' };
  const inputs = new Uint8Array();
  await store.db
    .insertInto('order_evidence')
    .values({ ...evidence, inputs })
    .execute();
  if (found === null) return;
  const { files = [], reports = [], filesLeftOut = 0 } = found;
  const counts = countChanges({ files, reports });
  const content = { counts, files, reports, filesLeftOut, keys: [], onlyChanged: null };
  const row = { order_id: orderId, revision: 1, changed_at: AT + 100, matters: 1 };
  await store.db
    .insertInto('order_changes')
    .values({ ...row, content: packContent(content) })
    .execute();
}

const get = (key: string) =>
  http.app.inject(`/services/order/orders/${orderId}/changes.atom?key=${encodeURIComponent(key)}`);
async function feed() {
  const reply = await get(links.sign('share', orderId, 9e9));
  expect(reply.headers['content-type']).toContain('application/atom+xml');
  return new XMLParser({ ignoreAttributes: false }).parse(reply.body).feed;
}

it('the feed has an entry that names files and reports, and leads to the order', async () => {
  const reports = [
    reported('D200101.1'),
    reported('D200101.2', { harmless: true }),
    reported('D200101.3', { kind: 'unreported' }),
  ];
  await compared({ files: [replaced(1), { ...replaced(2), kind: 'withdrawn' }], reports });
  const { entry, subtitle, updated, id } = await feed();
  expect([subtitle, updated]).toEqual([undefined, CHANGED]);
  expect(entry).toMatchObject({
    id: `${id}#${CHANGED}`,
    title: `Order ${orderId}: 1 file replaced, 1 file withdrawn, 1 new quality report`,
    updated: CHANGED,
    summary: `Since ${DELIVERED}: day1.cdf (replaced), day2.cdf (withdrawn), D200101.1 (Incorrect) on sgpmetE13.b1`,
  });
  const page = `http://archive.example${SERVICE_PATHS.portal}#/account/order?orderId=${orderId}`;
  expect(entry.link['@_href']).toBe(page);
});

it('the feed tells how many changes it does not name', async () => {
  const files = Array.from({ length: 23 }, (_, n) => replaced(n));
  const reports = Array.from({ length: 22 }, (_, n) => reported(`D2001${n + 10}.1`));
  await compared({ files, filesLeftOut: 5, reports });
  const names: string[] = (await feed()).entry.summary.split(', ');
  expect(names).toHaveLength(41);
  expect(names[19]).toBe('day19.cdf (replaced)');
  expect(names[20]).toBe('D200110.1 (Incorrect) on sgpmetE13.b1');
  expect(names.at(-1)).toBe('and 10 more');
});

it('the feed has no entry where nothing changed, or only what does not matter, and states what is not known', async () => {
  const shown = async () => {
    const { entry, subtitle, updated } = await feed();
    return { entry, subtitle, updated };
  };
  const quiet = { entry: undefined, subtitle: undefined, updated: DELIVERED };
  await compared(null);
  expect(await shown()).toEqual(quiet);
  await store.db.deleteFrom('order_evidence').execute();
  expect(await shown()).toEqual({ ...quiet, subtitle: expect.stringContaining('Not known') });
  await compared({ files: [{ ...replaced(1), kind: 'grown' }] });
  expect(await shown()).toEqual({ ...quiet, updated: CHANGED });
});

it('the feed of an order is not found without its key, with one that is over or for something else, and before it is delivered', async () => {
  await compared(null);
  const wrong = [
    '',
    links.sign('share', orderId, 1),
    links.sign('share', orderId + 1, 9e9),
    links.sign('delivery', orderId, 9e9),
    linkSigner(new Uint8Array(32)).sign('share', orderId, 9e9),
  ];
  for (const key of wrong) expect([key, (await get(key)).statusCode]).toEqual([key, 404]);
  await store.db.deleteFrom('order_evidence').execute();
  await store.db.updateTable('orders').set({ completed_at: null }).execute();
  expect((await get(links.sign('share', orderId, 9e9))).statusCode).toBe(404);
});
