// Everything that plots need while the server runs: the days that are kept, and what is made ahead.
import { availableParallelism, loadavg } from 'node:os';
import type { Kysely } from 'kysely';
import type { CuratedTables } from '../core/tables/curated-tables.ts';
import { type Ahead, makeAhead } from '../features/quicklooks/ahead.ts';
import { type KeptDays, keptDays } from '../features/quicklooks/kept-days.ts';
import type { Configuration } from '../platform/config/config.ts';
import type { Log } from '../platform/log/log.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Tables } from '../store/tables.ts';
import { plotterOf, type WorkPool } from './work-pool.ts';

export interface PlotsKeeperInput {
  readonly pool: WorkPool;
  readonly configuration: Configuration;
  readonly db: Kysely<Tables>;
  readonly tables: () => Promise<CuratedTables>;
  readonly blobs: Blobs;
  readonly log: Log;
}

export interface PlotsKeeper {
  readonly days: KeptDays;
  /** Call it once the server answers: prepares for the first plot, and follows new files. */
  begin(): void;
  close(): Promise<void>;
}

export function keepPlots({
  pool,
  configuration,
  db,
  tables,
  blobs,
  log,
}: PlotsKeeperInput): PlotsKeeper {
  const plotter = plotterOf(pool);
  const days = keptDays({ plotter, blobs, log, mostBytes: configuration.plotBytes });
  let ahead: Ahead | undefined;
  return {
    days,
    begin() {
      void days.hasRoom(); // looks through what is kept
      if (!configuration.plotsAhead) return;
      pool.warm();
      const load = (): number => (loadavg()[0] ?? 0) / availableParallelism();
      ahead = makeAhead({ db, tables, days, plotter, log, load });
    },
    async close() {
      await ahead?.close();
      await days.settled();
    },
  };
}
