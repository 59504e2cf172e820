// Numbers along time: the mean as a line, the range of each column as a band, what is left out
// thin, dashed and red.
import type { LookReply } from '@isobar/contract/calls/look.ts';
import { niceScale } from '@isobar/contract/quicklooks/scale.ts';
import { useId, useMemo } from 'react';
import { Frame, placeIn } from './frame.tsx';
import { bandPath, drawnExtremes, type LeftOut, linesOf, meanPath } from './lines.ts';
import { bandsOf, ReportBands } from './report-bands.tsx';
import { secondsOf, type Window } from './window.ts';

/** Gaps narrower than this are not outlined, in pixels. */
const LEAST_GAP = 5;
const MARGIN = 0.08;

export function LinePlot(props: {
  readonly reply: LookReply;
  readonly leftOut: LeftOut;
  readonly window: Window;
  readonly width: number;
  readonly height: number;
  readonly cursor: number | null;
  readonly colour: string;
  readonly label: string;
}) {
  const { reply, leftOut, window, width, height, cursor, colour, label } = props;
  const clip = useId();
  const lines = useMemo(() => linesOf(reply, leftOut), [reply, leftOut]);
  const scale = useMemo(() => {
    const found = drawnExtremes(lines);
    if (!found) return null;
    const margin = (found.high - found.low) * MARGIN;
    return niceScale(found.low - margin, found.high + margin, 4);
  }, [lines]);
  const x = placeIn(window, width);
  const y = (value: number): number =>
    scale
      ? Math.min(2, Math.max(-1, (scale.high - value) / (scale.high - scale.low))) * height
      : height / 2;
  const placing = { x, y };
  const near = (time: number): boolean =>
    time >= window.from - secondsOf(window) && time <= window.to + secondsOf(window);
  const kept = lines.kept.filter(({ time }) => near(time));
  const left = lines.left.filter(({ time }) => near(time));
  const gaps = lines.gaps.filter(({ from, to }) => x(to) - x(from) >= LEAST_GAP);
  return (
    <Frame {...{ window, width, height, scale, y, cursor, label }}>
      <clipPath id={clip}>
        <rect width={width} height={height} />
      </clipPath>
      <ReportBands bands={bandsOf(reply)} {...{ x, width, height }} />
      <g clipPath={`url(#${clip})`}>
        {gaps.map(({ from, to }) => (
          <rect
            key={from}
            x={Math.max(-3, x(from) + 1)}
            width={Math.max(1, Math.min(width + 3, x(to) - 1) - Math.max(-3, x(from) + 1))}
            y={1.5}
            height={height - 3}
            fill="none"
            stroke="var(--q-missing-line)"
            strokeDasharray="4 3"
          />
        ))}
        <path d={bandPath(kept, lines.reach, placing)} fill={colour} opacity="0.2" />
        <path
          d={meanPath(left, lines.reach, placing)}
          fill="none"
          stroke="var(--q-incorrect)"
          strokeWidth="1.1"
          strokeDasharray="2.5 2.5"
        />
        <path
          d={meanPath(kept, lines.reach, placing)}
          fill="none"
          stroke={colour}
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </g>
      {!scale && (
        <text x={width / 2} y={height / 2 + 4} textAnchor="middle" className="look-empty">
          No data here
        </text>
      )}
    </Frame>
  );
}
