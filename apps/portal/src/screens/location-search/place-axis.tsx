// The one time axis of all rows: years above them, a bar in each.
import { type MarkKind, markOf, type Site } from '../../lib/places/sites.ts';
import { timeTicks } from '../../parts/timeline/ticks.ts';

const HOUR_MS = 3_600_000;
const YEAR_MS = 365.25 * 24 * HOUR_MS;

/** Milliseconds since 1970 UTC: the ends of the axis, and the present moment. */
export type Axis = { readonly from: number; readonly to: number; readonly now: number };

/** From the first sample of any site to a little after now. */
export function axisOf(sites: readonly Site[], now: number): Axis {
  const first = sites.reduce(
    (least, { start }) => Math.min(least, start ?? now),
    now - 5 * YEAR_MS,
  );
  return { from: first - 0.2 * YEAR_MS, to: now + (now - first) * 0.03, now };
}

/** A time as a percentage of the width, kept within 0 and 100. */
export const placeOn = ({ from, to }: Axis, time: number): number =>
  Math.min(100, Math.max(0, ((time - from) / (to - from)) * 100));

export function TimeAxis({ axis }: { readonly axis: Axis }) {
  return (
    <div
      aria-hidden
      className="place-row sticky top-0 z-10 place-axis border-b border-rule-2 bg-surface"
    >
      <span className="place-bar place-ticks">
        {timeTicks([axis.from / HOUR_MS, axis.to / HOUR_MS])
          .filter(({ hour }) => placeOn(axis, hour * HOUR_MS) < 92)
          .map(({ hour, label }) => (
            <span
              key={hour}
              className="place-tick text-sm text-ink-2"
              style={{ left: `${placeOn(axis, hour * HOUR_MS)}%` }}
            >
              {label}
            </span>
          ))}
        <span
          className="place-tick text-sm font-strong"
          style={{ left: `${placeOn(axis, axis.now)}%` }}
        >
          now
        </span>
      </span>
    </div>
  );
}

const FILLS: Readonly<Record<MarkKind, string>> = {
  site: 'place-fill-site',
  mobile: 'place-fill-mobile',
  inactive: 'place-fill-inactive',
  other: 'place-fill-other',
};

/** `thin`: for a facility or product below its site. The same is stated in words beside it. */
export function TimeBar(props: {
  readonly axis: Axis;
  readonly start: number | null;
  readonly end: number | null;
  readonly siteType: string;
  readonly thin?: boolean;
}) {
  const { axis, start, end, siteType, thin = false } = props;
  const left = start === null ? 0 : placeOn(axis, start);
  const right = end === null ? 0 : placeOn(axis, end);
  return (
    <span aria-hidden className="place-bar relative">
      {start !== null && end !== null && (
        <i
          className={`place-fill ${thin ? 'place-fill-thin' : ''} ${FILLS[markOf(siteType)]}`}
          style={{ left: `${left}%`, width: `${Math.max(0.4, right - left)}%` }}
        />
      )}
      <u className="place-now" style={{ left: `${placeOn(axis, axis.now)}%` }} />
    </span>
  );
}
