// One day's plot as a thumbnail: shows it larger when the pointer rests on it, and opens it when
// pressed.
import type { ProfileDay } from '@isobar/contract/quicklooks/day.ts';
import { useCallback, useDeferredValue, useEffect, useState } from 'react';
import type { Quicklook } from '../../lib/search/plan-quicklooks.ts';
import { classNames } from '../../ui/class-names.ts';
import { BigPlot } from './big-plot.tsx';
import type { Axes } from './day-drawing.tsx';
import { dashed } from './month.ts';
import { type MonthDay, useInView } from './month-days.ts';
import { hasDay } from './plots-queries.ts';
import { SmallPlot, smallBox } from './small-plot.tsx';

const REST_MS = 250;
const PREVIEW = { width: 570, height: 372 } as const;

export const plotName = ({ vn, dated }: Quicklook): string => `${vn} on ${dashed(dated)}`;

export function Thumb(props: {
  readonly of: MonthDay;
  /** Null where the day has nothing to draw. */
  readonly axes: Axes | null;
  /** The day that the address names. */
  readonly current: boolean;
  readonly onSeen: (dated: string) => void;
  readonly onOpen: () => void;
  /** The dew point of the same launches. */
  readonly beside?: ProfileDay | null | undefined;
  /** As high as wide, also before the day is there. */
  readonly isTall?: boolean;
  /** Replaces the name of the plot. */
  readonly label?: string;
}) {
  const { of, current, onSeen, onOpen, label, isTall = false } = props;
  const { width, height } = smallBox(isTall);
  const { plot } = of;
  // A month of plots is drawn in pieces, so that the page goes on answering meanwhile.
  const day = useDeferredValue(of.day, undefined);
  const axes = useDeferredValue(props.axes, null);
  const [broken, setBroken] = useState(false);
  const [resting, setResting] = useState<DOMRect | null>(null);
  const preview = useAfterRest(resting);
  const inView = useInView(useCallback(() => onSeen(plot.dated), [onSeen, plot.dated]));
  const leave = (): void => setResting(null);
  const elsewhere = !hasDay(plot.url);
  return (
    <>
      <button
        ref={inView}
        type="button"
        aria-label={`Enlarge ${label ?? plotName(plot)}`}
        aria-current={current ? 'date' : undefined}
        className={classNames(
          'block w-full overflow-hidden rounded-sm border bg-surface',
          current ? 'border-accent outline-2 outline-accent' : 'border-rule hover:border-rule-2',
        )}
        onMouseEnter={(event) => setResting(event.currentTarget.getBoundingClientRect())}
        onMouseLeave={leave}
        onClick={() => {
          leave();
          onOpen();
        }}
      >
        {day && axes ? (
          <SmallPlot day={day} axes={axes} beside={props.beside} isTall={isTall} />
        ) : elsewhere && !broken ? (
          <img
            src={`${plot.url}?size=small`}
            alt=""
            loading="lazy"
            width={240}
            height={132}
            className="block h-auto w-full"
            onError={() => setBroken(true)}
          />
        ) : (
          <span
            className="grid place-items-center px-1 text-xs text-ink-2"
            style={{ aspectRatio: `${width}/${height}` }}
          >
            {of.failed || broken ? 'Not drawn' : day ? 'No values' : ''}
          </span>
        )}
      </button>
      {preview && day && axes && (
        <Preview at={preview}>
          <BigPlot day={day} axes={axes} label={`Preview of ${label ?? plotName(plot)}`} />
        </Preview>
      )}
    </>
  );
}

/** The larger plot, above or below the thumbnail and inside the window. */
function Preview({ at, children }: { readonly at: DOMRect; readonly children: React.ReactNode }) {
  const left = Math.min(
    Math.max(8, at.left + at.width / 2 - PREVIEW.width / 2),
    innerWidth - PREVIEW.width - 8,
  );
  const above = at.top - PREVIEW.height - 12;
  const top = above >= 8 ? above : Math.min(at.bottom + 8, innerHeight - PREVIEW.height);
  return (
    <span
      role="tooltip"
      className="pop pointer-events-none fixed z-50 hidden p-2 md:block"
      style={{ left, top, width: PREVIEW.width }}
    >
      {children}
    </span>
  );
}

/**
 * The thumbnail on which the pointer has rested for a moment, so that merely passing over shows
 * nothing.
 */
function useAfterRest(resting: DOMRect | null): DOMRect | null {
  const [rested, setRested] = useState<DOMRect | null>(null);
  useEffect(() => {
    if (!resting) {
      setRested(null);
      return;
    }
    const timer = setTimeout(() => setRested(resting), REST_MS);
    return () => clearTimeout(timer);
  }, [resting]);
  return rested;
}
