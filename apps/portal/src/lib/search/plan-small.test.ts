// The calls of the small indexes: the requests, and what is read.

import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { expect, it } from 'vitest';
import { addressedSearch } from '../../../../server/src/features/search/uri-parameters.ts';
import {
  epochQuery,
  epochReply,
  readEpoch,
  readScanLabels,
  SCAN_NAMES_QUERY,
  scanNamesReply,
} from './plan-small.ts';

const hits = (...sources: object[]) => ({
  took: 1,
  hits: { total: { value: 1 }, hits: sources.map((_source) => ({ _id: 'x', _source })) },
});
const understood = (query: Readonly<Record<string, string>>) => {
  const asked = addressedSearch(query, undefined);
  return asked.ok ? parseSearchBody(asked.body) : asked;
};

it('[P017] [P049] an epoch is asked for by its code, quoted, in the address', () => {
  expect(epochQuery('a "b" \\')).toEqual({ q: 'epoch_code:"a \\"b\\" \\\\"', size: '1' });
  expect(understood(epochQuery('a "b" \\'))).toMatchObject({ ok: true });
});

it("[P017] [P049] an epoch is the first hit's name, description and times", () => {
  const tonga = { epoch_name: 'Tonga', epoch_desc: 'Ash', epoch_times: '["2022-01-15"]' };
  const other = { epoch_name: 'Another' };
  expect(readEpoch(epochReply.parse(hits(tonga, other)))).toEqual({
    name: 'Tonga',
    description: 'Ash',
    times: '["2022-01-15"]',
  });
  expect(readEpoch(epochReply.parse(hits(other)))).toMatchObject({
    description: '',
    times: '[]',
  });
  expect(readEpoch(epochReply.parse(hits()))).toBeNull();
});

it('[P018] scan names are asked for with size 9999 and read from hits._source', () => {
  expect(SCAN_NAMES_QUERY).toEqual({ size: '9999' });
  expect(understood(SCAN_NAMES_QUERY)).toMatchObject({ ok: true, body: { size: 9999 } });
  const labels = readScanLabels(
    scanNamesReply.parse(hits({ scan_name: 'ppi', scan_desc: 'Plan position indicator' })),
  );
  expect([...labels]).toEqual([['ppi', 'Plan position indicator']]);
});
