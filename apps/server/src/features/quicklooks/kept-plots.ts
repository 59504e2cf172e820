// Plots that were drawn are kept for a while: by week, so that old ones go all at once; two askers share one drawing.
import { text } from 'node:stream/consumers';
import type { Log } from '../../platform/log.ts';
import { shared } from '../../platform/shared.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { PlotJob, Plotter } from './plot-job.ts';

export interface KeptPlotsInput {
  readonly plotter: Plotter;
  readonly blobs: Blobs;
  readonly log: Log;
  /** Milliseconds since 1970; the clock by default. */
  readonly now?: () => number;
}

const WEEK_MS = 7 * 86_400_000;

/** The plot of a job, drawn when no plot of this tag is kept from this week or the last. */
export function keptPlots({ plotter, blobs, log, now = Date.now }: KeptPlotsInput) {
  const drawing = shared<string>();
  let swept = -1;

  async function draw(tag: string, job: PlotJob): Promise<string> {
    const week = Math.floor(now() / WEEK_MS);
    const own = keyOf(week, tag);
    for (const key of [own, keyOf(week - 1, tag)]) {
      if (await blobs.stat(key)) return await text(await blobs.read(key));
    }
    const svg = await plotter.draw(job);
    await blobs.put(own, svg).catch((error: unknown) => {
      log.warn({ err: error }, 'a plot could not be kept'); // it is drawn again next time
    });
    if (swept !== week) {
      swept = week;
      await removeBefore(week - 1).catch((error: unknown) => {
        log.warn({ err: error }, 'old plots were not removed');
        swept = -1;
      });
    }
    return svg;
  }

  async function removeBefore(week: number): Promise<void> {
    const old = new Set<string>();
    for await (const { key } of blobs.list(FOLDER)) {
      const of = key.split('/')[1] ?? '';
      if (Number(of) < week) old.add(`${FOLDER}/${of}`);
    }
    for (const folder of old) await blobs.removeAll(folder);
  }

  return (tag: string, job: PlotJob): Promise<string> => drawing(tag, () => draw(tag, job));
}

const FOLDER = 'plots';
const keyOf = (week: number, tag: string): string => `${FOLDER}/${week}/${tag}.svg`;
