// How many samples of each variable the order keeps, as bars: kept, masked, and missing in the
// files.
import { maskedValues, type VariableShare } from '@isobar/contract/calls/flagged.ts';
import { formatShare } from '@isobar/contract/count.ts';
import type { Selection } from '@isobar/contract/orders/selection.ts';
import { useFlagged } from '../selection/flagged-query.ts';
import { lostOf, type Masking } from '../selection/shares.tsx';
import { FILLS, strokeOf } from '../timeline/timeline.tsx';

/** Variables with a bar: those that lose most. The table below has all of them. */
const SHOWN = 4;

/**
 * Pixels of a title and all bars: their place stays while they are counted again after a choice.
 */
export const SAMPLES_HEIGHT = 126;

export function SamplesKept(props: { readonly selection: Selection; readonly masking: Masking }) {
  const flagged = useFlagged(props.selection, true);
  if (!flagged?.isCounted || flagged.variables.length === 0) return null;
  const rows = flagged.variables
    .map((share) => ({ share, masked: maskedValues(share, props.masking) }))
    .sort((a, b) => lostOf(b) - lostOf(a))
    .slice(0, SHOWN);
  return (
    <div className="min-w-0">
      <h4 className="text-sm font-strong">Samples kept</h4>
      <ul className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-1">
        {rows.map(({ share, masked }) => (
          <Row key={share.variable} share={share} masked={masked} />
        ))}
      </ul>
    </div>
  );
}

function Row({ share, masked }: { readonly share: VariableShare; readonly masked: number }) {
  const all = Math.max(1, share.values + share.missing);
  const [out, missing] = [masked / all, share.missing / all];
  const kept = Math.max(0, 1 - out - missing);
  return (
    <li className="flex items-center gap-x-3 text-sm">
      <span className="min-w-0 flex-1 font-mono text-xs [overflow-wrap:anywhere]">
        {share.variable}
      </span>
      <Bar kept={kept} masked={out} />
      <span className="text-right whitespace-nowrap tabular-nums" style={{ width: FIGURE_WIDTH }}>
        {formatShare(kept)}
        <span className="sr-only">
          {' '}
          kept, {formatShare(out)} masked, {formatShare(missing)} missing
        </span>
      </span>
    </li>
  );
}

/** The longest figure is 'over 99.9 %'. */
const FIGURE_WIDTH = '5rem';

/** Units of the drawing. */
const WIDTH = 120;
/** Where the column is narrow, the name of the variable has the room. */
const SHOWN_WIDTH = 'clamp(40px, 45% - 100px, 120px)';

function Bar({ kept, masked }: { readonly kept: number; readonly masked: number }) {
  const [from, to] = [kept * WIDTH, (kept + masked) * WIDTH];
  return (
    <svg
      viewBox={`0 0 ${WIDTH} 12`}
      preserveAspectRatio="none"
      height="12"
      style={{ width: SHOWN_WIDTH }}
      aria-hidden="true"
      className="timeline shrink-0"
    >
      <rect x="0" y="3" width={from} height="6" fill={FILLS.routine} />
      <rect x={from} y="0" width={to - from} height="12" fill={FILLS.incorrect} />
      {to < WIDTH && (
        <rect
          x={to}
          y="3"
          width={WIDTH - to}
          height="6"
          fill={FILLS.missing}
          {...strokeOf('missing')}
        />
      )}
    </svg>
  );
}
