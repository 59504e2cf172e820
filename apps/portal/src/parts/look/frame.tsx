// The frame of a plot: ground, grid, both axes, and the cursor; what is drawn in it comes from
// outside.
import { axisText, type Scale } from '@isobar/contract/quicklooks/scale.ts';
import type { ReactNode } from 'react';
import { timeTicks } from '../timeline/ticks.ts';
import { secondsOf, type Window } from './window.ts';

/** Room for the numbers of the vertical axis, in pixels. */
export const AXIS = 46;
const BELOW = 22;
const TICK_WIDTH = 78;
/** A label at the edge is moved into the plot. */
const HALF_LABEL = 18;

/** The place of a time, in pixels from the left edge of the plot. */
export const placeIn =
  (window: Window, width: number) =>
  (time: number): number =>
    ((time - window.from) / secondsOf(window)) * width;

export function Frame(props: {
  readonly window: Window;
  readonly width: number;
  readonly height: number;
  readonly scale: Scale | null;
  readonly y: (value: number) => number;
  readonly cursor: number | null;
  /** Height of the cursor in pixels; null: it has none. */
  readonly cursorY?: number | null;
  readonly label: string;
  /** Below the svg: a picture. */
  readonly under?: ReactNode;
  readonly children: ReactNode;
}) {
  const { window, width, height, scale, y, cursor, cursorY = null, label } = props;
  const x = placeIn(window, width);
  const hours = [window.from / 3600, window.to / 3600] as const;
  const ticks = timeTicks(hours, Math.max(2, Math.floor(width / TICK_WIDTH)));
  const at = cursor === null ? null : x(cursor);
  return (
    <div className="relative overflow-x-clip" style={{ height: height + BELOW }}>
      <div
        className="look-ground absolute top-0 right-0 overflow-hidden"
        style={{ left: AXIS, height }}
      >
        {props.under}
        <svg
          role="img"
          aria-label={label}
          width={width}
          height={height}
          className="absolute inset-0 block"
        >
          {!props.under && (
            <path
              d={[
                ...(scale?.ticks ?? []).map((tick) => `M0 ${Math.round(y(tick)) + 0.5}H${width}`),
                ...ticks.map(({ hour }) => `M${Math.round(x(hour * 3600)) + 0.5} 0V${height}`),
              ].join('')}
              stroke="var(--rule)"
            />
          )}
          {props.children}
          {at !== null && at >= 0 && at <= width && (
            <path
              d={`M${at} 0V${height}${cursorY === null ? '' : `M0 ${cursorY}H${width}`}`}
              className="look-cursor"
              strokeDasharray="2 3"
            />
          )}
        </svg>
      </div>
      <div aria-hidden className="pointer-events-none text-xs text-ink-2 tabular-nums">
        {(scale?.ticks ?? []).map((tick) => (
          <span
            key={tick}
            className="absolute -translate-y-1/2 text-right"
            style={{ top: Math.min(height - 5, Math.max(6, y(tick))), width: AXIS - 7, left: 0 }}
          >
            {axisText(tick)}
          </span>
        ))}
        {ticks.map(({ hour, label: text }) => (
          <span
            key={hour}
            className="absolute -translate-x-1/2 whitespace-nowrap"
            style={{
              top: height + 3,
              left: AXIS + Math.min(width - HALF_LABEL, Math.max(HALF_LABEL, x(hour * 3600))),
            }}
          >
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}
