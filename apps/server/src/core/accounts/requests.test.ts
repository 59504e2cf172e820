// Links in mails: how long each kind is valid to the second, for which account, and once only; and
// the jobs that mail them.

import { expect, it } from 'vitest';
import { dropRequests, fileRequest, keyOf, notify, requestOf, spend } from './requests.ts';
import { withAdaAndBob } from './testing/with-ada-and-bob.ts';

const NOW = 1_700_000_000;
const SECRET = new Uint8Array(32).fill(7);
const here = withAdaAndBob();

/** Files one and answers the key of its link. */
async function filed(kind: 'register' | 'password' | 'email', personId?: string): Promise<string> {
  const known = new Set((await kept()).map(({ request_id }) => request_id));
  const whose = personId === undefined ? {} : { personId };
  await fileRequest(here.store.db, { kind, email: 'ada@example.org', ...whose }, NOW);
  const added = (await kept()).find(({ request_id }) => !known.has(request_id));
  return keyOf(SECRET, added?.request_id ?? '');
}
const kept = () => here.store.db.selectFrom('account_requests').selectAll().execute();
const look = (key: string, at = NOW, secret = SECRET) => requestOf(here.store.db, secret, key, at);
const gone = expect.objectContaining({ code: 'gone' });

it.each([
  ['register', 86_400],
  ['password', 3600],
  ['email', 86_400],
] as const)('links to confirm %s are good for %i seconds', async (kind, seconds) => {
  const key = await filed(kind);
  expect(await look(key, NOW + seconds - 1)).toMatchObject({
    kind,
    email: 'ada@example.org',
    person_id: null,
    payload: '{}',
    created_at: NOW,
  });
  await expect(look(key, NOW + seconds)).rejects.toEqual(gone);
});

it('links of another installation, of no request and of no shape are refused', async () => {
  const key = await filed('email');
  await expect(look(key, NOW, new Uint8Array(32).fill(8))).rejects.toEqual(gone);
  await expect(look(keyOf(SECRET, '01234567-89ab-cdef-0123-456789abcdef'))).rejects.toEqual(gone);
  for (const shape of ['', ` ${key}`, `${key} `, key.slice(1), key.slice(0, -1)])
    await expect(look(shape)).rejects.toEqual(gone);
  expect(await look(key)).toMatchObject({ kind: 'email' });
});

it('links of a kind that a later version took away are refused', async () => {
  const key = await filed('email');
  await here.store.db.updateTable('account_requests').set({ kind: 'gone' }).execute();
  await expect(look(key)).rejects.toEqual(gone);
});

it('links are spent once, and what they carried is forgotten', async () => {
  const key = await filed('register');
  const other = await filed('register');
  const { request_id } = await look(key);
  await spend(here.store.db, request_id, NOW + 5);
  await expect(spend(here.store.db, request_id, NOW + 6)).rejects.toEqual(gone);
  await expect(look(key)).rejects.toEqual(gone);
  const spent = (await kept()).find((row) => row.request_id === request_id);
  expect(spent).toMatchObject({ used_at: NOW + 5, payload: '{}' });
  expect(await look(other)).toMatchObject({ used_at: null });
});

it('links that were mailed to one person become invalid, not those of others, and what was used stays known', async () => {
  const used = await look(await filed('email', 'ada'));
  await spend(here.store.db, used.request_id, NOW);
  const adas = await filed('email', 'ada');
  const bobs = await filed('email', 'bob');
  await dropRequests(here.store.db, 'ada');
  await expect(look(adas)).rejects.toEqual(gone);
  expect(await look(bobs)).toMatchObject({ person_id: 'bob' });
  expect((await kept()).map(({ person_id, used_at }) => [person_id, used_at]).sort()).toEqual([
    ['ada', NOW],
    ['bob', null],
  ]);
});

it('jobs of the worker hold only the id of a request, but the whole of a notice', async () => {
  await filed('password');
  const notice = { what: 'token', name: 'Ada', email: 'ada@example.org', detail: 'mine' } as const;
  await notify(here.store.db, notice);
  const [request] = await kept();
  const jobs = await here.store.db.selectFrom('jobs').selectAll().orderBy('job_id').execute();
  expect(jobs.map(({ kind, step, person_id }) => [kind, step, person_id])).toEqual([
    ['account-mail', 'request', null],
    ['account-mail', 'notice', null],
  ]);
  expect(jobs.map(({ payload }) => JSON.parse(payload))).toEqual([
    { requestId: request?.request_id },
    notice,
  ]);
});
