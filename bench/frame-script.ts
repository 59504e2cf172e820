// From a trace of the browser: milliseconds of script in each frame of the page's main thread.
import * as z from 'zod';

export const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8'];

/** Times in microseconds. `tdur`: processor time, if the browser recorded it. */
const event = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().optional(),
  tdur: z.number().optional(),
  args: z.looseObject({ name: z.string().optional() }).optional(),
});
const trace = z.object({ traceEvents: z.array(event) });
type Event = z.infer<typeof event>;

/** What runs a page's own code, and the collector that cleans up behind it. */
const SCRIPT = new Set([
  'FunctionCall',
  'EvaluateScript',
  'FireAnimationFrame',
  'TimerFire',
  'FireIdleCallback',
  'EventDispatch',
  'RunMicrotasks',
  'v8.callFunction',
  'HandlePostMessage',
  'MajorGC',
  'MinorGC',
]);
/** The event with which a frame begins on the main thread. */
const startsFrame = ({ name, ph }: Event): boolean => name === 'AnimationFrame' && ph === 'b';

export type Frame = {
  /** Processor time, which other work on the machine does not lengthen. */
  readonly cpuMs: number;
};

/** Frames in which script ran. */
export function framesOf(bytes: Buffer): readonly Frame[] {
  const { traceEvents } = trace.parse(JSON.parse(bytes.toString('utf8')));
  const main = mainThread(traceEvents);
  const own = traceEvents.filter((one) => `${one.pid} ${one.tid}` === main);
  const starts = own
    .filter(startsFrame)
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
  const frames = new Map<number, number>();
  for (const { ts, dur = 0, tdur } of outermost(own)) {
    const n = countUpTo(starts, ts);
    frames.set(n, (frames.get(n) ?? 0) + (tdur ?? dur) / 1000);
  }
  return [...frames.values()].map((cpuMs) => ({ cpuMs }));
}

/** The thread that began the most frames: there is only one page. */
function mainThread(events: readonly Event[]): string {
  const counts = new Map<string, number>();
  for (const { pid, tid } of events.filter(startsFrame))
    counts.set(`${pid} ${tid}`, (counts.get(`${pid} ${tid}`) ?? 0) + 1);
  const [first] = [...counts].sort((a, b) => b[1] - a[1]);
  if (!first) throw new Error('The trace has no frames.');
  return first[0];
}

/** Script that no other script called. */
function outermost(events: readonly Event[]): readonly Event[] {
  const script = events
    .filter(({ name, ph }) => ph === 'X' && SCRIPT.has(name))
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  let end = 0;
  return script.filter(({ ts, dur = 0 }) => {
    if (ts < end) return false;
    end = ts + dur;
    return true;
  });
}

/** How many of the sorted numbers are not above one. */
function countUpTo(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
