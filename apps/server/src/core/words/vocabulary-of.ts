// What the curated tables say for the vocabulary.

import type { CuratedTables } from '../tables/curated-tables.ts';
import { MOST_CLASSES, type VocabularySource } from './vocabulary.ts';

export function vocabularySource({ rows }: CuratedTables): VocabularySource {
  const measuring = Map.groupBy(
    rows['instrument-measurements.csv'],
    (r) => r.primary_meas_type_code,
  );
  const named = Map.groupBy(rows['standard-names.csv'], (r) => r.primary_meas_type_code);
  const rank = rankOfClasses(rows);
  const south = southernSites(rows['facilities.csv'], rows['sites.csv']);
  return {
    words: rows['words.csv'].map((row) => ({ ...row, isMaker: row.maker === 'yes' })),
    measurements: rows['measurements.csv'].map((row) => {
      const of = measuring.get(row.primary_meas_type_code) ?? [];
      const classes = [...new Set(of.map((r) => r.instrument_class_code))];
      return {
        code: row.primary_meas_type_code,
        name: row.name,
        description: row.description,
        standardNames: [
          ...new Set(
            [...(named.get(row.primary_meas_type_code) ?? []), ...of].map((r) => r.standard_name),
          ),
        ].filter((name) => name !== '' && !name.includes('*')),
        classes: classes.sort((a, b) => rank(a) - rank(b)).slice(0, MOST_CLASSES),
      };
    }),
    classes: rows['instrument-classes.csv'].map((row) => ({
      code: row.instrument_class_code,
      name: row.instrument_class_name,
      description: row.description,
    })),
    sites: rows['sites.csv'].map((row) => ({
      code: row.site_code,
      name: row.site_name,
      shortName: row.short_name,
      south: south.has(row.site_code),
      known: row.site_type === 'P' || row.site_type === 'L' || ALWAYS_KNOWN.has(row.site_code),
    })),
    facilities: rows['facilities.csv'].map((row) => `${row.site_code}.${row.facility_code}`),
    campaigns: rows['campaigns.csv'].map((row) => ({
      code: row.iop_short_name,
      name: row.iop_name,
    })),
    levels: rows['data-levels.csv'].map((row) => row.data_level_code),
    texts: [
      ...rows['datastream-classes.csv'].flatMap((row) => [
        row.name,
        row.description,
        row.datastream_class,
      ]),
      ...rows['measurement-categories.csv'].flatMap((row) => [
        row.category_name,
        row.subcategory_name,
      ]),
      ...rows['instrument-categories.csv'].map((row) => row.instrument_category_name),
      ...rows['facilities.csv'].map((row) => row.facility_name),
      ...rows['source-classes.csv'].map((row) => row.source_class_name),
    ],
  };
}

/** Former sites whose codes are no everyday words. */
const ALWAYS_KNOWN = new Set(['twp']);

/**
 * Classes that measure a thing come before products derived from it; among equals the more strongly
 * recommended, then the more specialised.
 */
function rankOfClasses(rows: CuratedTables['rows']): (code: string) => number {
  const breadth = new Map<string, Set<string>>();
  for (const row of rows['instrument-measurements.csv']) {
    const codes = breadth.get(row.instrument_class_code) ?? new Set();
    breadth.set(row.instrument_class_code, codes.add(row.primary_meas_type_code));
  }
  const ranks = new Map(
    rows['instrument-classes.csv'].map((row) => {
      const derived = row.source_class_codes.some((code) => code.endsWith('obs')) ? 0 : 40;
      const several = breadth.get(row.instrument_class_code)?.size ?? 0;
      return [row.instrument_class_code, (row.priority ?? 5) * 30 + derived + several] as const;
    }),
  );
  return (code) => ranks.get(code) ?? Number.MAX_SAFE_INTEGER;
}

/** Sites whose facilities lie south of the equator; moving ones are judged by their names. */
function southernSites(
  facilities: CuratedTables['rows']['facilities.csv'],
  sites: CuratedTables['rows']['sites.csv'],
): ReadonlySet<string> {
  const latitudes = Map.groupBy(
    facilities.filter((row) => row.latitude !== null),
    (row) => row.site_code,
  );
  const south = sites.filter((row) => {
    const known = latitudes.get(row.site_code);
    if (!known) return /southern ocean|antarctic/i.test(row.site_name);
    return known.every((facility) => (facility.latitude ?? 0) < 0);
  });
  return new Set(south.map((row) => row.site_code));
}
