// A CSV file by its description: the header line, the columns and how their cells become values.
import type { ByteSource } from '../byte-source.ts';
import type { Attribute } from '../dataset.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { parseTimeUnits, secondsAt } from '../time/time-units.ts';
import { cellsOf, numberOf, SEPARATORS, type Separator, shown } from './cells.ts';
import { clockOf } from './clock-format.ts';
import type { ColumnDescription, Description } from './description.ts';
import { freeName, text } from './names.ts';
import { LONGEST_LINE, lineBatches, textOf } from './text-lines.ts';
import { type Column, type Single, type TableForm, TIME_DIMENSION } from './text-table.ts';

const MOST_COLUMNS = 5000;
/** What a missing value is read as. */
const MISSING = -9999;

export async function csvForm(source: ByteSource, description: Description): Promise<TableForm> {
  const head = await headOf(source, description);
  const separator = description.separator ?? guessed(head.titles);
  const titles = description.names ?? cellsOf(textOf(head.titles), separator);
  const units = description.unitsLine ? cellsOf(textOf(head.units), separator) : [];
  if (titles.length > MOST_COLUMNS)
    throw new NetcdfError('unsupported', `It has ${titles.length} columns.`);
  return {
    format: 'csv',
    attributes: Object.entries(description.attributes).map(([name, value]) => text(name, value)),
    columns: columnsOf(description, titles, units),
    singles: placeOf(description),
    separator,
    comment: description.comment,
    cells: titles.length,
    begin: head.begin,
    firstLine: head.line,
  };
}

interface Head {
  readonly titles: string;
  readonly units: string;
  readonly begin: number;
  readonly line: number;
}

async function headOf(source: ByteSource, description: Description): Promise<Head> {
  const { skip, names, unitsLine, comment } = description;
  const wanted = (names ? 0 : 1) + (unitsLine ? 1 : 0);
  const head: string[] = [];
  let line = 0;
  const most = Math.min(source.size, LONGEST_LINE * 2);
  if (skip + wanted === 0) return { titles: '', units: '', begin: 0, line: 1 };
  for await (const batch of lineBatches(source, 0, most)) {
    for (const [i, found] of batch.lines.entries()) {
      line++;
      if (line <= skip || found.trim() === '') continue;
      if (comment !== '' && found.startsWith(comment)) continue;
      if (head.length < wanted) head.push(found);
      if (head.length < wanted) continue;
      const begin = batch.offsets[i + 1] ?? (batch.offsets[i] ?? 0) + found.length + 1;
      const isRow = wanted === 0; // only lines were skipped, and this one is a line of values
      const units = unitsLine ? (head.at(-1) ?? '') : '';
      return {
        titles: names ? '' : (head[0] ?? ''),
        units,
        begin: isRow ? (batch.offsets[i] ?? 0) : begin,
        line: isRow ? line : line + 1,
      };
    }
  }
  throw new NetcdfError('corrupt', 'It has no line of column names where its description says.');
}

/** The separator that splits the column names into the most parts. */
function guessed(titles: string): Separator {
  const counts = SEPARATORS.map((one) => ({ one, count: cellsOf(titles, one).length }));
  const blank = counts.find(({ one }) => one === 'blank');
  const best = counts.filter(({ one }) => one !== 'blank').sort((a, b) => b.count - a.count)[0];
  return best && best.count > 1 ? best.one : (blank?.count ?? 0) > 1 ? 'blank' : ',';
}

function columnsOf(
  description: Description,
  titles: readonly string[],
  units: readonly string[],
): Column[] {
  const { time, columns: described } = description;
  const placeOfTitle = (title: string): number => {
    const at = titles.indexOf(title);
    if (at >= 0) return at;
    const known = titles.slice(0, 30).join(', ');
    throw new NetcdfError('corrupt', `It has no column ${shown(title)}; it has ${known}.`);
  };
  for (const title of Object.keys(described)) placeOfTitle(title);
  const timeCells = time.columns.map(placeOfTitle);
  const taken = new Set([TIME_DIMENSION, ...PLACE_NAMES]);
  const isMissing = missingTest(description.missing);
  const all: Column[] = [timeColumn(description, timeCells)];
  for (const [cell, title] of titles.entries()) {
    const own = Object.hasOwn(described, title) ? described[title] : undefined;
    if (timeCells.includes(cell) || own?.leftOut) continue;
    all.push(columnOf({ cell, title, unit: units[cell] ?? '', own, taken, isMissing }));
  }
  return all;
}

function timeColumn({ time }: Description, cells: readonly number[]): Column {
  const units = time.units === undefined ? null : parseTimeUnits(time.units);
  if (time.units !== undefined && units === null)
    throw new NetcdfError(
      'corrupt',
      `Its times count from ${shown(time.units)}, which is not a date.`,
    );
  const clock = clockOf(time.format, time.zone);
  return {
    name: TIME_DIMENSION,
    type: 'double',
    cells,
    attributes: [
      text('units', 'seconds since 1970-01-01 00:00:00 0:00'),
      text('standard_name', 'time'),
      text('long_name', `Time, from ${time.columns.join(' and ')}`),
    ],
    value: (own) => {
      const joined = own.join(' ').trim();
      if (!units) return clock(joined);
      const number = numberOf(joined);
      return number === undefined ? undefined : secondsAt(number, units);
    },
  };
}

function columnOf(of: {
  readonly cell: number;
  readonly title: string;
  readonly unit: string;
  readonly own: ColumnDescription | undefined;
  readonly taken: Set<string>;
  readonly isMissing: (cell: string) => boolean;
}): Column {
  const { own, isMissing } = of;
  // 'T_air [degC]' and 'RH (%)' give the units after the name.
  const [, plain = of.title, beside = ''] =
    /^([^[(]+?)\s*[[(]([^\])]{1,40})[\])]$/.exec(of.title) ?? [];
  const given = own?.attributes ?? {};
  const attributes: Record<string, string> = {
    units: of.unit || beside,
    long_name: plain,
    ...given,
  };
  if (own?.isText) delete attributes.units;
  const texts = Object.entries(attributes)
    .filter(([, value]) => value !== '')
    .map(([name, value]): Attribute => text(name, value));
  const name = freeName(own?.name ?? plain, of.taken);
  if (own?.isText)
    return {
      name,
      type: 'string',
      cells: [of.cell],
      attributes: texts,
      value: ([cell = '']) => (isMissing(cell) ? '' : textOf(cell)),
    };
  return {
    name,
    type: 'double',
    cells: [of.cell],
    attributes: [...texts, { name: '_FillValue', type: 'double', value: Float64Array.of(MISSING) }],
    value: ([cell = '']) => {
      if (isMissing(cell)) return MISSING;
      const value = numberOf(cell);
      return value !== undefined && Number.isNaN(value) ? MISSING : value;
    },
  };
}

/** Compares as text, and numbers also by value: -999 is -999.00. */
function missingTest(missing: readonly string[]): (cell: string) => boolean {
  const texts = new Set(missing.map((one) => one.trim()));
  const numbers = new Set(missing.flatMap((one) => numberOf(one.trim()) ?? []));
  return (cell) => {
    if (cell === '' || texts.has(cell)) return true;
    const value = numbers.size > 0 ? numberOf(cell) : undefined;
    return value !== undefined && numbers.has(value);
  };
}

const PLACE_NAMES = ['latitude', 'longitude', 'altitude'];

function placeOf({ place }: Description): Single[] {
  if (!place) return [];
  const single = (name: string, units: string, value: number): Single => ({
    name,
    value,
    attributes: [text('units', units), text('standard_name', name)],
  });
  return [
    single('latitude', 'degrees_north', place.latitude),
    single('longitude', 'degrees_east', place.longitude),
    ...(place.altitude === undefined ? [] : [single('altitude', 'm', place.altitude)]),
  ];
}
