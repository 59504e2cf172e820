// quality-reports.json: the reports on exactly the delivered days and variables, in the form of the
// quality web service (specification part 4 section 4).
import { type Holding, touchedVariables } from '@isobar/contract/quality/affected.ts';
import { type ServiceReports, serviceReports } from '../../../core/quality/service-form.ts';
import { rowsOn, spanOf } from '../../../core/quality/spans.ts';
import type { CuratedTables } from '../../../core/tables/curated-tables.ts';

/**
 * {datastream: {class: {dqrid: report}}}; a datastream without reports has an empty object. `all`:
 * the data variables of a datastream. Throws TableError where the table of reports is not there.
 */
export function qualityReports(
  tables: CuratedTables,
  holdings: readonly Holding[],
  all: (datastream: string) => readonly string[],
): Readonly<Record<string, ServiceReports>> {
  const byDatastream = Map.groupBy(holdings, (holding) => holding.datastream);
  return Object.fromEntries(
    [...byDatastream].map(([datastream, own]) => {
      const listed = own.flatMap((holding) =>
        rowsOn(tables, [holding]).map((row) => {
          const names = touchedVariables(spanOf(row), holding) ?? [];
          return { row, variables: names.length > 0 ? names : all(datastream) };
        }),
      );
      return [datastream, serviceReports(listed)];
    }),
  );
}
