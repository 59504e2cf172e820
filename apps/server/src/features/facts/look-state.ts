// The state of a window: a token of its files and of the reports on the variable, which changes
// when a value in it may have.
import { createHash } from 'node:crypto';
import type { LookState } from '@isobar/contract/calls/look.ts';
import { touches } from '@isobar/contract/quality/affected.ts';
import type { Kysely } from 'kysely';
import type { TimeSpan } from '../../core/facts/timed-rows.ts';
import { limitedSpans } from '../../core/quality/limited-access.ts';
import { masksOf } from '../../core/quality/masks.ts';
import { allOf, spansOn } from '../../core/quality/spans.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { breathe } from '../../platform/admission/main-thread.ts';
import type { Tables } from '../../store/tables.ts';

/** Changes whenever the same files and reports are shown with other values. */
const LAW = 1;
const PAGE = 2000;

export async function windowState(
  db: Kysely<Tables>,
  tables: CuratedTables,
  { datastream, variable }: { readonly datastream: string; readonly variable: string },
  { from, to }: TimeSpan,
): Promise<LookState> {
  const ranges = [{ start: Math.floor(from), end: Math.ceil(to) - 1 }];
  const spans = spansOn(tables, allOf(datastream)).filter((span) =>
    touches(span, { datastream, ranges, variables: [variable] }),
  );
  const limited = limitedSpans(tables, datastream).map(({ start, end }) => [start, end]);
  const hash = createHash('sha256').update(
    JSON.stringify([LAW, datastream, variable, masksOf(spans, ['incorrect', 'suspect']), limited]),
  );
  let files = 0;
  for (let after = ''; ; ) {
    const page = await db
      .selectFrom('files')
      .select(['file_name', 'size', 'modified_ms'])
      .where('datastream', '=', datastream)
      .where('file_name', '>', after)
      .where('start_s', '<', to)
      .where('end_s', '>=', from)
      .where('design', 'is not', null)
      .orderBy('file_name')
      .limit(PAGE)
      .execute();
    for (const { file_name, size, modified_ms } of page)
      hash.update(JSON.stringify([file_name, Number(size), Number(modified_ms)]));
    files += page.length;
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = last.file_name;
    await breathe(); // other calls are answered between pages
  }
  return { state: hash.digest('hex').slice(0, 10), files };
}
