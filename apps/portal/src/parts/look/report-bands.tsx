// Quality reports as bands at both edges of a plot: each class with a height and a pattern of its
// own, besides its colour.
import type { LookReply } from '@isobar/contract/calls/look.ts';
import { type QualityName, qualityName } from '@isobar/contract/quality/timeline.ts';

export type Band = { readonly kind: QualityName; readonly start: number; readonly end: number };

export const bandsOf = ({ reports, limited }: LookReply): readonly Band[] => [
  ...(reports ?? []).map(({ code, start, end }) => ({ kind: qualityName(code), start, end })),
  ...limited.map((span) => ({ kind: 'limited' as const, ...span })),
];

/** The pattern of limited access, which the bands and the legend use; once in a page. */
export const Patterns = () => (
  <svg width="0" height="0" className="absolute" aria-hidden>
    <defs>
      <pattern
        id="look-limited"
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(-45)"
      >
        <path d="M0 0V6" stroke="var(--q-limited)" strokeWidth="2.6" />
      </pattern>
    </defs>
  </svg>
);

interface Bounds {
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Incorrect: thick and solid; suspect: two rails; missing: an outline; limited: hatched; note: a
 * thin line below.
 */
export function BandMark({ kind, at }: { readonly kind: QualityName; readonly at: Bounds }) {
  const { left, width, height } = at;
  const rows = (tops: readonly (readonly [number, number])[], fill: string) =>
    tops.flatMap(([top, thick]) => [
      <rect key={top} x={left} width={width} y={top} height={thick} fill={fill} />,
      <rect
        key={-1 - top}
        x={left}
        width={width}
        y={height - top - thick}
        height={thick}
        fill={fill}
      />,
    ]);
  const tint = (colour: string) => (
    <rect x={left} width={width} y={0} height={height} fill={colour} opacity="0.07" />
  );
  switch (kind) {
    case 'incorrect':
      return (
        <>
          {tint('var(--q-incorrect)')}
          {rows([[0, 6]], 'var(--q-incorrect)')}
        </>
      );
    case 'suspect':
      return (
        <>
          {tint('var(--q-suspect)')}
          {rows(
            [
              [0, 2],
              [4, 2],
            ],
            'var(--q-suspect)',
          )}
        </>
      );
    case 'limited':
      return <>{rows([[0, 9]], 'url(#look-limited)')}</>;
    case 'missing':
      return (
        <rect
          x={left + 1}
          width={Math.max(1, width - 2)}
          y={1.5}
          height={height - 3}
          fill="none"
          stroke="var(--q-missing-line)"
          strokeWidth="1.6"
        />
      );
    case 'note':
      return <rect x={left} width={width} y={height - 2} height={2} fill="var(--q-note)" />;
    default:
      return null;
  }
}

export function ReportBands(props: {
  readonly bands: readonly Band[];
  readonly x: (time: number) => number;
  readonly width: number;
  readonly height: number;
}) {
  const { bands, x, width, height } = props;
  return bands.map(({ kind, start, end }, n) => {
    const left = Math.max(-4, x(start));
    const right = Math.min(width + 4, x(end + 1));
    if (right < 0 || left > width) return null;
    const at = { left, width: Math.max(1.5, right - left), height };
    // biome-ignore lint/suspicious/noArrayIndexKey: one report may name the same time twice
    return <BandMark key={n} kind={kind} at={at} />;
  });
}
