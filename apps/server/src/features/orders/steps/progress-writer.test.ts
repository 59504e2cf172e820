// Progress is written at once, then now and then; a clock that is corrected meanwhile delays
// nothing and shortens no work.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type TemporaryStore, temporaryStore } from '../../../store/testing/temporary-store.ts';
import { NO_PROGRESS } from '../order.ts';
import { openProgress } from './progress-writer.ts';

const NOON = Date.parse('2026-11-22T12:00:00Z');
let store: TemporaryStore;
beforeEach(async () => {
  store = await temporaryStore();
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOON });
});
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
});

it('the progress writer writes the first at once and the next a second later, whatever the time of day becomes', async () => {
  const progress = openProgress(store.db, 1, { ...NO_PROGRESS, workedSeconds: 5 });
  const told: number[] = [];
  const report = (filesDone: number) =>
    progress.report(() => {
      told.push(filesDone);
      return { filesDone };
    });
  await report(1);
  await report(2);
  vi.setSystemTime(NOON - 86_400_000);
  vi.advanceTimersByTime(999);
  await report(3);
  vi.advanceTimersByTime(1);
  await report(4);
  expect(told).toEqual([1, 4]);
  expect(progress.final({ filesTotal: 9 })).toMatchObject({
    filesDone: 4,
    filesTotal: 9,
    workedSeconds: 6,
  });
});

it('the progress writer writes one state after the other, so that an earlier one never comes last', async () => {
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const slow = store.db.withPlugin({
    transformQuery: ({ node }) => {
      begun += 1;
      return node;
    },
    transformResult: async ({ result }) => {
      await gate.promise;
      return result;
    },
  });
  const progress = openProgress(slow, 1, NO_PROGRESS);
  const first = progress.report(() => ({ filesDone: 1 }));
  vi.advanceTimersByTime(1000);
  const second = progress.report(() => ({ filesDone: 2 }));
  for (let turn = 0; turn < 5; turn++) await new Promise((next) => setImmediate(next));
  expect(begun).toBe(1);
  gate.resolve();
  await Promise.all([first, second]);
  expect(begun).toBe(2);
});
