// The reports of a timeline as a table: what a screen reader reads, and what a keyboard opens.

import { type QualityRange, rangeLabel } from '@isobar/contract/quality/timeline.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { ScrolledTable, TableHead } from '../../ui/table.tsx';
import { listedCount } from './report-count.ts';
import { type FactsOf, type ReportFacts, secondsOf } from './report-facts.ts';
import { hasReport } from './report-key.ts';
import { VariableNames } from './variable-names.tsx';

/** Most rows at once; a longer list states its length. */
const MOST_ROWS = 200;

export type ReportTableProps = {
  readonly caption: string;
  readonly ranges: readonly QualityRange[];
  readonly factsOf: FactsOf;
  readonly onOpen: (range: QualityRange) => void;
};

export function ReportTable(props: ReportTableProps) {
  const { caption, ranges, factsOf, onOpen } = props;
  const latest = ranges.toReversed().slice(0, MOST_ROWS);
  return (
    <ScrolledTable label={caption} className="max-h-72 overflow-auto rounded border border-rule">
      <table className="w-full border-collapse text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <TableHead row="sticky top-0 bg-sunk" cell="caps px-3 py-1.5" heads={COLUMNS} />
        <tbody>
          {latest.map((range) => (
            <Row
              key={`${range.start} ${range.end} ${range.reportId} ${range.code}`}
              range={range}
              facts={factsOf(range)}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
      {ranges.length > latest.length && (
        <p className="px-3 py-1.5 text-sm text-ink-2">
          The {MOST_ROWS} latest of {listedCount(ranges)}.
        </p>
      )}
    </ScrolledTable>
  );
}

const COLUMNS = ['Report', 'From', 'To', 'Quality', 'Subject', 'Variables'];

function Row(props: {
  readonly range: QualityRange;
  readonly facts: ReportFacts | null;
  readonly onOpen: (range: QualityRange) => void;
}) {
  const { range, facts, onOpen } = props;
  const { start, end } = secondsOf(range, facts);
  return (
    <tr className="border-t border-rule align-top">
      <td className="px-3 py-1">
        <button type="button" className="link font-mono text-xs" onClick={() => onOpen(range)}>
          {hasReport(range) ? range.reportId : nameOf(range)}
        </button>
      </td>
      <td className="px-3 py-1">{formatDay(start)}</td>
      <td className="px-3 py-1">{formatDay(end)}</td>
      <td className="px-3 py-1">{rangeLabel(range)}</td>
      <td className="px-3 py-1">{facts?.subject}</td>
      <td className="px-3 py-1">{facts && <VariableNames variables={facts.variables} />}</td>
    </tr>
  );
}

/** Periods that no report is about. */
const nameOf = ({ name }: QualityRange): string => (name === 'missing' ? 'Gap' : 'Period');
