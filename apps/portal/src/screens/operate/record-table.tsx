// A table that scrolls by itself where it is wider than the page.
import { formatCount } from '@isobar/contract/count.ts';
import type { ReactNode } from 'react';

export function RecordTable(props: {
  readonly label: string;
  readonly head: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** Told below a list that has more than it shows. */
  readonly more?: string | false;
}) {
  const { label, head, rows, more } = props;
  // A column of numbers is read from its right end.
  const numeric = head.map(
    (_, at) => rows.length > 0 && rows.every(({ cells }) => typeof cells[at] === 'number'),
  );
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: no landmark, and no fieldset around a table */}
      <div
        role="group"
        aria-label={label}
        className="max-w-full overflow-x-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
        tabIndex={0}
      >
        <table className="w-full border-collapse text-left text-sm">
          <thead>
            <tr>
              {head.map((name, at) => (
                <th
                  key={name}
                  scope="col"
                  className={`caps border-b border-rule py-1.5 pr-4 ${numeric[at] ? 'text-right' : ''}`}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells }) => (
              <tr key={key} className="align-top">
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
      {more && <p className="mt-2 text-sm text-ink-2">{more}</p>}
    </>
  );
}

/** 2026-11-22T10:00:00Z -> 2026-11-22 10:00 */
export const moment = (instant: string | null): string =>
  instant === null ? '' : instant.slice(0, 16).replace('T', ' ');
