// All years of a variable as one band, with the window framed: dragging the frame, or a click
// beside it, moves the window.

import { placeIn } from '../../parts/look/frame.tsx';
import { bandPath, extremesOf, LEFT_OUT, linesOf, meanPath } from '../../parts/look/lines.ts';
import { useOverview } from '../../parts/look/look-queries.ts';
import { stillRead } from '../../parts/look/still-read.ts';
import { clamped, secondsOf, type Window } from '../../parts/look/window.ts';
import type { LookOf } from '../../parts/look-address.ts';
import { useWidth } from '../../parts/quicklooks/use-width.ts';
import { timeTicks } from '../../parts/timeline/ticks.ts';

const HEIGHT = 44;
const BELOW = 18;
/** The frame is at least so wide, in pixels. */
const LEAST_FRAME = 9;

export function Overview(props: {
  readonly of: LookOf;
  readonly life: Window;
  readonly window: Window;
  readonly onWindow: (window: Window) => void;
}) {
  const { of, life, window, onWindow } = props;
  const [ref, width] = useWidth<HTMLDivElement>(1200);
  const { data } = useOverview(of);
  const lines = data ? linesOf(data, LEFT_OUT.clean) : null;
  const range = lines && extremesOf(lines);
  const unread = stillRead(data?.computing ?? 0);
  const x = placeIn(life, width);
  const y = (value: number): number =>
    range ? HEIGHT - 4 - ((value - range.low) / (range.high - range.low || 1)) * (HEIGHT - 8) : 0;
  const ticks = timeTicks([life.from / 3600, life.to / 3600], Math.max(2, Math.floor(width / 110)));
  const from = x(window.from);
  const framed = Math.max(LEAST_FRAME, x(window.to) - from);
  const left = Math.min(Math.max(0, from - (framed - (x(window.to) - from)) / 2), width - framed);
  const move = (clientX: number, box: DOMRect): void => {
    const at = life.from + ((clientX - box.left) / box.width) * secondsOf(life);
    const half = secondsOf(window) / 2;
    onWindow(clamped({ from: at - half, to: at + half }, life));
  };
  return (
    <div ref={ref} className="relative mt-4">
      {unread !== null && (
        <p className="absolute -top-4 right-0 text-xs leading-[1.3] text-ink-2">{unread}</p>
      )}
      <svg
        role="img"
        aria-label="All years, with the shown time framed; the buttons and the plot move it too"
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="look-overview block"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          move(event.clientX, event.currentTarget.getBoundingClientRect());
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId))
            move(event.clientX, event.currentTarget.getBoundingClientRect());
        }}
      >
        <path d={`M0 ${HEIGHT - 0.5}H${width}`} stroke="var(--rule)" />
        {lines && range && (
          <>
            <path
              d={bandPath(lines.kept, lines.reach, { x, y })}
              fill="var(--q-routine)"
              opacity="0.45"
            />
            <path
              d={meanPath(lines.kept, lines.reach, { x, y })}
              fill="none"
              stroke="var(--q-routine)"
              strokeWidth="1.3"
            />
          </>
        )}
        <rect
          x={left + 1}
          y={1}
          width={framed - 2}
          height={HEIGHT - 2}
          fill="var(--q-band)"
          stroke="var(--ink)"
          strokeWidth="2"
        />
      </svg>
      <div
        aria-hidden
        className="relative overflow-x-clip text-xs text-ink-2"
        style={{ height: BELOW }}
      >
        {ticks
          .filter(({ hour }) => x(hour * 3600) > 16 && x(hour * 3600) < width - 16)
          .map(({ hour, label }) => (
            <span
              key={hour}
              className="absolute -translate-x-1/2 tabular-nums"
              style={{ left: x(hour * 3600), top: 2 }}
            >
              {label}
            </span>
          ))}
      </div>
    </div>
  );
}
