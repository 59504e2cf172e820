// The loop that computes hour facts in the background: what users ask for at once, everything else
// at a low priority, and only for a small part of the time while the machine is busy.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ComputeInput } from './compute.ts';
import { computeLatest } from './compute.ts';
import { addDatastreams, nextDue, WANTED_MS } from './due-days.ts';
import { repackNext } from './repack.ts';

export interface KeepFactsInput extends ComputeInput {
  /** Share of the machine's cores that is at work. */
  readonly load: () => number;
  /** False: only days that users ask for are computed. */
  readonly ahead: boolean;
  /** Milliseconds between two looks for work. */
  readonly everyMs?: number;
}

const EVERY_MS = 1000;
/** The load below which the machine counts as idle. */
const BUSY = 0.6;
/**
 * On a busy machine, work that no user asked for rests this many times as long as it took, and at
 * most for so long.
 */
const REST_TIMES = 9;
const MOST_REST_MS = 60_000;
/** Datastreams that get their rows in one look. */
const MOST_NEW = 50;

/** Runs until the signal is aborted; whatever goes wrong is logged and tried again later. */
export async function keepFacts(input: KeepFactsInput): Promise<void> {
  const { signal, log, everyMs = EVERY_MS } = input;
  const rest = { untilMs: 0 };
  while (!signal.aborted) {
    const didWork = await look(input, rest).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, 'hour facts could not be computed');
      return false;
    });
    if (!didWork) await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {});
  }
}

/** `rest`: until when only what users ask for is computed. */
async function look(input: KeepFactsInput, rest: { untilMs: number }): Promise<boolean> {
  const { store, ahead, load, now = Date.now } = input;
  const began = now();
  const wantedSinceMs = began - WANTED_MS;
  const wanted = await nextDue(store.db, began, { wantedSinceMs, onlyWanted: true });
  if (wanted) return computeLatest(input, wanted);
  if (!ahead || began < rest.untilMs) return false;
  const isBusy = load() >= BUSY;
  const next = await nextDue(store.db, began, { wantedSinceMs, onlyWanted: false });
  const didWork = next
    ? await computeLatest(input, next)
    : (await addDatastreams(store.db, MOST_NEW)) > 0 || (!isBusy && (await repackNext(store.db)));
  if (isBusy) rest.untilMs = now() + Math.min(MOST_REST_MS, (now() - began) * REST_TIMES);
  return didWork;
}

/**
 * Computes everything that is due in these datastreams (none: in all), for a command. Yields after
 * each run of days.
 */
export async function* computeAll(
  input: ComputeInput,
  datastreams: readonly string[],
): AsyncGenerator<{
  readonly datastream: string;
  readonly year: number;
  readonly isDone: boolean;
}> {
  const { store, signal, now = Date.now } = input;
  while ((await addDatastreams(store.db, MOST_NEW)) > 0) signal.throwIfAborted();
  const which = { wantedSinceMs: now(), onlyWanted: false };
  for (;;) {
    signal.throwIfAborted();
    const next = await nextDue(
      store.db,
      now(),
      datastreams.length > 0 ? { ...which, datastreams } : which,
    );
    if (!next) return;
    const isDone = await computeLatest(input, next);
    yield { datastream: next.datastream, year: next.year, isDone };
  }
}
