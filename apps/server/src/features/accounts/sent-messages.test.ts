// Messages to support belong to the account of their address, in whatever case and alphabet it was
// typed.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addPerson } from '../../core/accounts/people.ts';
import { type AccountFixture, accountFixture } from './testing/account-fixture.ts';

const PASSWORD = 'an analytical engine';
let house: AccountFixture;
beforeEach(async () => {
  house = await accountFixture();
});
afterEach(() => house.close());

/** One message from each address, with an answer. */
async function writeMessages(...senders: readonly string[]): Promise<void> {
  const { db } = house.store;
  for (const sender_email of senders) {
    const { incident_id } = await db
      .insertInto('incidents')
      .values({
        ...{ sender_name: '', sender_email, subject: sender_email, message: 'It ends early.' },
        ...{ origin: 'a network', state: 'answered', context: null, ticket: null },
        ...{ assignment_group: 'data', received_at: 0, closed_at: null },
      })
      .returning('incident_id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('incident_answers')
      .values({ incident_id, answered_at: 1, text: 'Fetch it again.' })
      .execute();
  }
}

it('messages of an address with letters beyond ASCII are exported and deleted in whatever case they were sent', async () => {
  const { db } = house.store;
  const person = { userName: 'adne', email: 'ådne@example.org', nameFirst: 'Å', nameLast: '' };
  const personId = await addPerson(db, { ...person, password: PASSWORD });
  const own = ['Ådne@Example.org', 'ådne@example.org'];
  const others = ['adne@example.org', 'dne@example.org', 'ådne@example.org.au'];
  await writeMessages(...own, ...others);
  const { cookie } = await house.sessionOf(personId);
  const data = (await house.send('GET', 'profile/export', undefined, { cookie })).json();
  expect(data.supportMessages.map((one: { subject: string }) => one.subject)).toEqual(own);
  const body = { userName: 'adne', current: PASSWORD };
  expect((await house.send('POST', 'profile/leave', body, { cookie })).statusCode).toBe(200);
  const left = await db
    .selectFrom('incidents')
    .select('sender_email')
    .orderBy('incident_id')
    .execute();
  expect(left.map((one) => one.sender_email)).toEqual(others);
  expect(await db.selectFrom('incident_answers').selectAll().execute()).toHaveLength(3);
});
