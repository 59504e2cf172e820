// The definition of an index in a cluster, made from the mapping.
import type { FieldType, Mapping } from '@isobar/query-language/mapping.ts';
import { ORDER_FIELD } from './search-opensearch-forward.ts';

/** Kept with the index, so that one can see later how it was built. */
export type IndexNotes = {
  readonly mapping: Mapping;
  readonly groupFields: readonly string[];
  /** Identity of the store whose catalogue it is; absent in indexes of releases before that. */
  readonly owner?: string;
};

/** A cluster cannot hold longer exact values; a longer text is only indexed by its words. */
const LONGEST_EXACT = 8191;

/** One shard: counts of terms and scores are those of the whole index. */
export const indexDefinition = (notes: IndexNotes): object => ({
  settings: {
    number_of_shards: 1,
    auto_expand_replicas: '0-1',
    refresh_interval: '-1',
  },
  mappings: {
    dynamic: false,
    _meta: notes,
    _source: { excludes: [ORDER_FIELD] },
    properties: {
      ...Object.fromEntries(
        Object.entries(notes.mapping).map(([field, { type }]) => [field, PROPERTIES[type]]),
      ),
      [ORDER_FIELD]: { type: 'long' },
    },
  },
});

const exact = { type: 'keyword', ignore_above: LONGEST_EXACT };

const PROPERTIES: Readonly<Record<FieldType, object>> = {
  text: { type: 'text', fields: { keyword: exact } },
  keyword: exact,
  integer: { type: 'long', ignore_malformed: true },
  double: { type: 'double', ignore_malformed: true },
  date: { type: 'date', ignore_malformed: true },
  boolean: { type: 'boolean' },
  geo_point: { type: 'geo_point', ignore_malformed: true },
  geo_shape: { type: 'geo_shape', ignore_malformed: true },
  stored: { type: 'object', enabled: false },
};
