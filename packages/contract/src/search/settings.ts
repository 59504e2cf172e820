// What the configuration says about searches (part 1 section 9): the plans import single settings,
// config.json publishes all of them.

/** Most values of a facet. */
export const FACET_LIMIT = 10_000;
/** Up to this many, distinct counts are exact on a cluster. */
export const PRECISION_THRESHOLD = 20_000;
/** What results and counts are grouped by, in the two views. */
export const INSTRUMENT_GROUP = 'instrument_id';
export const MEASUREMENT_GROUP = 'instrument_measurement_id';
/** Most options of a question of the guided search. */
export const GUIDED_ROWS = 7000;
/** Most categories, names and data levels that are listed for one value. */
export const SUB_AGGREGATION_LIMIT = 10;
export const SITE_LIMIT = 1000;
export const FACILITY_LIMIT = 10_000;
export const SCAN_NAME_LIMIT = 9999;
export const METADATA_LIST_LIMIT = 7000;

/**
 * All settings together, for the configuration only: code that needs a single one imports that one.
 */
export const SEARCH_SETTINGS = {
  facetLimit: FACET_LIMIT,
  groupField: INSTRUMENT_GROUP,
  measurementGroupField: MEASUREMENT_GROUP,
  guidedSearchRows: GUIDED_ROWS,
  precisionThreshold: PRECISION_THRESHOLD,
  subAggregationLimit: SUB_AGGREGATION_LIMIT,
  siteLimit: SITE_LIMIT,
  facilityLimit: FACILITY_LIMIT,
  uniqueInstrumentLimit: FACET_LIMIT,
  scanNameLimit: SCAN_NAME_LIMIT,
  metadataListLimit: METADATA_LIST_LIMIT,
  /** Source classes of data from campaigns and principal investigators. */
  iopTypes: ['pi', 'fc', 'evalderiv'],
  constantSites: ['sgp', 'twp'],
} as const;
