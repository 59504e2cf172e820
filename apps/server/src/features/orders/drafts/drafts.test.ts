// Drafts of orders: prepared with a token, placed once by their owner's browser, and by nothing and
// no one else.
import type { OrderDraft } from '@isobar/contract/calls/draft-calls.ts';
import { MOST_DRAFTS } from '@isobar/contract/calls/draft-calls.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeToken } from '../../../core/accounts/tokens.ts';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from '../testing/order-fixture.ts';

const MET = 'sgpmetE13.b1';
const DRAFTS = '/services/order/drafts';

let house: OrderFixture;
let ada: { personId: string; headers: { cookie: string } };
let program: { authorization: string };
beforeEach(async () => {
  house = await openOrderFixture();
  await addMetDays(house, MET, 3);
  ada = await house.signIn('ada');
  program = await tokenOf(ada.personId, 'profile');
});
afterEach(() => house.close());

async function tokenOf(personId: string, scope: 'profile' | 'orders:write') {
  const now = Math.floor(Date.now() / 1000);
  const wish = { name: `chat ${scope}`, scopes: [scope], days: 1 };
  const { token } = await makeToken(house.store.db, personId, wish, now);
  return { authorization: `Bearer ${token}` };
}

const SELECTED = requestOf(MET, '2019-01-01', '2019-01-02', { dqrFilter: ['incorrect'] });

const call = (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  headers: Record<string, string>,
  payload?: object,
) => house.app.inject({ method, url: DRAFTS + url, headers, ...(payload ? { payload } : {}) });

async function prepare(headers: Record<string, string> = program, more = {}): Promise<OrderDraft> {
  const reply = await call('POST', '', headers, {
    ...SELECTED,
    client: 'chat 2.0',
    ...more,
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

const orders = async (): Promise<number> =>
  (await house.store.db.selectFrom('orders').select('order_id').execute()).length;

it('a draft is what would be ordered, with its files, bytes and who prepared it', async () => {
  const draft = await prepare();
  expect(draft).toMatchObject({
    state: 'open',
    token: 'chat profile',
    client: 'chat 2.0',
    files: 2,
    review: null,
    orderId: null,
    selectedData: SELECTED.selectedData,
  });
  expect(draft.url).toMatch(new RegExp(`/discovery/#/orders/drafts/${draft.draftId}$`));
  expect(Date.parse(draft.expiresAt) - Date.parse(draft.madeAt)).toBe(24 * 3600e3);
  expect((await call('GET', `/${draft.draftId}`, ada.headers)).json()).toEqual(draft);
  expect(await orders()).toBe(0);
});

it("the owner's browser places a draft, and several clicks make one order", async () => {
  const { draftId } = await prepare();
  const clicks = await Promise.all(
    [1, 2, 3].map(() => call('POST', `/${draftId}/place`, ada.headers)),
  );
  const placed = clicks.map((reply) => reply.json().orderId);
  expect(new Set(placed).size).toBe(1);
  expect(await orders()).toBe(1);
  const now = (await call('GET', `/${draftId}`, program)).json();
  expect(now).toMatchObject({ state: 'placed', orderId: placed[0] });
  const discarded = await call('DELETE', `/${draftId}`, ada.headers);
  expect(discarded.json()).toMatchObject({ code: 'conflict' });
  const own = await house.store.db.selectFrom('orders').select('request').executeTakeFirst();
  expect(JSON.parse(own?.request ?? '{}')).toMatchObject(SELECTED);
});

it('a token places and discards no draft, whatever its scopes', async () => {
  const { draftId } = await prepare();
  const strong = await tokenOf(ada.personId, 'orders:write');
  for (const headers of [program, strong, {}]) {
    const placed = await call('POST', `/${draftId}/place`, headers);
    expect([401, 403]).toContain(placed.statusCode);
    const discarded = await call('DELETE', `/${draftId}`, headers);
    expect([401, 403]).toContain(discarded.statusCode);
  }
  expect((await call('POST', '', strong, SELECTED)).statusCode).toBe(403);
  expect(await orders()).toBe(0);
});

it('a page of another site places no draft with the cookie of its owner', async () => {
  const { draftId } = await prepare();
  const headers = { ...ada.headers, origin: 'https://evil.example' };
  expect((await call('POST', `/${draftId}/place`, headers)).statusCode).toBe(403);
  expect(await orders()).toBe(0);
});

it('a draft does not exist for another account', async () => {
  const { draftId } = await prepare();
  const bob = await house.signIn('bob');
  const foreign = [
    await call('GET', `/${draftId}`, bob.headers),
    await call('POST', `/${draftId}/place`, bob.headers),
    await call('DELETE', `/${draftId}`, bob.headers),
    await call('GET', `/${draftId}`, await tokenOf(bob.personId, 'profile')),
  ];
  for (const reply of foreign) expect(reply.json()).toMatchObject({ code: 'not-found' });
  expect((await call('GET', '', bob.headers)).json()).toEqual({ drafts: [] });
  expect((await call('GET', `/${draftId}`, ada.headers)).json()).toMatchObject({ state: 'open' });
});

it('an expired or discarded draft is gone, for its owner as well', async () => {
  const [old, unwanted] = [await prepare(), await prepare()];
  await house.store.db
    .updateTable('order_drafts')
    .set({ expires_at: Math.floor(Date.now() / 1000) - 1 })
    .where('draft_id', '=', old.draftId)
    .execute();
  const discarded = await call('DELETE', `/${unwanted.draftId}`, ada.headers);
  expect(discarded.json()).toMatchObject({ state: 'discarded' });
  for (const [{ draftId }, word] of [
    [old, 'expired'],
    [unwanted, 'discarded'],
  ] as const) {
    const place = await call('POST', `/${draftId}/place`, ada.headers);
    expect([place.statusCode, place.json().message]).toEqual([410, expect.stringContaining(word)]);
    expect((await call('GET', `/${draftId}`, program)).statusCode).toBe(410);
  }
  const { drafts } = (await call('GET', '', ada.headers)).json();
  expect(drafts.map((one: OrderDraft) => one.state).sort()).toEqual(['discarded', 'expired']);
  expect(await orders()).toBe(0);
});

it('a draft names no destination and no key of its own, and what cannot be ordered is refused', async () => {
  const { draftId } = await prepare(program, {
    extraDestinations: ['mallory@evil.example'],
    deliveryBits: 4096,
    webHook: { url: 'https://evil.example/' },
    idempotencyKey: 'chosen by others',
  });
  await call('POST', `/${draftId}/place`, ada.headers);
  const own = await house.store.db.selectFrom('orders').selectAll().executeTakeFirst();
  expect(own?.request).not.toContain('evil');
  expect(own?.idempotency_key).toBe(`draft-${draftId}`);
  const unknown = await call(
    'POST',
    '',
    program,
    requestOf('sgpnothing.b1', '2019-01-01', '2019-01-02'),
  );
  expect(unknown.json()).toMatchObject({ code: 'invalid-order' });
});

it(`at most ${MOST_DRAFTS} drafts wait at a time`, async () => {
  for (let n = 0; n < MOST_DRAFTS; n++) await prepare();
  const reply = await call('POST', '', program, SELECTED);
  expect(reply.json()).toMatchObject({ code: 'conflict' });
  const { drafts } = (await call('GET', '', ada.headers)).json();
  expect(drafts).toHaveLength(MOST_DRAFTS);
});
