// Primary measurements, and the variables of each datastream class that hold one.
import { type Row, textOf } from '../../csv.ts';
import { designOf, type VariableDesign } from '../../design.ts';
import { madeDatastreams } from './datastreams.ts';
import type { Facts, Tables } from './table.ts';

export function measurementTables(facts: Facts): Tables {
  return {
    measurements: facts.read('measurements').map((row) => ({
      primary_meas_type_code: textOf(row, 'primary_meas_type_code'),
      name: textOf(row, 'name'),
      description: textOf(row, 'description'),
      category_code: textOf(row, 'category_code'),
      subcategory_code: textOf(row, 'subcategory_code'),
    })),
    'instrument-measurements': instrumentMeasurements(facts),
  };
}

/** Rows of the demo's designs first, then what else is known of real files and of classes as a whole. */
function instrumentMeasurements(facts: Facts): Row[] {
  const rows = new Map<string, Row>();
  const add = (row: Row): void => {
    const key = ['instrument_class_code', 'datastream_class', 'data_level', 'var_name']
      .map((column) => textOf(row, column))
      .join(' ');
    const whole = textOf(row, 'var_name') === '' ? ` ${textOf(row, 'primary_meas_type_code')}` : '';
    if (!rows.has(key + whole)) rows.set(key + whole, row);
  };
  for (const stream of madeDatastreams()) {
    const design = designOf(textOf(stream, 'datastream_class'), textOf(stream, 'data_level'));
    for (const variable of design?.variables ?? []) {
      if (variable.measurement !== '') add(rowOf(stream, variable));
    }
  }
  for (const row of facts.read('instrument_measurements')) {
    add({
      instrument_class_code: textOf(row, 'instrument_class_code'),
      primary_meas_type_code: textOf(row, 'primary_meas_type_code'),
      datastream_class: textOf(row, 'datastream_class'),
      data_level: textOf(row, 'data_level'),
      var_name: textOf(row, 'var_name'),
      standard_name: textOf(row, 'standard_name'),
    });
  }
  return [...rows.values()].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

const rowOf = (stream: Row, variable: VariableDesign): Row => ({
  instrument_class_code: textOf(stream, 'instrument_class_code'),
  primary_meas_type_code: variable.measurement,
  datastream_class: textOf(stream, 'datastream_class'),
  data_level: textOf(stream, 'data_level'),
  var_name: variable.name,
  standard_name: variable.standardName,
});

const orderOf = (row: Row): string =>
  ['instrument_class_code', 'datastream_class', 'data_level']
    .map((column) => textOf(row, column))
    .join(' ');
