// Does a piece of work once for all who ask for it while it is under way.

/** Those who ask under one key at once get the same answer, or the same failure; whoever comes later asks again. */
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
