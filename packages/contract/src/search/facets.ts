// THE facet table: every group of the side bar, its fields, and how it begins (specification part 1
// sections 3 and 4).
import type { TextField } from '../catalogue/metadata-document.ts';
import type { FilterField } from './fields.ts';

export type FacetLevel = {
  /** The field that a value of this level filters on; null: a heading that only groups. */
  readonly filter: FilterField | null;
  /** The field of the documents that is counted. */
  readonly field: TextField;
  /** Where the label of a code stands; absent: the code is its own label. */
  readonly labelField?: TextField;
};

export type FacetGroup = {
  readonly key: string;
  readonly label: string;
  /** From the group downward: sites have types above and facilities below them. */
  readonly levels: readonly [FacetLevel, ...FacetLevel[]];
  /** Shown only under 'Advanced Filters'. */
  readonly advanced?: true;
  /** Open from the start; the others open when something in them is chosen. */
  readonly startsOpen?: true;
  /** Shown only while other repositories are included. */
  readonly externalOnly?: true;
  /** Holds the data types (data-types.ts) instead of the values of a field. */
  readonly dataTypes?: true;
};

export const FACETS: readonly FacetGroup[] = [
  {
    key: 'categories',
    label: 'Categories',
    startsOpen: true,
    levels: [
      {
        filter: 'meas_category_code',
        field: 'meas_category_code',
        labelField: 'meas_category_name',
      },
      {
        filter: 'meas_subcategory_code',
        field: 'meas_subcategory_code',
        labelField: 'meas_subcategory_name',
      },
    ],
  },
  {
    key: 'repository',
    label: 'Data Repository',
    startsOpen: true,
    externalOnly: true,
    levels: [{ filter: 'data_repository', field: 'data_repository' }],
  },
  {
    key: 'measurements',
    label: 'Measurements',
    levels: [
      {
        filter: 'primary_meas_type_code',
        field: 'primary_meas_type_code',
        labelField: 'primary_meas_type_name',
      },
    ],
  },
  {
    key: 'sites',
    label: 'Sites',
    levels: [
      { filter: null, field: 'site_type' },
      { filter: 'site_code', field: 'site_code', labelField: 'site_name' },
    ],
  },
  {
    key: 'campaigns',
    label: 'Field Campaigns',
    levels: [{ filter: 'iopShortName', field: 'iopShortName', labelField: 'iopLongName' }],
  },
  {
    key: 'datastreams',
    label: 'Datastreams',
    levels: [{ filter: 'datastream', field: 'datastream' }],
  },
  {
    key: 'dataTypes',
    label: 'Data Type',
    dataTypes: true,
    levels: [{ filter: 'source_class_code', field: 'source_class_code' }],
  },
  {
    key: 'facilities',
    label: 'Facilities',
    advanced: true,
    levels: [{ filter: 'ffac', field: 'ffac', labelField: 'facility_name' }],
  },
  {
    key: 'dataLevels',
    label: 'Data Levels',
    advanced: true,
    levels: [{ filter: 'dataLevel', field: 'dataLevel', labelField: 'data_level_desc' }],
  },
  {
    key: 'sources',
    label: 'Sources',
    advanced: true,
    levels: [
      {
        filter: 'instrument_class_code',
        field: 'instrument_class_code',
        labelField: 'instrument_class_name',
      },
    ],
  },
  {
    key: 'products',
    label: 'Data Products',
    advanced: true,
    levels: [
      { filter: 'instrument_code', field: 'instrument_code', labelField: 'instrument_name' },
    ],
  },
  {
    key: 'modelTypes',
    label: 'Model Type',
    advanced: true,
    levels: [{ filter: 'model_type', field: 'model_type' }],
  },
  {
    key: 'forcings',
    label: 'Large Scale Forcing',
    advanced: true,
    levels: [{ filter: 'large_scale_forcing', field: 'large_scale_forcing' }],
  },
  {
    key: 'instrumentCategories',
    label: 'Instrument Category',
    advanced: true,
    levels: [
      {
        filter: 'instrument_category_code',
        field: 'instrument_category_code',
        labelField: 'instrument_category_name',
      },
    ],
  },
  {
    key: 'epochs',
    label: 'Epoch',
    advanced: true,
    levels: [{ filter: 'epoch_codes', field: 'epoch_codes', labelField: 'epochs' }],
  },
];

/** 'Label||field' or 'Label||field||subfield', the name of a group on the wire. */
export const facetName = (group: FacetGroup): string =>
  [group.label, ...group.levels.map((level) => level.field)].join('||');

/** The fields that choices within a group filter on. */
export const facetFields = (group: FacetGroup): readonly FilterField[] => {
  const fields = group.levels.flatMap((level) => (level.filter ? [level.filter] : []));
  return group.dataTypes ? [...fields, 'instrument_category_code'] : fields;
};

/** Type of a site of which no table says more. */
export const OTHER_SITE = 'O';

/**
 * Names of the site types, for headings; the archive's short name stands before some (decision
 * 1028).
 */
export const siteTypeLabel = (code: string, archiveName: string): string =>
  ({
    P: `${archiveName} Sites`,
    L: `${archiveName} Longterm Sites`,
    M: 'Mobile Sites',
    I: `${archiveName} Inactive Sites`,
    X: 'External sites',
    T: 'Test sites',
  })[code] ?? 'Other sites';
