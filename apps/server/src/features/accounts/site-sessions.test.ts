// Which sessions end when a sign-in site says that one of its own has ended: those of the person,
// of the session, or of both.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addPerson } from '../../core/accounts/people.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { endSessionsOf } from './site-sessions.ts';

const AT = 1_800_000_000;
const site = { id: 'lab', issuer: 'https://id.example' };
let store: TemporaryStore;

beforeEach(async () => {
  store = await temporaryStore();
  for (const name of ['ada', 'bob']) {
    const person = { userName: name, email: `${name}@example.org`, nameFirst: name, nameLast: '' };
    await addPerson(store.db, { ...person, password: 'an analytical engine' }, name);
    const identity = { issuer: site.issuer, subject: `${name}-there`, person_id: name };
    await store.db
      .insertInto('person_identities')
      .values({ ...identity, linked_at: 1 })
      .execute();
  }
  const session = (token_hash: string, person_id: string, site_session: string, more = {}) => ({
    ...{ token_hash, person_id, site_session, provider: 'lab', id_token: '' },
    ...{ created_at: AT - 10, expires_at: AT * 2, lifetime_s: 1, ...more },
  });
  await store.db
    .insertInto('sessions')
    .values([
      session('ada one', 'ada', 's1'),
      session('ada two', 'ada', 's2'),
      session('ada unknown', 'ada', ''),
      session('ada later', 'ada', 's1', { created_at: AT + 1 }),
      session('ada by password', 'ada', '', { provider: '' }),
      session('ada elsewhere', 'ada', 's1', { provider: 'uni' }),
      session('bob', 'bob', 's3'),
    ])
    .execute();
  await store.db
    .insertInto('sign_in_tickets')
    .values({
      ...{ ticket_hash: 't', browser_hash: 'b', person_id: 'ada', provider: 'lab' },
      ...{ id_token: '', expires_at: AT * 2, site_session: 's1' },
    })
    .execute();
});
afterEach(() => store.close());

const KEPT = ['ada by password', 'ada elsewhere', 'ada later', 'bob'];
it.each([
  ['the session', { subject: null, siteSession: 's1' }, ['ada two', 'ada unknown'], 0],
  ['the person', { subject: 'ada-there', siteSession: null }, [], 0],
  ['both', { subject: 'ada-there', siteSession: 's1' }, ['ada two'], 0],
  [
    'the session of another',
    { subject: 'bob-there', siteSession: 's1' },
    ['ada one', 'ada two', 'ada unknown'],
    1,
  ],
  [
    'a session that is unknown',
    { subject: null, siteSession: 'x' },
    ['ada one', 'ada two', 'ada unknown'],
    1,
  ],
  [
    'an empty session',
    { subject: null, siteSession: '' },
    ['ada one', 'ada two', 'ada unknown'],
    1,
  ],
] as const)('a notice that names %s', async (_, named, left, tickets) => {
  await endSessionsOf(store.db, site, { ...named, at: AT });
  const rows = await store.db.selectFrom('sessions').select('token_hash').execute();
  expect(rows.map((row) => row.token_hash).sort()).toEqual([...KEPT, ...left].sort());
  const spendable = await store.db.selectFrom('sign_in_tickets').selectAll().execute();
  expect(spendable).toHaveLength(tickets);
});
