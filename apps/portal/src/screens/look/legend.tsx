// What the marks of the plots mean, each with its own shape; and how to move.
import type { LookReply } from '@isobar/contract/calls/look.ts';
import type { Law } from '../../parts/look-address.ts';
import { linesOf } from './lines.ts';
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

export function Legend({ reply, law }: { readonly reply: LookReply; readonly law: Law }) {
  const kinds = new Set(bandsOf(reply).map(({ kind }) => kind));
  const { left, gaps } = linesOf(reply, law);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1.5 text-sm text-ink-2">
      {BANDS.filter(([kind]) => kinds.has(kind)).map(([kind, text]) => (
        <Mark key={kind} text={text}>
          <BandMark kind={kind} at={{ left: 0, width: W, height: H + 6 }} />
        </Mark>
      ))}
      {left.length > 0 && (
        <Mark text="Left out">
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
      <span className="ml-auto max-sm:ml-0">
        <span className="pointer-coarse:hidden">
          Drag to move, Ctrl and wheel or + and − to zoom, arrows to step, 0 for everything
        </span>
        <span className="hidden pointer-coarse:inline">Drag to move, two fingers to zoom</span>
      </span>
    </div>
  );
}

const Mark = (props: { readonly text: string; readonly children: React.ReactNode }) => (
  <span className="inline-flex items-center gap-2">
    <svg width={W} height={H + 6} aria-hidden>
      {props.children}
    </svg>
    {props.text}
  </span>
);
