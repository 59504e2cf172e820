// Tables that are copied almost unchanged: data levels, source classes, codes, scans, credits, DOIs.
import { type Row, textOf } from '../../csv.ts';
import type { Facts, Tables } from './table.ts';

const LEVELS: Readonly<Record<string, string>> = {
  '00': 'Output of the instrument as it was collected, in its own format',
  '01': 'Output of the instrument, repaired or bundled, in its own format',
  s1: 'Summary with consolidated values and one simple quality flag for each',
  s2: 'Second form of the summary',
  a0: 'Instrument values in NetCDF form, without calibration',
  a1: 'Values in engineering units, calibration applied',
  a2: 'Values processed beyond a1',
  a3: 'Values processed beyond a2',
  b0: 'Partly checked values, a step towards b1',
  b1: 'Values with automatic quality checks, results stored beside them',
  b2: 'Values checked or corrected beyond b1',
  b3: 'Values checked or corrected beyond b2',
  c0: 'Derived values meant as input of other products',
  c1: 'Derived or calculated values, first version',
  c2: 'Derived values, refined',
  c3: 'Derived values, refined further',
  m0: 'Output of a simulation as the model wrote it',
  m1: 'Output of a simulation in standard form',
};

const SCANS: Readonly<Record<string, string>> = {
  crc: 'Corner-reflector calibration',
  crcap: 'Corner-reflector calibration, antenna pattern',
  crcfp: 'Corner-reflector calibration, fixed pointing',
  mfpt: 'Fixed pointing, started manually',
  mmisc: 'Other scan, started manually',
  mppi: 'Plan position indicator, started manually',
  mrhi: 'Range height indicator, started manually',
  mvpt: 'Vertical pointing, started manually',
  mzppi: 'Zenith plan position indicator, started manually',
  ppivh: 'Plan position indicator volume, high sensitivity',
  slr: 'Sun tracking for calibration',
  vpthrc: 'Vertical pointing, high resolution',
  vpthsc: 'Vertical pointing, high sensitivity',
  zppi: 'Zenith plan position indicator',
  zrhiv: 'Zenith range height indicator volume',
};

/** The order of the source classes in their table. */
const ORDER: readonly string[] = [
  'armobs',
  'armderiv',
  'armmod',
  'extobs',
  'extderiv',
  'extmod',
  'evalobs',
  'evalderiv',
  'pi',
  'fc',
  'iop',
];

export function smallTables(facts: Facts): Tables {
  return {
    'data-levels': facts.read('data_levels').map((row) => ({
      data_level_code: textOf(row, 'data_level_code'),
      name: textOf(row, 'name'),
      family: textOf(row, 'family'),
      meaning: LEVELS[textOf(row, 'data_level_code')] ?? textOf(row, 'meaning'),
    })),
    'source-classes': facts
      .read('source_classes')
      .sort((a, b) => orderOf(a) - orderOf(b))
      .map((row) => ({
        source_class_code: textOf(row, 'source_class_code'),
        source_class_name: textOf(row, 'source_class_name'),
        data_type_group: textOf(row, 'data_type_group'),
        data_type_label: textOf(row, 'data_type_label'),
        produced_by: textOf(row, 'produced_by'),
        kind: textOf(row, 'kind'),
      })),
    'instrument-categories': facts.read('instrument_categories').map((row) => ({
      instrument_category_code: textOf(row, 'instrument_category_code'),
      instrument_category_name: textOf(row, 'instrument_category_name'),
    })),
    'measurement-categories': facts.read('measurement_categories').map((row) => ({
      category_code: textOf(row, 'category_code'),
      category_name: textOf(row, 'category_name'),
      subcategory_code: textOf(row, 'subcategory_code'),
      subcategory_name: textOf(row, 'subcategory_name'),
    })),
    'quality-codes': facts
      .read('dqr_codes')
      .filter((row) => textOf(row, 'shown') === 'yes')
      .map((row) => ({
        code: textOf(row, 'code'),
        quality_name: textOf(row, 'quality_name'),
        timeline_label: textOf(row, 'timeline_label'),
        assessment: textOf(row, 'toolkit_assessment'),
      })),
    'scan-names': facts.read('scan_types').map((row) => ({
      scan_name: textOf(row, 'scan_name'),
      scan_desc: textOf(row, 'scan_desc') || SCANS[textOf(row, 'scan_name')] || '',
      instrument_class_codes: textOf(row, 'instrument_class_codes'),
    })),
    'credit-classes': facts.read('credit_classes').map((row) => ({
      credit_class_code: textOf(row, 'credit_class_code'),
      instrument_class_code: textOf(row, 'instrument_class_code'),
      site_code: textOf(row, 'site_code'),
      facility_code: textOf(row, 'facility_code'),
      example_datastream: textOf(row, 'example_datastream'),
    })),
    dois: facts.read('dois').map((row) => ({
      doi: textOf(row, 'doi'),
      datastream_class: textOf(row, 'datastream_class'),
      instrument_class_code: textOf(row, 'instrument_class_code'),
    })),
  };
}

const orderOf = (row: Row): number => ORDER.indexOf(textOf(row, 'source_class_code'));
