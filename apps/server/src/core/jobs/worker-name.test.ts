// Which workers are surely dead: only those of this machine whose process is gone, or whose number
// is ours from another time.
import { symlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { claimNext, enqueue, queuePlace, releaseClaims, setState } from './queue.ts';
import { ENDED_UNEXPECTEDLY, homeName, releaseDead, workerName } from './worker-name.ts';

let store: TemporaryStore;
beforeEach(async () => {
  store = await temporaryStore();
});
afterEach(() => store.close());

const FREE_PID = 4_194_999; // above what Linux gives out

async function claimedBy(worker: string): Promise<void> {
  await enqueue(store.db, { kind: 'order', subject: worker, personId: worker, step: 'one' }, 1000);
  await claimNext(store, {
    claim: `${worker}/x`,
    kinds: ['order'],
    now: 2000,
    staleAfter: 10_000,
  });
}
const row = (subject: string) =>
  store.db.selectFrom('jobs').selectAll().where('subject', '=', subject).executeTakeFirstOrThrow();

it('a worker name contains the machine, the process and its start', () => {
  const [host, pid, began] = workerName().split(':');
  expect([host, pid]).toEqual([hostname(), String(process.pid)]);
  expect(Math.abs(Number(began) - (Date.now() / 1000 - process.uptime()))).toBeLessThan(5);
});

it.each([
  ['a process that runs', () => `${hostname()}:${process.ppid}:5`, false],
  ['a process that is gone', () => `${hostname()}:${FREE_PID}:5`, true],
  ['another machine', () => `elsewhere:${FREE_PID}:5`, false],
  ['this process', () => workerName(), false],
  ['this process, started a second later', () => `${hostname()}:${process.pid}:1002`, false],
  ['an earlier process of the same number', () => `${hostname()}:${process.pid}:997`, true],
])('%s: its jobs are taken from it or not', async (_, nameOf, isDead) => {
  const name = nameOf();
  const began = name === workerName() ? name.split(':')[2] : '1000';
  await claimedBy(name);
  expect(await releaseDead(store.db, `${hostname()}:${process.pid}:${began}`)).toBe(isDead ? 1 : 0);
  expect(await row(name)).toMatchObject(
    isDead
      ? { state: 'waiting', deaths: 1, last_error: ENDED_UNEXPECTEDLY, worker: null }
      : { state: 'running', deaths: 0, last_error: null },
  );
});

it('a worker leaves its jobs to a process of a different user, to which no signal may be sent', async () => {
  const name = `${hostname()}:${FREE_PID}:5`;
  await claimedBy(name);
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
  });
  expect(await releaseDead(store.db, workerName())).toBe(0);
  expect(kill).toHaveBeenCalledWith(FREE_PID, 0);
  kill.mockRestore();
  expect(await releaseDead(store.db, workerName())).toBe(1);
});

it('the reason why a process ended is noted only for the jobs of that process', async () => {
  const [one, two] = [`${hostname()}:${FREE_PID}:5`, `${hostname()}:${FREE_PID + 1}:5`];
  await claimedBy(one);
  await claimedBy(two);
  await releaseDead(store.db, workerName(), { pid: FREE_PID, why: 'Too much memory.' });
  expect((await row(one)).last_error).toBe('Too much memory.');
  expect((await row(two)).last_error).toBe(ENDED_UNEXPECTEDLY);
});

it('a restart requeues the jobs of the same worker name, and no others', async () => {
  for (const worker of ['a:1:1', 'a:11:1']) await claimedBy(worker);
  expect(await releaseClaims(store.db, 'a:1:1/', 'gone')).toBe(1);
  expect((await row('a:11:1')).state).toBe('running');
  expect((await row('a:1:1')).heartbeat_ms).toBeNull();
});

it('a job that is requeued starts again; one that is paused keeps its counts', async () => {
  await enqueue(store.db, { kind: 'order', subject: '1', personId: 'a', step: 'one' }, 1000);
  const worn = { attempts: 2, deaths: 1, failures: 3, run_at_ms: 9e12 };
  await store.db.updateTable('jobs').set(worn).execute();
  const job = { kind: 'order', subject: '1' };
  expect(await setState(store.db, { ...job, kind: 'mail' }, ['waiting'], 'paused')).toBe(false);
  expect(await setState(store.db, { ...job, subject: '2' }, ['waiting'], 'paused')).toBe(false);
  expect(await setState(store.db, job, ['waiting'], 'paused')).toBe(true);
  expect(await row('1')).toMatchObject(worn);
  const before = Date.now();
  await setState(store.db, job, ['paused'], 'waiting');
  const { run_at_ms, ...rest } = await row('1');
  expect(rest).toMatchObject({ attempts: 0, deaths: 0, failures: 0 });
  expect(Number(run_at_ms)).toBeGreaterThanOrEqual(before);
  expect(Number(run_at_ms)).toBeLessThanOrEqual(Date.now());
});

it('the position in the queue counts smaller and older jobs of the owner, and as many jobs of each other owner', async () => {
  const add = (subject: string, personId: string, priority: number, kind = 'order') =>
    enqueue(store.db, { kind, subject, personId, step: 'one', priority }, 1000);
  await add('older', 'a', 5);
  await add('smaller', 'a', 1);
  await add('mine', 'a', 5);
  await add('later', 'a', 5);
  await add('larger', 'a', 9);
  for (const n of [1, 2, 3, 4, 5]) await add(`b${n}`, 'b', 0);
  await add('c1', 'c', 9);
  await add('mail', 'a', 0, 'mail');
  // 'older' and 'smaller' of a; three jobs of b, as many turns as a takes up to 'mine'; the one job
  // of c
  expect(await queuePlace(store.db, 'order', 'mine')).toBe(2 + 3 + 1);
  await setState(store.db, { kind: 'order', subject: 'older' }, ['waiting'], 'done');
  expect(await queuePlace(store.db, 'order', 'mine')).toBe(1 + 2 + 1);
  expect(await queuePlace(store.db, 'order', 'nothing')).toBeNull();
});

it('the name of a home is made once, and not replaced where it is there and cannot be read', async () => {
  const name = await homeName(store.folder);
  expect(name).toMatch(/^[0-9a-f-]{36}$/);
  expect(await homeName(store.folder)).toBe(name);
  const unread = join(store.folder, 'unread');
  await symlink(unread, unread); // a link to itself, in which no one can read
  await expect(homeName(unread)).rejects.toMatchObject({ code: 'ELOOP' });
});
