// Names of recommended products: asked for by their codes, in the archive's own records, one name
// each.
import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { expect, it } from 'vitest';
import { instrumentNamesSearch, readInstrumentNames } from './plan-instruments.ts';

it('the names of products are asked for by all of their codes at once', () => {
  const body = instrumentNamesSearch(['met', 'ceil']);
  expect(parseSearchBody(body)).toMatchObject({ ok: true });
  expect(parseSearchBody(instrumentNamesSearch([]))).toMatchObject({ ok: true });
  expect(body.query).toEqual({
    bool: {
      filter: [
        expect.objectContaining({}),
        { terms: { 'instrument_code.keyword': ['met', 'ceil'] } },
      ],
    },
  });
  expect(body.aggs).toMatchObject({
    codes: {
      terms: { field: 'instrument_code.keyword', size: 2 },
      aggs: { names: { terms: { field: 'instrument_name.keyword' } } },
    },
  });
});

it('a product has its first name, and none where the catalogue does not have it', () => {
  const bucket = (key: string, ...names: string[]) => ({
    ...{ key, doc_count: 1 },
    names: { buckets: names.map((name) => ({ key: name, doc_count: 1 })) },
  });
  const buckets = [bucket('met', 'Surface', 'Older name'), bucket('ceil')];
  const reply = { hits: { hits: [] }, aggregations: { codes: { buckets } } };
  expect([...readInstrumentNames(reply)]).toEqual([['met', 'Surface']]);
});
