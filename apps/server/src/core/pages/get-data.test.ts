// The box of a page that leads to its data, and the days that its form requests.
import { parseAddress } from '@isobar/contract/search/address.ts';
import { DAY_SECONDS, parseDay } from '@isobar/contract/time.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daysOf } from './get-data.ts';
import { openPageFixture } from './testing/page-fixture.ts';
import { storeStream } from './testing/stored-stream.ts';

const at = (day: string): number => parseDay(day) ?? Number.NaN;
/** Names of other archives have other letters. */
const NAMES = ['sgpmetE13.b1', 'all', 'Straße 7 % & more', 'a::b,c'];

it('days to choose at first are those of the month of the last day, and none before the first day', () => {
  const end = at('2024-02-29') + DAY_SECONDS - 1;
  const held = { month: '2024-02', files: 29, bytes: 1e6, days: 29, onlyOrdered: null };
  expect(daysOf({ start: at('1993-07-20'), end }, [held])).toEqual({
    ...{ first: '1993-07-20', last: '2024-02-29', from: '2024-02-01' },
    latest: held,
  });
  expect(daysOf({ start: at('2024-02-17'), end }, [])?.from).toBe('2024-02-17');
  expect(daysOf({ start: null, end: null }, [held])).toBeUndefined();
});

describe('the form of a page', () => {
  let house: Awaited<ReturnType<typeof openPageFixture>>;
  beforeAll(async () => {
    house = await openPageFixture([], {});
    await storeStream(house.db, 'sgpmetE13.b1', { months: ['2019-01', '2019-02'] });
  });
  afterAll(() => house.close());

  const redirected = async (name: string, query: Record<string, string>) => {
    const path = `/datastream/${encodeURIComponent(name)}/days?${new URLSearchParams(query)}`;
    const { statusCode, headers } = await house.get(path);
    return { statusCode, location: String(headers.location) };
  };

  it('the form of a page opens the search for exactly its datastream and days, whatever the name', async () => {
    for (const name of NAMES)
      for (const days of [
        { start: '2019-01-03', end: '2019-01-05' },
        { start: '2019-01-03', end: '' },
        { start: '', end: '' },
      ]) {
        const { statusCode, location } = await redirected(name, days);
        expect(statusCode).toBe(303);
        const [page, path = ''] = location.split('#/results/');
        expect(page).toBe('/discovery/');
        const { search, ignored } = parseAddress({ path: decodeURIComponent(path), query: {} });
        expect(ignored).toEqual([]);
        expect(search.terms).toEqual({
          datastream: [name],
          ...(days.start && { start_date: [days.start] }),
          ...(days.end && { end_date: [days.end] }),
        });
      }
  });

  it('the form of a page is refused with the reason where a day is none, or the last comes before the first', async () => {
    const refused = async (query: Record<string, string>) => {
      const reply = await house.get(`/datastream/a/days?${new URLSearchParams(query)}`);
      expect(reply.statusCode).toBe(400);
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
      return reply.body;
    };
    const parts = (await refused({ start: '2019-02-30' })).split(
      'is no day of the form YYYY-MM-DD',
    );
    expect(parts.length - 1, 'times that the reason is on the page').toBe(1);
    expect(await refused({ start: '2019-01-05', end: '2019-01-03' })).toContain(
      'The first day, 2019-01-05, is after the last, 2019-01-03.',
    );
  });

  it('the form of a page requests the days that it offers, by the address of its page', async () => {
    const { body } = await house.get('/datastream/sgpmetE13.b1');
    const form = /<form action="([^"]+)">(.*?)<\/form>/s.exec(body);
    const values = [...(form?.[2] ?? '').matchAll(/name="(\w+)" value="([^"]*)"/g)];
    const query = new URLSearchParams(
      Object.fromEntries(values.map(([, name = '', value = '']) => [name, value])),
    );
    expect(values.map(([, , day]) => day)).toEqual([
      '2019-02-01',
      expect.stringMatching(/^2019-02/),
    ]);
    const reply = await house.get(`${form?.[1]}?${query}`);
    expect(reply.headers.location).toContain('datastream::sgpmetE13.b1/start_date::2019-02-01');
  });
});
