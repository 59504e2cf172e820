// How an index of a cluster is defined: each type of field as the cluster calls it, and what keeps
// its answers those of the embedded engine.
import type { FieldType } from '@isobar/query-language/mapping.ts';
import { expect, it } from 'vitest';
import { indexDefinition } from './search-opensearch-mapping.ts';

const TYPES = {
  text: {
    type: 'text',
    fields: { keyword: { type: 'keyword', ignore_above: 8191 } },
  },
  keyword: { type: 'keyword', ignore_above: 8191 },
  integer: { type: 'long', ignore_malformed: true },
  double: { type: 'double', ignore_malformed: true },
  date: { type: 'date', ignore_malformed: true },
  boolean: { type: 'boolean' },
  geo_point: { type: 'geo_point', ignore_malformed: true },
  geo_shape: { type: 'geo_shape', ignore_malformed: true },
  stored: { type: 'object', enabled: false },
} as const satisfies Record<FieldType, object>;
const mapping = Object.fromEntries(
  Object.keys(TYPES).map((type) => [`a_${type}`, { type: type as FieldType }]),
);
const notes = { mapping, groupFields: ['a_keyword'], owner: 'this store' };

it('the definition of an index has each field by its type, and no field that the mapping does not name', () => {
  const fields = Object.entries(TYPES).map(([type, field]) => [`a_${type}`, field]);
  expect(indexDefinition(notes)).toMatchObject({
    mappings: { dynamic: false, properties: Object.fromEntries(fields) },
  });
});

it('the definition of an index keeps the place of a document, which is not part of its source', () => {
  expect(indexDefinition({ mapping: {}, groupFields: [] })).toMatchObject({
    mappings: {
      _source: { excludes: ['isobar_order'] },
      properties: { isobar_order: { type: 'long' } },
    },
  });
});

it('the definition of an index states one shard, no refresh while it is filled, and how it was built', () => {
  expect(indexDefinition(notes)).toMatchObject({
    settings: { number_of_shards: 1, auto_expand_replicas: '0-1', refresh_interval: '-1' },
    mappings: { _meta: notes },
  });
});
