// The curated tables and the demo's own: words that exist, keys that lead somewhere.
import { expect, it } from 'vitest';
import { readTable, textOf } from './csv.ts';
import { designs } from './design.ts';
import { parseSignal } from './signal-text.ts';
import { MAKERS } from './signals/makers.ts';
import { streams } from './streams.ts';

const tables = '../apps/server/tables';
const codes = (table: string, column: string): Set<string> =>
  new Set(readTable(`${tables}/${table}.csv`).map((row) => textOf(row, column)));

const TYPES = new Set(['byte', 'char', 'short', 'int', 'float', 'double']);
const SPANS = new Set([
  'hour',
  'quarter',
  'day',
  'month',
  'year',
  'sounding',
  'flight',
  'tether',
  'scan',
]);

it('designs use known words, dimensions, signals and measurements, and no name twice', () => {
  const measurements = codes('measurements', 'primary_meas_type_code');
  for (const design of designs().values()) {
    expect(SPANS.has(design.span), design.name).toBe(true);
    const names = design.variables.map((variable) => variable.name);
    expect(names.length, design.name).toBeGreaterThan(0);
    expect(new Set(names).size, design.name).toBe(names.length);
    for (const variable of design.variables) {
      const label = `${design.name} ${variable.name}`;
      expect(TYPES.has(variable.type), label).toBe(true);
      expect(variable.longName, label).not.toBe('');
      expect(
        variable.dimensions.every((name) => design.dimensions.has(name)),
        label,
      ).toBe(true);
      expect(variable.measurement === '' || measurements.has(variable.measurement), label).toBe(
        true,
      );
      expect(() => parseSignal(variable.signal, [], MAKERS), label).not.toThrow();
    }
  }
});

it('datastreams have files of a known span, and places and classes of the tables', () => {
  const facilities = new Set(
    readTable(`${tables}/facilities.csv`).map(
      (row) => `${textOf(row, 'site_code')}.${textOf(row, 'facility_code')}`,
    ),
  );
  const classes = codes('instrument-classes', 'instrument_class_code');
  const levels = codes('data-levels', 'data_level_code');
  for (const stream of streams().values()) {
    expect(SPANS.has(stream.span), stream.name).toBe(true);
    expect(stream.perDay, stream.name).toBeGreaterThanOrEqual(1);
    expect(facilities.has(`${stream.site}.${stream.facility}`), stream.name).toBe(true);
    expect(classes.has(stream.instrumentClass), stream.name).toBe(true);
    expect(levels.has(stream.level), stream.name).toBe(true);
    expect(stream.name).toBe(`${stream.site}${stream.class}${stream.facility}.${stream.level}`);
    expect(stream.end).toBeGreaterThan(stream.start);
  }
});

it('datastreams can say of every measured variable what it measures', () => {
  const known = new Set(
    readTable(`${tables}/instrument-measurements.csv`).map(
      (row) =>
        `${textOf(row, 'instrument_class_code')} ${textOf(row, 'datastream_class')} ${textOf(row, 'data_level')} ${textOf(row, 'var_name')}`,
    ),
  );
  for (const { name, instrumentClass, class: streamClass, level, design } of streams().values()) {
    for (const variable of design.variables) {
      if (variable.measurement === '') continue;
      expect(
        known.has(`${instrumentClass} ${streamClass} ${level} ${variable.name}`),
        `${name} ${variable.name}`,
      ).toBe(true);
    }
  }
});

it('quality reports have texts and variables that their files have', () => {
  const rows = readTable(`${tables}/quality-reports.csv`);
  expect(rows.length).toBeGreaterThan(2_200);
  for (const row of rows) {
    const stream = streams().get(textOf(row, 'datastream'));
    const names = new Set(stream?.design.variables.map((variable) => variable.name));
    const listed = textOf(row, 'variables').split(';');
    expect(
      listed.filter((name) => !names.has(name)),
      textOf(row, 'dqr_id'),
    ).toEqual([]);
    expect(textOf(row, 'subject')).not.toBe('');
    expect(textOf(row, 'description')).not.toBe('');
  }
  expect(new Set(rows.map((row) => textOf(row, 'quality_code')))).toEqual(
    new Set(['0', '2', '3', '4', '5']),
  );
});

it('epochs list real days of sites that have data then', () => {
  for (const row of readTable(`${tables}/epochs.csv`)) {
    const days = textOf(row, 'dates').split(';');
    expect(days.length).toBeGreaterThan(5);
    expect([...days].sort()).toEqual(days);
    for (const site of textOf(row, 'site_codes').split(';')) {
      const times = days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1000);
      const covered = [...streams().values()].some(
        (stream) => stream.site === site && stream.start <= times[0]! && stream.end > times.at(-1)!,
      );
      expect(covered, `${textOf(row, 'epoch_code')} ${site}`).toBe(true);
    }
  }
});
