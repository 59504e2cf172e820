// How a step can end, and what the job's row says afterwards: delays, counts, reasons, and when a
// long turn is given away.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import type { Store } from '../../store/open.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import type { Job, JobKind, Outcome, Running } from './job.ts';
import { drain, runLane } from './job-runner.ts';
import { enqueue } from './queue.ts';

let store: TemporaryStore;
beforeEach(async () => {
  store = await temporaryStore();
});
afterEach(() => store.close());

const lane = (kind: JobKind, pace = {}) => ({
  store: store as Store,
  kinds: { order: kind },
  worker: 'test',
  log: createLog('silent'),
  signal: new AbortController().signal,
  pace: { poll: 5, heartbeat: 10, ...pace },
});
const add = (subject: string, more: { personId?: string | null; runAt?: number } = {}) =>
  enqueue(store.db, { kind: 'order', subject, personId: 'a', step: 'one', ...more });
const set = (values: object) => store.db.updateTable('jobs').set(values).execute();
const row = (subject = '1') =>
  store.db.selectFrom('jobs').selectAll().where('subject', '=', subject).executeTakeFirstOrThrow();
const fails = (error: unknown, more: Partial<JobKind> = {}): JobKind => ({
  run: async () => {
    throw error;
  },
  ...more,
});
const ends = (outcome: Outcome): JobKind => ({ run: async () => outcome });

describe('a step that throws', () => {
  it.each([
    [0, 1000],
    [1, 2000],
    [3, 8000],
  ])('after %d failures is tried again in %d milliseconds', async (failures, delay) => {
    await add('1');
    await set({ failures });
    const before = Date.now();
    await drain(lane(fails(new Error('no')), { retry: 1000 }));
    const { run_at_ms, ...rest } = await row();
    expect(Number(run_at_ms) - delay).toBeGreaterThanOrEqual(before);
    expect(Number(run_at_ms) - delay).toBeLessThanOrEqual(Date.now());
    expect(rest).toMatchObject({
      state: 'waiting',
      failures: failures + 1,
      attempts: 0,
      last_error: 'no',
      worker: null,
    });
  });

  it('a step that throws waits ten minutes at most, however often it failed', async () => {
    await add('1');
    await set({ failures: 400 });
    const before = Date.now();
    await drain(lane(fails(new Error('full'), { passing: () => true })));
    const delay = 600_000;
    expect(Number((await row()).run_at_ms) - delay).toBeGreaterThanOrEqual(before);
    expect(Number((await row()).run_at_ms) - delay).toBeLessThanOrEqual(Date.now());
  });

  it('a step that throws fails for good after days even when the failure is temporary', async () => {
    await add('1');
    await set({ failures: 498 });
    const kind = fails(new Error('full'), { passing: () => true });
    await drain(lane(kind));
    expect((await row()).state).toBe('waiting');
    await set({ run_at_ms: 0 });
    await drain(lane(kind));
    expect(await row()).toMatchObject({ state: 'failed', last_error: 'full' });
  });

  it('a step that throws fails for good at the fifth failure and not before', async () => {
    await add('1');
    await set({ failures: 3 });
    await drain(lane(fails(new Error('no'), { passing: () => false })));
    expect((await row()).state).toBe('waiting');
    await set({ run_at_ms: 0 });
    await drain(lane(fails(new Error('no'), { passing: () => false })));
    expect((await row()).state).toBe('failed');
  });

  it('a step that throws tells what was thrown, also when it is no error', async () => {
    await add('1');
    await drain(lane(fails('plain words')));
    expect((await row()).last_error).toBe('plain words');
  });

  it('a step that throws counts as one when its end cannot be recorded', async () => {
    await add('1');
    const record = async () => {
      throw new Error('not written');
    };
    await drain(lane(ends({ end: 'done', record })));
    expect(await row()).toMatchObject({ state: 'waiting', failures: 1, last_error: 'not written' });
  });
});

describe('a step that ends', () => {
  const worn = { attempts: 3, deaths: 2, failures: 4, last_error: 'earlier' };

  it('a step that ends resets the counts for the next step', async () => {
    await add('1');
    await set(worn);
    const seen: Job[] = [];
    await drain(
      lane({
        run: async (job) => {
          seen.push(job);
          return job.step === 'one' ? { end: 'step', step: 'two' } : { end: 'done' };
        },
      }),
    );
    expect(seen[0]).toMatchObject({ attempts: 4, deaths: 2, failures: 4, lastError: 'earlier' });
    expect(seen[1]).toMatchObject({ step: 'two', attempts: 1, deaths: 0, failures: 0 });
    expect(seen[1]?.lastError).toBeNull();
  });

  it('a step that ends is done without an error, whatever there was before', async () => {
    await add('1');
    await set(worn);
    await drain(lane(ends({ end: 'done' })));
    expect(await row()).toMatchObject({ state: 'done', last_error: null, worker: null });
  });

  it('a step that ends keeps the count of failures when it only gives way', async () => {
    await add('1');
    await set(worn);
    const seen: Job[] = [];
    await drain(
      lane({
        run: async (job) => {
          seen.push(job);
          return { end: seen.length === 1 ? 'again' : 'done' };
        },
      }),
    );
    expect(seen[1]).toMatchObject({ attempts: 1, deaths: 0, failures: 4, lastError: 'earlier' });
  });

  it('for good records that with its reason, in one transaction', async () => {
    await add('1');
    const told: string[] = [];
    const record = async (trx: Store['db']) => {
      await trx.insertInto('settings').values({ name: 'ended', value: 'x' }).execute();
    };
    const kind = ends({ end: 'failed', reason: 'Nothing is left.', record });
    const givenUp = async (_: Store['db'], job: Job, reason: string) => {
      told.push(`${job.subject}: ${reason}`);
      if (told.length === 1) throw new Error('not now');
    };
    await drain(lane({ ...kind, givenUp }, { retry: 3_600_000 }));
    expect(await store.db.selectFrom('settings').select('name').execute()).toEqual([]);
    await set({ run_at_ms: 0 });
    await drain(lane({ ...kind, givenUp }));
    expect(told).toEqual(['1: Nothing is left.', '1: Nothing is left.']);
    expect(await row()).toMatchObject({ state: 'failed', last_error: 'Nothing is left.' });
    expect(await store.db.selectFrom('settings').select('name').execute()).toHaveLength(1);
  });
});

it('a lane runs a job once more before it fails for its many starts', async () => {
  await add('1');
  await set({ attempts: 19 });
  await drain(lane(ends({ end: 'done' })));
  expect((await row()).state).toBe('done');
});

it('the runner of jobs reports how often a job crashed its worker, also for an unknown reason', async () => {
  await add('1');
  await set({ deaths: 4 });
  await drain(lane(ends({ end: 'done' })));
  expect((await row()).last_error).toBe(
    'The work on it ended its process 4 times, so it was quarantined.',
  );
});

it('a lane leaves large work to other lanes where it is for small work', async () => {
  await add('1');
  await set({ priority: 40 });
  const small = { ...lane(ends({ end: 'done' })), priorityAtMost: 39 };
  expect(await drain(small)).toBe(0);
  expect(await drain({ ...small, priorityAtMost: 40 })).toBe(1);
});

it('a lane resets the counts with the next heartbeat when a step makes progress', async () => {
  await add('1');
  await set({ attempts: 3, deaths: 2 });
  const counts = async () => {
    const { attempts, deaths } = await row();
    return [Number(attempts), Number(deaths)];
  };
  const seen: number[][] = [];
  const run: JobKind['run'] = async (_, running) => {
    const { heartbeat_ms } = await row();
    await expect.poll(async () => (await row()).heartbeat_ms).not.toBe(heartbeat_ms);
    seen.push(await counts());
    running.progressed();
    await expect.poll(counts).toEqual([0, 0]);
    await set({ attempts: 5 });
    const before = (await row()).heartbeat_ms;
    await expect.poll(async () => (await row()).heartbeat_ms).not.toBe(before);
    seen.push(await counts()); // reported once, it counts once
    return { end: 'done' };
  };
  await drain(lane({ run }));
  expect(seen).toEqual([
    [4, 2],
    [5, 0],
  ]);
});

it('a lane runs all that is queued, and returns how many', async () => {
  for (const subject of ['1', '2', '3']) await add(subject);
  expect(await drain(lane(ends({ end: 'done' })))).toBe(3);
  expect(await drain(lane(ends({ end: 'done' })))).toBe(0);
});

it('a lane goes on when the store comes back', async () => {
  await add('1');
  let away = 3;
  const breaking = new Proxy(store as Store, {
    get(target, name) {
      if (name === 'db' && away-- > 0) throw new Error('away');
      return Reflect.get(target, name);
    },
  });
  const stop = new AbortController();
  const kind: JobKind = {
    run: async () => {
      stop.abort();
      return { end: 'done' };
    },
  };
  await runLane({ ...lane(kind), store: breaking, signal: stop.signal });
  expect(away).toBeLessThan(0);
  expect((await row()).state).toBe('done');
});

it('a lane keeps looking for work until it is stopped', async () => {
  const stop = new AbortController();
  const running = runLane({
    ...lane({
      run: async (job) => {
        if (job.subject === '2') stop.abort();
        return { end: 'done' };
      },
    }),
    signal: stop.signal,
  });
  await add('1');
  while ((await row('1')).state !== 'done') await new Promise((done) => setTimeout(done, 5));
  await add('2');
  await running;
  expect((await row('2')).state).toBe('done');
});

describe('a long turn is given away', () => {
  async function yields(
    others: readonly { personId: string | null; runAt?: number; kind?: string }[],
    { personId = 'a' as string | null, turn = 0 } = {},
  ): Promise<boolean> {
    await add('1', { personId });
    let answer = false;
    await drain(
      lane(
        {
          run: async (job, running: Running) => {
            if (job.subject !== '1') return { end: 'done' };
            for (const [n, { kind = 'order', ...other }] of others.entries())
              await enqueue(store.db, { kind, subject: `other ${n}`, step: 'one', ...other });
            answer = await running.shouldYield();
            return { end: 'done' };
          },
        },
        { turn },
      ),
    );
    return answer;
  }

  it('to a different owner', async () => expect(await yields([{ personId: 'b' }])).toBe(true));
  it('to work without an owner', async () => expect(await yields([{ personId: null }])).toBe(true));
  it('a long turn is not given away to the same person', async () =>
    expect(await yields([{ personId: 'a' }])).toBe(false));
  it('a long turn is not given away to an empty queue', async () =>
    expect(await yields([])).toBe(false));
  it('a long turn is not given away to what is due later', async () =>
    expect(await yields([{ personId: 'b', runAt: Date.now() + 600_000 }])).toBe(false));
  it('a long turn is not given away to what other workers run', async () =>
    expect(await yields([{ personId: 'b', kind: 'mail' }])).toBe(false));
  it('a long turn is not given away by work without an owner', async () => {
    for (const personId of ['b', null])
      expect(await yields([{ personId }], { personId: null }), `${personId}`).toBe(false);
  });
  it('a long turn is not given away for the age of its process', async () =>
    expect(await yields([{ personId: 'b' }], { turn: performance.now() })).toBe(false));
  it('a long turn is not given away before it was long', async () =>
    expect(await yields([{ personId: 'b' }], { turn: 3_600_000 })).toBe(false));
});
