// Mails about saved searches, and ending mails by one click: who gets which, once, and that only the link of a mail ends them.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { toMessage } from '../../adapters/mail-message.ts';
import { addPerson } from '../../core/accounts/people.ts';
import { unsubscribeLinks } from '../../core/accounts/unsubscribe.ts';
import type { Holdings } from '../../core/catalogue/plan-holdings.ts';
import { drain } from '../../core/jobs/job-runner.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Mail } from '../../ports/mail.ts';
import { queueSearchMails, SEARCH_MAIL_JOB, searchMailJobs } from './search-mails.ts';
import { type AccountFixture, accountFixture, SECRET, SITE } from './testing/account-fixture.ts';

const DAY = 86_400;
const NOW = 1_900_000_000;

let house: AccountFixture;
let personId: string;
let held: Holdings | null;
const mails: Mail[] = [];
beforeEach(async () => {
  house = await accountFixture();
  personId = await addPerson(house.store.db, {
    ...{ userName: 'ada', email: 'ada@example.org', nameFirst: 'Ada', nameLast: 'Byron' },
    password: 'a long password',
  });
  held = { 'sgpmetE13.b1': NOW - 9 * DAY };
  mails.length = 0;
});
afterEach(() => house.close());

const find = async () => held;
const look = (now: number) => queueSearchMails({ db: house.store.db, find, now });

async function save(searchId: string, tell: 'never' | 'daily' | 'weekly'): Promise<void> {
  await house.store.db
    .insertInto('saved_searches')
    .values({
      ...{ search_id: searchId, person_id: personId, name: searchId, name_key: searchId, tell },
      address: JSON.stringify({ path: 'site_code::sgp', query: {} }),
      ...{ seen: '{}', saved_at: 0, opened_at: 0 },
      ...{ told_at: NOW, told: JSON.stringify(held) },
    })
    .execute();
}

async function send(): Promise<Mail[]> {
  const before = mails.length;
  await drain({
    store: house.store,
    worker: 'test',
    log: createLog('silent'),
    signal: new AbortController().signal,
    kinds: {
      [SEARCH_MAIL_JOB]: searchMailJobs({
        ...{ db: house.store.db, secret: SECRET, site: SITE, log: createLog('silent') },
        mail: { send: async (mail) => void mails.push(mail) },
      }),
    },
  });
  return mails.slice(before);
}

it('mails what is new a day or a week after the last look, once for all that look at the same time [AL1]', async () => {
  for (const tell of ['never', 'daily', 'weekly'] as const) await save(tell, tell);
  held = { 'sgpmetE13.b1': NOW - 8 * DAY, 'sgpceilC1.b1': NOW - 9 * DAY };
  expect(await look(NOW + DAY / 2)).toBe(0);
  await Promise.all([look(NOW + DAY), look(NOW + DAY)]);
  const [daily, ...others] = await send();
  expect(others).toEqual([]);
  expect(daily).toMatchObject({
    to: { address: 'ada@example.org' },
    subject: 'New data in "daily"',
  });
  expect(daily?.text).toContain('new data of 2 datastreams');
  expect(daily?.text).toContain('- sgpmetE13.b1: data until');
  expect(daily?.text).toContain('- sgpceilC1.b1: new in this search, data until');
  expect(daily?.text).toContain(`${SITE.url}/discovery/#/results/site_code::sgp`);
  // Nothing came: no mail. What came in the week is in the weekly one.
  expect(await look(NOW + 2 * DAY)).toBe(0);
  expect(await look(NOW + 7 * DAY)).toBe(1);
  expect((await send()).map(({ subject }) => subject)).toEqual(['New data in "weekly"']);
});

it('looks again later where a search cannot be run, and mails nothing of one that was switched off or deleted meanwhile', async () => {
  await save('daily', 'daily');
  held = null;
  expect(await look(NOW + DAY)).toBe(0);
  held = { 'sgpmetE13.b1': NOW };
  expect(await look(NOW + DAY + 60)).toBe(1);
  await house.store.db.updateTable('saved_searches').set({ tell: 'never' }).execute();
  expect(await send()).toEqual([]);
});

it('ends mails by the one click of mail programs, without a sign-in, and by a page that asks first [AL2]', async () => {
  await save('daily', 'daily');
  held = { 'sgpmetE13.b1': NOW };
  await look(NOW + DAY);
  const [mail] = await send();
  const { headers } = toMessage(mail!, 'archive@example.org');
  expect(headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
  const address = /^<(.+)>$/.exec(
    (headers as Record<string, string>)['List-Unsubscribe'] ?? '',
  )?.[1];
  expect(address).toBe(mail?.unsubscribe);
  const path = address?.slice(SITE.url.length) ?? '';
  const tell = async () =>
    (await house.store.db.selectFrom('saved_searches').select('tell').executeTakeFirst())?.tell;
  const page = await house.send('GET', path);
  expect([page.statusCode, page.body.includes('<form method="post">')]).toEqual([200, true]);
  expect(page.headers['referrer-policy']).toBe('no-referrer');
  expect(await tell()).toBe('daily');
  const click = await house.http.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(click.statusCode).toBe(200);
  expect(await tell()).toBe('never');
  expect((await house.send('POST', path)).statusCode).toBe(200);
});

it('switches mails about changed orders off in the preferences, and nothing else of them', async () => {
  const links = unsubscribeLinks(SECRET, SITE.url);
  const path = links.addressOf({ kind: 'affected', id: personId }).slice(SITE.url.length);
  await house.store.db
    .insertInto('preferences')
    .values({
      ...{ person_id: personId, application: 'discovery', preference: 'email' },
      value: '{"html":false}',
    })
    .execute();
  expect((await house.send('POST', path)).statusCode).toBe(200);
  const { value } = await house.store.db
    .selectFrom('preferences')
    .select('value')
    .executeTakeFirstOrThrow();
  expect(JSON.parse(value)).toEqual({ notify: true, html: false, affected: false });
});

it('refuses every link that was not made here for exactly this', async () => {
  const links = unsubscribeLinks(SECRET, SITE.url);
  const right = new URL(links.addressOf({ kind: 'affected', id: personId }));
  const others = unsubscribeLinks(new Uint8Array(32).fill(8), SITE.url);
  const forged: Record<string, string>[] = [
    { id: 'someone-else' },
    { kind: 'search' },
    { kind: 'nothing' },
    { key: '' },
    { key: `${right.searchParams.get('key')}A` },
    { key: new URL(others.addressOf({ kind: 'affected', id: personId })).searchParams.get('key')! },
  ];
  for (const change of forged) {
    const address = new URL(right);
    for (const [name, value] of Object.entries(change)) address.searchParams.set(name, value);
    for (const method of ['GET', 'POST'] as const) {
      const reply = await house.send(method, address.pathname + address.search);
      expect([method, reply.statusCode], JSON.stringify(change)).toEqual([method, 403]);
    }
  }
  expect(
    links.read({ kind: 'affected', id: personId, key: right.searchParams.get('key')! }),
  ).toEqual({ kind: 'affected', id: personId });
});
