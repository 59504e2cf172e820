// The manifest of a datastream as the index and the reports are now.
import { touchesTime } from '@isobar/contract/quality/affected.ts';
import type { MaskSpan } from '@isobar/netcdf';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { limitedSpans } from '../quality/limited-access.ts';
import { masksOf } from '../quality/masks.ts';
import { allOf, spansOn } from '../quality/spans.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import { type KnownRows, knownRows, shapeTexts } from './file-rows.ts';
import type { LeftOut, Manifest, ManifestFile } from './manifest.ts';

/** Spans of reports whose values `clean` and `strict` leave out. */
export const masksInForce = (tables: CuratedTables, datastream: string): MaskSpan[] =>
  masksOf(spansOn(tables, allOf(datastream)), ['incorrect', 'suspect']);

type Spanned = Pick<ManifestFile, 'first' | 'last'>;

/** Whether access to a file is limited. */
export function limitedTest(tables: CuratedTables, datastream: string): (file: Spanned) => boolean {
  const periods = limitedSpans(tables, datastream);
  return ({ first, last }) =>
    periods.some((period) =>
      touchesTime(period, [{ start: Math.floor(first), end: Math.ceil(last) }]),
    );
}

export const LIMITED = 'access is limited; place an order, which is reviewed';

/** Without files that have no rows, no shape or limited access. `files` may be empty. */
export async function indexManifest(
  db: Kysely<Tables>,
  tables: CuratedTables,
  datastream: string,
): Promise<Manifest> {
  const isLimited = limitedTest(tables, datastream);
  const shapes = new Map<string, number>();
  const constants = new Map<string, number>();
  const files: ManifestFile[] = [];
  const leftOut = new Map<string, LeftOut>();
  for await (const page of knownRows(db, datastream))
    for (const row of page) {
      const reason = reasonAgainst(row, isLimited);
      if (reason === undefined) files.push(fileOf(row, shapes, constants));
      else leftOut.set(reason, counted(leftOut.get(reason), reason, row.fileName));
    }
  files.sort((a, b) => a.first - b.first || (a.name < b.name ? -1 : 1));
  const texts = await shapeTexts(db, [...shapes.keys()]);
  return {
    datastream,
    files,
    shapes: [...shapes.keys()].map((key) => texts.get(key) ?? ''),
    constants: [...constants.keys()],
    masks: masksInForce(tables, datastream),
    leftOut: [...leftOut.values()],
  };
}

function reasonAgainst(row: KnownRows, isLimited: (file: Spanned) => boolean): string | undefined {
  if (row.reason !== '') return row.reason;
  if (row.rows === 0) return 'it has no rows';
  return isLimited(row) ? LIMITED : undefined;
}

const counted = (before: LeftOut | undefined, reason: string, name: string): LeftOut => ({
  reason,
  files: (before?.files ?? 0) + 1,
  first: before?.first ?? name,
  last: name,
});

function fileOf(
  row: KnownRows,
  shapes: Map<string, number>,
  constants: Map<string, number>,
): ManifestFile {
  const { fileName, path, size, modified, rows, first, last, unordered, step } = row;
  return {
    name: fileName,
    ...{ path, size, modified, rows, first, last, unordered, step },
    shape: numberOf(shapes, row.shape),
    constants: numberOf(constants, row.constants),
  };
}

function numberOf(numbers: Map<string, number>, key: string): number {
  const known = numbers.get(key) ?? numbers.size;
  numbers.set(key, known);
  return known;
}
