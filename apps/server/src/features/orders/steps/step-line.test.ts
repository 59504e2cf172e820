// What becomes of an order whose step throws or is stopped, and of a job that names no order or no
// step.
import { expect, it } from 'vitest';
import type { Job, Running } from '../../../core/jobs/job.ts';
import { findOrder } from '../order.ts';
import { openedForEach } from '../testing/opened-for-each.ts';
import { requestOf } from '../testing/order-fixture.ts';
import { orderJobs } from './step-line.ts';
import { openWorkspace } from './workspace.ts';

const here = openedForEach(1);

const jobOf = (orderId: number, step = 'retrieve'): Job => ({
  ...{ jobId: 1, kind: 'order', subject: String(orderId), personId: null, step, payload: '{}' },
  ...{
    attempts: 1,
    deaths: 0,
    lastError: null,
    failures: 0,
    claim: 'test/1',
    requestId: null,
    traceparent: null,
  },
});
const running = (signal = new AbortController().signal): Running => ({
  ...{ signal, progressed: () => undefined, shouldYield: async () => false },
});

it('the line of a step reports that an order waits only while its failure is temporary and no user stopped it', async () => {
  const orderId = await here.ada.place(requestOf('sgpmetE13.b1', '2019-01-01', '2019-01-01'));
  const saidAfter = async (error: Error, signal?: AbortSignal) => {
    const jobs = orderJobs({ ...here.house.worker, tables: () => Promise.reject(error) });
    await expect(jobs.run(jobOf(orderId), running(signal))).rejects.toBe(error);
    return (await findOrder(here.house.store.db, orderId))?.progress.waiting;
  };
  const away = Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' });
  expect(await saidAfter(new Error('a defect'))).toBeNull();
  expect(await saidAfter(away, AbortSignal.abort())).toBeNull();
  expect(await saidAfter(away)).toMatch(/waiting for a service/);
});

it('a step fails a job that names no order or no step, and reports which', async () => {
  const jobs = orderJobs(here.house.worker);
  const lost = jobOf(999_999);
  const reason = 'There is no order 999999.';
  expect(await jobs.run(lost, running())).toEqual({ end: 'failed', reason });
  await here.house.store.db
    .transaction()
    .execute(async (trx) => await jobs.givenUp?.(trx, lost, reason));
  expect(await jobs.run(jobOf(1, 'dance'), running())).toEqual({
    ...{ end: 'failed', reason: 'There is no step dance.' },
  });
});

it('a step takes no file for unreadable whose reading ended because it was stopped', async () => {
  const orderId = await here.ada.place(requestOf('sgpmetE13.b1', '2019-01-01', '2019-01-01'));
  const cancel = new AbortController();
  const stopped = new Error('stopped');
  const open = async () => {
    cancel.abort(stopped);
    throw new Error('The reading ended.');
  };
  const { worker } = here.house;
  const jobs = orderJobs({ ...worker, archive: { ...worker.archive, open } });
  const last = { ...jobOf(orderId), failures: 9 }; // of the tries that it is given
  await expect(jobs.run(last, running(cancel.signal))).rejects.toBe(stopped);
  const { readChecked } = openWorkspace(worker.settings.home, orderId, 0);
  expect(await readChecked()).toEqual(new Map());
});
