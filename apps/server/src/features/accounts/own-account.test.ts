// What users see and change in their own account: names, password, sessions, tokens, data export,
// and deletion.
import { TOKEN_SCOPES } from '@isobar/contract/calls/own-account.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addPerson, findPerson } from '../../core/accounts/people.ts';
import { giveRole, rolesOf } from '../../core/accounts/roles.ts';
import { createLog } from '../../platform/log/log.ts';
import { forgetOrdersOf } from '../orders/forget.ts';
import { type AccountFixture, accountFixture } from './testing/account-fixture.ts';

const PASSWORD = 'an analytical engine';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let house: AccountFixture;
let personId: string;
let cookie: string;
const lines: string[] = [];

beforeEach(async () => {
  lines.length = 0;
  house = await accountFixture({
    log: createLog('debug', { write: (line) => lines.push(line) }),
    feature: { forgetOrders: forgetOrdersOf },
  });
  const ada = { userName: 'ada', email: 'ada@example.org', nameFirst: 'Ada', nameLast: 'Byron' };
  personId = await addPerson(house.store.db, { ...ada, password: PASSWORD });
  const bob = { userName: 'bob', email: 'bob@example.org', nameFirst: 'Bob', nameLast: '' };
  await addPerson(house.store.db, { ...bob, password: PASSWORD });
  ({ cookie } = await house.signIn('ada', PASSWORD, { 'user-agent': FIREFOX }));
});
afterEach(() => house.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const own = (
  method: Method,
  path: string,
  body?: object,
  as: Record<string, string> = { cookie },
) => house.send(method, `profile/${path}`, body, as);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const makeToken = async (scopes: readonly string[], name = 'script', days = 30) => {
  const reply = await own('POST', 'tokens', { name, scopes, days });
  return { status: reply.statusCode, ...reply.json() };
};

/** One incident from each address, with an answer that names it. */
async function writeIncidents(...senders: readonly string[]): Promise<void> {
  const { db } = house.store;
  for (const sender_email of senders) {
    const said = { sender_name: '', sender_email, subject: 'A file', message: 'It ends early.' };
    const state = { origin: 'a network', state: 'answered', context: null, ticket: null } as const;
    const { incident_id } = await db
      .insertInto('incidents')
      .values({ ...said, ...state, assignment_group: 'data', received_at: 0, closed_at: null })
      .returning('incident_id')
      .executeTakeFirstOrThrow();
    const text = `Dear ${sender_email}, fetch it again.`;
    await db.insertInto('incident_answers').values({ incident_id, answered_at: 1, text }).execute();
  }
}

it('the account shows itself and takes another name', async () => {
  expect((await own('GET', 'person')).json()).toMatchObject({
    personId,
    userName: 'ada',
    email: 'ada@example.org',
    hasPassword: true,
    shared: false,
    providers: [],
  });
  await own('PUT', 'person', { nameFirst: 'Augusta', nameLast: 'King' });
  expect((await own('GET', 'person')).json()).toMatchObject({
    nameFirst: 'Augusta',
    nameLast: 'King',
  });
});

it('the account takes a name and nothing else: no role, no other person, no address', async () => {
  const more = {
    personId: 'someone',
    userName: 'root',
    email: 'eve@example.org',
    roles: ['operator'],
    role: 'operator',
    __proto__: { roles: ['operator'] },
  };
  const names = { nameFirst: 'Ada', nameLast: 'King' };
  await own('PUT', 'person', { ...names, ...more });
  expect((await own('GET', 'person')).json()).toMatchObject({
    personId,
    userName: 'ada',
    email: 'ada@example.org',
    roles: [],
  });
  expect(await rolesOf(house.store.db, personId)).toEqual([]);
});

it('the account takes another password for the present one, and signs out everybody but this browser', async () => {
  const other = await house.signIn('ada', PASSWORD);
  const change = (current: string | undefined, next: string) =>
    own('PUT', 'password', { current, next });
  expect((await change('wrong', 'a difference engine')).statusCode).toBe(401);
  expect((await change(undefined, 'a difference engine')).statusCode).toBe(401);
  expect((await change(PASSWORD, 'ada')).statusCode).toBe(400);
  expect((await change(PASSWORD, 'a difference engine')).statusCode).toBe(200);
  expect((await own('GET', 'person')).statusCode).toBe(200);
  expect((await own('GET', 'person', undefined, { cookie: other.cookie })).statusCode).toBe(401);
  expect((await house.signIn('ada', 'a difference engine')).status).toBe(200);
  expect((await house.mailed()).map(({ subject }) => subject)).toEqual([
    'Your password was changed: Archive',
  ]);
});

it('limits guesses of the password in an open session', async () => {
  const codes: number[] = [];
  const from = { cookie, 'x-forwarded-for': '203.0.113.9' };
  for (let n = 0; n < 12; n++) {
    const guess = { current: `guess ${n}`, next: 'a difference engine' };
    codes.push((await own('PUT', 'password', guess, from)).statusCode);
  }
  expect(codes).toEqual([...Array(10).fill(401), 429, 429]);
});

const list = async () => (await own('GET', 'sessions')).json().sessions;

it('sessions are listed with their browsers, this one first, and ended one by one or all others', async () => {
  const second = await house.signIn('ada', PASSWORD, { 'user-agent': 'curl/8.0' });
  await house.signIn('ada', PASSWORD);
  const listed = await list();
  expect(listed).toHaveLength(3);
  expect(listed[0]).toMatchObject({ current: true, device: 'Firefox on Linux', provider: '' });
  expect(JSON.stringify(listed)).not.toContain(cookie.split('=')[1]);
  const one = listed.find(({ device }: { device: string }) => device === 'curl');
  expect((await own('DELETE', `sessions/${one.sessionId}`)).json()).toEqual({ signedOut: true });
  expect(
    (await house.send('GET', 'auth/login', undefined, { cookie: second.cookie })).statusCode,
  ).toBe(401);
  expect((await own('DELETE', `sessions/${one.sessionId}`)).statusCode).toBe(404);
  expect((await own('DELETE', 'sessions')).json()).toEqual({ signedOut: true });
  expect((await list()).map(({ current }: { current: boolean }) => current)).toEqual([true]);
});

it('sessions of other accounts are neither listed nor ended', async () => {
  const bob = await house.signIn('bob', PASSWORD);
  const [{ sessionId }] = await list();
  const as = { cookie: bob.cookie };
  expect((await own('DELETE', `sessions/${sessionId}`, undefined, as)).statusCode).toBe(404);
  expect((await own('DELETE', 'sessions/%25', undefined, as)).statusCode).toBe(400);
  expect(await list()).toHaveLength(1);
});

it('access tokens are shown once; only their hash is kept, and no log knows them', async () => {
  const made = await makeToken(['profile'], 'my notebook');
  expect(made).toMatchObject({ status: 200, name: 'my notebook', scopes: ['profile'] });
  expect(made.token).toMatch(/^isobar_[\w-]{43}$/);
  const listed = (await own('GET', 'tokens')).json();
  expect(listed.tokens).toEqual([
    expect.objectContaining({ name: 'my notebook', lastUsedAt: null, expired: false }),
  ]);
  await own('GET', 'cart', undefined, bearer(made.token));
  const stored = await house.store.db.selectFrom('access_tokens').selectAll().execute();
  for (const text of [JSON.stringify(listed), JSON.stringify(stored), lines.join()])
    expect(text).not.toContain(made.token);
  expect((await own('GET', 'tokens')).json().tokens[0].lastUsedAt).not.toBeNull();
  expect((await house.mailed()).at(-1)?.text).toContain('my notebook');
});

it('access tokens allow the calls that their scopes name, as TOKEN, as USERID:TOKEN and as Basic, and no others', async () => {
  const { token } = await makeToken(['profile']);
  const basic = Buffer.from(`ada:${token}`).toString('base64');
  for (const authorization of [`Bearer ${token}`, `Bearer ada:${token}`, `Basic ${basic}`])
    expect((await own('GET', 'cart', undefined, { authorization })).statusCode).toBe(200);
  expect((await own('GET', 'cart', undefined, bearer(`bob:${token}`))).statusCode).toBe(401);
  expect((await own('GET', 'cart', undefined, bearer(`${token}x`))).statusCode).toBe(401);
  const data = await makeToken(['data'], 'data only');
  const refused = await own('GET', 'cart', undefined, bearer(data.token));
  expect(refused.json()).toMatchObject({
    code: 'forbidden',
    message: 'This access token does not have the scope profile.',
  });
});

it('access tokens have the scopes that they were made with, whatever a caller says of them', async () => {
  const { token } = await makeToken(['data']);
  const said = {
    ...bearer(token),
    scope: 'profile',
    scopes: 'profile',
    'x-scopes': 'data profile',
  };
  for (const path of ['cart', 'cart?scope=profile', 'cart?scopes=profile,data'])
    expect([path, (await own('GET', path, undefined, said)).statusCode]).toEqual([path, 403]);
  const twice = { authorization: `Bearer ${token} scope=profile` };
  expect((await own('GET', 'cart', undefined, twice)).statusCode).not.toBe(200);
});

it('access tokens never extend their own rights: calls on the account itself accept none', async () => {
  await giveRole(house.store.db, 'ada', 'operator');
  const { token } = await makeToken(Object.keys(TOKEN_SCOPES));
  const calls: [Method, string, object?][] = [
    ['GET', 'person'],
    ['PUT', 'person', { nameFirst: 'Eve', nameLast: '' }],
    ['PUT', 'password', { current: PASSWORD, next: 'a difference engine' }],
    ['POST', 'email', { current: PASSWORD, email: 'eve@example.org' }],
    ['GET', 'sessions'],
    ['DELETE', 'sessions'],
    ['GET', 'tokens'],
    ['POST', 'tokens', { name: 'more', scopes: ['profile'], days: 366 }],
    ['GET', 'export'],
    ['POST', 'leave', { current: PASSWORD, userName: 'ada' }],
  ];
  for (const [method, path, body] of calls)
    expect([path, (await own(method, path, body, bearer(token))).statusCode]).toEqual([path, 403]);
  expect((await findPerson(house.store.db, 'ada'))?.name_first).toBe('Ada');
});

it('access tokens have a role only where their owner has it', async () => {
  expect((await makeToken(['operator'])).status).toBe(400);
  await giveRole(house.store.db, 'ada', 'operator');
  expect((await makeToken(['operator'])).status).toBe(200);
});

it('end: by their day, when revoked, and with the account', async () => {
  const short = await makeToken(['profile'], 'short', 1);
  const long = await makeToken(['profile'], 'long', 300);
  const opens = async ({ token }: { token: string }) =>
    (await own('GET', 'cart', undefined, bearer(token))).statusCode;
  house.clock.ms += 86_400_000 + 1000;
  expect([await opens(short), await opens(long)]).toEqual([401, 200]);
  ({ cookie } = await house.signIn('ada', PASSWORD));
  expect((await own('GET', 'tokens')).json().tokens).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ name: 'short', expired: true }),
      expect.objectContaining({ name: 'long', expired: false }),
    ]),
  );
  const bob = await house.signIn('bob', PASSWORD);
  const foreign = await own('DELETE', `tokens/${long.tokenId}`, undefined, {
    cookie: bob.cookie,
  });
  expect([foreign.statusCode, await opens(long)]).toEqual([404, 200]);
  expect((await own('DELETE', `tokens/${long.tokenId}`)).json()).toEqual({ revoked: true });
  expect(await opens(long)).toBe(401);
});

it('access tokens are few, each with a name of its own, and at most a year long', async () => {
  expect((await makeToken(['profile'], 'a', 367)).status).toBe(400);
  expect((await makeToken([], 'a')).status).toBe(400);
  expect((await makeToken(['everything'], 'a')).status).toBe(400);
  expect((await makeToken(['profile'], 'a')).status).toBe(200);
  expect((await makeToken(['profile'], 'a')).status).toBe(409);
  for (let n = 1; n < 20; n++) await makeToken(['profile'], `n${n}`);
  expect((await makeToken(['profile'], 'one more')).status).toBe(409);
  expect((await own('GET', 'tokens')).json().tokens).toHaveLength(20);
});

const order = {
  person_id: '',
  order_date: 1_700_000_000,
  request: '{"selectedData":{"note":"as ordered"}}',
  step: 'complete' as const,
  file_count: 3,
  bytes: 1000,
  progress: '{}',
  completed_at: 1_700_000_100,
  expires_at: 9e9,
};

it('one’s own data come as one file with everything that is kept, and nothing that opens anything', async () => {
  const { db } = house.store;
  for (let n = 0; n < 45; n++)
    await db
      .insertInto('orders')
      .values({ ...order, person_id: personId })
      .execute();
  await own('PUT', 'cart', { items: [{ id: 'in my cart' }] });
  await makeToken(['data'], 'exported token');
  const reply = await own('GET', 'export');
  expect(reply.headers['content-disposition']).toContain('isobar-ada.json');
  const data = reply.json();
  expect(data.account).toMatchObject({ userName: 'ada', hasPassword: true });
  expect(data.orders).toHaveLength(45);
  expect(data.orders[44]).toMatchObject({ request: { selectedData: { note: 'as ordered' } } });
  expect(data.cart[0]).toEqual([{ id: 'in my cart' }]);
  expect(data.accessTokens).toMatchObject([{ name: 'exported token' }]);
  for (const column of ['password_hash', 'token_hash']) expect(reply.body).not.toContain(column);
});

it('one’s own data are deleted with the account: records that others rely on stay without the name', async () => {
  const { db } = house.store;
  await db
    .insertInto('orders')
    .values([
      { ...order, person_id: personId },
      { ...order, person_id: personId, step: 'anders', completed_at: null },
      { ...order, person_id: 'bob' },
    ])
    .execute();
  const [first, second] = await db
    .selectFrom('orders')
    .select('order_id')
    .orderBy('order_id')
    .execute();
  await db
    .insertInto('jobs')
    .values({
      kind: 'order',
      subject: String(second!.order_id),
      person_id: personId,
      state: 'running',
      step: 'extract',
      payload: '{}',
      priority: 0,
      attempts: 0,
      failures: 0,
      run_at_ms: 0,
      created_at_ms: 0,
    })
    .execute();
  const leave = (userName: string, current = PASSWORD) =>
    own('POST', 'leave', { userName, current });
  expect((await leave('ada', 'wrong')).statusCode).toBe(401);
  expect((await leave('eve')).statusCode).toBe(400);
  expect((await leave('ADA ')).statusCode).toBe(200);
  expect(await findPerson(db, 'ada')).toBeNull();
  expect((await own('GET', 'person')).statusCode).toBe(401);
  for (const table of ['sessions', 'access_tokens', 'preferences', 'carts'] as const)
    expect(
      await db.selectFrom(table).selectAll().where('person_id', '=', personId).execute(),
    ).toEqual([]);
  const orders = await db.selectFrom('orders').selectAll().orderBy('order_id').execute();
  expect(orders[0]?.person_id).toMatch(/^former-/);
  expect(orders[1]).toMatchObject({
    person_id: orders[0]?.person_id,
    suspend_reason: 'Cancelled',
  });
  expect(orders[2]).toMatchObject({ person_id: 'bob', expires_at: 9e9, suspend_reason: null });
  const jobs = await db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '!=', 'account-mail')
    .execute();
  expect(jobs.map(({ kind, state, person_id }) => [kind, state, person_id])).toEqual([
    ['order', 'cancelled', null],
    ['forget-deliveries', 'waiting', null],
  ]);
  expect(JSON.parse(jobs[1]!.payload).orderIds).toContain(first!.order_id);
  expect((await house.mailed()).at(-1)).toMatchObject({
    to: { address: 'ada@example.org' },
    subject: 'Your account was deleted: Archive',
  });
});

it('one’s own data are gone from every table once the account is deleted, but for the mail that confirms it', async () => {
  const { db } = house.store;
  const ada = 'ada@example.org';
  // A client asked for a password for this address, without an account being looked up.
  await db
    .insertInto('account_requests')
    .values({
      request_id: 'r1',
      kind: 'password',
      email: ada,
      person_id: null,
      payload: '{}',
      created_at: 0,
      expires_at: 9e9,
      used_at: null,
    })
    .execute();
  await writeIncidents('Ada@Example.org', 'bob@example.org');
  await own('POST', 'leave', { userName: 'ada', current: PASSWORD });
  const others = await db.selectFrom('incidents').select('sender_email').execute();
  expect(others).toEqual([{ sender_email: 'bob@example.org' }]);
  const tables = await db.introspection.getTables();
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables) {
    const rows = await db
      .selectFrom(name as 'people')
      .selectAll()
      .execute();
    const left = rows.filter((row) => JSON.stringify(row).toLowerCase().includes(ada));
    if (name !== 'jobs') expect([name, left]).toEqual([name, []]);
  }
});
