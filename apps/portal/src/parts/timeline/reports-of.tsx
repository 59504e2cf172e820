// The periods of a timeline as a table, with what the reports of the datastream say of themselves.
import { useReportFacts } from './report-facts.ts';
import { ReportTable, type ReportTableProps } from './report-table.tsx';

export function ReportsOf(
  props: Omit<ReportTableProps, 'factsOf'> & { readonly datastream: string },
) {
  const { datastream, ...table } = props;
  return <ReportTable {...table} factsOf={useReportFacts(datastream)} />;
}
