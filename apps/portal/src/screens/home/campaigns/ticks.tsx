// The campaigns of a card as ticks on the shared axis; the list beside tells the same in words.
import type { CampaignLink } from '@isobar/contract/catalogue/small-documents.ts';
import type { YearAxis } from './year-axis.ts';

const WIDTH = 1000;

export function Ticks(props: {
  readonly links: readonly CampaignLink[];
  readonly axis: YearAxis;
  readonly height: number;
}) {
  const { links, axis, height } = props;
  const x = (at: number): number => 4 + at * (WIDTH - 8);
  const marks = links.flatMap(({ start, new_iop, link_value }) => {
    const at = axis.at(start);
    return at === null ? [] : [{ key: link_value, x: x(at), strong: new_iop }];
  });
  return (
    <div aria-hidden className="mt-3">
      <svg
        aria-hidden
        viewBox={`0 0 ${WIDTH} ${height}`}
        preserveAspectRatio="none"
        className="block w-full"
        style={{ height }}
      >
        {marks.map((mark) => (
          <path
            key={mark.key}
            d={`M${mark.x} 0V${height}`}
            stroke="var(--accent)"
            strokeOpacity={mark.strong ? 1 : 0.5}
            strokeWidth="3"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <path
          d={`M0 ${height}H${WIDTH}`}
          stroke="var(--rule-2)"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div className="relative h-5 text-xs text-ink-2 tabular-nums">
        {axis.years.map(({ year, at }) => (
          <span
            key={year}
            className="absolute -translate-x-1/2"
            style={{ left: `${Math.min(95, Math.max(5, at * 100))}%` }}
          >
            {year}
          </span>
        ))}
      </div>
    </div>
  );
}
