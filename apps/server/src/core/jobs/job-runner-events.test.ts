// What a lane writes into the log, so that an operator can distinguish a failure from a job of
// another worker, and how it ends.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import type { Store } from '../../store/open.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import type { JobKind } from './job.ts';
import { drain, runLane } from './job-runner.ts';
import { enqueue, setState } from './queue.ts';

let store: TemporaryStore;
let lines: string[];
beforeAll(async () => {
  store = await temporaryStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.empty();
  lines = [];
  await enqueue(store.db, { kind: 'order', subject: '7', personId: 'a', step: 'one' });
});
afterEach(() => vi.restoreAllMocks());

const HOUR = 3_600_000;
const lane = (run: JobKind['run'], pace = {}, signal = new AbortController().signal) => ({
  ...{ store: store as Store, kinds: { order: { run } }, worker: 'test', signal },
  log: createLog('debug', { write: (line) => void lines.push(line) }),
  pace: { poll: 5, heartbeat: HOUR, retry: HOUR, ...pace },
});
const told = (): unknown[] =>
  lines.map((line) => {
    const { msg, time: _when, err, ...rest } = JSON.parse(line);
    return { msg, ...rest, ...(err === undefined ? {} : { err: err.message }) };
  });
/** As if the store went away for every call from now on that changes a job. */
const breakUpdates = () =>
  vi.spyOn(store.db, 'updateTable').mockImplementation(() => {
    throw new Error('away');
  });

describe('a log says', () => {
  it('which step of which job failed, how often by now, and why', async () => {
    await store.db.updateTable('jobs').set({ failures: 2 }).execute();
    await drain(lane(() => Promise.reject(new Error('no'))));
    expect(told()).toEqual([
      { level: 40, msg: 'a step failed', job: '7', step: 'one', failures: 3, err: 'no' },
    ]);
  });

  it('a log says of a job that was cancelled meanwhile that it was left, and of no failure', async () => {
    await drain(
      lane(async (job) => {
        await setState(store.db, job, ['running'], 'cancelled');
        return { end: 'done' };
      }),
    );
    const left = { level: 30, msg: 'left to another worker', job: '7', step: 'one' };
    expect(told()).toEqual([left]);
    await setState(store.db, { kind: 'order', subject: '7' }, ['cancelled'], 'waiting');
    const interrupted: JobKind['run'] = async (job, { signal }) => {
      await setState(store.db, job, ['running'], 'cancelled');
      await sleep(HOUR, undefined, { signal }); // throws when the next heartbeat finds out
      return { end: 'done' };
    };
    await drain(lane(interrupted, { heartbeat: 5 }));
    expect(told()).toEqual([left, left]);
  });

  it('that the queue cannot be read, and goes on', async () => {
    const away = new Proxy(store as Store, {
      get: () => {
        throw new Error('away');
      },
    });
    expect(await drain({ ...lane(async () => ({ end: 'done' })), store: away })).toBe(0);
    expect(told()).toEqual([{ level: 50, msg: 'the queue cannot be read', err: 'away' }]);
  });

  it('that the heartbeat could not be written, and that a failure was not recorded', async () => {
    const run: JobKind['run'] = async () => {
      breakUpdates();
      await vi.waitFor(() => expect(lines.length).toBeGreaterThan(0));
      throw new Error('no');
    };
    await drain(lane(run, { heartbeat: 5 }));
    const [first, ...rest] = told();
    expect(first).toEqual({ level: 40, msg: 'the heartbeat could not be written', err: 'away' });
    expect(rest.slice(-2)).toEqual([
      { level: 40, msg: 'a step failed', job: '7', step: 'one', failures: 1, err: 'no' },
      { level: 50, msg: 'a failure was not recorded', err: 'away' },
    ]);
  });

  it('nothing of a failure of a job that was taken away before it could be recorded', async () => {
    await drain(
      lane(async (job) => {
        await setState(store.db, job, ['running'], 'cancelled');
        throw new Error('no');
      }),
    );
    expect(told()).toMatchObject([{ msg: 'a step failed' }]);
  });
});

it('a lane that waits for work ends as soon as it is stopped', async () => {
  const stop = new AbortController();
  const done = lane(async () => ({ end: 'done' }), { poll: HOUR }, stop.signal);
  const running = runLane(done);
  await vi.waitFor(async () => {
    const { state } = await store.db.selectFrom('jobs').select('state').executeTakeFirstOrThrow();
    expect(state).toBe('done');
  });
  stop.abort();
  await running;
});

it('the log of a lane writes no heartbeat for a job that has ended, however it ended', async () => {
  const begun = vi.spyOn(globalThis, 'setInterval');
  const ended = vi.spyOn(globalThis, 'clearInterval');
  let runs = 0;
  await drain(
    lane(async () => {
      if (++runs === 1) return { end: 'again' };
      throw new Error('no');
    }),
  );
  expect(begun).toHaveBeenCalledTimes(2);
  const timers = begun.mock.results.map(({ value }) => value);
  expect(ended.mock.calls.map(([timer]) => timer)).toEqual(expect.arrayContaining(timers));
});
