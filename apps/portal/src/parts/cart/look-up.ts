// A datastream as an item of the cart, by its name alone, as the catalogue has it today.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { EMPTY_SEARCH } from '@isobar/contract/search/filter.ts';
import { movedRecordSearch, placesSearch, readPlaces } from '../../lib/search/plan-details.ts';
import { readRow } from '../../lib/search/row.ts';
import { postSearch } from '../../lib/search-call.ts';
import type { CartItem } from './cart-item.ts';
import { cartItems } from './item-of.ts';

/** Null: the catalogue does not have it. Throws CallError. */
export async function lookUpDatastream(
  config: PortalConfig,
  datastream: string,
): Promise<CartItem | null> {
  const record = await postSearch(config, 'metadata', movedRecordSearch(datastream));
  const source = record.hits.hits[0]?._source;
  if (!source) return null;
  const row = readRow(source);
  const group = { view: 'instrument', id: row.instrumentId } as const;
  const places = readPlaces(await postSearch(config, 'metadata', placesSearch(group)));
  const [item] = cartItems(row, places, [row.ffac], EMPTY_SEARCH);
  return item ?? null;
}
