// What a cart asks of the file service (specification part 2 section 7).
import {
  MOST_DATASTREAMS,
  metricsOf,
  stagingFolders,
  variablesOfDatastreams,
} from '@isobar/contract/calls/files.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Kysely } from 'kysely';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Tables } from '../../store/tables.ts';
import { boundMetrics, fileMetrics } from './metrics.ts';
import { variablesOf } from './variables.ts';

/** A folder of the notebook hub that an order can be staged to. */
export type StagingProject = { readonly name: string; readonly path: string };

export interface FilesDeps<S> {
  readonly db: Kysely<Tables>;
  readonly tables: () => Promise<CuratedTables>;
  /** The folders that this person may use; absent: there is no notebook hub. */
  readonly stagingProjects?: (session: S) => Promise<readonly StagingProject[]>;
}

/** 20,000 long file names, and dates. */
const METRICS_BYTES = 3 << 20;

export function registerFiles<S>(http: Http<S>, deps: FilesDeps<S>): void {
  const { db, tables, stagingProjects } = deps;
  http.route(metricsOf, ({ body }) => fileMetrics({ db, tables }, body), {
    bodyLimit: METRICS_BYTES,
    bounds: boundMetrics,
  });
  http.route(variablesOfDatastreams, ({ body }) => variablesOf(db, body), {
    bounds: (body) => {
      if (Array.isArray(body) && body.length > MOST_DATASTREAMS)
        throw new Problem('too-large', `One call names at most ${MOST_DATASTREAMS} datastreams.`);
    },
  });
  http.route(stagingFolders, async ({ session }) => ({
    projects: session !== null && stagingProjects ? await stagingProjects(session) : [],
  }));
}
