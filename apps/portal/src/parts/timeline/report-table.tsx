// The reports of a timeline as a table: what a screen reader reads, and what a keyboard opens.
import { type QualityRange, rangeLabel } from '@isobar/contract/quality/timeline.ts';
import { formatHourDay } from './hours.ts';
import { hasReport } from './report-key.ts';

/** Most rows at once; a longer list states its length. */
const MOST_ROWS = 200;

export function ReportTable(props: {
  readonly caption: string;
  readonly ranges: readonly QualityRange[];
  readonly onOpen: (range: QualityRange) => void;
}) {
  const { caption, ranges, onOpen } = props;
  const latest = ranges.toReversed().slice(0, MOST_ROWS);
  return (
    <section
      className="max-h-72 overflow-auto rounded border border-rule"
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
      tabIndex={0}
    >
      <table className="w-full border-collapse text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="sticky top-0 bg-sunk">
            <th scope="col" className="caps px-3 py-1.5">
              Report
            </th>
            <th scope="col" className="caps px-3 py-1.5">
              From
            </th>
            <th scope="col" className="caps px-3 py-1.5">
              To
            </th>
            <th scope="col" className="caps px-3 py-1.5">
              Quality
            </th>
          </tr>
        </thead>
        <tbody>
          {latest.map((range) => (
            <tr
              key={`${range.start} ${range.end} ${range.reportId} ${range.code}`}
              className="border-t border-rule"
            >
              <td className="px-3 py-1">
                <button
                  type="button"
                  className="link font-mono text-xs"
                  onClick={() => onOpen(range)}
                >
                  {hasReport(range) ? range.reportId : 'Show'}
                </button>
              </td>
              <td className="px-3 py-1">{formatHourDay(range.start)}</td>
              <td className="px-3 py-1">{formatHourDay(range.end - 1)}</td>
              <td className="px-3 py-1">{rangeLabel(range)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {ranges.length > latest.length && (
        <p className="px-3 py-1.5 text-sm text-ink-2">
          The {MOST_ROWS} latest of {ranges.length} reports.
        </p>
      )}
    </section>
  );
}
