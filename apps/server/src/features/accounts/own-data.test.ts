// The export of one's own data: every section has what is kept of the person, in words and dates,
// and nothing of anyone else.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertPerson } from '../../core/accounts/people.ts';
import { giveRole } from '../../core/accounts/roles.ts';
import { makeToken } from '../../core/accounts/tokens.ts';
import { COMMAND_LINE, noteAct } from '../../core/audit/audit.ts';
import { type AccountFixture, accountFixture } from './testing/account-fixture.ts';

const AT = 1_700_000_000;
const INSTANT = '2023-11-14T22:13:20Z';
let house: AccountFixture;
let body: string;
let data: Record<string, unknown>;

/** A row in every table of which the export has a section; each names the person. */
async function keepAllOf(person_id: string): Promise<void> {
  const { db } = house.store;
  const of = `of ${person_id}`;
  const person = {
    ...{ userName: person_id, nameFirst: of, nameLast: '', passwordHash: '' },
    email: `${person_id}@example.org`,
  };
  await insertPerson(db, person, person_id);
  await giveRole(db, person_id, 'operator');
  const made = { name: of, scopes: ['data' as const], days: 30 };
  await makeToken(db, person_id, made, AT);
  const identity = { issuer: 'https://lab.example', subject: of, linked_at: AT, proof: 'mail' };
  await db
    .insertInto('person_identities')
    .values({ ...identity, person_id })
    .execute();
  const beta = { app_name: 'discovery', feature_name: of };
  await db
    .insertInto('beta_users')
    .values({ ...beta, person_id })
    .execute();
  const preference = { application: 'discovery', preference: 'email', value: of };
  await db
    .insertInto('preferences')
    .values({ ...preference, person_id })
    .execute();
  await db
    .insertInto('saved_searches')
    .values({
      ...{ search_id: of, person_id, name: of, name_key: of, kind: 'data', tell: 'daily' },
      ...{ address: '{}', seen: '{}', saved_at: AT, opened_at: AT, told_at: AT, told: '{}' },
    })
    .execute();
  const recommended = { kind: 'data', instruments: of, made_at: AT };
  await db
    .insertInto('recommendations')
    .values({ ...recommended, person_id })
    .execute();
  await db
    .insertInto('drop_boxes')
    .values({ person_id, token: 'a sealed key', linked_at: AT })
    .execute();
  const { order_id } = await db
    .insertInto('orders')
    .values({
      ...{ person_id, order_date: AT, request: JSON.stringify({ note: of }), progress: '{}' },
      ...{ step: 'complete', file_count: 3, bytes: 1000, completed_at: AT, expires_at: null },
    })
    .returning('order_id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('cited_orders')
    .values({ order_id, person_id, cited_at: AT, doi: of, record: '', recipe: '', reports: '' })
    .execute();
  await db
    .insertInto('order_drafts')
    .values({
      ...{ draft_id: of, person_id, made_at: AT, expires_at: AT, files: 1, bytes: 1 },
      ...{ selected: JSON.stringify({ note: of }), token: of, client: 'a program' },
      ...{ state: 'open', order_id: null },
    })
    .execute();
  await db
    .insertInto('incidents')
    .values({
      ...{ sender_name: '', sender_email: `${person_id}@Example.org`, subject: of, message: of },
      ...{ assignment_group: 'data', context: null, origin: 'a network', state: 'received' },
      ...{ ticket: null, received_at: AT, closed_at: null },
    })
    .execute();
  const act = { action: 'person.beta', subject: of, note: 'a feature', aboutId: person_id };
  await noteAct(db, COMMAND_LINE, act, AT);
  const operator = { personId: person_id, name: of };
  await noteAct(db, operator, { action: 'person.add', subject: 'bob', aboutId: 'bob' }, AT);
  const cart = JSON.stringify([{ note: of }]);
  await db.insertInto('carts').values({ person_id, cart, updated_at: AT }).execute();
}

beforeAll(async () => {
  house = await accountFixture();
  for (const id of ['ada', 'bob']) await keepAllOf(id);
  await house.sessionOf('bob', { 'user-agent': 'of bob' });
  const { cookie } = await house.sessionOf('ada', { 'user-agent': 'curl/8.0' });
  const reply = await house.send('GET', 'profile/export', undefined, { cookie });
  body = reply.body;
  data = reply.json();
});
afterAll(() => house.close());

it('the export of a person names no one else', () => {
  expect(body).toContain('of ada');
  expect(body).not.toContain('bob');
});

it('the export has the account, its roles, sites, sessions and tokens', () => {
  expect(data).toMatchObject({
    exportedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    account: {
      ...{ personId: 'ada', userName: 'ada', email: 'ada@example.org', nameFirst: 'of ada' },
      ...{ hasPassword: false, expiresAt: null, createdAt: expect.stringMatching(/Z$/) },
    },
    roles: ['operator'],
    signInSites: [{ issuer: 'https://lab.example', subject: 'of ada', linked_at: INSTANT }],
    sessions: [{ startedAt: expect.stringMatching(/Z$/), device: 'curl', browser: 'curl/8.0' }],
    accessTokens: [{ name: 'of ada', scopes: ['data'], expired: true }],
  });
});

it('the export has what the person set, saved, wrote and ordered, with dates and numbers', () => {
  expect(data).toMatchObject({
    betaFeatures: [{ app_name: 'discovery', feature_name: 'of ada' }],
    preferences: [{ application: 'discovery', preference: 'email', value: 'of ada' }],
    savedSearches: [
      {
        ...{ name: 'of ada', kind: 'data', address: '{}', tell: 'daily', hook_url: null },
        ...{ saved_at: INSTANT, opened_at: INSTANT },
      },
    ],
    recommendations: [{ kind: 'data', instruments: 'of ada', made_at: INSTANT }],
    dropBox: [{ linked_at: INSTANT }],
    citableOrders: [{ order_id: expect.any(Number), cited_at: INSTANT, doi: 'of ada' }],
    orderDrafts: [
      { made_at: INSTANT, state: 'open', order_id: null, selected: { note: 'of ada' } },
    ],
    supportMessages: [
      { subject: 'of ada', message: 'of ada', received_at: INSTANT, closed_at: null },
    ],
    actsOfOperators: [{ at: INSTANT, action: 'person.beta', subject: 'of ada', note: 'a feature' }],
    actsAsOperator: [{ at: INSTANT, action: 'person.add' }],
    cart: [[{ note: 'of ada' }]],
    orders: [
      {
        ...{
          orderId: expect.any(Number),
          order_date: INSTANT,
          completed_at: INSTANT,
          expires_at: null,
        },
        ...{ step: 'complete', file_count: 3, bytes: 1000, request: { note: 'of ada' } },
      },
    ],
  });
});

it('the export repeats no secret: neither the key of a cloud folder nor a hash', () => {
  for (const word of ['a sealed key', 'hash']) expect(body).not.toContain(word);
});
