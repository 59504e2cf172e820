// Links from a day of one plot to the same day of everything there, and of the same product elsewhere.
import { CalendarDays, Columns3 } from 'lucide-react';
import { dayLinks } from './day-places.ts';
import { dashed } from './month.ts';

export function DayLinks(props: {
  readonly ds: string;
  readonly vn: string;
  readonly date: string;
}) {
  const links = dayLinks(props.ds, props.vn, props.date);
  if (!links) return null;
  return (
    <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
      <a className="link inline-flex items-center gap-1.5" href={links.dayAt}>
        <CalendarDays size={16} aria-hidden />
        The day at {links.place}, {dashed(props.date)}
      </a>
      <a className="link inline-flex items-center gap-1.5" href={links.across}>
        <Columns3 size={16} aria-hidden />
        {links.product} at all facilities that day
      </a>
    </p>
  );
}
