// Which fields of a mapping `fields` and `docvalue_fields` name, and how a cluster shows their
// values. Pure.

import type { FieldType, Mapping } from '@isobar/query-language/mapping.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { dateFormatter } from '@isobar/search-engine/language/date-format.ts';
import {
  numberValue,
  pointsOf,
  textValue,
  valuesOf,
} from '@isobar/search-engine/language/field-values.ts';
import { heldPoint } from '@isobar/search-engine/language/geometry.ts';
import { fitsPattern } from '@isobar/search-engine/language/name-pattern.ts';
import { Refusal } from '@isobar/search-engine/language/refusal.ts';
import { SearchRefused } from '../../ports/search-index.ts';

type Source = Readonly<Record<string, unknown>>;

export interface ShownField {
  readonly name: string;
  /** The field of the source that it is made of. */
  readonly base: string;
  readonly of: (source: Source) => readonly unknown[];
}

/**
 * 'source': values as they are in the source; 'columns': as an index keeps them (doc values),
 * sorted, equal exact values once.
 */
type From = 'source' | 'columns';
type Named = { readonly name: string; readonly base: string; readonly type: FieldType };
type Asked = NonNullable<SearchBody['fields']>[number];

/** Longer exact values are in no index (adapters/search-opensearch-mapping). */
const LONGEST_EXACT = 8191;

/** A name that is nowhere is passed over, as clusters do. Throws SearchRefused. */
export function shownFields(
  asked: readonly Asked[],
  mapping: Mapping,
  from: From,
): readonly ShownField[] {
  const names = Object.entries(mapping).flatMap(([base, { type }]): readonly Named[] => {
    if (type === 'stored') return [];
    const whole: Named = { name: base, base, type };
    return type === 'text'
      ? [whole, { ...whole, name: `${base}.keyword`, type: 'keyword' }]
      : [whole];
  });
  return asked.flatMap((one) => {
    const { field: pattern, format } = typeof one === 'string' ? { field: one } : one;
    return names
      .filter(({ name }) => fitsPattern(pattern, name))
      .map(({ name, base, type }) => ({ name, base, of: shower(name, base, type, format, from) }));
  });
}

function shower(
  name: string,
  base: string,
  type: FieldType,
  given: string | undefined,
  from: From,
): ShownField['of'] {
  const format = from === 'columns' && given === 'use_field_mapping' ? undefined : given;
  if (format !== undefined && type !== 'date')
    throw refused(`Field [${name}] of type [${type}] doesn't support formats.`);
  const columns = from === 'columns';
  switch (type) {
    case 'text':
      if (columns)
        throw refused(
          `Text fields are not optimised for operations that require per-document field data like aggregations and sorting. Use [${name}.keyword]`,
        );
      return (source) => texts(source, base);
    case 'keyword':
      return (source) => {
        const found = texts(source, base).filter((text) => text.length <= LONGEST_EXACT);
        return columns ? [...new Set(found)].sort(byBytes) : found;
      };
    case 'integer':
    case 'double':
    case 'boolean':
    case 'date': {
      const show: (value: number) => unknown =
        type === 'date' ? dateWriter(format) : type === 'boolean' ? isOne : same;
      return (source) => {
        const found = valuesOf(source, base)
          .map((value) => numberValue(type, value))
          .filter((value) => value !== null);
        return (columns ? found.sort((a, b) => a - b) : found).map(show);
      };
    }
    case 'geo_point':
      return (source) =>
        pointsOf(source, base).map(({ lat, lon }) => {
          if (!columns) return { type: 'Point', coordinates: [lon, lat] };
          const [x, y] = heldPoint([lon, lat]);
          return `${y}, ${x}`;
        });
    case 'geo_shape':
      if (columns)
        throw refused(
          `Can't load fielddata on [${name}] because fielddata is unsupported on fields of type [geo_shape]`,
        );
      return (source) => valuesOf(source, base);
    default:
      return () => [];
  }
}

const same = (value: number): number => value;
const isOne = (value: number): boolean => value === 1;

const texts = (source: Source, base: string): readonly string[] =>
  valuesOf(source, base)
    .map(textValue)
    .filter((text) => text !== null);

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

function dateWriter(format: string | undefined): (milliseconds: number) => string {
  try {
    return dateFormatter(format);
  } catch (error) {
    throw error instanceof Refusal ? refused(error.message) : error;
  }
}

const refused = (reason: string) => new SearchRefused(400, 'illegal_argument_exception', reason);
