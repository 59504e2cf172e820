// The day at a facility: the plots of everything that was measured there.

import { usePageTitle } from '../../lib/page-title.ts';
import { facilityDaySearch, mainsOfDaySearch } from '../../lib/search/plan-day-plots.ts';
import { DayGallery } from '../../parts/quicklooks/day-gallery.tsx';
import { acrossHref, dayLinks } from '../../parts/quicklooks/day-places.ts';
import { dashed } from '../../parts/quicklooks/month.ts';
import { DayPage } from './day-page.tsx';
import { useDay } from './use-day.ts';

export function DayAtScreen({
  site,
  facility,
}: {
  readonly site: string;
  readonly facility: string;
}) {
  const [date, onDate] = useDay();
  const place = `${site.toUpperCase()} ${facility}`;
  usePageTitle(`The day at ${place}`);
  return (
    <DayPage title={`The day at ${place}`}>
      <DayGallery
        searches={{
          search: facilityDaySearch(`${site}.${facility}`, dashed(date)),
          mains: mainsOfDaySearch(`${site}.${facility}`, dashed(date)),
        }}
        date={date}
        onDate={onDate}
        shared={false}
        nameOf={({ instrument, measurement }) => measurement || instrument}
        of={({ instrument }) => instrument}
        below={({ ds, vn }) => {
          const links = dayLinks(ds, vn, date);
          return (
            links && (
              <a className="link block py-1" href={acrossHref(links.product, vn, date)}>
                At all facilities
              </a>
            )
          );
        }}
        nothing={`No datastream with plots at ${place} has data of ${dashed(date)}.`}
      />
    </DayPage>
  );
}
