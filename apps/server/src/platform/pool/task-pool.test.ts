// The worker pool in real threads: order between owners, deadlines, what is left behind, and
// failures.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { onBehalfOf } from '../admission/caller.ts';
import type { KindRules } from './kinds.ts';
import { type PoolRules, TaskPool } from './task-pool.ts';
import type { TestTypes } from './testing/entry.ts';

const RULES: KindRules = {
  deadlineMs: 5000,
  mostRunning: 4,
  mostWaiting: 8,
  mostFileBytes: 1e6,
  messages: { full: 'Full.', slow: 'Slow.', failed: 'Failed.' },
};

/** Long enough to be seen by a clock of processor time that ticks a hundred times a second. */
const USES_TIME = { name: 'earlier', ms: 60 };

let folder: string;
let pool: TaskPool<TestTypes>;
const open = (changes: Partial<PoolRules<TestTypes>> = {}, rules: Partial<KindRules> = {}) => {
  const each = { ...RULES, ...rules };
  const kinds = {
    wait: each,
    compute: each,
    thread: each,
    fill: each,
    spin: each,
    refuse: each,
    fail: each,
    grow: each,
  };
  return new TaskPool<TestTypes>({
    entry: new URL('./testing/entry.ts', import.meta.url),
    data: null,
    heapMb: 48,
    threads: 2,
    folder: join(folder, 'tasks'),
    kinds,
    ...changes,
  });
};

beforeEach(async () => {
  folder = temporaryFolder();
  pool = open();
});
afterEach(() => pool.close());

it('the worker pool runs the task of an owner who has used nothing before the many tasks of one who has', async () => {
  await pool.close();
  pool = open({ threads: 1 }, { mostRunning: 1 });
  await pool.run('compute', USES_TIME, { owner: 'greedy' });
  const done: string[] = [];
  const ask = (owner: string, name: string) =>
    pool.run('wait', { name, ms: 5 }, { owner }).then((answer) => done.push(answer));
  const all = ['g1', 'g2', 'g3'].map((name) => ask('greedy', name));
  all.push(ask('modest', 'm1'));
  await Promise.all(all);
  expect(done.slice(0, 2)).toContain('m1'); // only the task that ran already comes before it
});

it('the worker pool starts threads before tasks come, as many as are asked for and no more than it may have', async () => {
  let started = 0;
  const count = (): void => {
    started++;
  };
  process.on('worker', count);
  try {
    pool.warm();
    pool.warm();
    await expect.poll(() => started).toBe(1);
    pool.warm(5);
    pool.warm(2);
    await Promise.all(['a', 'b'].map((name) => pool.run('wait', { name, ms: 20 })));
    expect(started).toBe(2);
  } finally {
    process.off('worker', count);
  }
});

it('the worker pool charges the person as well as the address, so that another address does not help', async () => {
  await pool.close();
  pool = open({ threads: 1 }, { mostRunning: 1 });
  const ask = (address: string, person: string, ms = 5) =>
    onBehalfOf({ address, person }, () => pool.run('wait', { name: person, ms }));
  await onBehalfOf({ address: 'a', person: 'greedy' }, () => pool.run('compute', USES_TIME));
  const done: string[] = [];
  const first = ask('x', 'another', 50);
  const all = [
    ask('b', 'greedy').then((name) => done.push(name)),
    ask('c', 'modest').then((name) => done.push(name)),
  ];
  await Promise.all([first, ...all]);
  expect(done).toEqual(['modest', 'greedy']);
});

it('the worker pool lets one owner hold at most half of the threads while another waits', async () => {
  await pool.close();
  pool = open({ threads: 4 });
  const began: string[] = [];
  const ask = (owner: string, name: string) =>
    pool.run('wait', { name, ms: 300 }, { owner, onEvent: (event) => began.push(event) });
  const all = [1, 2, 3, 4, 5, 6].map((n) => ask('a', `a${n}`));
  all.push(ask('b', 'b1'), ask('b', 'b2'));
  await Promise.all(all);
  // Threads start in any order, so that a fourth task of `a` may begin after the first of `b`; a
  // fifth must not.
  const place = (name: string) => began.indexOf(`began ${name}`);
  expect(Math.max(place('b1'), place('b2'))).toBeLessThan(Math.min(place('a5'), place('a6')));
});

it('the worker pool leaves half of the cores to the rest of the server while another address asks for anything', async () => {
  await pool.close();
  let isOther = true;
  pool = open({ threads: 4, shareBesideOthers: 1, hasOthers: () => isOther });
  const running = async (): Promise<number> => {
    let [now, most] = [0, 0];
    const ask = (name: string) =>
      pool
        .run('wait', { name, ms: 250 }, { onEvent: () => (most = Math.max(most, ++now)) })
        .then(() => now--);
    await Promise.all(['a', 'b', 'c'].map(ask));
    return most;
  };
  expect(await running()).toBe(1);
  isOther = false;
  expect(await running()).toBeGreaterThan(1);
});

it.each([
  ['rests', true, ['b', 'a2']],
  ['does not rest while no other address asks', false, ['a2', 'b']],
])('an owner whose task was of a kind that rests %s', async (_, isOther, expected) => {
  await pool.close();
  pool = open({ threads: 1, hasOthers: () => isOther }, { rests: true });
  await pool.run('wait', { name: 'a1', ms: 200 }, { owner: 'a' });
  const began: string[] = [];
  const ask = (owner: string, name: string) =>
    pool.run('wait', { name, ms: 1 }, { owner, onEvent: (event) => began.push(event) });
  await Promise.all([ask('a', 'a2'), ask('b', 'b')]);
  expect(began).toEqual(expected.map((name) => `began ${name}`));
});

it('the worker pool keeps half of the waiting places of a kind for other owners', async () => {
  await pool.close();
  pool = open({ threads: 1 });
  const ask = (owner: string) => pool.run('wait', { name: owner, ms: 20 }, { owner });
  const running = [ask('a'), ask('b')];
  const more = [ask('a'), ask('a'), ask('a'), ask('a')];
  const refused = ask('a');
  await expect(refused).rejects.toMatchObject({ code: 'unavailable', message: 'Full.' });
  await Promise.all([...running, ...more, ask('c')]);
});

it('the worker pool gives a place to who waits for less, where all are taken, and refuses the newest task of who waits for most', async () => {
  await pool.close();
  pool = open({ threads: 1 }, { mostRunning: 1, mostWaiting: 4 });
  const ended = (owner: string, name: string) =>
    pool.run('wait', { name, ms: 5 }, { owner }).catch(({ message }) => `${name}: ${message}`);
  const running = ended('busy', 'first');
  const all = [ended('a', 'a1'), ended('b', 'b1'), ended('a', 'a2'), ended('c', 'c1')];
  const crowded = ended('d', 'd1');
  expect(await all[2]).toBe('a2: Full.');
  expect(await ended('a', 'a3')).toBe('a3: Full.'); // each has one: none has to go
  expect(await Promise.all([running, all[0], all[1], all[3], crowded])).toEqual([
    ...['first', 'a1', 'b1', 'c1', 'd1'],
  ]);
});

it('the worker pool runs what no client waits for last, and in the order of all others once one does', async () => {
  await pool.close();
  pool = open({ threads: 1 }, { mostRunning: 1 });
  const done: string[] = [];
  const ask = (name: string, urgency: () => 'seen' | 'ahead') =>
    pool.run('wait', { name, ms: 20 }, { urgency }).then((answer) => done.push(answer));
  let isWanted = false;
  const all = [
    ask('first', () => 'seen'),
    ask('ahead', () => 'ahead'),
    ask('wanted', () => (isWanted ? 'seen' : 'ahead')),
    ask('seen', () => 'seen'),
  ];
  isWanted = true;
  await Promise.all(all);
  expect(done).toEqual(['first', 'wanted', 'seen', 'ahead']);
});

it('the worker pool runs background tasks in its threads in rotation, and all others in the thread that worked last', async () => {
  pool.warm(2);
  const run = (urgency: 'seen' | 'ahead') => pool.run('thread', null, { urgency });
  const one = await run('seen');
  expect(await run('seen')).toBe(one);
  const other = await run('ahead');
  expect(other).not.toBe(one);
  expect(await run('seen')).toBe(other);
  expect(await run('ahead')).toBe(one);
});

it('the worker pool counts no time in the queue against the deadline', async () => {
  await pool.close();
  pool = open({ threads: 1 }, { deadlineMs: 400 });
  const asked = ['1', '2', '3', '4'].map((name) => pool.run('wait', { name, ms: 200 }));
  expect(await Promise.all(asked)).toEqual(['1', '2', '3', '4']);
});

it('the worker pool stops a task at its deadline, ends a thread that goes on, and removes all its files', async () => {
  await pool.close();
  pool = open({}, { deadlineMs: 300 });
  await expect(pool.run('wait', { name: 'long', ms: 60_000 })).rejects.toMatchObject({
    code: 'timeout',
    message: 'Slow.',
  });
  await pool.close();
  pool = open({}, { deadlineMs: 300, mostFileBytes: 1e9 });
  const outside = join(folder, 'outside');
  await expect(pool.run('fill', { outside }, { leaves: [outside] })).rejects.toMatchObject({
    code: 'timeout',
  });
  await expect(pool.run('spin', null)).rejects.toMatchObject({ code: 'timeout' });
  expect(await pool.run('wait', { name: 'next', ms: 0 })).toBe('next');
  await expect.poll(() => existsSync(outside), { timeout: 5000 }).toBe(false);
  await expect
    .poll(() => readdir(join(folder, 'tasks')).catch(() => []), { timeout: 5000 })
    .toEqual([]);
});

it('the worker pool ends a task whose files take more than it may use', async () => {
  const outside = join(folder, 'outside');
  await expect(pool.run('fill', { outside }, { leaves: [outside] })).rejects.toMatchObject({
    code: 'too-large',
  });
});

it('the worker pool passes a Problem on, and keeps the message of any other error inside', async () => {
  await expect(pool.run('refuse', null)).rejects.toMatchObject({
    code: 'too-large',
    message: 'It is too large.',
  });
  await expect(pool.run('fail', null)).rejects.toMatchObject({
    code: 'unexpected',
    message: 'Failed.',
    cause: { message: 'a detail of the inside' },
  });
});

it('the worker pool outlives a task that runs out of memory', async () => {
  await expect(pool.run('grow', null)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await pool.run('wait', { name: 'next', ms: 0 })).toBe('next');
});

it('the worker pool stops a task when its signal is aborted, running or waiting', async () => {
  await pool.close();
  pool = open({ threads: 1 });
  const left = new AbortController();
  const running = pool.run('wait', { name: 'long', ms: 60_000 }, { signal: left.signal });
  const waiting = pool.run('wait', { name: 'next', ms: 60_000 }, { signal: left.signal });
  left.abort(new Error('left'));
  await expect(running).rejects.toThrow('left');
  await expect(waiting).rejects.toThrow('left');
  expect(await pool.run('wait', { name: 'later', ms: 0 })).toBe('later');
});

it('the worker pool refuses all tasks when it is closed', async () => {
  const running = pool.run('wait', { name: 'long', ms: 60_000 });
  running.catch(() => undefined);
  await pool.close();
  await expect(running).rejects.toMatchObject({ code: 'unavailable' });
  await expect(pool.run('wait', { name: 'later', ms: 0 })).rejects.toMatchObject({
    code: 'unavailable',
  });
});
