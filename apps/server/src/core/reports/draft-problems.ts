// What is wrong with the draft of a report, including what only the catalogue can tell.

import {
  type DraftProblem,
  draftProblems,
  type ReportDraft,
} from '@isobar/contract/quality/draft.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { dataVariables, isKnownDatastream } from '../catalogue/data-variables.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';

/**
 * Every problem, each with the path of the field that has to be corrected. A withdrawal needs no
 * datastreams.
 */
export async function problemsOf(
  { db, tables }: { readonly db: Kysely<Tables>; readonly tables: CuratedTables },
  draft: ReportDraft,
): Promise<readonly DraftProblem[]> {
  const problems = [...draftProblems(draft)];
  if (draft.withdraw.trim() !== '') return problems;
  for (const id of draft.supersedes)
    if (tables.qualityReport(id).length === 0)
      problems.push({ path: 'supersedes', reason: `There is no report ${id}.` });
  for (const [at, span] of draft.spans.entries())
    for (const name of span.datastreams) {
      const path = `spans.${at}`;
      const known = await isKnownDatastream(db, name);
      if (!known && tables.qualityReportsOf(name).length === 0)
        problems.push({
          path: `${path}.datastreams`,
          reason: `The catalogue has no datastream ${name}.`,
        });
      if (!known || span.variables.length === 0) continue;
      const has = new Set(await dataVariables(db, name));
      const absent = span.variables.filter((one) => has.size > 0 && !has.has(one));
      if (absent.length > 0)
        problems.push({
          path: `${path}.variables`,
          reason: `${name} has no variable ${absent.join(', ')}.`,
        });
    }
  return problems;
}
