// A table that scrolls by itself where it is wider than the page; on a phone its rows are cards, so
// that nothing of them is out of sight.

import { formatCount } from '@isobar/contract/count.ts';
import type { ReactNode } from 'react';
import { TableHead } from '../../ui/table.tsx';
import { NARROW, useMedia } from '../../ui/use-media.ts';

type Props = {
  readonly label: string;
  readonly head: readonly string[];
  /**
   * Columns whose cells are quantities as text, '4.49 kB': aligned to the right, as numbers are.
   */
  readonly amounts?: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** The text below a list that has more than it shows. */
  readonly more?: string | false;
};

/** Fewer columns fit a phone; more would make a card longer than the window. */
const CARDS = { fewest: 4, most: 8 } as const;

export function RecordTable(props: Props) {
  const { head, more } = props;
  const narrow = useMedia(NARROW);
  const asCards = narrow && head.length >= CARDS.fewest && head.length <= CARDS.most;
  return (
    <>
      {asCards ? <Cards {...props} /> : <Table {...props} />}
      {more && <p className="mt-2 text-sm text-ink-2">{more}</p>}
    </>
  );
}

/** The first column is the title of a card. */
const Cards = ({ label, head, rows }: Props) => (
  <ul aria-label={label} className="text-sm">
    {rows.map(({ key, cells }) => (
      <li key={key} className="border-b border-rule py-2.5 first:border-t">
        <p className="font-strong break-words">{shown(cells[0])}</p>
        <dl className="mt-1 grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-0.5">
          {head.slice(1).map((name, at) => (
            <div key={name} className="contents">
              <dt className="text-ink-2">{name}</dt>
              <dd className="break-words">{shown(cells[at + 1])}</dd>
            </div>
          ))}
        </dl>
      </li>
    ))}
  </ul>
);

const shown = (cell: ReactNode): ReactNode =>
  typeof cell === 'number' ? formatCount(cell) : cell === '' ? '–' : cell;

function Table({ label, head, rows, amounts = [] }: Props) {
  // Columns of numbers are aligned to the right.
  const numeric = head.map(
    (name, at) =>
      amounts.includes(name) ||
      (rows.some(({ cells }) => typeof cells[at] === 'number') &&
        rows.every(({ cells }) => typeof cells[at] === 'number' || cells[at] === '')),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: no landmark, and no fieldset around a table
    <div
      role="group"
      aria-label={label}
      className="max-w-full overflow-x-auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
      tabIndex={0}
    >
      <table className="w-full border-collapse text-left text-sm">
        <TableHead
          cell="caps border-b border-rule py-1.5 pr-4"
          heads={head.map((name, at) => ({ name, className: numeric[at] ? 'text-right' : '' }))}
        />
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="align-baseline">
              {cells.map((cell, at) => (
                <td
                  key={head[at] ?? at}
                  className={`border-b border-rule py-1.5 pr-4 break-words ${numeric[at] ? 'text-right' : ''}`}
                >
                  {typeof cell === 'number' ? formatCount(cell) : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** 2026-11-22T10:00:00Z -> 2026-11-22 10:00 */
export const moment = (instant: string | null): string =>
  instant === null ? '' : instant.slice(0, 16).replace('T', ' ');
