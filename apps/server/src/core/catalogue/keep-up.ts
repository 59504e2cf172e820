// Brings the search index in step with the file index after a harvest: what changed, or everything
// when that is surer.
import type { Followed, SearchIndex } from '../../ports/search-index.ts';
import { MOST_NAMED } from './changes.ts';
import type { CatalogueSources } from './documents.ts';
import { followChanges } from './follow-changes.ts';
import { catalogueState, markIndexed } from './freshness.ts';
import { indexCatalogue } from './index-catalogue.ts';
import { updateCatalogue } from './update-catalogue.ts';

export interface KeepUpInput extends CatalogueSources {
  readonly index: SearchIndex;
  /** Datastreams whose files came, changed or went. */
  readonly touched: readonly string[];
  /** Whether earlier changes were still missing from the index when this harvest began. */
  readonly wasStale: boolean;
  /** Where other processes change files at the same time: what all of them follow. */
  readonly together?: Followed | undefined;
}

/**
 * More datastreams than MOST_NAMED are not replaced one by one: building the index again is
 * quicker, and bounded. An index that is one of several follows the log of changes instead. Returns
 * how many metadata documents there are if the index was built again; null if it was only updated,
 * or did not change.
 */
export async function keepUp(input: KeepUpInput): Promise<number | null> {
  const { db, tables, index, touched, wasStale, together } = input;
  const followed = index.followed ?? together;
  if (followed) return (await followChanges(input, followed)).built;
  if (wasStale || touched.length > MOST_NAMED || !(await index.has('metadata')))
    return (await indexCatalogue(input)).documents;
  if (touched.length === 0) return null;
  const state = await catalogueState(db);
  await updateCatalogue({ db, tables, index, datastreams: touched });
  await markIndexed(db, index, state);
  return null;
}
