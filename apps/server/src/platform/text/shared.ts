// Does a piece of work once for all callers that want it while it is under way.

/** Callers with the same key get the same answer, or the same failure, while the work is under way; a later call starts it again. */
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
