// POST orders/flagged: about how many samples masking by quality reports would take, before an order is placed.
import { setImmediate } from 'node:timers/promises';
import type { Flagged } from '@isobar/contract/calls/flagged.ts';
import { flaggedOfOrder } from '@isobar/contract/calls/order-calls.ts';
import type { SelectedDatastream } from '@isobar/contract/orders/request.ts';
import { headersOf } from '../../core/catalogue/designs.ts';
import { filesOf } from '../../core/catalogue/files.ts';
import { allOf, spansOn } from '../../core/quality/spans.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Http } from '../../platform/http.ts';
import { isRaw, rangesOf } from './assess.ts';
import { type EstimateInput, refuseTooMany } from './estimate-route.ts';
import { flaggedOf, NOTHING } from './flagged.ts';
import { ORDER_BYTES } from './form.ts';
import type { Db } from './order.ts';

export function registerFlagged<S>(
  http: Http<S>,
  { db, tables, settings }: Pick<EstimateInput, 'db' | 'tables' | 'settings'>,
): void {
  http.route(
    flaggedOfOrder,
    async ({ body }) => {
      const { selectedDatastreams } = body.selectedData;
      await refuseTooMany(db, selectedDatastreams, settings);
      const known = await tables();
      const selections: Flagged[] = [];
      for (const selected of selectedDatastreams)
        selections.push(await flaggedIn(db, known, selected));
      return { selections };
    },
    { bodyLimit: ORDER_BYTES },
  );
}

async function flaggedIn(
  db: Db,
  tables: CuratedTables,
  selected: SelectedDatastream,
): Promise<Flagged> {
  const { datastream, files: fileNames, scanNames, variables } = selected;
  if (isRaw(datastream)) return NOTHING;
  const ranges = fileNames.length > 0 ? [] : rangesOf(selected);
  const work = flaggedOf({
    files: await filesOf(db, { datastream, ranges, fileNames, scanNames }),
    headers: new Map(
      (await headersOf(db, datastream)).map(({ design, header }) => [design, header]),
    ),
    ranges: ranges.length > 0 ? ranges : null,
    variables,
    reports: spansOn(tables, allOf(datastream)),
  });
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
    await setImmediate();
  }
}
