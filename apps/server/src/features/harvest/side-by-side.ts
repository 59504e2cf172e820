// Looks at many files, some at a time.
import { setImmediate } from 'node:timers/promises';

/** Files that are open at the same time. */
const SIDE_BY_SIDE = 16;
/** How long local files are read before the loop yields. */
const PAUSE_MS = 10;

/** Results in the order of the items, with a bounded number of items in work at once. */
export async function sideBySide<T, R>(
  items: readonly T[],
  act: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const left = items.entries();
  let paused = performance.now();
  const lane = async (): Promise<void> => {
    for (let one = left.next(); !one.done; one = left.next()) {
      const [at, item] = one.value;
      results[at] = await act(item);
      if (performance.now() - paused < PAUSE_MS) continue;
      await setImmediate();
      paused = performance.now();
    }
  };
  await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, items.length) }, lane));
  return results;
}
