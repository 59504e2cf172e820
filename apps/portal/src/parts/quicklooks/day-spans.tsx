// Quality reports over a plot: each class with a shape of its own, so that none is conveyed by
// colour alone.
import { type QualityName, qualityName } from '@isobar/contract/quality/timeline.ts';
import type { DayReport } from '@isobar/contract/quicklooks/day.ts';
import type { Area } from '@isobar/contract/quicklooks/trace.ts';
import { DAY_SECONDS } from '@isobar/contract/time.ts';

export type SpanKind = QualityName;

export const spanKind = ({ code }: Pick<DayReport, 'code'>): SpanKind => qualityName(code);

export const SPAN_NAMES: Readonly<Record<SpanKind, string>> = {
  incorrect: 'Incorrect',
  suspect: 'Suspect',
  missing: 'Missing',
  note: 'Note',
  limited: 'Limited access',
  routine: 'Routine',
};

/** Pixels of a bar that stands for a report where the picture has no axis of time. */
const AT_EDGE = 6;

export function DaySpans(props: {
  readonly reports: readonly DayReport[];
  readonly area: Area;
  /** The horizontal axis is not time. */
  readonly isProfile: boolean;
}) {
  const { reports, area, isProfile } = props;
  return reports.map((report) => {
    const x = isProfile ? area.left : area.left + (report.from / DAY_SECONDS) * area.width;
    const end = isProfile ? x + AT_EDGE : area.left + ((report.to + 1) / DAY_SECONDS) * area.width;
    const box = { x, y: area.top, width: Math.max(1.5, end - x), height: area.height };
    return (
      <Span key={`${report.id} ${report.code} ${report.from}`} kind={spanKind(report)} box={box} />
    );
  });
}

type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export function Span({ kind, box }: { readonly kind: SpanKind; readonly box: Box }) {
  const { x, y, width, height } = box;
  const edges = (colour: string, thick: number) => (
    <>
      <rect x={x} width={width} y={y} height={thick} fill={colour} />
      <rect x={x} width={width} y={y + height - thick} height={thick} fill={colour} />
    </>
  );
  if (kind === 'incorrect') {
    return (
      <>
        <rect {...box} fill="var(--q-incorrect)" fillOpacity="0.2" />
        {edges('var(--q-incorrect)', Math.min(7, height / 4))}
      </>
    );
  }
  if (kind === 'suspect') {
    const rails = Array.from({ length: Math.floor(height / 7) }, (_, i) => y + (i + 1) * 7);
    return (
      <>
        <path
          d={rails.map((at) => `M${x} ${at}h${width}`).join('')}
          stroke="var(--q-suspect)"
          strokeOpacity="0.55"
        />
        {edges('var(--q-suspect)', 3)}
      </>
    );
  }
  if (kind === 'missing') {
    const inner = { x: x + 1, y: y + 2, width: Math.max(1, width - 2), height: height - 4 };
    return <rect {...inner} fill="none" stroke="var(--q-missing-line)" strokeWidth="1.4" />;
  }
  if (kind === 'note')
    return <rect x={x} width={width} y={y + height - 2} height={2} fill="var(--q-note)" />;
  if (kind === 'limited')
    return <rect x={x} width={width} y={y} height={3} fill="var(--q-limited)" />;
  return null;
}
