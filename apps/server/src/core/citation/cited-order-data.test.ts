// What the citation of a citable order names: its datastreams, dates, variables, number and
// checksum.
import { expect, it } from 'vitest';
import { citedTitle } from './cited.ts';
import { citedOrderData } from './cited-order-data.ts';
import type { CitedOrderRecord } from './cited-orders.ts';

type Selection = CitedOrderRecord['datastreams'][number];

const SUM = 'ab'.repeat(32);
const ORDERED = Date.UTC(2024, 4, 5) / 1000;

const selection = (datastream: string, more: Partial<Selection> = {}): Selection => ({
  ...{ datastream, variables: [], dates: [], ...more },
});

function cited(datastreams: readonly Selection[], doi: string | null = null) {
  const record: CitedOrderRecord = {
    ...{ orderDate: ORDERED, made: ORDERED + 60, archiveName: 'ARM', simulated: false },
    ...{ datastreams: [...datastreams], files: [], missing: [], recipeSha256: SUM },
  };
  const order = { orderId: 100_007, citedAt: Date.UTC(2025, 0, 1) / 1000, doi, record };
  return citedOrderData(order, { archiveName: 'ARM' });
}

it('spans the dates of all its selections, whichever comes first', () => {
  const datastreams = [
    selection('b.b1', {
      dates: [
        { startDate: '2021-03-01', endDate: '2021-03-05' },
        { startDate: '2019-02-01', endDate: '2019-02-03' },
      ],
    }),
    selection('a.b1', { dates: [{ startDate: '2020-01-01', endDate: '2022-12-31' }] }),
  ];
  expect(citedTitle(cited(datastreams))).toBe(
    `ARM data: b.b1, a.b1, 2019-02-01 to 2022-12-31, order 100007, sha-256 ${SUM}`,
  );
});

it('the citation of an order has the day of the order where it was placed by files and not by dates', () => {
  expect(citedTitle(cited([selection('a.b1')]))).toBe(
    `ARM data: a.b1, 2024-05-05 to 2024-05-05, order 100007, sha-256 ${SUM}`,
  );
  const unknown = [{ startDate: '2020-01-01', endDate: '' }];
  const { start, end } = cited([selection('a.b1', { dates: unknown })]);
  expect([start, end]).toEqual([Date.UTC(2020, 0, 1) / 1000, ORDERED]);
});

it('the citation of an order names each variable once, and none where all of a selection were ordered', () => {
  const some = [
    selection('a.b1', { variables: ['temp', 'rh'] }),
    selection('b.b1', { variables: ['rh', 'pres'] }),
  ];
  expect(cited(some).subset).toEqual({
    ...{ variables: ['temp', 'rh', 'pres'], orderId: 100_007, sha256: SUM },
  });
  expect(cited([...some, selection('c.b1')]).subset?.variables).toEqual([]);
});

it('the citation of an order names each datastream once, and of more than five the first five and how many more', () => {
  const named = (...names: string[]) => cited(names.map((name) => selection(name))).product;
  expect(named('a', 'b', 'c', 'd', 'e')).toBe('ARM data: a, b, c, d, e');
  expect(named('a', 'b', 'c', 'd', 'e', 'f', 'g')).toBe('ARM data: a, b, c, d, e, 2 more');
  expect(named('a', 'b', 'a', 'a', 'b', 'b')).toBe('ARM data: a, b');
});

it('the citation of an order is dated by the day on which it was made citable, and leads to its page', () => {
  expect(cited([selection('a')], '10.5072/x')).toMatchObject({
    ...{ issued: Date.UTC(2025, 0, 1) / 1000, path: '/order/100007', doi: '10.5072/x' },
    authors: [],
  });
});
