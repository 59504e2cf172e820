// Fields by their everyday names: 'level:b1', 'site:sgp', 'instrument:"Doppler lidar"' -> the
// fields of the records. Pure.

import { METADATA_FIELDS } from '@isobar/contract/catalogue/metadata-document.ts';
import { keysOf } from '@isobar/contract/keys.ts';

/** What a field is called -> where its words may be in a record. */
const EVERYDAY: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    site: ['site_code', 'site_name'],
    facility: ['facility_code', 'facility_name', 'ffac'],
    level: ['dataLevel'],
    class: ['instrument_class_code', 'instrument_class_name'],
    instrument: [
      'instrument_class_code',
      'instrument_class_name',
      'instrument_code',
      'instrument_name',
    ],
    product: ['instrument_code', 'instrument_name'],
    title: ['instrument_name', 'name'],
    name: ['instrument_name', 'name'],
    measurement: ['primary_meas_type_code', 'primary_meas_type_name'],
    category: ['meas_category_code', 'meas_category_name'],
    variable: ['var_name'],
    var: ['var_name'],
    ds: ['datastream'],
    campaign: ['iopShortName', 'iop_title', 'iopLongName'],
  }),
);

/** Fields of the records in lower case: 'datalevel' is dataLevel. */
const OWN: ReadonlyMap<string, string> = new Map(
  keysOf(METADATA_FIELDS).map((field) => [field.toLowerCase(), field]),
);

const fieldsOf = (name: string): readonly string[] => {
  const key = name.toLowerCase();
  const own = OWN.get(key);
  return EVERYDAY.get(key) ?? (own === undefined ? [] : [own]);
};

/** A phrase alone, which is left as it is, or a field with its word or phrase. */
const FIELD = /"(?:[^"\\]|\\.)*"|(?<![^\s(])([+-]?)([A-Za-z_]\w*):("(?:[^"\\]|\\.)*"|[^\s"()]+)/g;

/**
 * A text in the search language with its fields named as the records name them. Other names stay,
 * and find nothing.
 */
export const withOwnFields = (text: string): string =>
  text.replace(FIELD, (whole: string, sign?: string, name?: string, value?: string) => {
    const parts = fieldsOf(name ?? '').map((field) => `${field}:${value}`);
    if (parts.length === 0) return whole;
    if (sign === '-') return parts.map((part) => `-${part}`).join(' ');
    return parts.length === 1 ? parts.join('') : `(${parts.join(' OR ')})`;
  });
