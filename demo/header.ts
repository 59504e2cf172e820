// Headers of the demo's files: dimensions, global attributes, variables and their attributes.
// Within a stream the dates differ from file to file, the length of the header does not.

import { type Attribute, type ClassicLayout, classicLayout, type Definition } from '@isobar/netcdf';
import type { StreamFile } from './calendar.ts';
import { DAY, SIMULATED } from './clock.ts';
import { unit } from './hash.ts';
import type { PlannedVariable } from './planned-variable.ts';
import type { Stream } from './streams.ts';

interface Shape {
  readonly stream: Stream;
  readonly variables: readonly PlannedVariable[];
  readonly dimensions: ReadonlyMap<string, number>;
}

/**
 * The dates in a header. Each has 19 characters, so that all headers of a stream are of one length.
 */
interface Dates {
  readonly base: string;
  readonly midnight: string;
  readonly made: string;
}

/**
 * Placeholders for the dates in the header that all files of a stream share; each is as long as a
 * date.
 */
const PLACES: Dates = {
  base: '(first sample of it',
  midnight: '(midnight before it',
  made: '(hour of its making',
};

/** The header that all files of a stream share, and where in its bytes the dates of a file go. */
export interface HeaderTemplate {
  readonly layout: ClassicLayout;
  readonly dates: readonly { readonly at: number; readonly date: keyof Dates }[];
}

export function headerTemplate(shape: Shape): HeaderTemplate {
  const layout = classicLayout(definitionOf(shape, PLACES), 0);
  const bytes = Buffer.from(layout.header.buffer, layout.header.byteOffset, layout.header.length);
  const dates = (Object.keys(PLACES) as (keyof Dates)[]).flatMap((date) => {
    const found: { at: number; date: keyof Dates }[] = [];
    for (let at = bytes.indexOf(PLACES[date]); at >= 0; at = bytes.indexOf(PLACES[date], at + 1)) {
      found.push({ at, date });
    }
    return found;
  });
  return { layout, dates };
}

/** Bytes of the header of one file. */
export function headerOf({ layout, dates }: HeaderTemplate, file: StreamFile): Uint8Array {
  const bytes = Buffer.from(layout.header);
  bytes.writeUInt32BE(file.records, RECORD_COUNT);
  const texts: Dates = {
    base: dateTime(file.first),
    midnight: dateTime(file.first - (file.first % DAY)),
    made: dateTime(madeAt(file)),
  };
  for (const { at, date } of dates) bytes.write(texts[date], at, 'latin1');
  return bytes;
}

/** Where a CDF-2 header says how many records there are: after its four first bytes. */
const RECORD_COUNT = 4;

function definitionOf(shape: Shape, dates: Dates): Definition {
  return {
    version: 2,
    dimensions: [
      { name: 'time', length: 0, unlimited: true },
      ...[...shape.dimensions].map(([name, length]) => ({ name, length, unlimited: false })),
    ],
    attributes: globalAttributes(shape.stream, dates),
    variables: shape.variables.map((variable) => ({
      name: variable.name,
      type: variable.type,
      dimensions: [...(variable.perSample ? ['time'] : []), ...variable.dimensions],
      attributes: attributesOf(variable, shape.stream, dates),
    })),
  };
}

/** '2019-01-01 00:00:00', UTC. */
const dateTime = (t: number): string =>
  new Date(Math.floor(t) * 1000).toISOString().slice(0, 19).replace('T', ' ');

const text = (name: string, value: string): Attribute => ({ name, type: 'char', value });

function attributesOf(variable: PlannedVariable, stream: Stream, dates: Dates): Attribute[] {
  switch (variable.kind) {
    case 'base-time':
      return [
        text('string', `${dates.base} 0:00`),
        text('long_name', 'Base time in Epoch'),
        text('units', 'seconds since 1970-1-1 0:00:00 0:00'),
        text('ancillary_variables', 'time_offset'),
      ];
    case 'time-offset':
      return [
        text('long_name', 'Time offset from base_time'),
        text('units', `seconds since ${dates.base} 0:00`),
        text('ancillary_variables', 'base_time'),
      ];
    case 'time':
      return [
        text('long_name', 'Time offset from midnight'),
        text('units', `seconds since ${dates.midnight} 0:00`),
        text('calendar', 'gregorian'),
        text('standard_name', 'time'),
        ...(stream.design.bounds ? [text('bounds', 'time_bounds')] : []),
      ];
    case 'time-bounds':
      return [
        text('long_name', 'Time cell bounds'),
        {
          name: 'bound_offsets',
          type: 'double',
          value: Float64Array.from(stream.design.bounds ?? []),
        },
      ];
    case 'data':
      return dataAttributes(variable);
    case 'check':
      return checkAttributes(variable, stream);
    default:
      return variable.kind satisfies never;
  }
}

function dataAttributes({
  type,
  design,
  perSample,
  dimensions,
  name,
}: PlannedVariable): Attribute[] {
  if (!design) return [];
  const number = (attribute: string, value: number | undefined): Attribute[] =>
    value === undefined ? [] : [{ name: attribute, type, value: numbersOfType(type, value) }];
  const optional = (attribute: string, value: string): Attribute[] =>
    value === '' ? [] : [text(attribute, value)];
  const isCoordinate = dimensions[0] === name || /^(lat|lon|alt)$/.test(name);
  return [
    text('long_name', design.longName),
    text('units', design.units),
    ...number('valid_min', design.valid.min),
    ...number('valid_max', design.valid.max),
    ...number('valid_delta', design.valid.delta),
    ...(perSample && !isCoordinate && type !== 'char'
      ? number('missing_value', missingOf(type))
      : []),
    ...optional('standard_name', design.standardName),
    ...classesOf(design.signal, type),
    ...(design.checked ? [text('ancillary_variables', `qc_${design.name}`)] : []),
  ];
}

/** The classes of signals that are masks or kinds, as CF writes them. */
const CLASSES: Readonly<Record<string, readonly (readonly [value: number, name: string])[]>> = {
  'cloud-mask': [
    [0, 'clear'],
    [1, 'cloud'],
  ],
  'cloud-phase': [
    [0, 'clear'],
    [1, 'liquid'],
    [2, 'ice'],
    [3, 'mixed_phase'],
    [4, 'drizzle'],
    [6, 'rain'],
    [7, 'snow'],
  ],
  'cloud-type': [
    [0, 'none'],
    [1, 'low'],
    [4, 'middle'],
    [6, 'high'],
    [7, 'deep_convection'],
  ],
};

function classesOf(signal: string, type: PlannedVariable['type']): Attribute[] {
  const classes = CLASSES[signal];
  if (!classes) return [];
  return [
    { name: 'flag_values', type, value: numbersOfType(type, ...classes.map(([value]) => value)) },
    text('flag_meanings', classes.map(([, name]) => name).join(' ')),
  ];
}

/** The number that stands for a missing value. */
export const missingOf = (type: string): number => (type === 'byte' ? -99 : -9999);

function numbersOfType(type: string, ...values: readonly number[]) {
  switch (type) {
    case 'double':
      return Float64Array.from(values);
    case 'int':
      return Int32Array.from(values);
    case 'short':
      return Int16Array.from(values);
    case 'byte':
      return Int8Array.from(values);
    default:
      return Float32Array.from(values);
  }
}

const TESTS = [
  ['Value is equal to missing_value.', 'Bad'],
  ['Value is less than valid_min.', 'Bad'],
  ['Value is greater than valid_max.', 'Bad'],
  ['Difference between current and previous values exceeds valid_delta.', 'Indeterminate'],
] as const;

function checkAttributes({ design }: PlannedVariable, stream: Stream): Attribute[] {
  if (!design) return [];
  const { min, max, delta } = design.valid;
  const made = [true, min !== undefined, max !== undefined, delta !== undefined];
  const beside = stream.design.checks === 'variable';
  return [
    text('long_name', `Quality check results on variable: ${design.longName}`),
    text('units', '1'),
    text(
      'description',
      beside
        ? 'Each bit stands for one test: set when the value failed it. 0 means that every test was passed.'
        : 'See global attributes for individual bit descriptions.',
    ),
    ...(beside ? [text('standard_name', 'quality_flag'), text('flag_method', 'bit')] : []),
    ...TESTS.flatMap(([description, assessment], i) =>
      beside && made[i]
        ? [
            text(`bit_${i + 1}_description`, description),
            text(`bit_${i + 1}_assessment`, assessment),
          ]
        : [],
    ),
  ];
}

function globalAttributes(stream: Stream, dates: Dates): Attribute[] {
  const { design, site, facility } = stream;
  const derived = /^[cms]/.test(stream.level);
  const process = `${derived ? 'vap' : 'ingest'}-${stream.class}-${design.version}`;
  const interval = design.step >= 1 ? `${design.step} seconds` : `${design.step} second`;
  return [
    text('command_line', `${stream.class}_${derived ? 'vap' : 'ingest'} -s ${site} -f ${facility}`),
    text('Conventions', 'ARM-1.3 CF-1.8'),
    text('process_version', process),
    text('dod_version', `${stream.class}-${stream.level}-${design.version}`),
    text('site_id', site),
    text('platform_id', stream.class),
    text('facility_id', facility),
    text('data_level', stream.level),
    text('location_description', stream.location),
    text('datastream', stream.name),
    ...(derived ? [] : [text('input_source', `${site}${stream.class}${facility}.00`)]),
    text('title', design.title),
    text('institution', 'Isobar demo archive'),
    text('simulated', SIMULATED),
    text('sampling_interval', interval),
    ...(design.bounds
      ? [text('averaging_interval', `${design.bounds[1] - design.bounds[0]} seconds`)]
      : []),
    text('serial_number', String(10_000 + Math.floor(unit(stream.seed, 1) * 89_999))),
    ...design.attributes.map(([name, value]) => text(name, value)),
    ...(design.checks === 'global' ? globalTests() : []),
    ...(stream.doi === '' ? [] : [text('doi', stream.doi)]),
    text('history', `created by the Isobar demo archive at ${dates.made}, using ${process}`),
  ];
}

function globalTests(): Attribute[] {
  return [
    text(
      'qc_bit_comment',
      'Each bit of a qc variable stands for one test: set when the value failed it. 0 means that every test was passed.',
    ),
    ...TESTS.flatMap(([description, assessment], i) => [
      text(`qc_bit_${i + 1}_description`, description),
      text(`qc_bit_${i + 1}_assessment`, assessment),
    ]),
  ];
}

/** When the file came to be, in seconds UTC: hours after its last sample, days for derived data. */
export function madeAt({ stream, first, records }: StreamFile): number {
  const last = first + records * stream.design.step;
  const wait = /^[cms]/.test(stream.level) ? 9 * DAY : 5_400;
  return Math.round(last + wait * (0.6 + 0.8 * unit(stream.seed + 3, Math.round(first))));
}
