// What the marks of a plot mean, each with its own shape.
import type { LookReply } from '@isobar/contract/calls/look.ts';
import type { ReactNode } from 'react';
import { type LeftOut, linesOf } from './lines.ts';
import { BandMark, bandsOf } from './report-bands.tsx';

const W = 22;
const H = 14;

const BANDS = [
  ['incorrect', 'Report: incorrect'],
  ['suspect', 'Report: suspect'],
  ['missing', 'Report: missing'],
  ['note', 'Report: note'],
  ['limited', 'Limited access'],
] as const;

export function PlotMarks(props: {
  readonly reply: LookReply;
  readonly leftOut: LeftOut;
  /** The word for samples that are left out. */
  readonly word: string;
}) {
  const { reply, leftOut, word } = props;
  const kinds = new Set(bandsOf(reply).map(({ kind }) => kind));
  const { left, gaps } = linesOf(reply, leftOut);
  return (
    <>
      {BANDS.filter(([kind]) => kinds.has(kind)).map(([kind, text]) => (
        <Mark key={kind} text={text}>
          <BandMark kind={kind} at={{ left: 0, width: W, height: H + 6 }} />
        </Mark>
      ))}
      {left.length > 0 && (
        <Mark text={word}>
          <path
            d={`M0 ${H - 3}L8 4L14 9L${W} 3`}
            fill="none"
            stroke="var(--q-incorrect)"
            strokeDasharray="2.5 2.5"
          />
        </Mark>
      )}
      {gaps.length > 0 && (
        <Mark text="No data">
          <rect
            x={1}
            y={1}
            width={W - 2}
            height={H - 2}
            fill="none"
            stroke="var(--q-missing-line)"
            strokeDasharray="4 3"
          />
        </Mark>
      )}
    </>
  );
}

const Mark = (props: { readonly text: string; readonly children: ReactNode }) => (
  <span className="inline-flex items-center gap-2">
    <svg width={W} height={H + 6} aria-hidden>
      {props.children}
    </svg>
    {props.text}
  </span>
);
