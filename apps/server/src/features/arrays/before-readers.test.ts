// When blocks are read before readers ask: after a reader has opened an array, once, and of one
// array at a time.
import { setTimeout as after } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { BeforeReaders } from './before-readers.ts';
import type { OpenState } from './states.ts';

const QUIET_MS = 50;

const state = (id: string, more: object = {}): OpenState =>
  // Nothing else of a state is read here.
  ({ id, packed: new Uint8Array(0), description: more }) as OpenState;

function started() {
  const done: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const before = new BeforeReaders({
    atOnce: 2,
    quietMs: QUIET_MS,
    perform: async (job) => {
      done.push(job.is);
      return { bytes: new Uint8Array(0), lengths: [] };
    },
    blocks: {
      prepare: async ({ id }) => void done.push(`times of ${id}`),
      readNewest: async ({ id }, variant, most) => {
        done.push(`${most} of ${id} ${variant}`);
        await gates.get(id)?.promise;
      },
    },
  });
  const held = (id: string) => {
    const gate = Promise.withResolvers<void>();
    gates.set(id, gate);
    return gate.resolve;
  };
  return { before, done, held };
}

it('the newest blocks of an array are read once, when its reader has stopped asking for parts [AR13]', async () => {
  const { before, done } = started();
  const [a, grid] = [state('a'), state('a', { grid: { step: 60 } })];
  const end = performance.now() + 3 * QUIET_MS;
  while (performance.now() < end) {
    before.asked(a, 'clean');
    await after(QUIET_MS / 10);
    if (performance.now() < end) expect(done).toEqual([]);
  }
  await expect.poll(() => done).toEqual(['4 of a clean']);
  before.asked(a, 'clean');
  before.asked(grid, 'strict');
  await after(3 * QUIET_MS);
  expect(done).toEqual(['4 of a clean']);
  before.asked(a, 'strict');
  await expect.poll(() => done).toEqual(['4 of a clean', '4 of a strict']);
});

it('the newest blocks of one array are read at a time, and those of another when a reader asks for it again [AR13]', async () => {
  const { before, done, held } = started();
  const go = held('a');
  before.asked(state('a'), 'clean');
  await expect.poll(() => done).toHaveLength(1);
  for (let n = 0; n < 100; n++) before.asked(state(`b${n}`), 'clean');
  await after(3 * QUIET_MS);
  expect(done).toHaveLength(1);
  go();
  await expect
    .poll(() => {
      before.asked(state('b7'), 'clean');
      return done;
    })
    .toEqual(['4 of a clean', '4 of b7 clean']);
});

it('a server that stops waits for what is being read, and begins nothing more', async () => {
  const { before, done, held } = started();
  const go = held('a');
  before.asked(state('a'), 'clean');
  await expect.poll(() => done).toHaveLength(1);
  before.opened(state('b'));
  const closing = before.close();
  const first = await Promise.race([closing.then(() => 'closed'), after(2 * QUIET_MS, 'waits')]);
  expect(first).toBe('waits');
  go();
  await closing;
  expect(done).toEqual(['4 of a clean', 'times of b']);
});

it('an open state has its times made, and is then opened in each thread', async () => {
  const { before, done } = started();
  before.opened(state('a'));
  await expect.poll(() => done).toEqual(['times of a', 'ready', 'ready']);
  await before.close();
});
