// The calls about files: the file index, and what a cart asks of the file service (specification part 2 section 7).
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import * as z from 'zod';
import type { Http } from '../../platform/http.ts';
import type { Store } from '../../store/open.ts';
import { openFileSearch } from './file-search.ts';
import { fileMetrics, metricsBody } from './metrics.ts';
import { registerFileSearch } from './search-routes.ts';
import { variablesOf } from './variables.ts';

/** A folder of the notebook hub that an order can be staged to. */
export type StagingProject = { readonly name: string; readonly path: string };

export interface FilesDeps<S> {
  readonly store: Pick<Store, 'db' | 'kind' | 'address'>;
  /** The folders that this person may use; absent: there is no notebook hub. */
  readonly stagingProjects?: (session: S) => Promise<readonly StagingProject[]>;
}

const datastreams = z.array(z.string().min(1).max(200)).max(200);

export function registerFiles<S>(http: Http<S>, deps: FilesDeps<S>): void {
  const { store, stagingProjects } = deps;
  const search = openFileSearch(store);
  http.app.addHook('onClose', () => search.close());
  registerFileSearch(http.app, search);
  http.route({
    method: 'POST',
    url: `${SERVICE_PATHS.files}/metrics`,
    summary:
      'How many files a selection means and how many megabytes they have; one selection or a list',
    session: 'none',
    bodyLimit: 8 << 20,
    body: metricsBody,
    act: ({ body }) => fileMetrics(store.db, body),
  });
  http.route({
    method: 'POST',
    url: `${SERVICE_PATHS.files}/variables/`,
    summary: 'Variables of each datastream of a list that can be ordered by name',
    session: 'none',
    body: datastreams,
    act: ({ body }) => variablesOf(store.db, body),
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
