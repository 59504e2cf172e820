// Roles: given, asked for, taken away, and only those that there are; and the name under which acts
// are recorded.

import { expect, it } from 'vitest';
import { giveRole, requireRole, rolesOf } from './roles.ts';
import { writtenBy } from './session.ts';
import { withAdaAndBob } from './testing/with-ada-and-bob.ts';

const here = withAdaAndBob();

it('a role allows the calls that require it, and only to those who have it', async () => {
  await giveRole(here.store.db, 'ada@example.org', 'operator');
  await expect(requireRole(here.store.db, 'ada', 'operator')).resolves.toBeUndefined();
  await expect(requireRole(here.store.db, 'bob', 'operator')).rejects.toMatchObject({
    code: 'forbidden',
    message: 'This needs the role operator, which your account does not have.',
  });
});

it('roles are given twice as once, by the operator from then on, and taken away all at once', async () => {
  await here.store.db
    .insertInto('person_roles')
    .values({ person_id: 'ada', role: 'operator', given_at: 1, given_by: 'lab' })
    .execute();
  await giveRole(here.store.db, 'bob', 'operator');
  await giveRole(here.store.db, 'ada', 'operator');
  const rows = await here.store.db.selectFrom('person_roles').selectAll().execute();
  expect(rows.map(({ person_id, given_by }) => [person_id, given_by]).sort()).toEqual([
    ['ada', ''],
    ['bob', ''],
  ]);
  const age = Date.now() / 1000 - Number(rows.find((row) => row.person_id === 'bob')?.given_at);
  expect(Math.abs(age)).toBeLessThan(3600);
  await giveRole(here.store.db, 'ada', null);
  expect([await rolesOf(here.store.db, 'ada'), await rolesOf(here.store.db, 'bob')]).toEqual([
    [],
    ['operator'],
  ]);
});

it('roles that do not exist are refused, and those of an earlier version say nothing', async () => {
  await expect(giveRole(here.store.db, 'ada', 'king')).rejects.toMatchObject({
    code: 'bad-request',
  });
  await expect(giveRole(here.store.db, 'eve', 'operator')).rejects.toMatchObject({
    code: 'not-found',
  });
  await here.store.db
    .insertInto('person_roles')
    .values({ person_id: 'ada', role: 'curator', given_at: 1 })
    .execute();
  expect(await rolesOf(here.store.db, 'ada')).toEqual([]);
});

it.each([
  ['Ada', 'Byron', 'Ada Byron'],
  ['Ada', '', 'Ada'],
  ['', 'Byron', 'Byron'],
  ['', '', 'ada'],
])('acts of %s %s are recorded under %s', (nameFirst, nameLast, name) => {
  const session = { personId: 'id', userName: 'ada', nameFirst, nameLast, email: '' };
  expect(writtenBy({ ...session, expired: false })).toEqual({ personId: 'id', name });
});
