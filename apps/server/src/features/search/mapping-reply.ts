// The fields of an index as search clusters show them.
import type { FieldType } from '@isobar/query-language/mapping.ts';
import type { SearchReader } from '../../ports/search-index.ts';

/** `{NAME: {mappings: {properties: {field: {type, …}}}}}`. */
export async function mappingReply(index: SearchReader, name: string) {
  const mapping = await index.mapping(name);
  const properties = Object.fromEntries(
    Object.entries(mapping).map(([field, { type }]) => [field, PROPERTIES[type]]),
  );
  return { [name]: { mappings: { dynamic: 'false', properties } } };
}

const PROPERTIES: Readonly<Record<FieldType, object>> = {
  text: { type: 'text', fields: { keyword: { type: 'keyword' } } },
  keyword: { type: 'keyword' },
  integer: { type: 'long' },
  double: { type: 'double' },
  date: { type: 'date' },
  boolean: { type: 'boolean' },
  geo_point: { type: 'geo_point' },
  geo_shape: { type: 'geo_shape' },
  stored: { type: 'object', enabled: false },
};
