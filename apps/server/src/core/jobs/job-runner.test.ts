// A lane: steps in order, failures tried again, cancelled work stopped, a long turn given away.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { withOrigin } from '../../platform/log/origin.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import type { JobKind } from './job.ts';
import { drain, runLane } from './job-runner.ts';
import { enqueue, setState } from './queue.ts';

let store: TemporaryStore;
beforeEach(async () => {
  store = await temporaryStore();
});
afterEach(() => store.close());

const lane = (kind: JobKind, pace = {}, signal = new AbortController().signal) => ({
  store,
  kinds: { order: kind },
  worker: 'test',
  log: createLog('silent'),
  signal,
  pace: { poll: 5, heartbeat: 10, retry: 1, ...pace },
});
const add = (subject: string, personId = 'a') =>
  enqueue(store.db, { kind: 'order', subject, personId, step: 'one' });
const row = (subject: string) =>
  store.db.selectFrom('jobs').selectAll().where('subject', '=', subject).executeTakeFirstOrThrow();

it('a lane runs the steps in order and records each with its move', async () => {
  await add('1');
  const ran: string[] = [];
  await drain(
    lane({
      run: async (job) => {
        ran.push(job.step);
        const record = async (trx: typeof store.db) => {
          await trx.insertInto('settings').values({ name: job.step, value: 'x' }).execute();
        };
        return job.step === 'one' ? { end: 'step', step: 'two', record } : { end: 'done', record };
      },
    }),
  );
  expect(ran).toEqual(['one', 'two']);
  expect((await row('1')).state).toBe('done');
  expect(await store.db.selectFrom('settings').select('name').execute()).toHaveLength(2);
});

it('a lane retries a step that throws, and fails the job in the end', async () => {
  await add('1');
  let runs = 0;
  const givenUp: string[] = [];
  const kind: JobKind = {
    run: async () => {
      runs += 1;
      throw new Error('the sky fell');
    },
    givenUp: async (_, job, reason) => {
      givenUp.push(`${job.subject} ${reason}`);
    },
  };
  for (let i = 0; i < 10; i++) {
    await drain(lane(kind));
    await sleep(25);
  }
  expect(runs).toBe(5);
  expect(givenUp).toEqual(['1 the sky fell']);
  expect(await row('1')).toMatchObject({ state: 'failed', last_error: 'the sky fell' });
});

it('a lane tries much longer what passes by itself', async () => {
  await add('1');
  let runs = 0;
  const kind: JobKind = {
    run: async () => {
      runs += 1;
      if (runs <= 7) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      return { end: 'done' };
    },
    passing: () => true,
  };
  const stop = new AbortController();
  const running = runLane(lane(kind, { retry: 0.01 }, stop.signal));
  while ((await row('1')).state !== 'done') await sleep(5);
  stop.abort();
  await running;
  expect(runs).toBe(8);
});

it('a lane quarantines a job that kills its workers each time', async () => {
  await add('1');
  await store.db.updateTable('jobs').set({ attempts: 20 }).execute();
  const reasons: string[] = [];
  await drain(
    lane({
      run: async () => ({ end: 'done' }),
      givenUp: async (_t, _j, reason) => {
        reasons.push(reason);
      },
    }),
  );
  expect(reasons).toEqual(['It was started many times without progress.']);
});

it('a lane quarantines a job whose worker ended three times, with the reason, and runs the next', async () => {
  await add('poison');
  await add('next', 'b');
  await store.db
    .updateTable('jobs')
    .set({ deaths: 3, last_error: 'It took too much memory.' })
    .where('subject', '=', 'poison')
    .execute();
  const ran: string[] = [];
  const told: string[] = [];
  await drain(
    lane({
      run: async (job) => {
        ran.push(job.subject);
        return { end: 'done' };
      },
      givenUp: async (_t, _j, reason) => {
        told.push(reason);
      },
    }),
  );
  expect(ran).toEqual(['next']);
  expect(told).toEqual([
    'The work on it ended its process 3 times, so it was quarantined. It took too much memory.',
  ]);
  expect(await row('poison')).toMatchObject({ state: 'failed' });
});

it('a lane leaves a job to another lane of its thread, however late the heartbeats are, and not to one that was lost', async () => {
  await add('slow');
  const stop = new AbortController();
  let runs = 0;
  const kind: JobKind = {
    run: async () => {
      runs += 1;
      await sleep(150);
      return { end: 'done' };
    },
  };
  const late = { heartbeat: 60_000, stale: 30 };
  const lanes = [1, 2].map(() => runLane(lane(kind, late, stop.signal)));
  while (['waiting', 'running'].includes((await row('slow')).state)) await sleep(10);
  expect([runs, await row('slow')]).toMatchObject([1, { state: 'done', attempts: 1, deaths: 0 }]);
  await add('lost');
  const lost = {
    state: 'running',
    worker: 'test/gone',
    heartbeat_ms: Date.now() - 60_000,
  } as const;
  await store.db.updateTable('jobs').set(lost).where('subject', '=', 'lost').execute();
  while ((await row('lost')).state !== 'done') await sleep(10);
  stop.abort();
  await Promise.all(lanes);
});

it('a lane never quarantines a job that cannot crash a process, however often one ended while it had it', async () => {
  await add('mail');
  await store.db.updateTable('jobs').set({ deaths: 9, attempts: 40 }).execute();
  const ran: string[] = [];
  await drain(
    lane({
      harmless: true,
      run: async (job) => {
        ran.push(job.subject);
        return { end: 'done' };
      },
    }),
  );
  expect(ran).toEqual(['mail']);
});

it('a lane forgets deaths when a step is done or gives way', async () => {
  await add('1');
  await store.db.updateTable('jobs').set({ deaths: 2 }).execute();
  const deaths: number[] = [];
  await drain(
    lane({
      run: async (job) => {
        deaths.push(job.deaths);
        if (deaths.length === 1) return { end: 'again' };
        return { end: 'done' };
      },
    }),
  );
  expect(deaths).toEqual([2, 0]);
});

it('a lane aborts the step of a cancelled job, and what it did afterwards does not count', async () => {
  await add('1');
  let aborted = false;
  const kind: JobKind = {
    run: async (job, { signal }) => {
      await setState(store.db, job, ['running'], 'cancelled');
      await sleep(5000, undefined, { signal }).catch(() => {
        aborted = true;
      });
      return { end: 'done' };
    },
  };
  await drain(lane(kind));
  expect(aborted).toBe(true);
  expect((await row('1')).state).toBe('cancelled');
});

it('a lane puts its job back when it is stopped', async () => {
  await add('1');
  const stop = new AbortController();
  const kind: JobKind = {
    run: async (_, { signal }) => {
      setTimeout(() => stop.abort(), 10);
      await sleep(5000, undefined, { signal });
      return { end: 'done' };
    },
  };
  await runLane(lane(kind, {}, stop.signal));
  expect(await row('1')).toMatchObject({ state: 'waiting', worker: null, failures: 0 });
});

it('a lane yields between units when another owner waits, and continues afterwards', async () => {
  await add('large', 'a');
  const ran: string[] = [];
  let part = 0;
  const kind: JobKind = {
    run: async (job, running) => {
      ran.push(job.subject);
      if (job.subject !== 'large') return { end: 'done' };
      while (part < 4) {
        part += 1;
        if (part === 2) await add('small', 'b');
        await sleep(5);
        if (await running.shouldYield()) return { end: 'again' };
      }
      return { end: 'done' };
    },
  };
  await drain(lane(kind, { turn: 1 }));
  expect(ran).toEqual(['large', 'small', 'large']);
  expect(part).toBe(4);
});

it('log lines of a job, and jobs that it queues, have the id of the request that queued it', async () => {
  await withOrigin({ requestId: 'request-1' }, () => add('1'));
  const lines: string[] = [];
  const kind: JobKind = {
    run: async ({ subject }) => {
      if (subject === '1') await add('2');
      return { end: 'done' };
    },
  };
  await drain({ ...lane(kind), log: createLog('info', { write: (line) => lines.push(line) }) });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'a step ended', job: '1', requestId: 'request-1' },
    { msg: 'a step ended', job: '2', requestId: 'request-1' },
  ]);
  expect(await row('2')).toMatchObject({ request_id: 'request-1', traceparent: null });
});
