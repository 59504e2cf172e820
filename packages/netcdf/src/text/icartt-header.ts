// The header of an ICARTT file, format index 1001 or 2110 (ICARTT 2.0; for 2110 the structure of
// NASA Ames 2110): ASCII, whatever texts the data have.
import { textAttribute } from '../attribute.ts';
import type { Attribute, Values } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { MISSING } from '../job/missing.ts';
import type { OutputSchema } from '../job/output-schema.ts';
import type { MergedVariable } from '../job/schema.ts';
import { unpackedNow, unpackingOf } from '../packing.ts';
import { asciiOf } from './ascii.ts';
import type { IcarttInformation } from './icartt-information.ts';
import type { IcarttShape } from './icartt-shape.ts';
import { floatText } from './number-text.ts';

/**
 * Keywords that the format wants in its normal comments, in this order; revision and its comment
 * follow.
 */
const KEYWORDS = [
  'PI_CONTACT_INFO',
  'PLATFORM',
  'LOCATION',
  'ASSOCIATED_DATA',
  'INSTRUMENT_INFO',
  'DATA_INFO',
  'UNCERTAINTY',
  'ULOD_FLAG',
  'ULOD_VALUE',
  'LLOD_FLAG',
  'LLOD_VALUE',
  'DM_CONTACT_INFO',
  'PROJECT_INFO',
  'STIPULATIONS_ON_USE',
  'OTHER_COMMENTS',
] as const;

const TIME = 'Time_Start';
const COUNT = 'Number_of_Lines';

export interface IcarttHeader {
  readonly shape: IcarttShape;
  readonly schema: OutputSchema;
  /** The final global attributes. */
  readonly globals: readonly Attribute[];
  /** Values that hold for all times, by variable. */
  readonly fixed: ReadonlyMap<string, Values>;
  /** The time of the first row, in seconds since 1970 UTC. */
  readonly firstTime: number;
  readonly special: readonly string[];
  readonly given: Partial<IcarttInformation>;
}

export function icarttHeader(header: IcarttHeader): string {
  const { shape, globals, given, firstTime } = header;
  const { bounded, columns, profiles } = shape;
  const global = (name: string) => textAttribute({ attributes: globals }, name);
  const revision = given.revision ?? 'R0';
  const comments = [
    ...normalComments(header),
    `REVISION: ${revision}`,
    `${revision}: ${given.comments?.[revision] ?? 'No comment'}`,
  ];
  const special = header.special.map((note) => line(note));
  const seconds = `${TIME}, seconds, ${TIME}, seconds after midnight UTC of the first day`;
  const nameOf = ({ name }: MergedVariable) => shape.names.get(name) ?? name;
  const lineOf = (variable: MergedVariable) => describe(variable, nameOf(variable));
  const lines = [
    line(given.investigators ?? global('contact') ?? 'N/A'),
    line(given.organisation ?? global('institution') ?? 'N/A'),
    line(given.source ?? global('datastream') ?? global('title') ?? 'N/A'),
    line(given.mission ?? global('platform_id') ?? 'N/A'),
    '1, 1',
    `${day(firstTime)}, ${day(given.revisionTime ?? firstTime)}`,
    ...(bounded
      ? [
          '0, 0',
          boundedDescription(shape),
          seconds,
          ...variableLines(profiles.map(lineOf)),
          ...variableLines([countDescription(shape), ...columns.map(lineOf)]),
        ]
      : ['0', seconds, ...variableLines(columns.map(lineOf))]),
    String(special.length),
    ...special,
    String(comments.length + 1),
    ...comments,
    (bounded
      ? [TIME, COUNT, ...columns.map(nameOf), boundedName(shape), ...profiles.map(nameOf)]
      : [TIME, ...columns.map(nameOf)]
    ).join(', '),
  ];
  return asciiOf(
    [`${lines.length + 1}, ${bounded ? 2110 : 1001}, V02_2016`, ...lines, ''].join('\n'),
  );
}

/** How many there are, their scales, what stands for missing, and a line for each. */
const variableLines = (descriptions: readonly string[]): string[] => [
  String(descriptions.length),
  descriptions.map(() => '1').join(', '),
  descriptions.map(() => String(MISSING)).join(', '),
  ...descriptions,
];

/** By the rules of 2110 the first auxiliary variable is the number of lines that follow. */
const countDescription = ({ bounded }: IcarttShape): string =>
  `${COUNT}, none, None, number of lines that follow; along ${bounded?.dimension.name}`;

function boundedName({ bounded, names }: IcarttShape): string {
  const name = bounded?.dimension.name ?? '';
  return names.get(name) ?? name;
}

function boundedDescription(shape: IcarttShape): string {
  const { coordinate } = shape.bounded ?? {};
  const name = boundedName(shape);
  return coordinate ? describe(coordinate, name) : `${name}, none, None, index; counted from 0`;
}

function normalComments({ globals, schema, fixed, given, shape }: IcarttHeader): string[] {
  const global = (name: string) => textAttribute({ attributes: globals }, name);
  const places = [...fixed].flatMap(([name, values]) => {
    const variable = schema.fixed.find((candidate) => candidate.name === name);
    const isPlace = variable && variable.inner.length === 0 && values.length === 1;
    if (!isPlace || ['base_time', 'time_offset'].includes(name)) return [];
    if (name === shape.bounded?.coordinate?.name) return [];
    const unpacking = unpackingOf(variable);
    const [measured] = unpackedNow(unpacking, values);
    const isSingle = unpacking ? unpacking.isSingle : variable.type === 'float';
    const value = isNumeric(values) && isSingle ? floatText(Number(measured)) : measured;
    return [`${name} = ${value} ${textAttribute(variable, 'units') ?? ''}`.trim()];
  });
  const found: Partial<Record<(typeof KEYWORDS)[number], string | undefined>> = {
    PLATFORM: global('platform_id') ?? global('platform'),
    LOCATION: [global('location_description'), ...places].filter(Boolean).join('; '),
    INSTRUMENT_INFO: global('title') ?? global('instrument'),
    DATA_INFO: `Made from NetCDF; ${global('history') ?? global('process_version') ?? ''}`,
    ULOD_FLAG: '-7777',
    LLOD_FLAG: '-8888',
    PROJECT_INFO: global('project') ?? global('doi'),
    STIPULATIONS_ON_USE: global('license'),
  };
  return KEYWORDS.map((keyword) => {
    const text = given.comments?.[keyword] ?? found[keyword];
    return line(`${keyword}: ${text ? text : 'N/A'}`);
  });
}

function describe(variable: MergedVariable, name: string): string {
  const units = textAttribute(variable, 'units') ?? 'none';
  const standard = textAttribute(variable, 'standard_name') ?? 'None';
  const title = textAttribute(variable, 'long_name') ?? variable.name;
  return [name, units, standard, title].map((text) => line(text).replaceAll(',', ';')).join(', ');
}

function day(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10).replaceAll('-', ', ');
}

/**
 * One line, whatever the text was; blanks inside stay, for counts that are set at the end have a
 * fixed width.
 */
function line(text: string): string {
  return text
    .replace(/\s*[\r\n]+\s*/g, ' ')
    .replaceAll('\t', ' ')
    .trim();
}
