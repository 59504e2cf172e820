// Mails about saved searches, and ending mails by one click: who gets which, once, and that only
// the link of a mail ends them.

import { formatDay, formatInstant } from '@isobar/contract/time.ts';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { toMessage } from '../../adapters/mail-message.ts';
import { insertPerson } from '../../core/accounts/people.ts';
import { unsubscribeLinks } from '../../core/accounts/unsubscribe.ts';
import type { Holdings } from '../../core/catalogue/plan-holdings.ts';
import { drain } from '../../core/jobs/job-runner.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Mail } from '../../ports/mail.ts';
import type { HookPost } from '../../ports/web-hook.ts';
import { searchHookSecret } from './saved-searches.ts';
import { queueSearchHooks, SEARCH_HOOK_JOB, searchHookJobs } from './search-hooks.ts';
import { queueSearchMails, SEARCH_MAIL_JOB, searchMailJobs } from './search-mails.ts';
import { noteSeen } from './search-news.ts';
import { type AccountFixture, accountFixture, SECRET, SITE } from './testing/account-fixture.ts';

const DAY = 86_400;
const NOW = 1_900_000_000;

let house: AccountFixture;
let personId: string;
let held: Holdings | null;
const mails: Mail[] = [];
const posts: HookPost[] = [];
let answers: number[] = [];
beforeEach(async () => {
  house = await accountFixture();
  personId = await insertPerson(house.store.db, {
    ...{ userName: 'ada', email: 'ada@example.org', nameFirst: 'Ada', nameLast: 'Byron' },
    passwordHash: '',
  });
  held = { 'sgpmetE13.b1': NOW - 9 * DAY };
  mails.length = 0;
  posts.length = 0;
  answers = [];
});
afterEach(() => house.close());

const find = async () => held;
const look = (now: number) => queueSearchMails({ db: house.store.db, find, now });

async function save(
  searchId: string,
  tell: 'never' | 'daily' | 'weekly',
  more: object = {},
): Promise<void> {
  await house.store.db
    .insertInto('saved_searches')
    .values({
      ...{ search_id: searchId, person_id: personId, name: searchId, name_key: searchId, tell },
      address: JSON.stringify({ path: 'site_code::sgp', query: {} }),
      ...{ seen: '{}', saved_at: 0, opened_at: 0 },
      ...{ told_at: NOW, told: JSON.stringify(held), ...more },
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
      [SEARCH_HOOK_JOB]: searchHookJobs({
        ...{ db: house.store.db, secret: SECRET, log: createLog('silent') },
        site: { url: SITE.url, version: '1' },
        hooks: { hosts: ['hooks.example.org'], http: false },
        webHooks: {
          async post(post) {
            posts.push(post);
            return answers.shift() ?? 204;
          },
        },
      }),
    },
    pace: { retry: 1 },
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

it('mails the thirty newest of many datastreams, and how many more there are', async () => {
  held = {};
  await save('all', 'daily');
  const names = Array.from({ length: 33 }, (_, n) => `sgpmetE${n + 10}.b1`);
  held = Object.fromEntries(names.map((name, n) => [name, NOW - n * DAY]));
  await look(NOW + DAY);
  const [mail] = await send();
  const listed = [...(mail?.text ?? '').matchAll(/^- (sgpmet\S+):/gm)].map(([, name]) => name);
  expect(listed).toEqual(names.slice(0, 30));
  expect(mail?.text).toContain('new data of 33 datastreams');
  expect(mail?.text).toContain('\n- and 3 more\n');
});

it('mails nothing to an address that cannot exist, and calls a person without a name a colleague', async () => {
  const { db } = house.store;
  await save('one', 'daily');
  held = { 'sgpmetE13.b1': NOW };
  await look(NOW + DAY);
  await db.updateTable('people').set({ email: 'ada@isobar.invalid' }).execute();
  expect(await send()).toEqual([]);
  const nameless = { name_first: '', name_last: '', email: 'ada@example.org' };
  await db.updateTable('people').set(nameless).execute();
  held = { 'sgpmetE13.b1': NOW + DAY };
  await look(NOW + 2 * DAY);
  const [mail] = await send();
  expect(mail?.to).toEqual({ name: '', address: 'ada@example.org' });
  expect(mail?.text).toMatch(/^Dear colleague,\n/);
  expect(mail?.text).toContain('You get this mail daily at most.');
  expect(mail?.text).not.toContain(' more\n');
});

it('the mail of a saved search looks again later where a search cannot be run, and mails nothing of one that was switched off or deleted meanwhile', async () => {
  await save('daily', 'daily');
  held = null;
  expect(await look(NOW + DAY)).toBe(0);
  held = { 'sgpmetE13.b1': NOW };
  expect(await look(NOW + DAY + 60)).toBe(1);
  await house.store.db.updateTable('saved_searches').set({ tell: 'never' }).execute();
  expect(await send()).toEqual([]);
});

const DAYS_ADDRESS = JSON.stringify({ path: 'if=sgpmetE13.b1,temp_mean,mean,above,30', query: {} });
const days = (...held: readonly number[]): Holdings =>
  Object.fromEntries(held.map((day) => [formatDay(day), day]));

it('mails the new days of a search for days, newest first, with the page that shows them [AL3]', async () => {
  const [first, second, third] = [NOW - 9 * DAY, NOW - 8 * DAY, NOW - 2 * DAY].map(
    (time) => time - (time % DAY),
  ) as [number, number, number];
  held = days(first);
  await save('heat', 'daily', { kind: 'days', address: DAYS_ADDRESS });
  held = days(first, second, third);
  expect(await look(NOW + DAY)).toBe(1);
  const [mail] = await send();
  expect(mail?.subject).toBe('New days in "heat"');
  expect(mail?.text).toContain(
    `there are 2 new days in your saved search "heat":\n\n- ${formatDay(third)}\n- ${formatDay(second)}\n\n`,
  );
  expect(mail?.text).toContain(
    `${SITE.url}/discovery/#/days?if=sgpmetE13.b1,temp_mean,mean,above,30`,
  );
  expect(mail?.unsubscribe).toContain('/unsubscribe?kind=search&id=heat');
  expect(await look(NOW + 2 * DAY)).toBe(0);
});

it('the mail of a saved search for days that were still being computed names none of those that were there before [AL3]', async () => {
  await save('heat', 'daily', { kind: 'days', address: DAYS_ADDRESS, told: 'null', seen: 'null' });
  held = null;
  await noteSeen({ db: house.store.db, find, now: NOW });
  expect(await look(NOW + DAY)).toBe(0);
  const day = NOW - (NOW % DAY);
  held = days(day - 3 * DAY, day - 2 * DAY);
  await noteSeen({ db: house.store.db, find, now: NOW });
  expect(await look(NOW + DAY)).toBe(0);
  held = days(day - 3 * DAY, day - 2 * DAY, day);
  expect(await look(NOW + 2 * DAY)).toBe(1);
  expect((await send())[0]?.text).toContain('there is 1 new day in');
  const { seen } = await house.store.db
    .selectFrom('saved_searches')
    .select('seen')
    .executeTakeFirstOrThrow();
  expect(Object.keys(JSON.parse(seen))).toHaveLength(2);
});

it('the web hook of a saved search is notified once an hour at most, signed, again while it fails, and not after it was removed [AL4]', async () => {
  const hook = { hook_url: 'https://hooks.example.org/isobar', hooked: JSON.stringify(held) };
  await save('weather', 'never', { ...hook, hooked_at: NOW });
  const lookForHooks = (now: number) => queueSearchHooks({ db: house.store.db, find, now });
  held = { 'sgpmetE13.b1': NOW, 'sgpceilC1.b1': NOW - DAY };
  expect(await lookForHooks(NOW + 600)).toBe(0);
  const both = await Promise.all([lookForHooks(NOW + 3600), lookForHooks(NOW + 3600)]);
  expect(both.toSorted()).toEqual([0, 1]);
  answers = [503, 204];
  // the second try is due a moment later
  await expect.poll(async () => [await send(), posts.length]).toEqual([[], 2]);
  expect(posts.map(({ url }) => url)).toEqual([hook.hook_url, hook.hook_url]);
  const [first, again] = posts;
  expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  const secret = searchHookSecret(SECRET, 'weather');
  expect(new Webhook(secret).verify(again?.body ?? '', { ...again?.headers })).toEqual({
    type: 'search.new',
    data: {
      ...{ searchId: 'weather', name: 'weather', kind: 'data', count: 2 },
      page: `${SITE.url}/discovery/#/results/site_code::sgp`,
      datastreams: [
        { datastream: 'sgpmetE13.b1', end: formatInstant(NOW), isNew: false },
        { datastream: 'sgpceilC1.b1', end: formatInstant(NOW - DAY), isNew: true },
      ],
    },
  });
  held = { ...held, 'nsametC1.b1': NOW };
  expect(await lookForHooks(NOW + 7200)).toBe(1);
  await house.store.db.updateTable('saved_searches').set({ hook_url: null }).execute();
  await send();
  expect(posts).toHaveLength(2);
});

it('the mail of a saved search notifies no web hook whose host the operator took off the list, and names the days of a search for days', async () => {
  const lookForHooks = (now: number) => queueSearchHooks({ db: house.store.db, find, now });
  const day = NOW - (NOW % DAY);
  held = days(day - DAY);
  const hooked = { hooked: JSON.stringify(held), hooked_at: NOW };
  const kind = { kind: 'days', address: DAYS_ADDRESS };
  const refused = { ...kind, ...hooked, hook_url: 'https://elsewhere.example/isobar' };
  await save('refused', 'never', refused);
  await save('heat', 'never', { ...refused, hook_url: 'https://hooks.example.org/isobar' });
  held = days(day - DAY, day);
  expect(await lookForHooks(NOW + 3600)).toBe(2);
  await send();
  expect(posts.map(({ url }) => url)).toEqual(['https://hooks.example.org/isobar']);
  expect(JSON.parse(posts[0]?.body ?? '').data).toEqual({
    ...{ searchId: 'heat', name: 'heat', kind: 'days', count: 1, days: [formatDay(day)] },
    page: `${SITE.url}/discovery/#/days?if=sgpmetE13.b1,temp_mean,mean,above,30`,
  });
});

it('mails of saved searches end by the one click of mail programs, without a sign-in, and by a page that asks first [AL2]', async () => {
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
  expect(page.body).toContain('The search stays saved.');
  expect(await tell()).toBe('daily');
  const click = await house.http.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(click.statusCode).toBe(200);
  expect(await tell()).toBe('never');
  const done = await house.send('POST', path);
  expect(done.statusCode).toBe(200);
  expect(done.body).toContain('You can switch them on again at the saved search.');
  expect(done.body).not.toContain('<form');
});

it('mails about changed orders are switched off in the preferences, and nothing else of them', async () => {
  const links = unsubscribeLinks(SECRET, SITE.url);
  const path = links.addressOf({ kind: 'affected', id: personId }).slice(SITE.url.length);
  await house.store.db
    .insertInto('preferences')
    .values({
      ...{ person_id: personId, application: 'discovery', preference: 'email' },
      value: '{"html":false}',
    })
    .execute();
  expect((await house.send('GET', path)).body).toContain('when data of your orders change');
  const done = await house.send('POST', path);
  expect([done.statusCode, done.body]).toEqual([
    200,
    expect.stringContaining('in the profile of your account.'),
  ]);
  const saved = async () => {
    const rows = await house.store.db.selectFrom('preferences').select('value').execute();
    return rows.map(({ value }) => JSON.parse(value));
  };
  expect(await saved()).toEqual([{ notify: true, html: false, affected: false }]);
  // Also of a person who never chose anything; once that person has left, the link does nothing.
  await house.store.db.deleteFrom('preferences').execute();
  await house.send('POST', path);
  expect(await saved()).toMatchObject([{ affected: false }]);
  await house.store.db.deleteFrom('people').execute();
  expect((await house.send('POST', path)).statusCode).toBe(200);
  expect(await saved()).toEqual([]);
});

it('a link to end mails is refused unless it was made here for exactly this', async () => {
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
