// How many values the files of a datastream hold in some spans of time, from what the catalogue
// knows about files: sizes, times and headers. Pure.
import { mergeSpans, type Span } from '@isobar/contract/orders/span.ts';
import type { AffectedSpan } from '@isobar/contract/quality/affected.ts';
import { typeBytes } from '@isobar/netcdf';
import { isDataVariable } from '../../core/catalogue/data-variable.ts';
import { timeDimension } from '../../core/catalogue/drawable.ts';
import type { FileRecord } from '../../core/catalogue/files.ts';
import type { Header, HeaderVariable } from '../../core/catalogue/header.ts';

export type CountedFile = Pick<FileRecord, 'size' | 'start' | 'end' | 'design'>;

/** Files of one design. */
export type DesignRows = {
  readonly rows: readonly Rows[];
  /** Values that each ordered data variable has for one time. */
  readonly cells: ReadonlyMap<string, number>;
};

/**
 * `files` by start, `headers` by design; no variable: all. Designs without files are left out.
 * Yields after each piece of work that is worth a turn of the event loop.
 */
export function* rowsByDesign(
  files: readonly CountedFile[],
  headers: ReadonlyMap<string, Header>,
  variables: readonly string[],
): Generator<undefined, readonly DesignRows[], undefined> {
  const ofDesign = Map.groupBy(files, ({ design }) => design);
  const found: DesignRows[] = [];
  for (const [design, header] of headers) {
    yield;
    const rows = (ofDesign.get(design) ?? []).map(rowsBy(header));
    if (rows.length > 0) found.push({ rows, cells: cellsOf(header, variables) });
  }
  return found;
}

export type Rows = { readonly start: number; readonly end: number; readonly rows: number };

export const ALWAYS: readonly Span[] = [{ start: -1e11, end: 1e11 }];

/**
 * Rows inside spans that are sorted and disjoint, by the even steps of each file; a span lasts to
 * the end of its last second.
 */
export function countRows(files: readonly Rows[], spans: readonly Span[]): number {
  let count = 0;
  let first = 0;
  for (const { start, end, rows } of files) {
    while (first < spans.length && (spans[first]?.end ?? 0) < start) first += 1;
    const step = rows > 1 ? (end - start) / (rows - 1) : 0;
    for (let at = first; at < spans.length; at += 1) {
      const span = spans[at];
      if (!span || span.start > end) break;
      if (step <= 0) {
        count += rows;
        break;
      }
      const from = Math.max(0, Math.ceil((span.start - start) / step - NEARLY));
      const to = Math.min(rows - 1, Math.floor((span.end + LAST_SECOND - start) / step + NEARLY));
      count += Math.max(0, to - from + 1);
    }
  }
  return count;
}

const LAST_SECOND = 0.999;
const NEARLY = 1e-6;

/** Variables with the same reports lose the same rows. */
export function* groups(reports: readonly AffectedSpan[], cells: ReadonlyMap<string, number>) {
  const named = reports.map(({ variables }) =>
    variables.length === 0 ? null : new Set(variables),
  );
  const byReports = new Map<string, { readonly of: readonly number[]; cells: number }>();
  for (const [name, each] of cells) {
    const of = [...reports.keys()].filter((at) => named[at]?.has(name) ?? true);
    if (of.length === 0) continue;
    const key = of.join();
    const before = byReports.get(key);
    if (before) before.cells += each;
    else byReports.set(key, { of, cells: each });
  }
  for (const { of, cells: each } of byReports.values()) {
    yield { spans: mergeSpans(of.flatMap((at) => reports[at] ?? [])), cells: each };
  }
}

/** Values that each ordered data variable has for one time; text cannot be masked. */
function cellsOf(header: Header, chosen: readonly string[]): ReadonlyMap<string, number> {
  const time = timeDimension(header.variables);
  const lengths = new Map(header.dimensions.map(({ name, length }) => [name, length]));
  const wanted = new Set(chosen);
  return new Map(
    header.variables
      .filter(
        (one) =>
          time !== null &&
          one.dimensions[0] === time &&
          one.type !== 'char' &&
          one.type !== 'string' &&
          (wanted.size === 0 || wanted.has(one.name)) &&
          isDataVariable(one, header.variables),
      )
      .map((one) => [one.name, perRow(one, lengths)]),
  );
}

const perRow = ({ dimensions }: HeaderVariable, lengths: ReadonlyMap<string, number>): number =>
  dimensions.slice(1).reduce((product, name) => product * (lengths.get(name) ?? 1), 1);

/**
 * Files in classic formats reveal their rows by their size; for others, the header's count is
 * taken, which is one file's.
 */
function rowsBy(header: Header): (file: CountedFile) => Rows {
  const time = timeDimension(header.variables);
  const lengths = new Map(header.dimensions.map(({ name, length }) => [name, length]));
  const known = (time === null ? undefined : lengths.get(time)) ?? 0;
  if (!header.format.startsWith('cdf')) return ({ start, end }) => ({ start, end, rows: known });
  let fixed = headerBytes(header);
  let row = 0;
  for (const one of header.variables) {
    const each = perRow(one, lengths) * typeBytes(one.type);
    if (one.dimensions[0] === time) row += Math.ceil(each / 4) * 4;
    else fixed += each * (lengths.get(one.dimensions[0] ?? '') ?? 1);
  }
  return ({ start, end, size }) => {
    const rows = row > 0 ? Math.round((size - fixed) / row) : 0;
    return { start, end, rows: rows > 0 ? rows : known };
  };
}

/** Roughly what names, attributes and lists take at the beginning of a classic file. */
function headerBytes({ attributes, dimensions, variables }: Header): number {
  const text = (value: string): number => 4 + Math.ceil(value.length / 4) * 4;
  const list = (of: Header['attributes']): number =>
    Object.entries(of).reduce((sum, [name, value]) => sum + text(name) + 4 + text(value), 8);
  return (
    8 +
    list(attributes) +
    dimensions.reduce((sum, { name }) => sum + text(name) + 4, 8) +
    variables.reduce(
      (sum, one) =>
        sum + text(one.name) + 4 + 4 * one.dimensions.length + list(one.attributes) + 16,
      8,
    )
  );
}
