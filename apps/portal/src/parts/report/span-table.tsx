// The affected time spans of a report. Where several datastreams have spans of their own, each line
// names the datastream.

import type { ReportReply } from '@isobar/contract/calls/quality.ts';
import { ScrolledTable, TableHead } from '../../ui/table.tsx';
import { ClassMark } from './class-mark.tsx';
import { classLabel, endText, startText } from './report-words.ts';

export function SpanTable({ report }: { readonly report: ReportReply }) {
  const rows = rowsOf(report);
  const several = rows.some((row) => row.datastreams.length !== report.datastreams.length);
  return (
    <ScrolledTable label="Affected Time Spans">
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">Affected Time Spans</caption>
        <TableHead
          cell="caps pr-4 pb-1.5"
          heads={['Start date', 'End date', 'Metric', ...(several ? ['Datastream'] : [])]}
        />
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-t border-rule align-top">
              <td className="py-1.5 pr-4 sm:whitespace-nowrap">{startText(row)}</td>
              <td className="py-1.5 pr-4 sm:whitespace-nowrap">{endText(row)}</td>
              <td className="py-1.5 pr-4">
                <span className="inline-flex items-center gap-2 whitespace-nowrap">
                  <ClassMark code={row.code} />
                  {classLabel(row.code, row.metric)}
                </span>
              </td>
              {several && (
                <td className="py-1.5 font-mono text-sm break-words">
                  {row.datastreams.join(', ')}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrolledTable>
  );
}

/** The same span and class of several datastreams is one row. */
function rowsOf({ affected }: ReportReply) {
  const groups = Map.groupBy(
    affected,
    (span) => `${span.startDateTime} ${span.endDateTime} ${span.code} ${span.metric}`,
  );
  return [...groups].flatMap(([key, [first, ...rest]]) =>
    first ? [{ ...first, key, datastreams: [first, ...rest].map((span) => span.datastream) }] : [],
  );
}
