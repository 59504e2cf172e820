// The cloud base that a ceilometer of the same site measured on a day, for dots over the picture of
// a radar or lidar.
import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';
import { useQuery } from '@tanstack/react-query';
import { useConfig } from '../../lib/config.ts';
import { cloudBaseSearch } from '../../lib/search/plan-day-plots.ts';
import { dayPlotsQuery } from './day-plots-queries.ts';
import { dashed } from './month.ts';
import { dayQuery } from './plots-queries.ts';

/** Undefined where there is none, or while it is looked for. */
export function useCloudBase(ds: string, dated: string, wanted: boolean) {
  const config = useConfig();
  const parts = parseDatastream(ds);
  const search = cloudBaseSearch(parts?.siteCode ?? '', dashed(dated));
  const found = useQuery({
    ...dayPlotsQuery(config, { search }, dated),
    enabled: wanted && parts !== null,
    staleTime: 300_000,
    meta: { optional: true },
  });
  const own = `${parts?.siteCode}.${parts?.facilityCode}`;
  const plots = found.data?.plots ?? [];
  const nearest = plots.find(({ ffac, ds: there }) => ffac === own && there !== ds) ?? plots[0];
  const day = useQuery({
    ...dayQuery(nearest?.plot ?? { url: '', dated, vn: '' }, 'full'),
    enabled: nearest !== undefined,
    meta: { optional: true },
  });
  return nearest && day.data ? { ds: nearest.ds, day: day.data } : undefined;
}
