// Drop box delivery: linked by its owner only, kept sealed, filled by an order, and never in the
// way of one.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDropbox } from '../../../adapters/drop-box-dropbox.ts';
import {
  type DropboxServer,
  startDropboxServer,
} from '../../../adapters/testing/dropbox-server.ts';
import { sealWith } from '../../../platform/keys/seal.ts';
import { signingKey } from '../../../platform/keys/signing-key.ts';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from '../testing/order-fixture.ts';

const MET = 'sgpmetE13.b1';
const ORDERS = '/services/order/orders';

let server: DropboxServer;
let house: OrderFixture;
let ada: { personId: string; headers: { cookie: string } };
beforeEach(async () => {
  server = await startDropboxServer();
  house = await openOrderFixture('sqlite', async (home) => ({
    seal: sealWith(await signingKey(home)),
    dropBox: openDropbox({
      key: 'app',
      secret: 's3cret',
      addresses: server.addresses,
      patience: { first: 1, tries: 2, timeout: 5000, longest: 10 },
    }),
  }));
  ada = await house.signIn('ada');
  await addMetDays(house, MET, 2);
});
afterEach(async () => {
  await house.close();
  await server.close();
});

const get = (url: string, { headers } = ada) => house.app.inject({ url, headers });
const linked = async () => (await get(`${ORDERS}/validate/dropbox/${ada.personId}`)).json();
const order = (headers = ada.headers) =>
  house.app.inject({
    method: 'POST',
    url: `${ORDERS}/create`,
    headers,
    payload: { ...requestOf(MET, '2019-01-01', '2019-01-02'), deliveryBits: 1 + 2 },
  });
const status = async (orderId: number) => (await get(`/services/order/status/${orderId}`)).json();

async function link(): Promise<void> {
  const led = await get(`${ORDERS}/dropbox/link`);
  expect(led.statusCode).toBe(303);
  const state = new URL(String(led.headers.location)).searchParams.get('state') ?? '';
  server.codes.add('code');
  const back = await get(
    `${ORDERS}/dropbox/callback?${new URLSearchParams({ state, code: 'code' })}`,
  );
  expect(back.body).toContain('Your Drop Box is linked.');
}

describe('linking', () => {
  it('[P043] validate/dropbox answers false with the address that links it, then true in data', async () => {
    expect(await linked()).toEqual({ data: false, linkUrl: `${ORDERS}/dropbox/link` });
    await link();
    expect(await linked()).toEqual({ data: true });
    const { personId } = await house.signIn('bob');
    expect((await get(`${ORDERS}/validate/dropbox/${personId}`)).statusCode).toBe(403);
  });

  it('linking keeps the token sealed, and forgets it when the permission is taken back', async () => {
    await link();
    const rows = await house.store.db.selectFrom('drop_boxes').selectAll().execute();
    const [token = ''] = server.tokens;
    expect(token).not.toBe('');
    expect(JSON.stringify(rows)).not.toContain(token);
    const { headers } = ada;
    await house.app.inject({ method: 'POST', url: `${ORDERS}/dropbox/unlink`, headers });
    expect(server.tokens.size).toBe(0);
    expect(await linked()).toMatchObject({ data: false });
  });

  it("linking takes no state that is forged or another person's, and goes on when a person says no", async () => {
    const bob = await house.signIn('bob');
    const led = await get(`${ORDERS}/dropbox/link`, bob);
    const state = new URL(String(led.headers.location)).searchParams.get('state') ?? '';
    server.codes.add('code');
    for (const forged of [state, 'x', `${state}x`]) {
      const query = new URLSearchParams({ state: forged, code: 'code' });
      expect((await get(`${ORDERS}/dropbox/callback?${query}`)).statusCode).toBe(403);
    }
    const refused = new URLSearchParams({ state, error: 'access_denied' });
    const back = await get(`${ORDERS}/dropbox/callback?${refused}`, bob);
    expect(back.body).toContain('was not linked');
    expect(await house.store.db.selectFrom('drop_boxes').selectAll().execute()).toEqual([]);
  });
});

describe('delivering', () => {
  it('delivering brings every file of the delivery into a folder of the order', async () => {
    await link();
    const { orderId } = (await order()).json();
    await house.work();
    const done = await status(orderId);
    expect(done).toMatchObject({ curStep: 'complete', missing: [] });
    const manifest = (await get(`${done.delivery.url}index.json`)).json();
    expect([...server.files.keys()].sort()).toEqual(
      manifest.files.map((file: { name: string }) => `/order-${orderId}/${file.name}`).sort(),
    );
    for (const file of manifest.files)
      expect(server.files.get(`/order-${orderId}/${file.name}`)?.length).toBe(file.bytes);
  });

  it('delivering is refused while nothing is linked', async () => {
    const reply = await order();
    expect(reply.statusCode).toBe(400);
    expect(reply.json().message).toBe('Your account is not linked to a Drop Box.');
  });

  it.each([
    [
      'full',
      () => Object.assign(server, { full: true }),
      'There is no space left in the Drop Box.',
    ],
    ['unlinked meanwhile', () => server.tokens.clear(), 'not linked to a Drop Box'],
    ['away', () => Object.assign(server, { busy: 1e6 }), 'cannot be reached'],
  ])(
    'that is %s delays nothing else: the order completes and reports it',
    async (_, fail, reason) => {
      await link();
      const { orderId } = (await order()).json();
      fail();
      await house.work();
      expect(await status(orderId)).toMatchObject({
        curStep: 'complete',
        failure: null,
        missing: [{ file: 'Drop Box', reason: expect.stringContaining(reason) }],
        delivery: { fileCount: 2 },
      });
    },
  );
});

it('[P043] the drop box reports where none is configured', async () => {
  const plain = await openOrderFixture();
  try {
    const { personId, headers } = await plain.signIn('ada');
    const reply = await plain.app.inject({
      url: `${ORDERS}/validate/dropbox/${personId}`,
      headers,
    });
    expect([reply.statusCode, reply.json()]).toEqual([200, { data: false }]);
    const link = await plain.app.inject({ url: `${ORDERS}/dropbox/link`, headers });
    expect([link.statusCode, link.json().message]).toEqual([
      503,
      'Drop box delivery is not set up at this archive.',
    ]);
  } finally {
    await plain.close();
  }
});
