// The plots of a month in words: what a screen reader reads, and what is quicker to compare.

import { rangeOfDay } from '@isobar/contract/quicklooks/ranges.ts';
import type { Quicklook } from '../../lib/search/plan-quicklooks.ts';
import { TableHead } from '../../ui/table.tsx';
import { short } from './day-note.ts';
import { SPAN_NAMES, spanKind } from './day-spans.tsx';
import { dashed } from './month.ts';
import type { MonthDay } from './month-days.ts';

export function MonthTable(props: {
  readonly month: string;
  readonly days: readonly MonthDay[];
  readonly onOpen: (plot: Quicklook) => void;
}) {
  const { month, days, onOpen } = props;
  const units = days.find(({ day }) => day?.units)?.day?.units ?? '';
  const cell = 'border-b border-rule px-2 py-1';
  return (
    <div className="overflow-x-auto">
      <table className="w-full max-w-[46rem] text-sm">
        <caption className="sr-only">Values of {dashed(month)}, by day</caption>
        <TableHead
          cell="border-b border-rule px-2 py-1 text-left font-strong"
          heads={[
            'Day',
            { name: 'Lowest', shown: <>Lowest {units && `(${units})`}</> },
            { name: 'Highest', shown: <>Highest {units && `(${units})`}</> },
            'Reports',
          ]}
        />
        <tbody>
          {days.map(({ plot, day }) => {
            const range = day ? rangeOfDay(day) : null;
            return (
              <tr key={plot.dated}>
                <th scope="row" className={`${cell} text-left font-normal`}>
                  <button type="button" className="link" onClick={() => onOpen(plot)}>
                    {dashed(plot.dated)}
                  </button>
                </th>
                <td className={cell}>{range ? short(range.low) : day ? 'no values' : '…'}</td>
                <td className={cell}>{range ? short(range.high) : ''}</td>
                <td className={cell}>
                  {day?.reports === null
                    ? 'not known'
                    : day?.reports
                        .map((report) => `${SPAN_NAMES[spanKind(report)]} ${report.id}`)
                        .join(', ')}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
