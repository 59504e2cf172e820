// Does a piece of work once for all callers that want it while it is under way.

/**
 * Callers with the same key get the same answer, or the same failure, while the work is under way;
 * a later call starts it again.
 */
export function shared<T>(): (key: string, ask: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, ask) => {
    const under = running.get(key);
    if (under) return under;
    const asked = ask().finally(() => running.delete(key));
    running.set(key, asked);
    return asked;
  };
}

/**
 * Callers that come while the work is under way share the next one, which begins after them: each
 * gets an answer that is not older than its question.
 */
export function sharedNext<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined;
  let next: Promise<T> | undefined;
  const start = (): Promise<T> => {
    next = undefined;
    const asked = ask().finally(() => {
      if (running === asked) running = undefined;
    });
    running = asked;
    return asked;
  };
  return () => {
    if (!running) return start();
    next ??= running.then(start, start);
    return next;
  };
}
