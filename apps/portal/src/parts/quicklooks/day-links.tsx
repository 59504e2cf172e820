// Links from a day of one plot to the same day of everything there, and of the same product
// elsewhere.
import { CalendarDays, ChartLine, Columns3 } from 'lucide-react';
import { dayHref } from '../day-address.ts';
import { dayLinks } from './day-places.ts';
import { dashed } from './month.ts';

export function DayLinks(props: {
  readonly ds: string;
  readonly vn: string;
  readonly date: string;
}) {
  const links = dayLinks(props.ds, props.vn, props.date);
  const day = dashed(props.date);
  return (
    <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
      <a
        className="link inline-flex items-center gap-1.5"
        href={dayHref({ datastream: props.ds, variable: props.vn }, day)}
      >
        <ChartLine size={16} aria-hidden />
        View at any time scale, from an hour to all years
      </a>
      {links && <Elsewhere links={links} day={day} />}
    </p>
  );
}

function Elsewhere(props: {
  readonly links: NonNullable<ReturnType<typeof dayLinks>>;
  readonly day: string;
}) {
  const { links, day } = props;
  return (
    <>
      <a className="link inline-flex items-center gap-1.5" href={links.dayAt}>
        <CalendarDays size={16} aria-hidden />
        The day at {links.place}, {day}
      </a>
      <a className="link inline-flex items-center gap-1.5" href={links.across}>
        <Columns3 size={16} aria-hidden />
        {links.product} at all facilities that day
      </a>
    </>
  );
}
