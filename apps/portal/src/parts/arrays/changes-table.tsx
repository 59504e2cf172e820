// What changed over the years, as a table: one line for each value that something had.

import { type ArrayInfo, changedValue } from '@isobar/contract/calls/arrays.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ScrolledTable, TableHead } from '../../ui/table.tsx';

/** Lines that are shown at first. */
const SHOWN = 12;

export function ChangesTable({ changes }: Pick<ArrayInfo, 'changes'>) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? changes : changes.slice(0, SHOWN);
  return (
    <section className="mt-4" aria-labelledby="array-changes">
      <h4 id="array-changes" className="mb-2 font-semibold">
        What changed over the years
      </h4>
      {changes.length === 0 ? (
        <p className="text-sm">
          Nothing: units, levels, packing and types are the same in all files.
        </p>
      ) : (
        <ScrolledTable label="What changed over the years">
          <table className="w-full text-left text-sm">
            <TableHead row="border-b border-rule" cell="py-1 pr-4 font-semibold" heads={HEADS} />
            <tbody>
              {shown.map((one) => (
                <tr
                  key={`${one.subject} ${one.aspect} ${one.value} ${one.from}`}
                  className="border-b border-rule align-top"
                >
                  <td className={`py-1 pr-4 ${one.subject ? 'font-mono' : ''}`}>
                    {one.subject || 'All files'}
                  </td>
                  <td className="py-1 pr-4">{one.aspect}</td>
                  <td className="py-1 pr-4 break-words">{changedValue(one)}</td>
                  <td className="py-1 pr-4 whitespace-nowrap">
                    {one.from.slice(0, 10)} – {one.to.slice(0, 10)}
                  </td>
                  <td className="py-1 font-mono">{one.variable}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrolledTable>
      )}
      {changes.length > SHOWN && !isWhole && (
        <Button className="mt-2" onClick={() => setWhole(true)}>
          Show all {changes.length}
        </Button>
      )}
    </section>
  );
}

const HEADS = ['Name in the files', 'What', 'Value', 'Dates', 'Variable of the array'] as const;
