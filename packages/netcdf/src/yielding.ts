// Long work that yields to the event loop: it pauses before it blocks the loop, and one piece
// continues in each iteration.

/** Work that may be suspended at every `yield`. */
export type Stepwise<T> = Generator<undefined, T, undefined>;

/**
 * Milliseconds for which all such work on this thread may run before it yields to the event loop.
 */
const SLICE_MS = 5;

/** When the first work began in this iteration of the event loop; undefined when none has. */
let began: number | undefined;
const waiting: (() => void)[] = [];

/**
 * Call this wherever work may be suspended. undefined: continue, there is time left. Otherwise wait
 * for the promise: one of the waiting works continues in each iteration of the event loop, so that
 * several long ones never add up.
 */
export function turn(): Promise<void> | undefined {
  if (began === undefined) {
    began = performance.now();
    setImmediate(next);
  }
  if (performance.now() - began < SLICE_MS) return undefined;
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  return promise;
}

/** Runs `work` to its end, and yields to the event loop whenever its time slice is over. */
export async function runYielding<T>(work: Stepwise<T>): Promise<T> {
  for (;;) {
    const due = turn();
    if (due) await due;
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Runs `work` to its end without yielding, for callers that know it to be small. */
export function inOneGo<T>(work: Stepwise<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

function next(): void {
  const resume = waiting.shift();
  began = undefined;
  if (!resume) return;
  began = performance.now();
  setImmediate(next);
  resume();
}
