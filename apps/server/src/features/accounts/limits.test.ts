// Calls about accounts take no long bodies: unauthenticated callers could send as many as they
// like.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertPerson } from '../../core/accounts/people.ts';
import { type AccountFixture, accountFixture } from './testing/account-fixture.ts';

let house: AccountFixture;
let session: { readonly cookie: string };
beforeAll(async () => {
  house = await accountFixture();
  const ada = { userName: 'ada', email: 'ada@example.org', nameFirst: 'Ada', nameLast: 'Byron' };
  session = await house.sessionOf(await insertPerson(house.store.db, { ...ada, passwordHash: '' }));
});
afterAll(() => house.close());

const KB = 1024;
it.each([
  ['POST', 'auth/register', 16],
  ['POST', 'auth/forgotten', 4],
  ['POST', 'auth/confirm', 8],
  ['POST', 'auth/confirm/look', 4],
  ['POST', 'auth/connect', 8],
  ['POST', 'auth/connect/mail', 4],
  ['PUT', 'profile/person', 4],
  ['PUT', 'profile/password', 8],
  ['POST', 'profile/email', 8],
  ['POST', 'profile/leave', 8],
  ['POST', 'profile/tokens', 4],
  ['POST', 'profile/searches', 64],
] as const)('%s %s takes no body of more than %s kB', async (method, path, most) => {
  const { cookie } = session;
  const statusOf = async (bytes: number) => {
    const body = { padding: 'x'.repeat(bytes - '{"padding":""}'.length) };
    return (await house.send(method, path, body, { cookie })).statusCode;
  };
  expect(await statusOf(most * KB)).not.toBe(413);
  expect(await statusOf(most * KB + 1)).toBe(413);
});
