// What can be searched, put together for the web role: the catalogue, files, plots, and the calls
// of cluster clients on them.

import type { Session } from '../core/accounts/session.ts';
import { INDEXES } from '../core/catalogue/index-catalogue.ts';
import { openWords, type Words } from '../core/words/current-vocabulary.ts';
import { type ClusterFeature, registerCluster } from '../features/search/cluster.ts';
import { Contexts } from '../features/search/contexts.ts';
import { withHitFields } from '../features/search/hit-fields.ts';
import { registerSearch } from '../features/search/routes.ts';
import { registerSelect } from '../features/search/select.ts';
import { COUNTS_NOTHING, countsOf, weighedUse } from '../features/words/counting.ts';
import { registerWords } from '../features/words/routes.ts';
import type { Http } from '../platform/http/http.ts';
import { keepStore } from './store-keeper.ts';
import type { WebInput } from './web-input.ts';

/** Resolves what understands the words of a text. */
export async function registerSearches(
  http: Http<Session>,
  input: WebInput,
  { version, page }: Pick<ClusterFeature, 'version' | 'page'>,
): Promise<Words['understand']> {
  const { configuration, log, store, index } = input;
  const inLane = (lane: 'search' | 'files' | 'other') => ({ slots: { ...http.admission, lane } });
  const contexts = new Contexts();
  const words = openWords({
    index,
    tables: input.tables,
    now: Date.now,
    ...(configuration.learns ? { use: weighedUse(store.db) } : {}),
  });
  const shown = withHitFields(index);
  registerSearch(http, {
    index: shown,
    indexes: INDEXES,
    understand: { index: 'metadata', words: words.understand },
    contexts,
    ...inLane('search'),
  });
  registerWords(http, {
    words,
    ...(configuration.learns ? countsOf(store.db, index, log) : COUNTS_NOTHING),
  });
  registerSelect(http, index);
  const { files, plots } = input.stored;
  const [shownFiles, shownPlots] = [withHitFields(files), withHitFields(plots)];
  const ofFiles = { index: shownFiles, indexes: [files.name], contexts, ...inLane('files') };
  registerSearch(http, ofFiles);
  const keeper = await keepStore({ store, log, letGo: () => files.close() });
  http.app.addHook('onClose', async () => {
    await keeper.close();
    await files.close();
    await plots.close();
  });
  registerSearch(http, { index: shownPlots, indexes: [plots.name], ...inLane('other') });
  registerCluster(http, {
    version,
    page,
    contexts,
    served: [
      ...INDEXES.map((name) => ({ name, index: shown, ...inLane('search') })),
      { name: files.name, index: shownFiles, ...inLane('files') },
      { name: plots.name, index: shownPlots, ...inLane('other') },
    ],
  });
  return words.understand;
}
