// Fills every search index from the store and the curated tables; each new index is built next to
// the old one, then replaces it.
import { GROUP_FIELDS, METADATA_FIELDS } from '@isobar/contract/catalogue/metadata-document.ts';
import {
  CAMPAIGN_CARD_FIELDS,
  EPOCH_FIELDS,
  HANDBOOK_FIELDS,
  SCAN_NAME_FIELDS,
} from '@isobar/contract/catalogue/small-documents.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { noteChange } from './changes.ts';
import { type CatalogueSources, metadataDocuments } from './documents.ts';
import { markIndexed, stateToShow } from './freshness.ts';
import {
  campaignCards,
  epochDocuments,
  handbookDocuments,
  scanNameDocuments,
} from './small-documents.ts';

/** Names of the search indexes, as in their addresses. */
export const INDEXES = [
  'metadata',
  'epochs',
  'scan_names',
  'field_campaigns',
  'handbooks',
] as const;

export interface Indexed {
  readonly documents: number;
}

/** Whether every index is there and can be used. */
export async function isIndexed(index: Pick<SearchIndex, 'has'>): Promise<boolean> {
  for (const name of INDEXES) if (!(await index.has(name))) return false;
  return true;
}

export type IndexInput = CatalogueSources & { readonly index: SearchIndex };

/** Answers how many metadata documents there are now. */
export const indexCatalogue = (input: IndexInput): Promise<Indexed> =>
  input.index.followed
    ? input.index.followed.alone(() => buildIndexes(input))
    : buildIndexes(input);

/**
 * As `indexCatalogue`, after an operator's wish: indexes of other homes are built again as well.
 */
export async function indexEverywhere(input: IndexInput): Promise<Indexed> {
  await input.db.transaction().execute((db) => noteChange(db, null));
  return await indexCatalogue(input);
}

/**
 * To be called by the only process that changes the indexes. `followed`: where it is noted what
 * they show; absent: in the store.
 */
export async function buildIndexes(
  sources: IndexInput,
  followed = sources.index.followed,
): Promise<Indexed> {
  const { db, index, tables } = sources;
  const noted = followed ? { followed } : {};
  const state = await stateToShow(db, noted);
  await index.replace('epochs', EPOCH_FIELDS, [], epochDocuments(tables));
  await index.replace('scan_names', SCAN_NAME_FIELDS, [], scanNameDocuments(tables));
  await index.replace('handbooks', HANDBOOK_FIELDS, [], handbookDocuments(tables));
  const now = Math.floor(Date.now() / 1000);
  await index.replace('field_campaigns', CAMPAIGN_CARD_FIELDS, [], campaignCards(tables, now));
  const indexed = await index.replace(
    'metadata',
    METADATA_FIELDS,
    GROUP_FIELDS,
    metadataDocuments(sources),
  );
  await markIndexed(db, noted, state);
  return indexed;
}
