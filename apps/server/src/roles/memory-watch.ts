// Watches how much memory this process takes. To be called in a thread with little other work,
// since a busy thread would notice a large allocation too late.
import { readFileSync } from 'node:fs';

const EVERY_MS = 200;

/** Calls `act` once, when the process takes more than `limitMb`. Watching ends with the process. */
export function watchMemory(limitMb: number, act: (takenMb: number) => void): void {
  const timer = setInterval(() => {
    const taken = takenMb();
    if (taken <= limitMb) return;
    clearInterval(timer);
    act(taken);
  }, EVERY_MS);
  timer.unref();
}

/** Megabytes that are used in memory and swap. */
function takenMb(): number {
  return (process.memoryUsage.rss() + swapped()) / 2 ** 20;
}

/** Linux only, bytes. */
function swapped(): number {
  if (process.platform !== 'linux') return 0;
  try {
    const kilobytes = /VmSwap:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
