// Whether something in the archive is called by a word: by its code, or by a name that has the
// word.

import { anyForm, WEIGHED_FIELDS } from '@isobar/contract/search/plan-words.ts';
import type { Query } from '@isobar/query-language/query.ts';
import type { SearchReply } from '@isobar/query-language/result.ts';

/** Codes tell one thing; sentences about it may say much else. */
const CODES =
  /^(?:datastream|instrument_code|instrument_class_code|primary_meas_type_code|var_name|site|facility|ffac|iop)/;
const SENTENCES = /^(?:description|primary_meas_type_desc|var_name_desc)/;

const NAME_FIELDS = WEIGHED_FIELDS.filter((field) => !SENTENCES.test(field));
const CODE_FIELDS = NAME_FIELDS.filter((field) => CODES.test(field));

export const namedQuery = (word: string, by: 'code' | 'name'): Query => ({
  query_string: {
    query: anyForm(word),
    type: 'cross_fields',
    lenient: true,
    fields: by === 'code' ? CODE_FIELDS : NAME_FIELDS,
  },
});

/** How many documents a filter of an aggregation found. */
export const countOf = (
  { aggregations }: Pick<SearchReply, 'aggregations'>,
  name: string,
): number => aggregations?.[name]?.doc_count ?? 0;
