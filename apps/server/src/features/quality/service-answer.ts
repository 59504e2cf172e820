// The answer of the quality web service: {datastream: {class: {dqrid: report}}} (part 4 section 4).
import type { Kysely } from 'kysely';
import { dataVariables } from '../../core/catalogue/data-variables.ts';
import { classWord, type ServiceReports, serviceReports } from '../../core/quality/service-form.ts';
import { rowsOn } from '../../core/quality/spans.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Tables } from '../../store/tables.ts';
import type { Question } from './service-question.ts';

/** Null: the archive has no such report. Throws TableError when the table of reports is missing. */
export async function answerTo(
  { datastream, range, assessments }: Question,
  tables: CuratedTables,
  db: Kysely<Tables>,
): Promise<Record<string, ServiceReports> | null> {
  const ranges = range === null ? [] : [range];
  const rows = rowsOn(tables, [{ datastream, ranges, variables: [] }]).filter((row) =>
    assessments.includes(classWord(row)),
  );
  if (rows.length === 0) return null;
  const isAboutAll = rows.some(({ variables }) => variables.length === 0);
  const all = isAboutAll ? await dataVariables(db, datastream) : [];
  const listed = rows.map((row) => ({
    row,
    variables: row.variables.length > 0 ? row.variables : all,
  }));
  return { [datastream]: serviceReports(listed) };
}
