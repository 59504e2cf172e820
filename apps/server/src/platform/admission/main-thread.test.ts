// The main thread's time: slices, which caller goes on first, which one pauses, and which one is
// refused at once.
import { beforeEach, expect, it, vi } from 'vitest';
import { type Caller, onBehalfOf } from './caller.ts';
import { MainThread } from './main-thread.ts';

let now = 0;
/** What runs when the event loop has looked at everything else. */
let immediates: (() => void)[] = [];
let timers: { readonly at: number; readonly act: () => void }[] = [];
let thread: MainThread;

beforeEach(() => {
  [now, immediates, timers] = [0, [], []];
  thread = new MainThread({
    sliceMs: 8,
    halfLifeMs: 1000,
    share: 0.25,
    patienceMs: 1000,
    now: () => now,
    afterOthers: (act) => immediates.push(act),
    later: (act, milliseconds) => timers.push({ at: now + milliseconds, act }),
  });
});

/** One round of the event loop; timers that are due come first. */
async function round(): Promise<void> {
  const due = timers.filter(({ at }) => at <= now);
  timers = timers.filter(({ at }) => at > now);
  for (const { act } of due) act();
  for (const act of immediates.splice(0)) act();
  for (let i = 0; i < 5; i++) await Promise.resolve();
}

const uses = (caller: Caller, milliseconds: number): Promise<void> | undefined =>
  onBehalfOf(caller, () => {
    thread.restart();
    now += milliseconds;
    return thread.breathe();
  });

it('the main thread lets short work go on, and long work only after everything else', async () => {
  expect(uses({ address: 'a' }, 3)).toBeUndefined();
  expect(uses({ address: 'a' }, 3)).toBeUndefined();
  let wentOn = false;
  void uses({ address: 'a' }, 3)?.then(() => {
    wentOn = true;
  });
  await Promise.resolve();
  expect(wentOn).toBe(false);
  await round();
  expect(wentOn).toBe(true);
  expect(thread.spentBy({ address: 'a' })).toBeCloseTo(9, 1);
});

it('the main thread begins a new piece of work with each round of the event loop', async () => {
  void uses({ address: 'a' }, 7);
  await round();
  expect(uses({ address: 'a' }, 7)).toBeUndefined();
});

it('the main thread lets one go on in each round, the one who used least first', async () => {
  const order: string[] = [];
  void uses({ address: 'greedy' }, 100)?.then(() => order.push('greedy first'));
  for (const address of ['greedy', 'modest', 'greedy'])
    void uses({ address }, 10)?.then(() => order.push(address));
  await round();
  expect(order).toEqual(['modest']);
  await round();
  expect(order).toEqual(['modest', 'greedy first']);
});

it('the main thread makes no caller pause while no other one asks', async () => {
  thread.note('a');
  void uses({ address: 'a' }, 5000);
  expect(thread.refuses('a')).toBe(false);
  expect(onBehalfOf({ address: 'a' }, () => thread.enter())).toBeUndefined();
});

it('the main thread makes a caller with long calls pause while another makes short ones, until the share is kept', async () => {
  thread.note('modest');
  let wentOn = false;
  void uses({ address: 'busy' }, 500)?.then(() => {
    wentOn = true;
  });
  for (let i = 0; i < 3; i++) await round();
  expect(wentOn).toBe(false);
  for (; !wentOn && now < 5000; now += 10) {
    thread.note('modest');
    await round();
  }
  expect(wentOn).toBe(true);
  const share = thread.spentBy({ address: 'busy' }) / (1000 / Math.LN2);
  expect(share).toBeLessThanOrEqual(0.25);
  expect(share).toBeGreaterThan(0.22);
});

it('the main thread does not make a caller pause whose many calls are all short, though those of another are shorter', async () => {
  for (let call = 0; call < 600; call++) {
    thread.note('tireless');
    void uses({ address: 'tireless' }, 2);
    await round();
  }
  thread.note('modest');
  expect(thread.spentBy({ address: 'tireless' })).toBeGreaterThan(500);
  expect(onBehalfOf({ address: 'tireless' }, () => thread.enter())).toBeUndefined();
});

it('the main thread lets a caller with long calls go on when the other has asked nothing for a second', async () => {
  thread.note('modest');
  let wentOn = false;
  void uses({ address: 'busy' }, 900)?.then(() => {
    wentOn = true;
  });
  now += 1001;
  await round();
  await round();
  expect(wentOn).toBe(true);
});

it('the main thread does not make a caller pause for one whose calls are as long', async () => {
  for (const address of ['a', 'b']) {
    thread.note(address);
    void uses({ address }, 900);
  }
  await round();
  expect(thread.refuses('a')).toBe(false);
  expect(thread.refuses('b')).toBe(false);
});

it('the main thread refuses at once a caller who would have to wait longer than a second', async () => {
  void uses({ address: 'busy' }, 5000);
  thread.note('modest');
  expect(thread.refuses('busy')).toBe(true);
  expect(() => onBehalfOf({ address: 'busy' }, () => thread.enter())).toThrow(/busy|Too|again/i);
  expect(thread.refuses('modest')).toBe(false);
});

it('the main thread counts the time of a person from whatever address', async () => {
  thread.note('modest');
  void uses({ address: 'first', person: 'p1' }, 5000);
  expect(thread.spentBy({ address: 'second', person: 'p1' })).toBeGreaterThan(4000);
  expect(thread.spentBy({ address: 'second' })).toBe(0);
});

it('the main thread knows whether another address asked in the last second', () => {
  thread.note('a');
  expect(thread.hasOthers('a')).toBe(false);
  expect(thread.hasOthers('b')).toBe(true);
  now += 1001;
  expect(thread.hasOthers('b')).toBe(false);
});

it('callers with long calls who wait share what is left of the thread', async () => {
  const goOn = new Set<string>();
  for (const address of ['busy', 'greedy'])
    void uses({ address }, 500)?.then(() => {
      goOn.add(address);
    });
  thread.note('modest');
  await round();
  for (; goOn.size < 1 && now < 10_000; now += 10) {
    thread.note('modest');
    await round();
  }
  // Half of a quarter each: the first who goes on has used no more of the last seconds than that.
  const [first = ''] = goOn;
  expect(thread.spentBy({ address: first }) / (1000 / Math.LN2)).toBeLessThanOrEqual(0.125);
});

it('the main thread refuses a caller of whose calls sixteen wait, though each would begin soon, and counts no calls of others', async () => {
  void uses({ address: 'busy' }, 400);
  void uses({ address: 'neighbour' }, 300);
  thread.note('modest');
  for (let call = 0; call < 14; call++) void onBehalfOf({ address: 'busy' }, () => thread.enter());
  expect(thread.refuses('busy')).toBe(false); // fifteen, and one of the neighbour
  void onBehalfOf({ address: 'busy' }, () => thread.enter());
  expect(thread.refuses('busy')).toBe(true);
});

it('the main thread pauses by the clock of the machine unless another is given', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const own = new MainThread({ afterOthers: (act) => immediates.push(act), sliceMs: 8 });
  own.note('modest');
  let wentOn = false;
  void onBehalfOf({ address: 'busy' }, () => {
    own.restart();
    vi.advanceTimersByTime(300);
    return own.breathe();
  })?.then(() => {
    wentOn = true;
  });
  for (let tenths = 0; tenths < 40 && !wentOn; tenths++) {
    await round();
    vi.advanceTimersByTime(100);
  }
  vi.useRealTimers();
  expect(wentOn).toBe(true);
});
