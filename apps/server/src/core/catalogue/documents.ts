// Metadata documents: one per datastream and primary measurement, from the file index and the
// curated tables.
import { compareDataLevels, isNameDisclaimed } from '@isobar/contract/catalogue/data-level.ts';
import type { ExternalRecord } from '@isobar/contract/catalogue/external-record.ts';
import {
  type MetadataDocument,
  OWN_REPOSITORY,
} from '@isobar/contract/catalogue/metadata-document.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import { describedProducts, type ProductKey } from './described.ts';
import { externalDocument } from './external-document.ts';
import { type DatastreamFacts, datastreamEntry, factsOf } from './facts.ts';
import { longNameOf } from './header.ts';
import type { Measured } from './measured.ts';
import { qualityDates } from './quality-dates.ts';

export interface CatalogueSources {
  readonly db: Kysely<Tables>;
  readonly tables: CuratedTables;
  readonly external: readonly ExternalRecord[];
}

/**
 * Every document of the metadata index: own ones by site, product and facility, then external ones.
 */
export async function* metadataDocuments(
  sources: CatalogueSources,
): AsyncGenerator<MetadataDocument> {
  yield* ownDocuments(sources);
  for (const record of sources.external) yield externalDocument(record);
}

/** Documents of the archive's own datastreams; `only`: of these products alone. */
export async function* ownDocuments(
  { db, tables }: Omit<CatalogueSources, 'external'>,
  only?: readonly ProductKey[],
): AsyncGenerator<MetadataDocument> {
  const sites = tables.rows['sites.csv'].map((row) => row.site_code);
  for await (const product of describedProducts(db, sites, only)) {
    const levels = product.map((described) => factsOf(described, tables));
    for (const one of levels) yield* documentsOf(one, levels, tables);
  }
}

function* documentsOf(
  facts: DatastreamFacts,
  siblings: readonly DatastreamFacts[],
  tables: CuratedTables,
): Generator<MetadataDocument> {
  const { described, fields, instrumentClass, measurements, plotted } = facts;
  const { row } = described;
  const datastreams = JSON.stringify(
    siblings
      .toSorted((a, b) => compareDataLevels(a.described.row.data_level, b.described.row.data_level))
      .map((sibling) => datastreamEntry(sibling, tables)),
  );
  const priority = priorityOf(facts, siblings);
  const category = fields.instrument_category_code?.[0] ?? 'none';
  for (const measured of measurements.length > 0 ? measurements : [UNKNOWN]) {
    const subcategory = measured.subcategory ?? 'none';
    const variable = measured.variable?.name ?? measured.code;
    yield {
      ...fields,
      id: [row.datastream, variable, subcategory, instrumentClass, category].join('_'),
      data_repository: OWN_REPOSITORY,
      instrument_measurement_id: `${fields.instrument_id}_${measured.code}`,
      measurement_id: `${row.datastream}_${measured.code}`,
      ...measurementFields(measured, tables),
      ...recommendation(priority, row.data_level),
      has_plots: measured.variable !== null && plotted.includes(measured.variable.name),
      datastreams,
      dqr_dates: JSON.stringify(
        qualityDates(described, measured.variable ? measured.variableNames : [], tables),
      ),
    };
  }
}

/** For files that say nothing of what was measured: they can still be found by name and place. */
const UNKNOWN: Measured = {
  code: 'unknown',
  name: 'Not described',
  description: '',
  category: null,
  subcategory: null,
  variable: null,
  variableNames: [],
  otherNames: [],
};

function measurementFields(measured: Measured, tables: CuratedTables): Partial<MetadataDocument> {
  const { category, subcategory, variable } = measured;
  return {
    ...(variable
      ? {
          var_name: variable.name,
          var_name_desc: longNameOf(variable) || variable.name,
        }
      : {}),
    ...(measured.otherNames.length > 0 ? { keywords: measured.otherNames } : {}),
    primary_meas_type_code: measured.code,
    primary_meas_type_name: measured.name,
    primary_meas_type_desc: measured.description,
    ...(category
      ? {
          meas_category_code: [category],
          meas_category_name: [tables.measurementCategoryName(category)],
        }
      : {}),
    ...(category && subcategory
      ? {
          meas_subcategory_code: [`${category}.${subcategory}`],
          meas_subcategory_name: [tables.measurementSubcategoryName(category, subcategory)],
        }
      : {}),
  };
}

/** What the priority is about, for a person who wonders. */
const recommendation = (priority: number | null, level: string): Partial<MetadataDocument> =>
  priority === null
    ? { show_rationale: false }
    : {
        priority,
        ...(level && {
          rec_rationale: `${level} is the highest data level of this data product at this facility.`,
        }),
        show_rationale: level !== '',
      };

/**
 * The rule for recommended data: the highest data level of a product at its facility gets the
 * priority that the tables give its instrument class, unless that level was never reviewed (00, 01,
 * a0). Lower levels, and data of campaigns and investigators, get no priority.
 */
function priorityOf(facts: DatastreamFacts, siblings: readonly DatastreamFacts[]): number | null {
  const own = facts.described.row.data_level;
  if (facts.classPriority === null || isNameDisclaimed(own)) return null;
  const isHighest = siblings.every(
    ({ described }) => compareDataLevels(described.row.data_level, own) <= 0,
  );
  return isHighest ? facts.classPriority : null;
}
