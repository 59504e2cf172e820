// Hours that clocks of some countries skip or have twice, and seconds that only some clocks have:
// dates of orders are UTC, everywhere.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Customer, customerOf } from '../testing/customer.ts';
import { writeMetFile } from '../testing/met-file.ts';
import {
  addDesign,
  DAY,
  fileAway,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from '../testing/order-fixture.ts';

const MET = 'sgpmetE13.b1';
/**
 * Clocks in New York go from 2:00 to 3:00 on the first, and from 2:00 to 1:00 on the second; the
 * third ends with a leap second.
 */
const DAYS = ['2016-03-13', '2016-11-06', '2016-12-31'];
let house: OrderFixture;
let ada: Customer;
const { TZ } = process.env;
beforeEach(async () => {
  house = await openOrderFixture();
  ada = await customerOf(house);
  for (const day of DAYS) {
    const start = Date.parse(`${day}T00:00:00Z`) / 1000;
    const name = `${MET}.${day.replaceAll('-', '')}.000000.cdf`;
    const path = join(house.archiveFolder, name);
    await writeMetFile(path, { start, samples: 288, step: 300, datastream: MET });
    await fileAway(house.store, path, { datastream: MET, start, end: start + DAY - 300 });
    await addDesign(house.store, MET, path);
  }
});
afterEach(async () => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
  await house.close();
});

/** The times of an order's only table, as it writes them. */
async function timesOf(from: string, to: string): Promise<string[]> {
  const chosen = { variables: ['temp_mean'] };
  const { orderId, names } = await ada.delivered(
    requestOf(MET, from, to, chosen, { outputFormat: ['NCSV'] }),
  );
  expect(names).toHaveLength(1);
  const text = (await ada.fetched(orderId, names[0] ?? '')).toString();
  const rows = text.split('\r\n').filter((line) => /^\d{4}-/.test(line));
  return rows.map((row) => row.split(',')[0] ?? '');
}
const everyFiveMinutes = (from: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) =>
    new Date(Date.parse(from) + n * 300_000).toISOString().replace('.000', ''),
  );

describe.each(['America/New_York', 'Australia/Lord_Howe', 'UTC'])('on a machine in %s', (zone) => {
  beforeEach((context) => {
    process.env.TZ = zone;
    const isThere = (new Date(2016, 5, 1).getTimezoneOffset() === 0) === (zone === 'UTC');
    if (!isThere) context.skip('a thread keeps the zone of its process');
  });

  it('an hour that its clocks skip, or have twice, is one hour', async () => {
    for (const day of DAYS.slice(0, 2)) {
      const times = await timesOf(`${day} 01:00:00`, `${day} 02:59:59`);
      expect(times).toEqual(everyFiveMinutes(`${day}T01:00:00Z`, 24));
    }
  });

  it('a day with a leap second ends with its last second, and goes on the next day', async () => {
    expect(await timesOf('2016-12-31 23:50:00', '2016-12-31')).toEqual(
      everyFiveMinutes('2016-12-31T23:50:00Z', 2),
    );
  });
});

it.each(['2016-12-31 23:59:60', '2016-12-31 24:00:00', '2015-02-29', '2016-02-30 10:00:00'])(
  '%s is refused as no date',
  async (date) => {
    const reply = await ada.send(requestOf(MET, date, '2016-12-31'));
    expect([reply.statusCode, reply.json().message]).toEqual([
      400,
      expect.stringContaining('is no date of the form YYYY-MM-DD[ HH:mm:ss]'),
    ]);
  },
);
