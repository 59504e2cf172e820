// The manifest of a datastream as the index and the reports are now.
import { touchesTime } from '@isobar/contract/quality/affected.ts';
import type { MaskSpan } from '@isobar/netcdf';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { limitedSpans } from '../quality/limited-access.ts';
import { masksOf } from '../quality/masks.ts';
import { allOf, spansOn } from '../quality/spans.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import {
  type FiledSpan,
  type KnownRows,
  knownRows,
  knownRowsOfFiles,
  packedTimes,
} from './file-rows.ts';
import { shapesOf } from './file-shapes.ts';
import {
  KeptShapes,
  type LeftOut,
  type Manifest,
  type ManifestFile,
  type ManifestShape,
} from './manifest.ts';

/** Spans of reports whose values `clean` and `strict` leave out. */
export const masksInForce = (tables: CuratedTables, datastream: string): MaskSpan[] =>
  masksOf(spansOn(tables, allOf(datastream)), ['incorrect', 'suspect']);

export type Spanned = Pick<ManifestFile, 'first' | 'last'>;

/** Whether access to a file is limited. */
export function limitedTest(tables: CuratedTables, datastream: string): (file: Spanned) => boolean {
  const periods = limitedSpans(tables, datastream);
  return ({ first, last }) =>
    periods.some((period) =>
      touchesTime(period, [{ start: Math.floor(first), end: Math.ceil(last) }]),
    );
}

/** All times of a file: where rows go back, some lie outside those of its first and last row. */
export const spanOf = ({ first, last }: Spanned, filed: FiledSpan | undefined): Spanned => ({
  first: Math.min(first, last, filed && filed.start < Math.floor(first) ? filed.start : first),
  last: Math.max(first, last, filed && filed.end > Math.ceil(last) ? filed.end : last),
});

export const LIMITED = 'access is limited; place an order, which is reviewed';

/** Without files that have no rows, no shape or limited access. `files` may be empty. */
export async function indexManifest(
  db: Kysely<Tables>,
  tables: CuratedTables,
  datastream: string,
): Promise<Manifest> {
  const isLimited = limitedTest(tables, datastream);
  const rows: KnownRows[] = [];
  const leftOut = new Map<string, LeftOut>();
  for await (const page of knownRows(db, datastream))
    for (const row of page) {
      const reason = reasonAgainst(row, isLimited);
      if (reason === undefined) rows.push(row);
      else leftOut.set(reason, counted(leftOut.get(reason), reason, row.fileName));
    }
  return {
    ...{ datastream, ...(await filesOf(db, rows)) },
    masks: masksInForce(tables, datastream),
    leftOut: [...leftOut.values()],
  };
}

/** What the index knows of some files, so that none has to be opened before its values are read. */
export interface KnownFiles {
  /** Of those with rows; without masks. */
  readonly manifest: Manifest;
  /** packTimes of files whose rows are not evenly spaced, by the index of the file. */
  readonly times: ReadonlyMap<number, Uint8Array>;
  /** Names of files that are known to have no rows. */
  readonly empty: ReadonlySet<string>;
}

/**
 * Of files that cannot be part of a series, and of those that are not described yet, nothing is
 * known.
 */
export async function knownFiles(
  db: Kysely<Tables>,
  datastream: string,
  names: readonly string[],
): Promise<KnownFiles> {
  const readable = (await knownRowsOfFiles(db, datastream, names)).filter(
    ({ reason }) => reason === '',
  );
  const withRows = readable.filter(({ rows }) => rows > 0);
  const found = await filesOf(db, withRows);
  const uneven = found.files.filter(({ step }) => step === null);
  const packed = await packedTimes(db, datastream, uneven);
  const times = found.files.flatMap(({ name }, index) => {
    const own = packed.get(name);
    return own ? [[index, own] as const] : [];
  });
  return {
    manifest: { datastream, ...found, masks: [], leftOut: [] },
    times: new Map(times),
    empty: new Set(readable.filter(({ rows }) => rows === 0).map(({ fileName }) => fileName)),
  };
}

/** Of a shape that was removed since: its files are in no series. */
const NO_SHAPE: ManifestShape = { common: -1, digests: [] };

/** By first time, then by name. */
async function filesOf(
  db: Kysely<Tables>,
  rows: readonly KnownRows[],
): Promise<Pick<Manifest, 'files' | 'shapes' | 'commons' | 'constants'>> {
  const shapes = new Map<string, number>();
  const constants = new Map<string, number>();
  const files = rows.map((row) => fileOf(row, shapes, constants));
  files.sort((a, b) => a.first - b.first || (a.name < b.name ? -1 : 1));
  const kept = new KeptShapes();
  const found = await shapesOf(db, [...shapes.keys()]);
  return {
    files,
    shapes: [...shapes.keys()].map((key) => {
      const parts = found.get(key);
      return parts ? kept.of(parts) : NO_SHAPE;
    }),
    commons: kept.commons,
    constants: [...constants.keys()],
  };
}

function reasonAgainst(row: KnownRows, isLimited: (file: Spanned) => boolean): string | undefined {
  if (row.reason !== '') return row.reason;
  if (row.rows === 0) return 'it has no rows';
  return isLimited(spanOf(row, row.filed)) ? LIMITED : undefined;
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
