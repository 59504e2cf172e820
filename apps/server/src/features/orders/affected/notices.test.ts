// Mails about changed orders: one a day and person at most, to those who want them, of what still
// matters when they are sent.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { insertPerson } from '../../../core/accounts/people.ts';
import { unsubscribeLinks } from '../../../core/accounts/unsubscribe.ts';
import { packContent, type StoredContent } from '../../../core/affected/stored-changes.ts';
import { drain } from '../../../core/jobs/job-runner.ts';
import { COMPLETE } from '../../../core/orders/machine.ts';
import { signingKey } from '../../../platform/keys/signing-key.ts';
import { createLog } from '../../../platform/log/log.ts';
import type { Mail } from '../../../ports/mail.ts';
import { type TemporaryStore, temporaryStore } from '../../../store/testing/temporary-store.ts';
import { NO_PROGRESS } from '../order.ts';
import { testSettings } from '../testing/settings.ts';
import { AFFECTED_MAIL_JOB, affectedMailJobs, queueAffectedMails } from './notices.ts';

const NOON = Date.UTC(2026, 2, 1, 12) / 1000;
const DAY = 86_400;
const NOTHING: StoredContent['counts'] = {
  ...{ replaced: 0, withdrawn: 0, grown: 0, reported: 0, harmless: 0, unreported: 0 },
};
let store: TemporaryStore;
let lines: string[];
beforeEach(async () => {
  store = await temporaryStore();
  lines = [];
});
afterEach(() => store.close());

const person = (userName: string, email = `${userName}@example.org`) =>
  insertPerson(store.db, {
    ...{ userName, email, nameFirst: userName, nameLast: '', passwordHash: '' },
  });

type Counts = Partial<StoredContent['counts']>;
const contentOf = (counts: Counts) =>
  packContent({
    counts: { ...NOTHING, ...counts },
    ...{ files: [], filesLeftOut: 0, reports: [], keys: [], onlyChanged: null },
  });

/** An order of a person, with changes that are to be reported. */
async function changedOrder(personId: string, counts: Counts) {
  const { order_id } = await store.db
    .insertInto('orders')
    .values({
      ...{ person_id: personId, order_date: NOON - 9 * DAY, request: '{}', step: COMPLETE },
      ...{ idempotency_key: null, suspend_reason: null, approved_at: null, failure: null },
      ...{ file_count: 1, bytes: 1, progress: JSON.stringify(NO_PROGRESS) },
      ...{ started_at: null, completed_at: null, expires_at: null },
    })
    .returning('order_id')
    .executeTakeFirstOrThrow();
  const orderId = Number(order_id);
  const content = contentOf(counts);
  const changes = { order_id: orderId, revision: 1, changed_at: NOON, matters: 1, content };
  await store.db.insertInto('order_changes').values(changes).execute();
  await noticed(orderId, personId);
  return orderId;
}

const noticed = (orderId: number, personId: string, revision = 1) =>
  store.db
    .insertInto('affected_notices')
    .values({
      ...{ order_id: orderId, revision, person_id: personId, found_at: NOON },
      ...{ summary: '{}', mail_id: null },
    })
    .execute();

const correct = (orderId: number, counts: Counts) =>
  store.db
    .updateTable('order_changes')
    .set({ content: contentOf(counts) })
    .where('order_id', '=', orderId)
    .execute();

const preferred = (personId: string, value: string) =>
  store.db
    .insertInto('preferences')
    .values({ person_id: personId, application: 'discovery', preference: 'email', value })
    .execute();

const queue = (at = NOON) => queueAffectedMails(store.db, at);

/** The mails that the queued jobs send. */
async function sent(send = async (_mail: Mail) => {}): Promise<Mail[]> {
  const mails: Mail[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const mail = {
    send: async (one: Mail) => {
      await send(one);
      mails.push(one);
    },
  };
  const settings = testSettings(store.folder);
  const kinds = { [AFFECTED_MAIL_JOB]: affectedMailJobs({ db: store.db, mail, settings, log }) };
  const { signal } = new AbortController();
  await drain({ store, kinds, worker: 'test', log, signal, pace: { retry: 0 } });
  return mails;
}

const open = async () =>
  (
    await store.db
      .selectFrom('affected_notices')
      .select('order_id')
      .where('mail_id', 'is', null)
      .execute()
  ).map(({ order_id }) => Number(order_id));

it('a mail about one changed order names it, what changed, its page and the link that ends such mails', async () => {
  const ada = await person('ada');
  const id = await changedOrder(ada, { replaced: 2, withdrawn: 1, reported: 1, harmless: 4 });
  expect(await queue()).toBe(1);
  const [mail, ...others] = await sent();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    id: `affected-${ada}-2026-03-01`,
    to: { name: 'ada', address: 'ada@example.org' },
    subject: `Data of your order ${id} changed since`,
  });
  expect(mail?.text).toContain(
    `delivered this order to you. Please look at the changes before you go on using the data:\n\n- Order ${id} of 2026-02-20: 2 files replaced, 1 file withdrawn, 1 new quality report.\n  http://archive.example/discovery/#/account/order?orderId=${id}\n\n`,
  );
  const links = unsubscribeLinks(await signingKey(store.folder), 'http://archive.example');
  const address = links.addressOf({ kind: 'affected', id: ada });
  expect(mail?.unsubscribe).toBe(address);
  expect(mail?.text).toContain(`To stop them: ${address}\n`);
});

it('a mail about many changed orders lists the 40 newest and counts the others', async () => {
  const ada = await person('ada');
  const ids: number[] = [];
  for (let n = 0; n < 42; n++) ids.push(await changedOrder(ada, { replaced: 1 }));
  await queue();
  const [mail] = await sent();
  expect(mail?.subject).toBe('Data of 42 of your orders changed since');
  expect(mail?.text).toContain('delivered these orders to you');
  const listed = [...(mail?.text ?? '').matchAll(/^- Order (\d+) of/gm)].map(([, id]) =>
    Number(id),
  );
  expect(listed).toEqual(ids.toReversed().slice(0, 40));
  expect(mail?.text).toContain('\n- and 2 orders more: http://archive.example/discovery/');
});

it('a mail about 40 changed orders counts no others', async () => {
  const ada = await person('ada');
  for (let n = 0; n < 40; n++) await changedOrder(ada, { replaced: 1 });
  await queue();
  expect((await sent())[0]?.text).not.toContain('more:');
});

it('a person gets one mail a day, and what was found later the next day', async () => {
  const [ada, bob] = [await person('ada'), await person('bob')];
  const first = await changedOrder(ada, { replaced: 1 });
  await changedOrder(bob, { replaced: 1 });
  expect(await queue()).toBe(2);
  expect((await sent()).map(({ to }) => to.name).sort()).toEqual(['ada', 'bob']);
  await noticed(first, ada, 2);
  expect(await queue(NOON + 60)).toBe(0);
  expect(await open()).toEqual([first]);
  expect(await queue(NOON + DAY)).toBe(1);
  expect((await sent()).map(({ id }) => id)).toEqual([`affected-${ada}-2026-03-02`]);
  expect(await queue(NOON + 2 * DAY)).toBe(0);
});

it.each(['{"notify":false}', '{"affected":false}'])(
  'a person whose preference is %s gets no mail, also later, and one with an unreadable preference does',
  async (value) => {
    const [ada, bob] = [await person('ada'), await person('bob')];
    await preferred(ada, value);
    await preferred(bob, '{"notify":"perhaps"}');
    await changedOrder(ada, { replaced: 1 });
    await changedOrder(bob, { replaced: 1 });
    expect(await queue()).toBe(1);
    expect((await sent()).map(({ to }) => to.name)).toEqual(['bob']);
    await store.db.deleteFrom('preferences').execute();
    expect(await queue(NOON + DAY)).toBe(0);
    expect(await open()).toEqual([]);
  },
);

it('no mail is sent about changes that no longer matter, to a person who left, or to an address that is none', async () => {
  const [ada, bob] = [await person('ada'), await person('bob')];
  const [gone, robot] = [await person('gone'), await person('robot', 'robot@machine.invalid')];
  const corrected = await changedOrder(ada, { replaced: 1 });
  const [kept, harmless] = [
    await changedOrder(bob, { replaced: 1 }),
    await changedOrder(bob, { withdrawn: 1 }),
  ];
  for (const id of [gone, robot]) await changedOrder(id, { replaced: 1 });
  expect(await queue()).toBe(4);
  await correct(corrected, { grown: 1, unreported: 1 });
  await correct(harmless, { harmless: 3 });
  await store.db.deleteFrom('people').where('person_id', '=', gone).execute();
  const mails = await sent();
  expect(mails.map(({ subject }) => subject)).toEqual([`Data of your order ${kept} changed since`]);
  expect(mails[0]?.to.name).toBe('bob');
});

it('a mail is tried again while the mail server is away, and sent once', async () => {
  await changedOrder(await person('ada'), { replaced: 1 });
  await queue();
  let tries = 0;
  const mails = await sent(async () => {
    if (++tries < 8) throw new Error('away');
  });
  expect([tries, mails.length]).toEqual([8, 1]);
});
