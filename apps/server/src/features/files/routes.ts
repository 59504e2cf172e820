// What a cart asks of the file service (specification part 2 section 7).
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Http } from '../../platform/http.ts';
import type { Tables } from '../../store/tables.ts';
import { boundMetrics, fileMetrics, metricsBody } from './metrics.ts';
import { variablesOf } from './variables.ts';

/** A folder of the notebook hub that an order can be staged to. */
export type StagingProject = { readonly name: string; readonly path: string };

export interface FilesDeps<S> {
  readonly db: Kysely<Tables>;
  /** The folders that this person may use; absent: there is no notebook hub. */
  readonly stagingProjects?: (session: S) => Promise<readonly StagingProject[]>;
}

const MOST_DATASTREAMS = 200;
const datastreams = z.array(z.string().min(1).max(200)).max(MOST_DATASTREAMS);
/** 20,000 long file names, and dates. */
const METRICS_BYTES = 3 << 20;

export function registerFiles<S>(http: Http<S>, deps: FilesDeps<S>): void {
  const { db, stagingProjects } = deps;
  http.route({
    method: 'POST',
    url: `${SERVICE_PATHS.files}/metrics`,
    summary:
      'How many files a selection means and how many megabytes they have; one selection or a list',
    session: 'none',
    bodyLimit: METRICS_BYTES,
    perMinute: 600,
    bounds: boundMetrics,
    body: metricsBody,
    act: ({ body }) => fileMetrics(db, body),
  });
  http.route({
    method: 'POST',
    url: `${SERVICE_PATHS.files}/variables/`,
    summary: 'Variables of each datastream of a list that can be ordered by name',
    session: 'none',
    bounds: (body) => {
      if (Array.isArray(body) && body.length > MOST_DATASTREAMS)
        throw new Problem('too-large', `One call names at most ${MOST_DATASTREAMS} datastreams.`);
    },
    body: datastreams,
    act: ({ body }) => variablesOf(db, body),
  });
  http.route({
    method: 'GET',
    url: `${SERVICE_PATHS.files}/jupyter`,
    summary: 'Folders of the notebook hub that this person can have orders staged to',
    session: 'optional',
    query: z.object({ personId: z.string().optional() }),
    act: async ({ session }) => ({
      projects: session !== null && stagingProjects ? await stagingProjects(session) : [],
    }),
  });
}
