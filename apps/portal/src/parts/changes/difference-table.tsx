// How variables differ between two versions, in numbers: hours, values, largest change.

import type { VariableDifference } from '@isobar/contract/calls/verify-calls.ts';
import { formatCount } from '@isobar/contract/count.ts';
import { ScrolledTable, TableHead } from '../../ui/table.tsx';

export type DifferenceRow = VariableDifference & {
  /** Of an order: where the variable is from, and in how many of its files it differs. */
  readonly datastream?: string;
  readonly files?: number;
};

const RIGHT = 'pr-3 text-right';
const NUMBER = `py-1 ${RIGHT}`;

export function DifferenceTable(props: {
  readonly caption: string;
  readonly rows: readonly DifferenceRow[];
}) {
  const { caption, rows } = props;
  const hasFiles = rows.some(({ files }) => files !== undefined);
  return (
    <ScrolledTable label={caption}>
      <table className="w-full min-w-[32rem] text-left">
        <caption className="sr-only">{caption}</caption>
        <TableHead
          row="border-b border-rule"
          cell="caps py-1"
          heads={[
            { name: 'Variable', className: 'pr-3' },
            ...(hasFiles ? [{ name: 'Files', className: RIGHT }] : []),
            { name: 'Hours that differ', className: RIGHT },
            { name: 'Values changed', className: RIGHT },
            { name: 'Largest change', className: 'text-right' },
          ]}
        />
        <tbody>
          {rows.map((one) => (
            <Row
              key={`${one.datastream ?? ''} ${one.variable} ${one.units}`}
              row={one}
              hasFiles={hasFiles}
            />
          ))}
        </tbody>
      </table>
    </ScrolledTable>
  );
}

function Row({ row, hasFiles }: { readonly row: DifferenceRow; readonly hasFiles: boolean }) {
  const { datastream, variable, units, hours, hoursDiffering, atLeast, atMost, largestChange } =
    row;
  return (
    <tr className="border-b border-rule">
      <th scope="row" className="py-1 pr-3 font-mono font-normal">
        {datastream && <span className="block text-sm text-ink-2">{datastream}</span>}
        {variable}
      </th>
      {hasFiles && <td className={NUMBER}>{formatCount(row.files ?? 0)}</td>}
      <td className={NUMBER}>
        {formatCount(hoursDiffering)} of {formatCount(hours)}
      </td>
      <td className={NUMBER}>
        {atLeast === atMost
          ? formatCount(atLeast)
          : `${formatCount(atLeast)} to ${formatCount(atMost)}`}
      </td>
      <td className="py-1 text-right whitespace-nowrap">
        {largestChange === null
          ? 'no value to compare'
          : `${Number(largestChange.toPrecision(4))} ${units}`}
      </td>
    </tr>
  );
}
