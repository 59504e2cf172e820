// Work that comes in bursts, done in pieces: no frame holds more than a few milliseconds of it.

export type FrameBudget = <T>(work: () => T) => Promise<T>;

/**
 * Does what is handed in, in order; once a frame's share of time is spent, the rest waits for the
 * next frame.
 */
export function withinFrameBudget(
  shareMs: number,
  nextFrame: (then: () => void) => void = requestAnimationFrame,
  now: () => number = () => performance.now(),
): FrameBudget {
  let before: Promise<unknown> = Promise.resolve();
  let spent = 0;
  return (work) => {
    const turn = before.then(async () => {
      if (spent >= shareMs) {
        await new Promise<void>((resolve) => nextFrame(resolve));
        spent = 0;
      }
      const began = now();
      try {
        return work();
      } finally {
        spent += now() - began;
      }
    });
    before = turn.catch(() => undefined);
    return turn;
  };
}
