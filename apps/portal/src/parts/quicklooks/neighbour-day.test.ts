// The day with a plot before or after another one, in the nearest month that has one.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { neighbourDay, type Way } from './neighbour-day.ts';
import { monthQuery } from './plots-queries.ts';

const of = { ds: 'sgpmetE13.b1', vn: 'temp_mean' };
// Months are known, so that nothing of the configuration is read.
const config = {} as PortalConfig;
const bounds = { first: '20000101', last: '20301231' };

/** Plots of these days; every month within 30 years is known. */
function archive(...days: string[]): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  });
  for (let year = 2000; year <= 2030; year++)
    for (let n = 1; n <= 12; n++) {
      const month = `${year}${String(n).padStart(2, '0')}`;
      const plots = days.filter((day) => day.startsWith(month));
      client.setQueryData(
        monthQuery(config, { ...of, month }).queryKey,
        plots.map((dated) => ({ ...{ url: '', vn: of.vn }, dated })),
      );
    }
  return client;
}
const days = ['20150101', '20190103', '20190105', '20190109', '20190402'];
const beside = async (date: string, way: Way, within = bounds) =>
  (await neighbourDay(archive(...days), config, { ...of, date }, way, within))?.dated ?? null;

it('the neighbour of a day is the nearest with a plot, in its month or another', async () => {
  expect(await beside('20190105', 1)).toBe('20190109');
  expect(await beside('20190105', -1)).toBe('20190103');
  expect(await beside('20190131', 1)).toBe('20190402');
  expect(await beside('20190301', -1)).toBe('20190109');
});

it('a day has no neighbour beyond the bounds, nor beyond two years', async () => {
  expect(await beside('20190109', 1, { ...bounds, last: '20190331' })).toBeNull();
  expect(await beside('20190109', 1, { ...bounds, last: '20190401' })).toBe('20190402');
  expect(await beside('20190401', -1, { ...bounds, first: '20190201' })).toBeNull();
  expect(await beside('20190103', -1)).toBeNull();
  expect(await beside('20170115', -1)).toBe('20150101');
  expect(await beside('20170215', -1)).toBeNull();
});
