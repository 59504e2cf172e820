// One product on one day, its facilities side by side on the same axes.

import { usePageTitle } from '../../lib/page-title.ts';
import { productDaySearch } from '../../lib/search/plan-day-plots.ts';
import { DayGallery } from '../../parts/quicklooks/day-gallery.tsx';
import { dayLinks } from '../../parts/quicklooks/day-places.ts';
import { dashed } from '../../parts/quicklooks/month.ts';
import { DayPage } from './day-page.tsx';
import { useDay } from './use-day.ts';

export function AcrossScreen({ product, vn }: { readonly product: string; readonly vn: string }) {
  const [date, onDate] = useDay();
  const [code = '', level = ''] = product.split('.');
  usePageTitle(`${product} ${vn} at all facilities`);
  return (
    <DayPage title={`${product} at all facilities`} subtitle={vn}>
      <DayGallery
        searches={{ search: productDaySearch({ code, level, vn }, dashed(date)) }}
        date={date}
        onDate={onDate}
        shared
        nameOf={({ ffac, facility }) => [placeOf(ffac), facility].filter(Boolean).join(' · ')}
        of={({ site }) => site}
        below={({ ds }) => {
          const links = dayLinks(ds, vn, date);
          return (
            links && (
              <a className="link block py-1" href={links.dayAt}>
                The day at this facility
              </a>
            )
          );
        }}
        nothing={`No facility has plots of ${vn} of ${product} on ${dashed(date)}.`}
      />
    </DayPage>
  );
}

/** 'sgp.C1' -> 'SGP C1' */
const placeOf = (ffac: string): string =>
  ffac.replace(/^([^.]*)\./, (_, site: string) => `${site.toUpperCase()} `);
