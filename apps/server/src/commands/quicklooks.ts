// isobar quicklooks: makes plots in advance, so that users do not wait for them; existing ones are
// kept.
import { DAY_SECONDS, parseDay } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import { daysAhead, type Stretch } from '../features/quicklooks/ahead.ts';
import { keptDays } from '../features/quicklooks/kept-days.ts';
import { openWorkPool, plotterOf } from '../roles/work-pool.ts';
import type { Tables } from '../store/tables.ts';
import { version } from '../version.ts';
import { type Command, type CommandInput, text, withAdapters } from './command.ts';

/** How many days are made if none are named: the last ones of each datastream. */
const USUAL_DAYS = 31;
const TOLD_EVERY_MS = 5000;

export const quicklooks: Command = {
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    variables: { type: 'string' },
  },
  run: async (input) => {
    const wanted = wantedOf(input);
    if (typeof wanted === 'string') {
      console.error(wanted);
      return 2;
    }
    return withAdapters(async ({ adapters, configuration, log }) => {
      const { db } = adapters.store;
      const stretches = await stretchesOf(db, wanted);
      const missing = wanted.datastreams.filter(
        (name) => !stretches.some(({ datastream }) => datastream === name),
      );
      if (missing.length > 0) {
        console.error(`There is no datastream ${missing.join(', ')}.`);
        return 1;
      }
      const sameArchive = { ...configuration, archive: adapters.archiveAddress };
      const pool = await openWorkPool({ configuration: sameArchive, version });
      const days = keptDays({
        plotter: plotterOf(pool),
        blobs: adapters.plots,
        log,
        mostBytes: configuration.plotBytes,
      });
      const interrupted = new AbortController();
      process.once('SIGINT', () => interrupted.abort());
      process.once('SIGTERM', () => interrupted.abort());
      const making = { db, tables: adapters.tables, days, log };
      try {
        return await makeAll(making, stretches, wanted.variables, interrupted.signal);
      } finally {
        await days.settled();
        await pool.close();
      }
    });
  },
};

type Wanted = {
  readonly datastreams: readonly string[];
  readonly from: number | null;
  readonly to: number | null;
  readonly variables: number;
};

/** A text: what is wrong with the arguments. */
function wantedOf(input: CommandInput): Wanted | string {
  const [first, last] = [text(input, 'from'), text(input, 'to')];
  const [from, to] = [first, last].map((day) => (day === undefined ? null : parseDay(day)));
  if ((first !== undefined && from === null) || (last !== undefined && to === null))
    return '--from and --to are days like 2024-06-01.';
  if (from != null && to != null && to < from) return '--to is before --from.';
  const variables = Number(text(input, 'variables') ?? 8);
  if (!Number.isInteger(variables) || variables < 1) return '--variables is a number from 1 on.';
  return { datastreams: input.positionals, from: from ?? null, to: to ?? null, variables };
}

async function stretchesOf(
  db: Kysely<Tables>,
  { datastreams, from, to }: Wanted,
): Promise<readonly Stretch[]> {
  const all = await db
    .selectFrom('datastreams')
    .select(['datastream', 'start_s', 'end_s'])
    .$if(datastreams.length > 0, (q) => q.where('datastream', 'in', [...datastreams]))
    .orderBy('end_s', 'desc')
    .orderBy('datastream')
    .execute();
  return all.map(({ datastream, start_s, end_s }) => {
    const end = Math.min(
      Number(end_s) + 1,
      to === null ? Number.POSITIVE_INFINITY : to + DAY_SECONDS,
    );
    const usual = from === null ? end - USUAL_DAYS * DAY_SECONDS : from;
    return { datastream, from: Math.max(Number(start_s), usual), to: end };
  });
}

async function makeAll(
  making: Parameters<typeof daysAhead>[0],
  stretches: readonly Stretch[],
  variables: number,
  signal: AbortSignal,
): Promise<number> {
  const counts = { made: 0, kept: 0, failed: 0 };
  let told = Date.now();
  for (const [at, stretch] of stretches.entries()) {
    for await (const did of daysAhead(making, stretch, signal, variables)) {
      counts[did] += 1;
      if (Date.now() - told < TOLD_EVERY_MS) continue;
      told = Date.now();
      console.log(`${at + 1} of ${stretches.length} datastreams: ${inWords(counts)}`);
    }
    if (signal.aborted) break;
    if (await making.days.hasRoom()) continue;
    console.log('The room for plots is used up (ISOBAR_PLOT_BYTES).');
    break;
  }
  console.log(`${inWords(counts)}.`);
  return counts.failed > 0 && counts.made === 0 && counts.kept === 0 ? 1 : 0;
}

const inWords = (counts: { made: number; kept: number; failed: number }): string =>
  `${counts.made} plots made, ${counts.kept} were there, ${counts.failed} failed`;
