// One request per question of the guided search: the options that the answers before it leave
// (section 7, call 9).

import { compareDataLevels } from '@isobar/contract/catalogue/data-level.ts';
import type { MetadataField } from '@isobar/contract/catalogue/metadata-document.ts';
import { OTHER_SITE } from '@isobar/contract/search/facets.ts';
import { type Search, viewOf } from '@isobar/contract/search/filter.ts';
import { andQuery, ownRepositoryQuery } from '@isobar/contract/search/plan-clauses.ts';
import { groupCounts, readGroupCounts, shownOf } from '@isobar/contract/search/plan-counts.ts';
import { anyOf, filterClauses } from '@isobar/contract/search/query-text.ts';
import {
  belowOf,
  bucketsOf,
  numberOf,
  type ParsedBucket,
  type ParsedReply,
  topHitsOf,
} from '@isobar/contract/search/reply.ts';
import { GUIDED_ROWS, PRECISION_THRESHOLD } from '@isobar/contract/search/settings.ts';
import { formatCompactDay, formatDay, parseInstant } from '@isobar/contract/time.ts';
import type { Aggregation, Aggregations } from '@isobar/query-language/aggregation.ts';
import type { Query } from '@isobar/query-language/query.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import * as z from 'zod/mini';
import { answersBefore, type Guided, type GuidedField, guidedSearch, stepsOf } from './guided.ts';

export type GuidedRequest = { readonly service: 'metadata' | 'epochs'; readonly body: SearchBody };

export type GuidedOption = {
  readonly value: string;
  readonly label: string;
  /** A sentence or a list of what is in it; empty where nothing is known. */
  readonly description: string;
  /** Rows of the results that choosing this alone would show, or the days of an epoch. */
  readonly count: number;
  readonly counted: 'product' | 'measurement' | 'day';
  /** No data match: shown, but not to be chosen. */
  readonly disabled: boolean;
};

/** First and last day of the matching data, YYYY-MM-DD; null where nothing matches. */
export type GuidedTimeframe = { readonly start: string; readonly end: string } | null;

/** The request for the open question. */
export function guidedRequest(guided: Guided): GuidedRequest {
  const { field, kind } = questionOf(guided);
  if (kind === 'days') return { service: 'epochs', body: epochBody(guided, 'epoch_codes') };
  if (field === 'epoch_codes') return { service: 'epochs', body: epochBody(guided, 'site_code') };
  return { service: 'metadata', body: kind === 'range' ? rangeBody(guided) : optionsBody(guided) };
}

/**
 * The options of a question that has options, in its order. `preferred`: does the person see
 * recommended data first?
 */
export function readGuidedOptions(
  guided: Guided,
  reply: ParsedReply,
  preferred = true,
): readonly GuidedOption[] {
  const { field } = questionOf(guided);
  const { aggregations } = reply;
  if (field === 'epoch_codes') return bucketsOf(aggregations, OPTIONS).map(readEpoch).sort(byLabel);
  const matching = new Map(
    bucketsOf(belowOf(aggregations, MATCHING), OPTIONS).map((bucket) => [bucket.key, bucket]),
  );
  const every = field === 'dataLevel' ? bucketsOf(aggregations, EVERY) : [...matching.values()];
  return every
    .filter(({ key }) => belongs(guided, field, key))
    .map((bucket) => readOption(guided, bucket, matching.get(bucket.key), preferred))
    .sort(ORDERS[field] ?? byLabel);
}

/** The timeframe of the matching data (a 'range' question). */
export function readGuidedTimeframe({ aggregations }: ParsedReply): GuidedTimeframe {
  const first = numberOf(aggregations, FIRST);
  const last = numberOf(aggregations, LAST);
  if (first === null || last === null) return null;
  return { start: formatDay(first / 1000), end: formatDay(last / 1000) };
}

/** The valid days of the chosen epoch, YYYYMMDD, ascending, each once (a 'days' question). */
export function readGuidedDays({ aggregations }: ParsedReply): readonly string[] {
  const days = bucketsOf(aggregations, OPTIONS).flatMap(({ below }) =>
    readTimes(epochOf(below).epoch_times),
  );
  return [...new Set(days)].sort();
}

/** Whichever value: counts depend on the view that a question leads to, not on the value. */
const ANY = 'any';
const OPTIONS = 'options';
const EVERY = 'every';
const MATCHING = 'matching';
const TOP = 'top';
const NAMES = 'names';
const NAME_COUNT = 'name_count';
const FACILITIES = 'facilities';
const FIRST = 'first';
const LAST = 'last';
/** Names that a description lists before it says 'and N more'. */
const LISTED_NAMES = 4;

/**
 * The fields that hold the label of a value, and either its own description or the names that
 * describe it.
 */
const TOLD: { readonly [F in GuidedField]?: Told } = {
  meas_category_code: { label: 'meas_category_name', names: 'primary_meas_type_name' },
  meas_subcategory_code: { label: 'meas_subcategory_name', names: 'primary_meas_type_name' },
  primary_meas_type_code: { label: 'primary_meas_type_name', text: 'primary_meas_type_desc' },
  instrument_category_code: { label: 'instrument_category_name', names: 'instrument_class_name' },
  instrument_class_code: { label: 'instrument_class_name', text: 'description' },
  dataLevel: { label: 'dataLevel', text: 'data_level_desc' },
  site_code: { label: 'site_name' },
};
type Told = {
  readonly label: MetadataField;
  readonly text?: MetadataField;
  readonly names?: MetadataField;
};

const SPAN: Aggregations = {
  [FIRST]: { min: { field: 'start_date' } },
  [LAST]: { max: { field: 'end_date' } },
};

function questionOf({ flow, step }: Guided) {
  const question = stepsOf(flow)[step];
  if (!question) throw new RangeError(`the flow ${flow} has no step ${step}`);
  return question;
}

const OFFERED_SITES = `(${anyOf('site_type.keyword', ['P', 'M'])} OR ${anyOf('site_type.keyword', [OTHER_SITE])})`;

/** Everything that the answers before the open question leave, as one query. */
function answeredQuery(guided: Guided): Query {
  const { field } = questionOf(guided);
  const search = guidedSearch(answersBefore(guided, guided.step));
  const clauses = [
    ...filterClauses(search.terms),
    // Only fixed and mobile sites of the archive are offered (section 4), and sites whose type no
    // table gives.
    ...(field === 'site_code' ? [OFFERED_SITES] : []),
    ...(field === 'site_code' && guided.flow === 'epoch-location' ? ['epoch_codes:*'] : []),
  ];
  return clauses.length > 0 ? andQuery(clauses) : { match_all: {} };
}

function optionsBody(guided: Guided): SearchBody {
  const { field } = questionOf(guided);
  const options = optionsAggregation(guided);
  return {
    query: ownRepositoryQuery(),
    size: 0,
    track_total_hits: false,
    aggs: {
      [MATCHING]: { filter: answeredQuery(guided), aggs: { [OPTIONS]: options } },
      ...(field === 'dataLevel' ? { [EVERY]: options } : {}),
    },
  };
}

/** The search that one option of the open question leads to. */
const leadsTo = (guided: Guided, value: string): Search =>
  guidedSearch({
    ...answersBefore(guided, guided.step),
    [questionOf(guided).field]: [value],
  });

function optionsAggregation(guided: Guided): Aggregation {
  const { field } = questionOf(guided);
  const { label = 'id', text, names } = TOLD[field] ?? {};
  return {
    terms: { field: `${field}.keyword`, size: GUIDED_ROWS },
    aggs: {
      ...groupCounts(leadsTo(guided, ANY)),
      [TOP]: {
        top_hits: { size: 1, _source: [...new Set([field, label, ...(text ? [text] : [])])] },
      },
      ...(names
        ? {
            [NAMES]: { terms: { field: `${names}.keyword`, size: LISTED_NAMES } },
            [NAME_COUNT]: {
              cardinality: { field: `${names}.keyword`, precision_threshold: PRECISION_THRESHOLD },
            },
          }
        : {}),
      ...(field === 'site_code'
        ? { [FACILITIES]: { cardinality: { field: 'ffac.keyword' } }, ...SPAN }
        : {}),
    },
  };
}

const rangeBody = (guided: Guided): SearchBody => ({
  query: { bool: { filter: [ownRepositoryQuery(), answeredQuery(guided)] } },
  size: 0,
  track_total_hits: false,
  aggs: SPAN,
});

/**
 * Epochs by their code, or those of the chosen sites. Codes and sites are named otherwise in the
 * epochs index.
 */
function epochBody({ answers }: Guided, by: 'epoch_codes' | 'site_code'): SearchBody {
  const field = by === 'epoch_codes' ? 'epoch_code' : 'site_codes';
  const values = answers[by] ?? [];
  return {
    query: values.length > 0 ? { terms: { [`${field}.keyword`]: [...values] } } : { match_all: {} },
    size: 0,
    track_total_hits: false,
    aggs: {
      [OPTIONS]: {
        terms: { field: 'epoch_code.keyword', size: GUIDED_ROWS },
        aggs: {
          [TOP]: {
            top_hits: {
              size: 1,
              _source: ['epoch_code', 'epoch_name', 'epoch_desc', 'epoch_times'],
            },
          },
        },
      },
    },
  };
}

/**
 * A document lists several categories, so subcategories of categories that were not chosen have to
 * be left out.
 */
const belongs = ({ answers }: Guided, field: GuidedField, key: string): boolean =>
  field !== 'meas_subcategory_code' ||
  (answers.meas_category_code ?? []).some((code) => key.startsWith(`${code}.`));

/**
 * `bucket` names the value; `matching` is the same among the matching data, absent where none
 * match.
 */
function readOption(
  guided: Guided,
  bucket: ParsedBucket,
  matching: ParsedBucket | undefined,
  preferred: boolean,
): GuidedOption {
  const { field } = questionOf(guided);
  const { label, text } = TOLD[field] ?? {};
  const top = topHitsOf(bucket.below, TOP)[0] ?? {};
  return {
    value: bucket.key,
    label: (label && besideCode(top, field, label, bucket.key)) || bucket.key,
    description: text ? texts(top[text])[0] || '' : described(bucket),
    count: matching ? shownOf(readGroupCounts(matching.below), preferred) : 0,
    counted: viewOf(leadsTo(guided, ANY)) === 'measurement' ? 'measurement' : 'product',
    disabled: matching === undefined,
  };
}

/** Lists of codes and of names run side by side in a document. */
function besideCode(
  top: Readonly<Record<string, unknown>>,
  field: GuidedField,
  label: MetadataField,
  code: string,
): string {
  const at = Math.max(0, texts(top[field]).indexOf(code));
  return texts(top[label])[at] ?? '';
}

/** 'Aerosol absorption, Aerosol scattering and 12 more', or '8 facilities, 1993 to 2026'. */
function described({ below }: ParsedBucket): string {
  const names = bucketsOf(below, NAMES).map(({ key }) => key);
  if (names.length > 0) {
    const more = (numberOf(below, NAME_COUNT) ?? 0) - names.length;
    return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  }
  const facilities = numberOf(below, FACILITIES);
  if (facilities === null) return '';
  const years = [numberOf(below, FIRST), numberOf(below, LAST)].map((ms) =>
    ms === null ? '' : String(new Date(ms).getUTCFullYear()),
  );
  const span = [...new Set(years)].filter((year) => year !== '').join(' to ');
  return `${facilities} ${facilities === 1 ? 'facility' : 'facilities'}${span ? `, ${span}` : ''}`;
}

function readEpoch({ key, below }: ParsedBucket): GuidedOption {
  const epoch = epochOf(below);
  const days = readTimes(epoch.epoch_times);
  return {
    value: key,
    label: epoch.epoch_name || key,
    description: epoch.epoch_desc,
    count: days.length,
    counted: 'day',
    disabled: days.length === 0,
  };
}

const epochSource = z.object({
  epoch_name: z._default(z.string(), ''),
  epoch_desc: z._default(z.string(), ''),
  /** JSON list of dates. */
  epoch_times: z._default(z.string(), '[]'),
});
const NO_EPOCH = { epoch_name: '', epoch_desc: '', epoch_times: '[]' };

function epochOf(below: ParsedBucket['below']): z.infer<typeof epochSource> {
  const read = z.safeParse(epochSource, topHitsOf(below, TOP)[0]);
  return read.success ? read.data : NO_EPOCH;
}

/** JSON list of dates -> YYYYMMDD; what is no date is left out. */
function readTimes(json: string): readonly string[] {
  const read = z.safeParse(z.array(z.string()), parseJson(json));
  if (!read.success) return [];
  return read.data.flatMap((text) => {
    const seconds = parseInstant(text);
    return seconds === null ? [] : [formatCompactDay(seconds)];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const texts = (value: unknown): readonly string[] =>
  value === undefined || value === null
    ? []
    : Array.isArray(value)
      ? value.map(String)
      : [String(value)];

type Order = (a: GuidedOption, b: GuidedOption) => number;
const byLabel: Order = (a, b) => a.label.localeCompare(b.label) || (a.value < b.value ? -1 : 1);
const byCount: Order = (a, b) => b.count - a.count || byLabel(a, b);
/**
 * The most processed data first, and of the sites those with most to find: the first is
 * preselected.
 */
const ORDERS: { readonly [F in GuidedField]?: Order } = {
  dataLevel: (a, b) => compareDataLevels(b.value, a.value),
  site_code: byCount,
};
