// What the documents of an order say that it covers: the dates that were chosen and are there, and
// the variables of all its parts.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Customer, customerOf } from '../testing/customer.ts';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from '../testing/order-fixture.ts';

const MET = 'sgpmetE13.b1';
const OTHER = 'sgpmetE11.b1';
let house: OrderFixture;
let ada: Customer;
let names: string[];
beforeEach(async () => {
  house = await openOrderFixture();
  ada = await customerOf(house);
  names = await addMetDays(house, MET, 3);
  await addMetDays(house, OTHER, 3);
});
afterEach(() => house.close());

/**
 * Orders and fetches: the citations, one for each datastream, and the quality reports of the
 * delivery.
 */
async function documentsOf(payload: object) {
  const { orderId } = await ada.delivered(payload);
  const cited = (await ada.fetched(orderId, 'CITATION.txt')).toString().trim().split('\n\n');
  const reports = JSON.parse((await ada.fetched(orderId, 'quality-reports.json')).toString());
  return { cited, reports };
}
const dates = (startDate: string, endDate: string) => [{ startDate, endDate }];
const selectionOf = (variables: string[], days = dates('2019-01-01', '2019-01-01')) => ({
  ...{ datastream: MET, dates: days, variables },
});
const request = (...selectedDatastreams: object[]) => ({
  selectedData: { selectedDatastreams, outputFormat: ['ANDR'] },
});

it('datastreams are cited from the first to the last day of what is there and was chosen', async () => {
  const inside = await documentsOf(requestOf(MET, '2019-01-02 06:00:00', '2019-01-02 12:00:00'));
  expect(inside.cited).toEqual([expect.stringContaining(' 2019-01-02 to 2019-01-02, ')]);
  const gap = house.store.db.deleteFrom('files').where('file_name', '=', names[1] ?? '');
  await gap.execute();
  const before = await documentsOf(requestOf(MET, '2019-01-01', '2019-01-02'));
  expect(before.cited).toEqual([expect.stringContaining(' 2019-01-01 to 2019-01-01, ')]);
  const after = await documentsOf(requestOf(MET, '2019-01-02', '2019-01-03'));
  expect(after.cited).toEqual([expect.stringContaining(' 2019-01-03 to 2019-01-03, ')]);
  const all = await documentsOf(requestOf(MET, '2019-01-01', '2019-01-03'));
  expect(all.cited).toEqual([expect.stringContaining(' 2019-01-01 to 2019-01-03, ')]);
  const whole = await documentsOf(
    request(
      { datastream: MET, files: names.slice(0, 1) },
      { datastream: OTHER, dates: dates('2019-01-01', '2019-01-01') },
    ),
  );
  expect(whole.cited).toHaveLength(2);
  for (const one of whole.cited) expect(one).toContain(' 2019-01-01 to 2019-01-01, ');
});

it('datastreams are cited with the variables of all selections of a datastream, and without where one takes all', async () => {
  const both = await documentsOf(
    request(
      selectionOf(['temp_mean']),
      selectionOf(['rh_mean'], dates('2019-01-03', '2019-01-03')),
    ),
  );
  expect(both.cited).toEqual([
    expect.stringMatching(/2019-01-01 to 2019-01-03, .*temp_mean.*rh_mean/),
  ]);
  for (const [first, second] of [
    [['temp_mean'], []],
    [[], ['temp_mean']],
  ] as const) {
    const all = await documentsOf(request(selectionOf([...first]), selectionOf([...second])));
    expect(all.cited).toHaveLength(1);
    expect(all.cited[0]).not.toContain('temp_mean');
  }
});

it('parts of an order come with the reports of their dates alone', async () => {
  const report = (dqr_id: string, day: string) => ({
    ...{ dqr_id, datastream: MET, quality_code: '4', quality_name: 'Incorrect', subject: 'x' },
    ...{ start_time: `${day}T06:00:00Z`, end_time: `${day}T07:00:00Z` },
  });
  house.setTables({
    'quality-reports.csv': [report('D1', '2019-01-01'), report('D3', '2019-01-03')],
  });
  const first = await documentsOf(requestOf(MET, '2019-01-01 05:00:00', '2019-01-01 12:00:00'));
  expect(Object.keys(first.reports[MET].incorrect)).toEqual(['D1']);
  const early = await documentsOf(requestOf(MET, '2019-01-01', '2019-01-01 05:00:00'));
  expect(JSON.stringify(early.reports)).not.toContain('"D1"');
});
