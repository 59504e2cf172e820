// Every field that a search can be narrowed by: its label, its short and old names in addresses,
// how many values it takes.
import { keysOf } from '../keys.ts';

type FilterFieldRule = {
  /** The label on a chip (specification part 1 section 3). */
  readonly label: string;
  /**
   * Other names of this field in an address: short names and those of earlier versions (decision
   * 1004).
   */
  readonly names?: readonly string[];
  /** One value only: a new one replaces the earlier (section 4). */
  readonly single?: true;
  /** Commas are part of the value and do not separate alternatives. */
  readonly whole?: true;
};

export const FILTER_FIELDS = {
  s: { label: 'Text', single: true, whole: true },
  id: { label: 'Record', whole: true },
  start_date: { label: 'Start Date', single: true },
  end_date: { label: 'End Date', single: true },
  epoch_codes: { label: 'Epoch', single: true },
  /** YYYYMMDD with commas: some days of the epoch, where it is not all of them. */
  epoch_days: { label: 'Epoch days', single: true, whole: true },
  meas_category_code: { label: 'Category', names: ['fcat'] },
  meas_subcategory_code: { label: 'Subcategory', names: ['fsubcat'] },
  primary_meas_type_code: { label: 'Measurement', names: ['fpmt'] },
  site_code: { label: 'Site', names: ['fsite'] },
  site_type: { label: 'Site type' },
  ffac: { label: 'Facility' },
  /** 'x y, x y, …' (longitude latitude): data whose place is inside this polygon. */
  shape: { label: 'Area', single: true, whole: true },
  iopShortName: { label: 'Field Campaign', names: ['fiop'] },
  datastream: { label: 'Datastream', names: ['fds'] },
  dataLevel: { label: 'Data Level', names: ['fdl'] },
  instrument_class_code: { label: 'Source', names: ['finst'] },
  instrument_category_code: { label: 'Instrument Category', names: ['icat'] },
  instrument_code: { label: 'Data Product' },
  source_class_code: { label: 'Data Type' },
  data_repository: { label: 'Data Repository' },
  model_type: { label: 'Model Type' },
  large_scale_forcing: { label: 'Large Scale Forcing' },
  simulation_date: { label: 'Simulation Date' },
  microphysics: { label: 'Microphysics' },
} as const satisfies Record<string, FilterFieldRule>;

export type FilterField = keyof typeof FILTER_FIELDS;

/** The rule of a field, with every optional member readable. */
export const filterRule = (field: FilterField): FilterFieldRule => FILTER_FIELDS[field];

export const isFilterField = (name: string): name is FilterField =>
  Object.hasOwn(FILTER_FIELDS, name);

/**
 * `fsite`, `site_code` or `SITE_CODE` -> `site_code`; null for what no search can be narrowed by.
 */
export function filterFieldOf(name: string): FilterField | null {
  if (isFilterField(name)) return name;
  return BY_NAME.get(name.toLowerCase()) ?? null;
}

const BY_NAME: ReadonlyMap<string, FilterField> = new Map(
  keysOf(FILTER_FIELDS).flatMap((field) =>
    [field, ...(filterRule(field).names ?? [])].map((name) => [name.toLowerCase(), field]),
  ),
);
