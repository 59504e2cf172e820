// What is measured: the vocabulary, and which variable of which class shows which measurement.
import { type Row, readTable, textOf } from '../../csv.ts';
import type { Facts, Tables } from './table.ts';

/** Files of the designs that say what each of their variables measures. */
const DESIGN_FILES = [
  'surface-meteorology',
  'sounding',
  'radiation',
  'aerosols',
  'clouds',
  'ground',
  'moving',
  'profiling',
] as const;

export function measurementTables(facts: Facts): Tables {
  return {
    measurements: facts.read('measurements').map((row) => ({
      primary_meas_type_code: textOf(row, 'primary_meas_type_code'),
      name: textOf(row, 'name'),
      description: textOf(row, 'description'),
      category_code: textOf(row, 'category_code'),
      subcategory_code: textOf(row, 'subcategory_code'),
    })),
    'instrument-measurements': [...ofDesigns(), ...ofFacts(facts)],
  };
}

const ofFacts = (facts: Facts): Row[] =>
  facts.read('instrument_measurements').map((row) => ({
    instrument_class_code: textOf(row, 'instrument_class_code'),
    primary_meas_type_code: textOf(row, 'primary_meas_type_code'),
    datastream_class: textOf(row, 'datastream_class'),
    data_level: textOf(row, 'data_level'),
    var_name: textOf(row, 'var_name'),
    standard_name: textOf(row, 'standard_name'),
  }));

/** The demo's own designs: one row for each class that has the design and each variable that measures something. */
function ofDesigns(): Row[] {
  const instrumentClasses = new Map(
    readTable('../apps/server/tables/datastream-classes.csv').map((row) => [
      textOf(row, 'datastream_class'),
      textOf(row, 'instrument_class_code'),
    ]),
  );
  const variables = Map.groupBy(
    DESIGN_FILES.flatMap((name) => readTable(`designs/variables-${name}.csv`)).filter(
      (row) => textOf(row, 'measurement') !== '',
    ),
    (row) => textOf(row, 'design'),
  );
  return readTable('designs/designs.csv').flatMap((design) =>
    textOf(design, 'classes')
      .split(/[ ;|]+/)
      .filter(Boolean)
      .flatMap((datastreamClass) =>
        (variables.get(textOf(design, 'design')) ?? []).map((variable) => ({
          instrument_class_code: instrumentClasses.get(datastreamClass) ?? datastreamClass,
          primary_meas_type_code: textOf(variable, 'measurement'),
          datastream_class: datastreamClass,
          data_level: '',
          var_name: textOf(variable, 'name').replace('*', ''),
          standard_name: textOf(variable, 'standard_name'),
        })),
      ),
  );
}
