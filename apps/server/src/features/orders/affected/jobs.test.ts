// When orders are compared with the archive: where something is due and the index is whole, one
// comparison at a time, to its end.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { insertPerson } from '../../../core/accounts/people.ts';
import { drain } from '../../../core/jobs/job-runner.ts';
import { type CuratedTables, curatedTables } from '../../../core/tables/curated-tables.ts';
import { loadTables } from '../../../core/tables/load.ts';
import { createLog } from '../../../platform/log/log.ts';
import type { ArchiveStore } from '../../../ports/archive.ts';
import { type TemporaryStore, temporaryStore } from '../../../store/testing/temporary-store.ts';
import { AFFECTED_JOB, affectedJobs, noticeChanges, queueWaitingMails } from './jobs.ts';
import { AFFECTED_MAIL_JOB } from './notices.ts';

const MET = 'sgpmetE13.b1';
let store: TemporaryStore;
/** Without reports, and without their table. */
let tables: CuratedTables;
let absent: CuratedTables;
beforeEach(async () => {
  store = await temporaryStore();
  tables = await loadTables(store.folder);
  absent = curatedTables(tables.rows, new Set(['quality-reports.csv']));
});
afterEach(() => store.close());

const due = (datastream = MET, taken: 0 | 1 = 0) =>
  store.db.insertInto('affected_due').values({ datastream, taken }).execute();
const setting = (name: string, value: string) =>
  store.db.insertInto('settings').values({ name, value }).execute();
const notice = (known = tables) => noticeChanges({ db: store.db, tables: async () => known });
const jobs = () => store.db.selectFrom('jobs').select(['kind', 'step', 'state']).execute();
/** No order holds anything, so that nothing is read from it. */
const archive = {} as ArchiveStore;

/**
 * `meanwhile` happens when a comparison has begun. Resolves to what was logged besides ends of
 * steps.
 */
async function work(meanwhile = async () => {}): Promise<string[]> {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const { run } = affectedJobs({ db: store.db, archive, tables: async () => tables, log });
  const begun: typeof run = async (job, running) => {
    if (job.step === 'after:0') await meanwhile();
    return await run(job, running);
  };
  const kinds = { [AFFECTED_JOB]: { run: begun } };
  await drain({ store, kinds, worker: 'test', log, signal: new AbortController().signal });
  return lines.map((line) => JSON.parse(line).msg).filter((message) => message !== 'a step ended');
}

it('a comparison is queued once where something is due, and not again while it waits or runs', async () => {
  expect(await notice()).toBe(false);
  await due();
  expect(await notice(absent)).toBe(false); // nothing is known of reports
  expect(await notice()).toBe(true);
  expect(await jobs()).toEqual([{ kind: AFFECTED_JOB, step: 'begin', state: 'waiting' }]);
  expect(await notice()).toBe(false);
  await store.db.updateTable('jobs').set({ state: 'running' }).execute();
  expect(await notice()).toBe(false);
  await store.db.updateTable('jobs').set({ state: 'done' }).execute();
  expect(await notice()).toBe(true);
});

it('a comparison waits until the index of files is complete, as what is not in it may well be there', async () => {
  await due();
  await setting('harvested', '7');
  expect(await notice()).toBe(false);
  await setting('filed', '6');
  expect(await notice()).toBe(false);
  await store.db.updateTable('settings').set({ value: '7' }).where('name', '=', 'filed').execute();
  expect(await notice()).toBe(true);
});

it('a comparison leaves due what changed since it began', async () => {
  await due();
  await notice();
  expect(await work(() => due('nsametC1.b1').then(() => {}))).toEqual([]);
  const left = await store.db.selectFrom('affected_due').selectAll().execute();
  expect(left).toEqual([{ datastream: 'nsametC1.b1', taken: 0 }]);
});

/** A change of an order of a person, which is to be reported. */
async function foundOfAda(): Promise<void> {
  const ada = await insertPerson(store.db, {
    ...{ userName: 'ada', email: 'ada@example.org', nameFirst: 'Ada', nameLast: 'L' },
    passwordHash: '',
  });
  const found = { order_id: 7, revision: 1, person_id: ada, found_at: 0, summary: '{}' };
  await store.db
    .insertInto('affected_notices')
    .values({ ...found, mail_id: null })
    .execute();
}

it('a comparison ends with the mails about what was found', async () => {
  await foundOfAda();
  await due();
  await notice();
  expect(await work()).toEqual(['mails about changed orders queued']);
  const waiting = (await jobs()).filter(({ state }) => state === 'waiting');
  expect(waiting).toEqual([{ kind: AFFECTED_MAIL_JOB, step: 'do', state: 'waiting' }]);
});

it('no mail is queued about a part of what a comparison finds, and after it those that wait since an earlier day are', async () => {
  const now = Date.UTC(2026, 2, 1, 12) / 1000;
  await foundOfAda();
  await due();
  await notice();
  expect(await queueWaitingMails(store.db, now)).toBe(0);
  await store.db.updateTable('jobs').set({ state: 'running' }).execute();
  expect(await queueWaitingMails(store.db, now)).toBe(0);
  await store.db.updateTable('jobs').set({ state: 'failed' }).execute();
  expect(await queueWaitingMails(store.db, now)).toBe(1);
});
