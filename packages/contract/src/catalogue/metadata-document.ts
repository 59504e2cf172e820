// The metadata document: one per datastream and primary measurement, or one per external record.

/** Documents of this archive have this data_repository; external records have their own. */
export const OWN_REPOSITORY = 'ARM';

/**
 * How a field of a search document is indexed. Every text field is also indexed untokenised, as
 * `field.keyword`.
 */
export type FieldType = 'text' | 'integer' | 'double' | 'date' | 'boolean' | 'geo_point' | 'stored';

/**
 * The mapping of the metadata index, the one place that says which fields a document has
 * (specification part 1 section 3, part 4 section 1). `stored` fields are returned but not
 * searched.
 */
export const METADATA_FIELDS = {
  id: { type: 'text' },
  /** Group of the data-products view: one instrument (data product) over all its sites. */
  instrument_id: { type: 'text' },
  /** Group of the primary-measurements view: instrument and primary measurement. */
  instrument_measurement_id: { type: 'text' },
  /** Datastream, underscore, primary measurement code: the key of the quality timeline. */
  measurement_id: { type: 'text' },
  datastream: { type: 'text' },
  instrument_code: { type: 'text' },
  instrument_name: { type: 'text' },
  instrument_name_text: { type: 'text' },
  instrument_class_code: { type: 'text' },
  instrument_class_name: { type: 'text' },
  einstclass: { type: 'text' },
  input_instrument_class_codes: { type: 'text', list: true },
  instrument_category_code: { type: 'text', list: true },
  instrument_category_name: { type: 'text', list: true },
  var_name: { type: 'text' },
  var_name_desc: { type: 'text' },
  primary_meas_type_code: { type: 'text' },
  primary_meas_type_name: { type: 'text' },
  primary_meas_type_desc: { type: 'text' },
  meas_category_code: { type: 'text', list: true },
  meas_category_name: { type: 'text', list: true },
  /** Category code, dot, subcategory code: `aeros.optical`. */
  meas_subcategory_code: { type: 'text', list: true },
  meas_subcategory_name: { type: 'text', list: true },
  source_class_code: { type: 'text' },
  source_class_name: { type: 'text' },
  /** Smaller numbers come first. */
  source_class_weight: { type: 'integer' },
  dataLevel: { type: 'text' },
  data_level_desc: { type: 'text' },
  description: { type: 'text' },
  /** 1 high, 2 medium, 3 low; absent: not recommended. */
  priority: { type: 'integer' },
  rec_rationale: { type: 'text' },
  rec_url: { type: 'stored' },
  show_rationale: { type: 'boolean' },
  site_code: { type: 'text' },
  site_name: { type: 'text' },
  site_type: { type: 'text' },
  facility_code: { type: 'text' },
  facility_name: { type: 'text' },
  /** Site, dot, facility: `sgp.E13`. */
  ffac: { type: 'text' },
  /**
   * 'latitude,longitude' in degrees north and east; null where unknown or moving (decision 1036).
   */
  location: { type: 'text' },
  /** The same place for polygon and box searches; absent if unknown. */
  geo: { type: 'geo_point' },
  /** JSON of DatastreamEntry[]. */
  datastreams: { type: 'stored' },
  /** JSON of DqrDate[]. */
  dqr_dates: { type: 'stored' },
  monitor_start: { type: 'date' },
  monitor_end: { type: 'date' },
  /** First and last sample, UTC; absent where files state no time. */
  start_date: { type: 'date' },
  end_date: { type: 'date' },
  /**
   * Of files that state no time: when the first and the last of them was changed, which is how they
   * are ordered.
   */
  filed_start_date: { type: 'date' },
  filed_end_date: { type: 'date' },
  timestamp: { type: 'date' },
  link_url: { type: 'stored' },
  link_xml: { type: 'stored' },
  iop_title: { type: 'text' },
  iopLongName: { type: 'text' },
  iopShortName: { type: 'text' },
  ui_text: { type: 'text' },
  limited_access: { type: 'boolean' },
  results_data_type: { type: 'text' },
  data_type_desc: { type: 'text' },
  data_repository: { type: 'text' },
  name: { type: 'text' },
  alternateName: { type: 'text' },
  doi: { type: 'text' },
  scan_names: { type: 'text', list: true },
  epoch_codes: { type: 'text', list: true },
  epochs: { type: 'text', list: true },
  sampling_interval: { type: 'text' },
  has_cdf_headers: { type: 'boolean' },
  has_plots: { type: 'boolean' },
  model_type: { type: 'text' },
  large_scale_forcing: { type: 'text' },
  simulation_date: { type: 'text' },
  microphysics: { type: 'text' },
  keywords: { type: 'text', list: true },
  /** Everything else that an external record has, as JSON (ExternalRecord). */
  external_record: { type: 'stored' },
} as const satisfies Record<string, { readonly type: FieldType; readonly list?: true }>;

export type MetadataField = keyof typeof METADATA_FIELDS;

/** Fields that can be counted and chosen by value. */
export type TextField = {
  [F in MetadataField]: (typeof METADATA_FIELDS)[F]['type'] extends 'text' ? F : never;
}[MetadataField];

/**
 * The fields above with `list`, repeated so that a browser that only needs these does not load the
 * whole table.
 */
const LIST_FIELDS: ReadonlySet<string> = new Set([
  'input_instrument_class_codes',
  'instrument_category_code',
  'instrument_category_name',
  'meas_category_code',
  'meas_category_name',
  'meas_subcategory_code',
  'meas_subcategory_name',
  'scan_names',
  'epoch_codes',
  'epochs',
  'keywords',
]);

/** Whether documents have several values of a field. */
export const isListField = (field: string): boolean => LIST_FIELDS.has(field);

type FieldValue<F extends MetadataField> = (typeof METADATA_FIELDS)[F] extends { list: true }
  ? readonly string[]
  : (typeof METADATA_FIELDS)[F]['type'] extends 'integer' | 'double'
    ? number
    : (typeof METADATA_FIELDS)[F]['type'] extends 'boolean'
      ? boolean
      : (typeof METADATA_FIELDS)[F]['type'] extends 'geo_point'
        ? { readonly lat: number; readonly lon: number }
        : string;

/** One document of the metadata index. Dates are ISO 8601 UTC with seconds and Z. */
export type MetadataDocument = {
  readonly id: string;
  readonly data_repository: string;
  readonly location?: string | null;
} & {
  readonly [F in Exclude<MetadataField, 'id' | 'data_repository' | 'location'>]?: FieldValue<F>;
};

/** The fields that documents are grouped (collapsed) by: data products and primary measurements. */
export const GROUP_FIELDS = ['instrument_id', 'instrument_measurement_id'] as const;

/** One entry of the `datastreams` JSON of a document. */
export type DatastreamEntry = {
  readonly datastream: string;
  /** First and last sample; empty where files state no time. */
  readonly startDate: string;
  readonly endDate: string;
  readonly dataLevel: string;
  readonly dataLevelDescription: string;
  readonly hasPlots: boolean;
  readonly siteCode: string;
  readonly facilityCode: string;
  readonly instrumentClassCode: string;
  readonly uiText: string;
  readonly limitedAccess: boolean;
  /** JSON of DqrDate[]. */
  readonly dqrDates: string;
};

/** [start YYYYMMDDHH, end YYYYMMDDHH, report id or '0', class code]; UTC, end inclusive. */
export type DqrDate = readonly [start: string, end: string, dqrId: string, code: number];
