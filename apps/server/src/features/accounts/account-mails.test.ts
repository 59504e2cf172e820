// Mails about accounts: which are sent, and which are not: late ones, those of spent links, and
// those to addresses that do not exist.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { insertPerson, type Person, requirePersonById } from '../../core/accounts/people.ts';
import {
  ACCOUNT_MAIL_JOB,
  fileRequest,
  type NewRequest,
  notify,
} from '../../core/accounts/requests.ts';
import { drain } from '../../core/jobs/job-runner.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Mail } from '../../ports/mail.ts';
import { accountMailJobs } from './account-mails.ts';
import { reached } from './reached.ts';
import {
  type AccountFixture,
  accountFixture,
  keyIn,
  SECRET,
  SITE,
} from './testing/account-fixture.ts';

let house: AccountFixture;
let ada: Person;
beforeEach(async () => {
  house = await accountFixture();
  ada = await addPerson('ada', 'ada@example.org', 'Ada');
});
afterEach(() => house.close());

async function addPerson(userName: string, email: string, nameFirst = ''): Promise<Person> {
  const { db } = house.store;
  const person = { userName, email, nameFirst, nameLast: '', passwordHash: '' };
  return await requirePersonById(db, await insertPerson(db, person));
}
const seconds = () => Math.floor(house.clock.ms / 1000);
const file = (request: NewRequest, at = seconds()) => fileRequest(house.store.db, request, at);
const texts = (mails: readonly Mail[]) => mails.map(({ text }) => text).join('\n');

it('a link that is over, or was used, is not mailed', async () => {
  await file({ kind: 'password', email: 'ada' }, seconds() - 3601);
  await file({ kind: 'register', email: 'new@example.org' }, seconds() - 86_401);
  await file({ kind: 'password', email: 'ada' });
  await house.store.db.updateTable('account_requests').set({ used_at: seconds() }).execute();
  expect(await house.mailed()).toEqual([]);
  await file({ kind: 'register', email: 'new@example.org' }, seconds() - 86_000);
  const [mail, ...others] = await house.mailed();
  expect([mail?.to, others]).toEqual([{ name: '', address: 'new@example.org' }, []]);
  expect(mail?.text).toMatch(/^Dear colleague,\n\n/);
});

it('the link of a new password goes to the address of the account, whatever was typed', async () => {
  for (const email of ['ada', 'ada@example.org']) await file({ kind: 'password', email });
  const mails = await house.mailed();
  expect(mails.map(({ to }) => to)).toEqual(Array(2).fill({ name: 'Ada', address: ada.email }));
  expect(new Set(mails.map(keyIn)).size).toBe(2);
  expect(texts(mails)).toContain(`${SITE.url}/discovery/#/confirm/${keyIn(mails[0])}`);
  const jobs = await house.store.db.selectFrom('jobs').select('state').execute();
  expect(jobs).toEqual([{ state: 'done' }, { state: 'done' }]);
});

it('an address that an account has already is answered by mail, without a link that confirms anything', async () => {
  const payload = JSON.stringify({ userName: 'eve', nameFirst: 'Buy', nameLast: 'this' });
  await file({ kind: 'register', email: ada.email, payload });
  await file({ kind: 'email', email: ada.email });
  const mails = await house.mailed();
  expect(mails.map(({ subject }) => subject)).toEqual(
    Array(2).fill('You have an account: Archive'),
  );
  expect(mails.map(keyIn)).toEqual(['', '']);
  expect(texts(mails)).toContain('its user name is ada.');
  expect(texts(mails)).not.toContain('Buy');
});

it('nothing is sent to an address that cannot exist', async () => {
  const shown = await addPerson('shown', 'shown@isobar.invalid');
  await file({ kind: 'password', email: 'shown' });
  await notify(house.store.db, { what: 'left', ...reached(shown) });
  expect(await house.mailed()).toEqual([]);
});

it('notices name the person, what happened, and whom to write to if it was someone else', async () => {
  const { db } = house.store;
  const details = [
    ['password', '', 'Access tokens that you made stay good'],
    ['password', 'tokens dropped', 'had only stated your address, were removed'],
    ['email', 'new@example.org', 'mails about your account go to new@example.org'],
    ['token', 'notebook', 'an access token called "notebook"'],
    ['provider', 'Lab account', 'linked with Lab account'],
    ['left', '', 'your account was deleted as you wished'],
  ] as const;
  for (const [what, detail] of details) await notify(db, { what, detail, ...reached(ada) });
  const mails = await house.mailed();
  expect(mails).toHaveLength(details.length);
  for (const [at, [, , words]] of details.entries()) expect(mails[at]?.text).toContain(words);
  for (const { to, text } of mails) {
    expect(to).toEqual({ name: 'Ada', address: 'ada@example.org' });
    expect(text).toMatch(/^Dear Ada,\n\n/);
    expect(text).toContain(`${SITE.url}/discovery/#/forgotten and write to ${SITE.contact}.`);
    expect(text).toMatch(new RegExp(`Archive. Questions: ${SITE.contact}\n$`));
  }
});

it('a notice of an archive without an address names none', async () => {
  await notify(house.store.db, { what: 'left', ...reached(ada) });
  const sent: Mail[] = [];
  const log = createLog('silent');
  const site = { ...SITE, contact: 'nobody@isobar.invalid' };
  const mail = { send: async (one: Mail) => void sent.push(one) };
  const kind = accountMailJobs({ db: house.store.db, secret: SECRET, site, log, mail });
  const { signal } = new AbortController();
  const kinds = { [ACCOUNT_MAIL_JOB]: kind };
  await drain({ store: house.store, worker: 'test', log, signal, kinds });
  expect(texts(sent)).toContain('and write to your archive.');
  expect(texts(sent)).toMatch(/Archive\n$/);
  expect(texts(sent)).not.toContain('.invalid');
});

it('a person without a name is addressed by the user name', async () => {
  const grace = await addPerson('grace', 'grace@example.org');
  await notify(house.store.db, { what: 'left', ...reached(grace) });
  expect(texts(await house.mailed())).toMatch(/^Dear grace,/);
});
