// The quality of ordered and of delivered data, from the files and reports that the catalogue and
// the tables have of them.
import { DQR_FILTERS, type SelectedDatastream } from '@isobar/contract/orders/request.ts';
import type { DataQuality } from '@isobar/contract/quality/data-quality.ts';
import { headersOf } from '../../core/catalogue/designs.ts';
import { filesOf } from '../../core/catalogue/files.ts';
import { masksOf } from '../../core/quality/masks.ts';
import { allOf, type ReportLookUp, rowsOn, spanOf } from '../../core/quality/spans.ts';
import { inSteps } from '../../platform/admission/main-thread.ts';
import { isRaw, rangesOf } from './assess.ts';
import { type DataQualityInput, dataQualityOf, type NamedSpan } from './data-quality.ts';
import type { Db } from './order.ts';
import type { GatheredFile } from './steps/gather.ts';
import type { MaskSpan, Plan } from './steps/plan.ts';

/**
 * What would be delivered of a selection now. Throws TableError where the table of reports is not
 * there.
 */
export async function qualityOfSelection(
  db: Db,
  tables: ReportLookUp,
  selected: SelectedDatastream,
): Promise<DataQuality> {
  const { datastream, files: fileNames, scanNames, variables, dqrFilter } = selected;
  const ranges = fileNames.length > 0 ? [] : rangesOf(selected);
  const reports = toldSpans(tables, datastream);
  const isAsStored = isRaw(datastream);
  return await inSteps(
    dataQualityOf({
      datastream,
      variables,
      reports,
      ranges: ranges.length > 0 ? ranges : null,
      files: await filesOf(db, { datastream, ranges, fileNames, scanNames }),
      headers: await headersByDesign(db, datastream),
      isMasked: isAmong(isAsStored ? [] : masksOf(reports, dqrFilter)),
      unmasked: new Set(),
    }),
  );
}

/**
 * What a delivery holds, one entry for each selection that something was delivered of, in the order
 * of the plan. The reports are those in force now; as masked count those that were in force when
 * the plan was made.
 */
export async function qualityOfDelivery(
  db: Db,
  tables: ReportLookUp,
  plan: Plan,
  files: readonly DeliveredFile[],
): Promise<DataQuality[]> {
  const byTreatment = Map.groupBy(files, (file) => plan.units[file.unit]?.treatment);
  const all: DataQuality[] = [];
  for (const [n, how] of plan.treatments.entries()) {
    const own = byTreatment.get(n);
    if (!own) continue;
    const { datastream, variables, ranges, masks } = how;
    const paths = new Set(
      own.flatMap(({ inputs }) => inputs.flatMap((at) => plan.inputs[at]?.path ?? [])),
    );
    const fileNames = [
      ...new Set(plan.inputs.flatMap(({ path, fileName }) => (paths.has(path) ? fileName : []))),
    ];
    const found = await filesOf(db, { datastream, ranges: [], fileNames, scanNames: [] });
    all.push(
      await inSteps(
        dataQualityOf({
          datastream,
          variables,
          ranges,
          files: found.filter(({ path }) => paths.has(path)),
          headers: await headersByDesign(db, datastream),
          reports: toldSpans(tables, datastream),
          isMasked: isAmong(masks),
          unmasked: unmaskedOf(own, masks, plan),
        }),
      ),
    );
  }
  return all;
}

type DeliveredFile = Pick<GatheredFile, 'unit' | 'inputs' | 'format' | 'kept'>;

/**
 * Variables whose flagged values stayed; 'all' where files of these times were delivered as they
 * are.
 */
function unmaskedOf(
  files: readonly DeliveredFile[],
  masks: readonly MaskSpan[],
  plan: Plan,
): DataQualityInput['unmasked'] {
  const isLeft = ({ format, inputs }: DeliveredFile): boolean =>
    format === 'as archived' &&
    inputs.some((n) => {
      const file = plan.inputs[n];
      return file && masks.some(({ start, end }) => start <= file.end && end >= file.start);
    });
  return files.some(isLeft) ? 'all' : new Set(files.flatMap(({ kept }) => Object.keys(kept)));
}

const toldSpans = (tables: ReportLookUp, datastream: string): readonly NamedSpan[] =>
  rowsOn(tables, [allOf(datastream)]).map((row) => ({ ...spanOf(row), subject: row.subject }));

/** Whether a span is one of those that are masked. */
function isAmong(masks: readonly MaskSpan[]): (span: NamedSpan) => boolean {
  const keys = new Set(masks.map(keyOf));
  return (span) => masksOf([span], DQR_FILTERS).some((mask) => keys.has(keyOf(mask)));
}

const keyOf = ({ variables, start, end }: MaskSpan): string =>
  `${start} ${end} ${variables === 'all' ? 'all' : variables.join(' ')}`;

const headersByDesign = async (db: Db, datastream: string): Promise<DataQualityInput['headers']> =>
  new Map((await headersOf(db, datastream)).map(({ design, header }) => [design, header]));
