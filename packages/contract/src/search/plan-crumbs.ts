// Labels of the chosen values, even of those that no result has because of the other filters.
import type { Aggregations } from '@isobar/query-language/aggregation.ts';
import { FACETS, type FacetLevel } from './facets.ts';
import { chosen, type Search } from './filter.ts';

/** Values with a wildcard have no label. */
export const labelledLevels = (
  search: Pick<Search, 'terms'>,
): readonly { level: FacetLevel; codes: string[] }[] =>
  FACETS.flatMap((group) => group.levels)
    .map((level) => ({
      level,
      codes: level.filter ? chosen(search, level.filter).filter((code) => !/[*?]/.test(code)) : [],
    }))
    .filter(({ level, codes }) => level.labelField !== undefined && codes.length > 0);

/** `crumbs` over the whole index: per field, the chosen codes with a document that names them. */
export function crumbAggregations(search: Pick<Search, 'terms'>): Aggregations {
  const levels = labelledLevels(search);
  if (levels.length === 0) return {};
  return {
    crumbs: {
      global: {},
      aggs: Object.fromEntries(
        levels.map(({ level, codes }) => [
          level.field,
          {
            terms: { field: `${level.field}.keyword`, size: codes.length, include: codes },
            aggs: {
              label: { top_hits: { size: 1, _source: [level.field, level.labelField ?? ''] } },
            },
          },
        ]),
      ),
    },
  };
}
