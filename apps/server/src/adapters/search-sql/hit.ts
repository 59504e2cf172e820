// One row of the file index as a hit: its id, its document as far as it is wanted, its sort values.

import { formatInstant } from '@isobar/contract/time.ts';
import type { SourceFilter } from '@isobar/query-language/aggregation.ts';
import type { Hit } from '@isobar/query-language/result.ts';
import { fitsPattern } from '@isobar/search-engine/language/name-pattern.ts';
import { FILE_FIELDS, FILE_INDEX, type FileColumn, type FileField } from './fields.ts';
import type { SortKey } from './sort.ts';

/** Every file that is found matches equally well. */
export const SCORE = 1;

type Row = Readonly<Record<string, unknown>>;

export type HitForm = {
  /** What has to be selected. */
  readonly columns: readonly (FileColumn | 'named' | 'file_id')[];
  readonly hitOf: (row: Row) => Hit;
};

/** How rows become hits in a request with these parts; `scored`: hits carry a score. */
export function hitForm(
  source: SourceFilter | undefined,
  keys: readonly SortKey[],
  scored: boolean,
): HitForm {
  const fields = sourceFields(source);
  const sorted = keys.map((key) => (typeof key.field === 'object' ? key.field.column : 'file_id'));
  return {
    columns: [...new Set([...fields.map((field) => field.column), ...sorted, ...IDENTITY])],
    hitOf: (row) => ({
      _index: FILE_INDEX,
      _id: idOf(row),
      _score: scored ? SCORE : null,
      ...(source === false ? {} : { _source: documentOf(row, fields) }),
      ...(keys.length > 0 ? { sort: keys.map((key) => sortValueOf(row, key)) } : {}),
    }),
  };
}

/** What an id is made of; compare.ts reads it back. */
const IDENTITY = ['datastream', 'file_name', 'named'] as const;

const idOf = (row: Row): string =>
  Number(row.named) === 1 ? String(row.file_name) : `${row.datastream}/${row.file_name}`;

function documentOf(row: Row, fields: readonly FileField[]): Record<string, unknown> {
  const document: Record<string, unknown> = {};
  for (const { name, column, kind } of fields) {
    const value = row[column];
    if (value === null || value === undefined) continue;
    document[name] =
      kind === 'text' ? value : kind === 'date' ? formatInstant(Number(value)) : Number(value);
  }
  return document;
}

function sortValueOf(row: Row, { field }: SortKey): string | number | null {
  if (field === '_score') return SCORE;
  if (field === '_doc') return Number(row.file_id);
  const value = row[field.column];
  if (value === null || value === undefined) return null;
  if (field.kind === 'text') return String(value);
  return Number(value) * (field.kind === 'date' ? 1000 : 1);
}

type Patterns = string | readonly string[];

function sourceFields(filter: SourceFilter | undefined): readonly FileField[] {
  if (filter === false) return [];
  const { includes = [], excludes = [] } = sourceParts(filter);
  const isIn = (name: string, patterns: Patterns): boolean =>
    [patterns].flat().some((pattern) => fitsPattern(pattern, name));
  const open = [includes].flat().length === 0;
  return FILE_FIELDS.filter(({ name }) => (open || isIn(name, includes)) && !isIn(name, excludes));
}

function sourceParts(filter: SourceFilter | undefined): {
  readonly includes?: Patterns;
  readonly excludes?: Patterns;
} {
  if (filter === undefined || typeof filter === 'boolean') return {};
  if (typeof filter === 'string') return { includes: filter };
  return 'length' in filter ? { includes: filter } : filter;
}
