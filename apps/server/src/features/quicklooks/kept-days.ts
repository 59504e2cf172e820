// Days that were read are kept on disk up to a budget, the oldest go first; two askers share one
// reading.
import { text } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { keptKey, openKeptIndex } from '../../core/kept-index.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Urgency } from '../../platform/pool/kinds.ts';
import { shared } from '../../platform/text/shared.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { PlotJob, Plotter } from './plot-job.ts';

export interface KeptDaysInput {
  readonly plotter: Pick<Plotter, 'read'>;
  readonly blobs: Blobs;
  readonly log: Log;
  /** Bytes on disk, at most. */
  readonly mostBytes: number;
  /** Milliseconds since 1970; the clock by default. */
  readonly now?: () => number;
}

export interface KeptDays {
  /** The day of a job as JSON: kept under this tag, else read now. */
  day(tag: string, job: PlotJob, urgency: Urgency): Promise<string>;
  has(tag: string): Promise<boolean>;
  /** Whether there is room for plots that were not requested yet. */
  hasRoom(): Promise<boolean>;
  /** Resolves when everything that is to be kept is on disk. */
  settled(): Promise<void>;
}

const FOLDER = 'days';
/** What was kept there by earlier versions, in other forms. */
const FORMER = 'plots';
/** Entries beyond these are as little use as bytes beyond the budget. */
const MOST_ENTRIES = 200_000;
/**
 * Texts that were just made or read stay in memory: a month is asked for twice, its tags before its
 * plots.
 */
const RECENT = 96;
/**
 * Days made ahead use at most this share of the budget; the rest is for days that users request.
 */
const AHEAD_SHARE = 0.8;
/**
 * Once the budget is exceeded, days are removed until less than this share of it is in use, which
 * leaves room for days made ahead.
 */
const LOWERED = 0.7;

export function keptDays(input: KeptDaysInput): KeptDays {
  const { plotter, blobs, log } = input;
  const reading = shared<string>();
  const recent = new LRUCache<string, string>({ max: RECENT });
  const index = openKeptIndex({
    ...input,
    folder: FOLDER,
    former: FORMER,
    mostEntries: MOST_ENTRIES,
    lowered: LOWERED,
    onRemoved: (tag) => recent.delete(tag),
  });

  async function kept(tag: string): Promise<string | undefined> {
    const fresh = recent.get(tag);
    if (fresh !== undefined) return fresh;
    const entry = await index.find(tag);
    if (!entry) return undefined;
    try {
      const json = await text(await blobs.read(keptKey(FOLDER, entry.made, tag)));
      recent.set(tag, json);
      return json;
    } catch (error) {
      log.warn({ err: error }, 'a cached plot cannot be read; it is regenerated');
      index.forget(tag);
      return undefined;
    }
  }

  return {
    day: (tag, job, urgency) =>
      // A person who waits goes before everything that is made ahead.
      reading(`${urgency} ${tag}`, async () => {
        const before = await kept(tag);
        if (before !== undefined) return before;
        const json = await plotter.read(job, urgency);
        recent.set(tag, json);
        index.keep(tag, json);
        return json;
      }),
    has: async (tag) => (await index.find(tag)) !== undefined,
    hasRoom: () => index.hasRoom(AHEAD_SHARE),
    settled: index.settled,
  };
}
