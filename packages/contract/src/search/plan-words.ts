// What was understood of a text as a query: each part has to be there, what it means counting more
// than the word itself.

import type { Query } from '@isobar/query-language/query.ts';
import { escapeQueryString } from '@isobar/query-language/query-string.ts';
import { variantsOf } from '../words/fold.ts';
import type { Understood, UnderstoodPiece } from '../words/understood.ts';
import { freeText } from './free-text.ts';

/**
 * Where a text is looked for, and how much a match counts there: codes, names, measurements,
 * descriptions, places, campaigns.
 */
export const WEIGHED_FIELDS: readonly string[] = [
  'datastream^6',
  'instrument_code^6',
  'instrument_class_code^6',
  'instrument_name^4',
  'instrument_class_name^4',
  'instrument_name_text^3',
  'name^4',
  'primary_meas_type_name^4',
  'primary_meas_type_code^4',
  'var_name^2',
  'var_name_desc^2',
  'keywords^2',
  'meas_subcategory_name^1.5',
  'meas_category_name^1.5',
  'instrument_category_name',
  'source_class_name',
  'description',
  'primary_meas_type_desc',
  'site_code',
  'site_name',
  'facility_name',
  'facility_code',
  'ffac',
  'iopShortName',
  'iop_title',
  'iopLongName',
  'data_repository',
];

/**
 * How much it counts that a product is of the first class that is meant, and how much less each
 * further class.
 */
const CLASS_BOOST = 60;
const CLASS_STEP = 2;
/** … that it shows the first measurement that is meant, or another. */
const MEASUREMENT_BOOST = 24;
const OTHER_MEASUREMENT_BOOST = 14;
/**
 * How much a match of the words themselves counts if they also have a meaning: less than a few
 * steps between classes.
 */
const BESIDE_MEANING = 0.4;
/** How much it counts that a product has the very code that was typed. */
const CODE_BOOST = 80;

/** The query; null: there is nothing but filters. */
export function understoodQuery(understood: Understood, allFields: boolean): Query | null {
  const parts = understood.pieces.filter(({ missing }) => !missing);
  const left = parts.filter(({ not }) => not).map((piece) => pieceQuery(piece, allFields));
  const asked = parts.filter(({ not }) => !not);
  const needed = asked.filter(({ aside }) => understood.partial || !aside);
  const queries = needed.map((piece) => pieceQuery(piece, allFields));
  if (queries.length + left.length === 0)
    return isNothingSaid(understood) ? { match_none: {} } : null;
  const without = left.length > 0 ? { must_not: left } : {};
  if (queries.length === 0) return { bool: { must: [{ match_all: {} }], ...without } };
  const used = [
    ...asked
      .filter((piece) => !needed.includes(piece))
      .map((piece) => pieceQuery(piece, allFields)),
    ...(understood.used ?? []).map(([code, weight]) =>
      constant({ term: { 'instrument_code.keyword': code } }, weight),
    ),
  ];
  if (understood.partial)
    return {
      bool: {
        must: [{ bool: { should: queries, minimum_should_match: 1 } }],
        should: used,
        ...without,
      },
    };
  return queries.length === 1 && used.length + left.length === 0
    ? (queries[0] ?? null)
    : { bool: { must: queries, ...(used.length > 0 ? { should: used } : {}), ...without } };
}

/** Whether no word occurs anywhere, and no place or time is left that could be shown. */
const isNothingSaid = ({ pieces, filters }: Understood): boolean =>
  pieces.some(({ not }) => !not) && filters.every(({ dropped }) => dropped);

export function pieceQuery(piece: UnderstoodPiece, allFields: boolean): Query {
  const fields = allFields ? {} : { fields: WEIGHED_FIELDS };
  const text = (query: string, boost?: number): Query => ({
    query_string: {
      query,
      default_operator: 'AND',
      type: 'cross_fields',
      lenient: true,
      ...fields,
      ...(boost === undefined ? {} : { boost }),
    },
  });
  if (piece.kind === 'exact') return text(freeText(piece.read));
  const words = text(
    piece.read.split(' ').map(anyForm).join(' '),
    piece.kind === 'concept' ? BESIDE_MEANING : undefined,
  );
  if (piece.kind === 'word')
    return {
      bool: {
        should: [
          words,
          constant({ terms: { 'instrument_class_code.keyword': [piece.read] } }, CODE_BOOST),
          constant({ terms: { 'instrument_code.keyword': [piece.read] } }, CODE_BOOST),
          ...(piece.prefix ? beginnings(piece.read) : []),
        ],
        minimum_should_match: 1,
      },
    };
  const { classes = [], measurements = [] } = piece;
  return {
    bool: {
      should: [
        words,
        ...classes.map((code, i) =>
          constant(
            { term: { 'instrument_class_code.keyword': code } },
            Math.max(CLASS_STEP, CLASS_BOOST - i * CLASS_STEP),
          ),
        ),
        ...measurements.map((code, i) =>
          constant(
            { term: { 'primary_meas_type_code.keyword': code } },
            i === 0 ? MEASUREMENT_BOOST : OTHER_MEASUREMENT_BOOST,
          ),
        ),
      ],
      minimum_should_match: 1,
    },
  };
}

const constant = (filter: Query, boost: number): Query => ({ constant_score: { filter, boost } });

/** A datastream, or a word of a name, that begins so. */
const beginnings = (begin: string): readonly Query[] => [
  constant({ prefix: { datastream: begin } }, CODE_BOOST / 2),
  constant({ prefix: { instrument_code: begin } }, CODE_BOOST / 2),
  constant({ prefix: { var_name: begin } }, CODE_BOOST / 4),
  constant({ prefix: { instrument_name: begin } }, CODE_BOOST / 4),
  constant({ prefix: { primary_meas_type_name: begin } }, CODE_BOOST / 4),
];

/** The word in any of its forms: 'aerosols' finds 'aerosol'. */
export function anyForm(word: string): string {
  const forms = variantsOf(word).map(escapeQueryString);
  return forms.length === 1 ? (forms[0] ?? '') : `(${forms.join(' OR ')})`;
}
