// 'Is my figure still right?': files by name and checksum against the archive as it is now, and how
// a file differs from its former version.
import {
  type HeldAnswer,
  readDifference,
  type VersionDifference,
  verifyHeld as verifyHeldCall,
} from '@isobar/contract/calls/verify-calls.ts';
import { MOST_HELD_DATA, MOST_HELD_FILES } from '@isobar/contract/orders/held-files.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { parseInstant } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import { verifyHeld } from '../../core/affected/verify-held.ts';
import { versionDifferenceOf } from '../../core/affected/version-difference.ts';
import { knowsReports, unknownReports } from '../../core/reports/written.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Http } from '../../platform/http/http.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import type { Tables } from '../../store/tables.ts';

export interface VerifyFeature {
  readonly db: Kysely<Tables>;
  readonly archive: ArchiveStore;
  readonly tables: () => Promise<CuratedTables>;
}

/** 5,000 long names with checksums. */
const BODY_BYTES = 2 << 20;
/** Spent in one call on files whose checksum the index does not have yet. */
const READ_BYTES = 200e6;
const READ_MS = 3000;

export function registerVerify<S>(http: Http<S>, { db, archive, tables }: VerifyFeature): void {
  http.route(
    verifyHeldCall,
    async ({ body, reply }): Promise<HeldAnswer> => {
      const known = await tables();
      if (!knowsReports(known)) throw unknownReports();
      reply.header('cache-control', 'no-store');
      const budget = { bytes: READ_BYTES, untilMs: performance.now() + READ_MS };
      return await verifyHeld({ db, archive, tables: known, budget }, body);
    },
    { bodyLimit: BODY_BYTES, bounds: boundHeld },
  );
  http.route(readDifference, async ({ params, query }): Promise<VersionDifference> => {
    const { sha256, bytes, since } = query;
    const had = { sha256, bytes, since: parseInstant(since ?? '') ?? undefined };
    const difference = await versionDifferenceOf(db, params, had);
    if (!difference) throw new Problem('not-found', `The archive knows no file ${params.file}.`);
    return difference;
  });
}

/** Long lists are refused before their elements are looked at. */
function boundHeld(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const { files, data } = body as { files?: unknown; data?: unknown }; // only counted here
  if (Array.isArray(files) && files.length > MOST_HELD_FILES)
    throw new Problem('too-large', `One call takes at most ${MOST_HELD_FILES} files.`);
  if (Array.isArray(data) && data.length > MOST_HELD_DATA)
    throw new Problem('too-large', `One call takes at most ${MOST_HELD_DATA} datastreams.`);
}
