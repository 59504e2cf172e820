// Facet groups as aggregations: values with their distinct counts and labels, children below them.

import type { Aggregation, Aggregations } from '@isobar/query-language/aggregation.ts';
import type { Query } from '@isobar/query-language/query.ts';
import { isListField } from '../catalogue/metadata-document.ts';
import { DATA_TYPES, type DataType } from './data-types.ts';
import { type FacetGroup, type FacetLevel, facetName } from './facets.ts';
import { distinct } from './plan-clauses.ts';
import { FACET_LIMIT } from './settings.ts';

/** Name of the distinct count below a value, of its label, of its children. */
export const GROUPED = 'grouped';
export const LABEL = 'label';
export const CHILDREN = 'children';

/** What the search has chosen in a field, as a query; null: nothing. */
type Chosen = (field: DataType['field']) => Query | null;

/**
 * The aggregation of one group under its wire name. `groupField`: what is counted, see GROUP_FIELD.
 */
export const facetAggregation = (
  group: FacetGroup,
  groupField: string,
  chosenIn: Chosen,
): Aggregations => ({
  [facetName(group)]: group.dataTypes
    ? dataTypeAggregation(groupField, chosenIn)
    : levelAggregation(group.levels, groupField),
});

const TYPE_FIELDS = [...new Set(DATA_TYPES.map(({ field }) => field))];

/**
 * Distinct groups per data type: a product of two source classes of the same type counts once. Data
 * types are in two fields, and a type of one is counted within the choice in the other: with
 * 'Aerial' chosen, 'Routine' counts what is both.
 */
function dataTypeAggregation(groupField: string, chosenIn: Chosen): Aggregation {
  const filters = DATA_TYPES.map(({ name, field, codes }) => {
    const type: Query = { terms: { [`${field}.keyword`]: [...codes] } };
    const others = TYPE_FIELDS.filter((other) => other !== field).flatMap((other) => {
      const query = chosenIn(other);
      return query ? [query] : [];
    });
    return [name, others.length > 0 ? { bool: { filter: [type, ...others] } } : type] as const;
  });
  return {
    filters: { filters: Object.fromEntries(filters) },
    aggs: { [GROUPED]: distinct(groupField) },
  };
}

function levelAggregation(levels: readonly FacetLevel[], groupField: string): Aggregation {
  const [level, ...below] = levels;
  if (!level) throw new RangeError('a facet group has at least one level');
  return {
    terms: { field: `${level.field}.keyword`, size: FACET_LIMIT },
    aggs: {
      [GROUPED]: distinct(groupField),
      ...(level.labelField ? { [LABEL]: labelAggregation(level.field, level.labelField) } : {}),
      ...(below.length > 0 ? { [CHILDREN]: levelAggregation(below, groupField) } : {}),
    },
  };
}

/**
 * The label of a code. Lists of codes and of names run side by side in a document, so there one
 * document tells which name belongs to the code; for single values the most frequent name does.
 */
function labelAggregation(field: FacetLevel['field'], labelField: string): Aggregation {
  if (isListField(field)) {
    return { top_hits: { size: 1, _source: [field, labelField] } };
  }
  return { terms: { field: `${labelField}.keyword`, size: 1 } };
}
