// Updates the metadata index for a few datastreams, without rebuilding it.
import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';
import type { Kysely } from 'kysely';
import type { SearchIndex } from '../../ports/search-index.ts';
import type { Tables } from '../../store/tables.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import type { ProductKey } from './described.ts';
import { ownDocuments } from './documents.ts';
import { MOST_OWN } from './measured.ts';

export interface UpdateInput {
  readonly db: Kysely<Tables>;
  readonly tables: CuratedTables;
  readonly index: SearchIndex;
  /** Names of datastreams whose files came, changed or went. */
  readonly datastreams: readonly string[];
}

/** Products that are exchanged together: few enough for one request, enough to be quick. */
const PRODUCTS_PER_CHANGE = 50;
/** Datastreams whose documents are asked for together, so that one request brings them all. */
const ASKED_AT_ONCE = 10;
const MOST = ASKED_AT_ONCE * MOST_OWN;

/**
 * Exchanges the documents of the products that these datastreams belong to: a new level changes
 * what is recommended among all levels of its product, and every document lists them all.
 */
export async function updateCatalogue(input: UpdateInput): Promise<void> {
  const products = await productsOf(input.db, input.datastreams);
  for (let at = 0; at < products.length; at += PRODUCTS_PER_CHANGE)
    await updateProducts(input, products.slice(at, at + PRODUCTS_PER_CHANGE));
}

type Product = { readonly key: ProductKey; readonly datastreams: Set<string> };

/** The product of each datastream, by its record, or by its name when its last file went. */
async function productsOf(
  db: Kysely<Tables>,
  datastreams: readonly string[],
): Promise<readonly Product[]> {
  const products = new Map<string, Product>();
  for (const datastream of datastreams) {
    const row = await db
      .selectFrom('datastreams')
      .select(['site_code', 'facility_code', 'datastream_class'])
      .where('datastream', '=', datastream)
      .executeTakeFirst();
    const parts = parseDatastream(datastream);
    const key = row ?? {
      site_code: parts?.siteCode ?? '',
      facility_code: parts?.facilityCode ?? '',
      datastream_class: parts?.classCode ?? datastream,
    };
    const id = JSON.stringify([key.site_code, key.facility_code, key.datastream_class]);
    const product = products.get(id) ?? { key, datastreams: new Set() };
    product.datastreams.add(datastream);
    products.set(id, product);
  }
  return [...products.values()];
}

async function updateProducts(
  { db, tables, index }: UpdateInput,
  products: readonly Product[],
): Promise<void> {
  const upsert = [];
  const datastreams = new Set(products.flatMap((product) => [...product.datastreams]));
  for await (const document of ownDocuments(
    { db, tables },
    products.map((product) => product.key),
  )) {
    upsert.push(document);
    if (document.datastream) datastreams.add(document.datastream);
  }
  const kept = new Set(upsert.map((document) => document.id));
  const names = [...datastreams];
  const remove: string[] = [];
  for (let at = 0; at < names.length; at += ASKED_AT_ONCE) {
    const { hits } = await index.search('metadata', {
      query: { terms: { 'datastream.keyword': names.slice(at, at + ASKED_AT_ONCE) } },
      size: MOST,
      _source: false,
    });
    remove.push(...hits.hits.map((hit) => hit._id).filter((id) => !kept.has(id)));
  }
  await index.apply('metadata', { upsert, remove });
}
