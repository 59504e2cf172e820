// Times of steps are added up over workers, and none is lost when the store is away.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { noteStep, STEP_BOUNDS, stepHistograms, writeStepTimes } from './step-times.ts';

/** The clock of the sums, which goes on from test to test as in a process. */
let now = performance.now();

describe.each(STORE_KINDS)('times of steps in %s', (kind) => {
  let store: TemporaryStore;
  beforeEach(async () => {
    store = await temporaryStore(kind);
    now += 1e9;
  });
  afterEach(() => store.close());

  it('times of steps are counted by step and bucket, whose upper ends belong to them', async () => {
    const [first, second] = STEP_BOUNDS;
    for (const seconds of [first, first + 0.001, second, 4000])
      noteStep({ kind: 'order', step: 'prepare' }, seconds);
    noteStep({ kind: 'mail', step: 'send' }, 2);
    await writeStepTimes(store.db, now);
    const found = await stepHistograms(store.db);
    const prepare = found.find(({ step }) => step === 'prepare');
    expect(prepare?.counts).toEqual([1, 2, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(prepare?.seconds).toBeCloseTo(first * 2 + 0.001 + second + 4000);
    expect(found.find(({ kind }) => kind === 'mail')?.counts[3]).toBe(1);
  });

  it('times of steps are added to what is there, at most every five seconds', async () => {
    noteStep({ kind: 'order', step: 'plan' }, 0.01);
    await writeStepTimes(store.db, now);
    noteStep({ kind: 'order', step: 'plan' }, 0.01);
    await writeStepTimes(store.db, now + 4000);
    expect((await stepHistograms(store.db))[0]?.counts[0]).toBe(1);
    await writeStepTimes(store.db, now + 6000);
    expect((await stepHistograms(store.db))[0]?.counts[0]).toBe(2);
  });

  it('times of steps are kept while the store is away, and written later', async () => {
    noteStep({ kind: 'order', step: 'plan' }, 0.01);
    const away = await temporaryStore(kind);
    await away.close();
    await expect(writeStepTimes(away.db, now)).rejects.toThrow();
    noteStep({ kind: 'order', step: 'plan' }, 0.01);
    await writeStepTimes(store.db, now + 6000);
    expect((await stepHistograms(store.db))[0]?.counts[0]).toBe(2);
  });
});
