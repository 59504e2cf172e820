// What will be missing from a selection, before it is ordered: what is masked and what the files
// lack, by variable.

import { type Flagged, maskedValues, type VariableShare } from '@isobar/contract/calls/flagged.ts';
import { formatCount, formatShare, plural } from '@isobar/contract/count.ts';
import type { DqrFilter } from '@isobar/contract/orders/request.ts';
import type { Selection } from '@isobar/contract/orders/selection.ts';
import { useState } from 'react';
import { TableHead } from '../../ui/table.tsx';
import { canBeCounted, useFlagged } from './flagged-query.ts';

export interface Masking {
  readonly dqrFilter: readonly DqrFilter[];
  readonly qcFilter: boolean;
}

/** In the cart, where nothing is chosen yet. */
export const NO_MASKING: Masking = { dqrFilter: [], qcFilter: false };

/** Variables shown before 'Show all'. */
const SHOWN = 12;

export function Shares(props: { readonly selection: Selection; readonly masking: Masking }) {
  const { selection, masking } = props;
  const flagged = useFlagged(selection, true);
  if (!flagged) return null;
  if (!flagged.isCounted && !canBeCounted(selection)) return null;
  if (!flagged.isCounted)
    return (
      <p className="text-sm text-ink-2">
        Missing values are being counted from the files. The result will appear here.
      </p>
    );
  return <Counted flagged={flagged} masking={masking} datastream={selection.datastream} />;
}

function Counted(props: {
  readonly flagged: Flagged;
  readonly masking: Masking;
  readonly datastream: string;
}) {
  const { flagged, masking, datastream } = props;
  const [all, setAll] = useState(false);
  const rows = flagged.variables
    .map((share) => ({ share, masked: maskedValues(share, masking) }))
    .sort((a, b) => lostOf(b) - lostOf(a));
  const shown = all ? rows : rows.slice(0, SHOWN);
  return (
    <details className="basis-full text-sm">
      <summary className="cursor-pointer py-1 text-ink-2">
        <Summary flagged={flagged} masking={masking} />
      </summary>
      <div className="mt-2 overflow-x-auto">
        <table className="text-sm tabular-nums">
          <caption className="sr-only">Missing samples of {datastream}, by variable</caption>
          <TableHead
            className="text-left text-ink-2"
            cell="font-normal"
            heads={[
              { name: 'Variable', className: 'pr-6' },
              { name: 'Missing in the files', className: 'pr-6 text-right' },
              { name: 'Masked', className: 'pr-6 text-right' },
              { name: 'Values left', className: 'text-right' },
            ]}
          />
          <tbody>
            {shown.map(({ share, masked }) => (
              <Row key={share.variable} share={share} masked={masked} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown.length && (
        <button type="button" className="link mt-1 text-sm" onClick={() => setAll(true)}>
          Show all {formatCount(rows.length)} variables
        </button>
      )}
      {rows.some(({ share }) => share.dimensions === 2) && (
        <p className="mt-1 text-sm text-ink-2">
          * Of variables with heights or other levels, columns are counted instead of values.
        </p>
      )}
    </details>
  );
}

/** The share of a variable's samples that is masked or missing. */
export const lostOf = ({ share, masked }: { share: VariableShare; masked: number }): number =>
  (masked + share.missing) / Math.max(1, share.values + share.missing);

function Row({ share, masked }: { readonly share: VariableShare; readonly masked: number }) {
  const all = share.values + share.missing;
  return (
    <tr className="border-t border-rule">
      <td className="py-1 pr-6 font-mono">
        {share.variable}
        {share.dimensions === 2 && ' *'}
      </td>
      <td className="pr-6 text-right">{shareOf(share.missing, all)}</td>
      <td className="pr-6 text-right">{shareOf(masked, all)}</td>
      <td className="text-right">{formatCount(Math.round(share.values - masked))}</td>
    </tr>
  );
}

const shareOf = (some: number, all: number): string =>
  all === 0 ? 'no data' : formatShare(some / all);

function Summary({ flagged, masking }: { readonly flagged: Flagged; readonly masking: Masking }) {
  const { variables, samples, hours, hoursWithout } = flagged;
  const chosen = masking.qcFilter || masking.dqrFilter.length > 0;
  const masked = variables.reduce((sum, one) => sum + maskedValues(one, masking), 0);
  const missing = variables.reduce((sum, one) => sum + one.missing, 0);
  const parts = [
    samples === 0 ? 'No values' : `${formatShare(missing / samples)} of the values missing`,
    ...(chosen && samples > 0 ? [`${formatShare(masked / samples)} masked`] : []),
    ...(hoursWithout > 0
      ? [`no data in ${formatCount(hoursWithout)} of ${plural(hours, 'hour')}`]
      : []),
  ];
  return <>{parts.join(', ')}: by variable</>;
}
