// What users ask a catalogue: varied searches of text, filters and dates, and broad ones that match
// much of it.
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import {
  CATEGORIES,
  type Catalogue,
  type Dice,
  dice,
  FACETS,
  SOURCES,
} from './search-catalogue.ts';

type Asked = {
  readonly text: string | null;
  /** Clauses such as `site_code.keyword:"sgp"`. */
  readonly filters: readonly string[];
  readonly recommended: boolean;
  readonly sort: number;
  readonly from: number;
};

const SORTS: readonly SearchBody['sort'][] = [
  [
    { 'source_class_code.keyword': 'asc' },
    { priority: { order: 'asc' } },
    { 'dataLevel.keyword': 'desc' },
  ],
  [{ 'name.keyword': 'asc' }],
  [{ end_date: 'desc' }],
  [{ source_class_weight: 'asc' }, { priority: 'asc' }, { _score: 'desc' }],
];

/**
 * The whole main search: facets with distinct groups, total groups, the best record of each group.
 */
export function mainSearch({ text, filters, recommended, sort, from }: Asked): SearchBody {
  const clauses = [...filters, ...(recommended ? ['priority:*'] : [])];
  const groups = { cardinality: { field: 'instrument_id.keyword' } };
  const facets = FACETS.map((field) => [
    field,
    {
      terms: { field: `${field}.keyword`, size: 10_000, order: { groups: 'desc' as const } },
      aggs: { groups },
    },
  ]);
  return {
    query: {
      bool: {
        ...(text
          ? {
              must: [
                {
                  query_string: {
                    query: text,
                    fields: ['name', 'description'],
                    type: 'cross_fields' as const,
                    default_operator: 'AND' as const,
                  },
                },
              ],
            }
          : {}),
        filter: clauses.map((query) => ({ query_string: { query } })),
      },
    },
    post_filter: { term: { 'data_repository.keyword': 'ARM' } },
    collapse: { field: 'instrument_id.keyword' },
    from,
    size: 20,
    sort: SORTS[sort] as NonNullable<SearchBody['sort']>,
    aggs: { ...Object.fromEntries(facets), total: groups },
  };
}

export function variedQueries(count: number, from: Catalogue): SearchBody[] {
  const d = dice(7);
  return Array.from({ length: count }, () => {
    const text = variedText(d, from);
    const filters = d.pick(text ? [0, 0, 1, 1, 2, 3] : [0, 1, 1, 2, 2, 3]);
    return mainSearch({
      text,
      filters: [
        ...new Set(Array.from({ length: filters }, () => d.pick(FILTERS)(d, from))),
        ...(d.chance(0.2) ? dates() : []),
      ],
      recommended: d.chance(0.5),
      sort: d.below(4),
      from: d.pick([0, 0, 0, 20, 40]),
    });
  });
}

/** What landing pages, category tiles and site buttons ask. */
export function broadQueries(count: number, from: Catalogue): SearchBody[] {
  const d = dice(11);
  return Array.from({ length: count }, (_, i) => {
    const filters = [
      [],
      [`meas_category_code.keyword:"${d.pick(CATEGORIES)}"`],
      [`site_code.keyword:"${from.sites[d.below(6)]}"`],
      ['source_class_code.keyword:("armobs" OR "armderiv" OR "extobs")'],
      ['dataLevel.keyword:b1'],
      [],
    ][i % 6] as string[];
    return mainSearch({
      text: i % 6 === 5 ? (from.words[d.below(12)] as string) : null,
      filters: [...filters, ...(i % 10 === 9 ? dates() : [])],
      recommended: i % 2 === 0,
      sort: d.below(4),
      from: 0,
    });
  });
}

const dates = (): string[] => [
  'start_date:[* TO "2015-12-31T23:59:59Z"]',
  'end_date:["2005-01-01T00:00:00Z" TO *]',
];

function variedText(d: Dice, from: Catalogue): string | null {
  const word = () => from.words[Math.floor(900 * (d.below(1000) / 1000) ** 2)] as string;
  const kind = d.below(20);
  if (kind < 5) return null;
  if (kind < 10) return word();
  if (kind < 14) return `${word()} ${word()}`;
  if (kind < 16) return `${word()} OR ${word()} OR ${word()}`;
  if (kind < 18) return `"${d.pick(from.classes).name.split(' ').slice(0, 2).join(' ')}"`;
  return `${word().slice(0, 4)}*`;
}

const quoted = (field: string, ...values: readonly (string | undefined)[]) =>
  `${field}.keyword:(${values.map((value) => `"${value}"`).join(' OR ')})`;

const FILTERS: readonly ((d: Dice, from: Catalogue) => string)[] = [
  (d, from) => quoted('site_code', from.sites[d.below(20)]),
  (d) => quoted('meas_category_code', d.pick(CATEGORIES)),
  (d) => quoted('meas_subcategory_code', `${CATEGORIES[d.below(6)]}.sub${d.below(30)}`),
  (d, from) => quoted('primary_meas_type_code', d.pick(from.measurements).code),
  (d, from) => quoted('instrument_class_code', from.classes[d.below(60)]?.code),
  (d) => quoted('dataLevel', 'b1', d.pick(['c1', 'a1'])),
  (d) => quoted('source_class_code', d.pick(SOURCES), d.pick(SOURCES)),
  (d, from) => quoted('facility_code', from.facilities[d.below(40)]?.code),
];
