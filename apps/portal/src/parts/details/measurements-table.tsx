// The primary measurements of a datastream: variable, what it is, how much it is recommended.

import type { MeasuredVariable } from '../../lib/search/plan-details.ts';
import { thingPage } from '../../lib/thing-page.ts';
import { ScrolledTable, TableHead } from '../../ui/table.tsx';

const PRIORITIES: Readonly<Record<number, string>> = { 1: 'High', 2: 'Medium', 3: 'Low' };

export function MeasurementsTable({
  variables,
}: {
  readonly variables: readonly MeasuredVariable[];
}) {
  if (variables.length === 0) {
    return <p className="text-ink-2">No measurements are described for this datastream.</p>;
  }
  return (
    <ScrolledTable
      label="Primary measurements"
      className="max-h-80 overflow-auto rounded border border-rule"
    >
      <table className="w-full border-collapse text-left text-sm">
        <TableHead
          row="sticky top-0 bg-sunk"
          cell="caps px-3 py-1.5"
          heads={['Variable', 'Measurement', 'Recommended']}
        />
        <tbody>
          {variables.map((one) => (
            <tr key={one.varName} className="border-t border-rule align-baseline">
              <td className="px-3 py-1.5">
                <span className="font-mono text-sm break-all">{one.varName}</span>
                {one.description && <div className="text-ink-2">{one.description}</div>}
              </td>
              <td className="px-3 py-1.5">
                <a className="link" href={thingPage('measurement', one.measurementCode)}>
                  {one.measurementName}
                </a>
                {one.measurementDesc && <div className="text-ink-2">{one.measurementDesc}</div>}
              </td>
              <td className="px-3 py-1.5">
                {one.priority === null ? '' : (PRIORITIES[one.priority] ?? '')}
                {one.rationale && <div className="text-ink-2">{one.rationale}</div>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrolledTable>
  );
}
