// Where the values of a plot are drawn: whatever leaves the area is cut off at its frame.
import type { Area } from '@isobar/contract/quicklooks/trace.ts';
import type { ReactNode } from 'react';

/** To be put into an SVG; the children use its coordinates. */
export function PlotArea(props: {
  readonly area: Area;
  readonly label: string;
  readonly children: ReactNode;
}) {
  const { left, top, width, height } = props.area;
  const place = { x: left, y: top, width, height };
  return (
    <>
      <svg {...place} viewBox={`${left} ${top} ${width} ${height}`} overflow="hidden">
        <title>{props.label}</title>
        {props.children}
      </svg>
      <rect {...place} fill="none" stroke="var(--rule-2)" />
    </>
  );
}
