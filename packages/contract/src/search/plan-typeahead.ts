// Suggestions while typing: one aggregation per section, at most five values each (section 7, call
// 3).

import type { Aggregation } from '@isobar/query-language/aggregation.ts';
import type { Query } from '@isobar/query-language/query.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import type { MetadataField } from '../catalogue/metadata-document.ts';
import type { FilterField } from './fields.ts';
import { distinct, GROUP_FIELD, ownRepositoryQuery } from './plan-clauses.ts';
import {
  belowOf,
  bucketsOf,
  listOf,
  numberOf,
  type ParsedReply,
  textOf,
  topHitsOf,
} from './reply.ts';
import { bestSuggestions } from './suggestion-fit.ts';

export const SUGGESTIONS_PER_SECTION = 5;
/** How many candidates a section chooses its best suggestions from. */
const CANDIDATES = 30;

type Section = {
  readonly label: string;
  readonly filter: FilterField;
  readonly field: MetadataField;
  readonly labelField: MetadataField;
  /**
   * The field is a list in each document, so a pattern has to keep out the other values of the
   * list.
   */
  readonly list?: true;
  /** Most suggestions; absent: SUGGESTIONS_PER_SECTION. */
  readonly size?: number;
  /** Which codes of what the text means are looked for in this section, and in which field. */
  readonly meant?: keyof Meant;
  readonly meantField?: MetadataField;
};

export const SECTIONS: readonly Section[] = [
  {
    label: 'Categories',
    filter: 'meas_category_code',
    field: 'meas_category_code',
    labelField: 'meas_category_name',
    list: true,
  },
  {
    label: 'Measurements',
    filter: 'primary_meas_type_code',
    field: 'primary_meas_type_code',
    labelField: 'primary_meas_type_name',
    meant: 'measurements',
    meantField: 'primary_meas_type_code',
  },
  {
    label: 'Data Products',
    filter: 'instrument_code',
    field: 'instrument_code',
    labelField: 'instrument_name',
    meant: 'classes',
    meantField: 'instrument_class_code',
  },
  { label: 'Sites', filter: 'site_code', field: 'site_code', labelField: 'site_name' },
  {
    label: 'Sources',
    filter: 'instrument_class_code',
    field: 'instrument_class_code',
    labelField: 'instrument_class_name',
  },
  { label: 'Datastreams', filter: 'datastream', field: 'datastream', labelField: 'datastream' },
  {
    label: 'Field Campaigns',
    filter: 'iopShortName',
    field: 'iopShortName',
    labelField: 'iopLongName',
  },
];

/** What a citation can be made for: a datastream, or all data of a source (part 3 section 7). */
export const CITATION_SECTIONS: readonly Section[] = [
  {
    label: 'Datastreams',
    filter: 'datastream',
    field: 'datastream',
    labelField: 'datastream',
    size: 10,
  },
  {
    label: 'Sources',
    filter: 'instrument_class_code',
    field: 'instrument_class_code',
    labelField: 'instrument_class_name',
    size: SUGGESTIONS_PER_SECTION,
  },
];
export const CITATION_TYPEAHEAD_DEBOUNCE_MS = 250;

export type Suggestion = {
  readonly field: FilterField;
  readonly code: string;
  readonly label: string;
  readonly count: number;
};
export type SuggestionSection = { readonly label: string; readonly items: readonly Suggestion[] };

/** What the words mean: measurements, and instrument classes. */
export type Meant = {
  readonly measurements: readonly string[];
  readonly classes: readonly string[];
};

/**
 * Finds values whose name or code contains every word of the text, or that the text means.
 * `external`: other repositories too.
 */
export const typeaheadSearch = (
  text: string,
  groupField: string,
  external: boolean,
  meant?: Meant,
): SearchBody =>
  suggestionsBody(
    SECTIONS,
    text,
    groupField,
    external ? { match_all: {} } : ownRepositoryQuery(),
    meant,
  );

/** The typeahead of the citation tool, over every repository; read with CITATION_SECTIONS. */
export const citationTypeaheadSearch = (text: string): SearchBody =>
  suggestionsBody(CITATION_SECTIONS, text, GROUP_FIELD.instrument, { match_all: {} });

function suggestionsBody(
  sections: readonly Section[],
  text: string,
  groupField: string,
  query: Query,
  meant?: Meant,
): SearchBody {
  const words = text.trim().split(/\s+/).filter(Boolean);
  return {
    query,
    size: 0,
    track_total_hits: false,
    collapse: { field: `${groupField}.keyword` },
    aggs: Object.fromEntries(
      sections.map((section) => [
        section.label,
        sectionAggregation(section, words, groupField, meant),
      ]),
    ),
  };
}

export function readSuggestions(
  { aggregations }: ParsedReply,
  sections: readonly Section[] = SECTIONS,
  text: string | null = null,
): readonly SuggestionSection[] {
  return sections
    .map((section) => ({
      label: section.label,
      items: bucketsOf(belowOf(aggregations, section.label), 'values').map((bucket) => {
        const source = topHitsOf(bucket.below, 'name')[0] ?? {};
        const named = section.list ? bucket.key : textOf(source, section.labelField);
        const code = section.list ? codeOf(source, section, bucket.key) : bucket.key;
        return {
          field: section.filter,
          code,
          label: named || bucket.key,
          count: numberOf(bucket.below, 'grouped') ?? bucket.count,
        };
      }),
    }))
    .map(({ label, items }) => ({
      label,
      items: text === null ? items : bestSuggestions(items, text, SUGGESTIONS_PER_SECTION),
    }))
    .filter((section) => section.items.length > 0);
}

function sectionAggregation(
  section: Section,
  words: readonly string[],
  groupField: string,
  meant: Meant | undefined,
): Aggregation {
  const named: Query = { bool: { filter: words.map((word) => wordQuery(section, word)) } };
  const codes = meant && section.meant ? meant[section.meant] : [];
  return {
    filter:
      codes.length > 0 && section.meantField
        ? {
            bool: {
              should: [named, { terms: { [`${section.meantField}.keyword`]: codes } }],
              minimum_should_match: 1,
            },
          }
        : named,
    aggs: {
      values: {
        terms: {
          field: `${section.list ? section.labelField : section.field}.keyword`,
          size: section.size ?? CANDIDATES,
          order: { grouped: 'desc' },
          ...(section.list ? { include: anyCase(words) } : {}),
        },
        aggs: {
          grouped: distinct(groupField),
          name: { top_hits: { size: 1, _source: [section.field, section.labelField] } },
        },
      },
    },
  };
}

function wordQuery({ field, labelField }: Section, word: string): Query {
  const value = `*${word.replace(/[*?\\]/g, '\\$&')}*`;
  const fields = field === labelField ? [field] : [labelField, field];
  return {
    bool: {
      should: fields.map((name) => ({
        wildcard: { [`${name}.keyword`]: { value, case_insensitive: true } },
      })),
      minimum_should_match: 1,
    },
  };
}

/** A regular expression over a whole name that holds the words in this order, in any case. */
function anyCase(words: readonly string[]): string {
  const letters = (word: string): string =>
    [...word]
      .map((sign) =>
        /[a-z]/i.test(sign)
          ? `[${sign.toLowerCase()}${sign.toUpperCase()}]`
          : sign.replace(/[^\p{L}\p{N} ]/u, '\\$&'),
      )
      .join('');
  return `.*${words.map(letters).join('.*')}.*`;
}

function codeOf(
  source: Readonly<Record<string, unknown>>,
  section: Section,
  label: string,
): string {
  const at = listOf(source, section.labelField).indexOf(label);
  return listOf(source, section.field)[at] ?? label;
}
