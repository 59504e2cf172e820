// Writes ICARTT files of format index 1001: one value per variable and time, comma separated, with its long header.
import { textAttribute } from '../attribute.ts';
import type { Attribute, Values } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import type { IcarttInformation } from '../job/job.ts';
import { MISSING, missingValues } from '../job/missing.ts';
import type { OutputSchema } from '../job/output-schema.ts';
import type { Part } from '../job/plan.ts';
import type { MergedVariable, Schema } from '../job/schema.ts';
import type { Sink } from '../job/sink.ts';
import { floatText, LONGEST_NUMBER, putDouble, putFloat } from './number-text.ts';
import { TextWriter } from './text-writer.ts';

const DAY = 86400;
const COMMA = 44;
const NEW_LINE = 10;
const TOLD_BY_TIME = ['base_time', 'time_offset'];
/** Keywords that the format wants in its normal comments, in this order; revision and its comment follow. */
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

/** Which variables the format can hold, and why the others are left out. */
export function icarttColumns(schema: Schema): { columns: MergedVariable[]; notes: string[] } {
  const columns: MergedVariable[] = [];
  const notes: string[] = [];
  for (const variable of schema.variables.values()) {
    const { name, type, inner, perRecord } = variable;
    if (TOLD_BY_TIME.includes(name) || name === schema.timeVariable) continue;
    if (!perRecord && inner.length === 0) continue; // scalars are told in the comments
    if (!perRecord) notes.push(`${name} is left out: it has no time, and ICARTT 1001 is by time`);
    else if (inner.length > 0) {
      notes.push(
        `${name} is left out: ICARTT 1001 holds one value per time, and it has ${inner.map((each) => each.name).join(' and ')}; NetCDF holds it`,
      );
    } else if (type === 'char' || type === 'string') notes.push(`${name} is left out: it is text`);
    else columns.push(variable);
  }
  return { columns, notes };
}

export async function icarttSink(
  path: string,
  schema: OutputSchema,
  part: Part,
  information: Partial<IcarttInformation>,
): Promise<{ sink: Sink; notes: string[] }> {
  const { columns, notes } = icarttColumns(part.schema);
  const writer = await TextWriter.create(path);
  const scalars = new Map<string, Values>();
  const midnight = Math.floor(part.firstTime / DAY) * DAY;
  let begun = false;
  const sink: Sink = {
    writeFixed: (name, values) => {
      scalars.set(name, values);
      return Promise.resolve();
    },
    writeRows: async (block, times) => {
      if (!begun) writer.add(headerText(schema, part, columns, scalars, information));
      begun = true;
      const cells = columns.map((variable) => ({
        values: block.get(variable.name) as ArrayLike<number | bigint>,
        missing: missingValues(variable),
        put: variable.type === 'float' ? putFloat : putDouble,
      }));
      for (let row = 0; row < times.length; row++) {
        const time = times[row] as number;
        if (Number.isNaN(time)) continue; // a line without its time cannot be told from others
        writer.reserve((columns.length + 1) * (LONGEST_NUMBER + 2));
        writer.length = putDouble(writer.bytes, writer.length, round(time - midnight));
        for (const { values, missing, put } of cells) {
          writer.bytes[writer.length++] = COMMA;
          // Everything that stands for missing is the one flag of the header.
          const value = Number(values[row]);
          const isMissing = Number.isNaN(value) || missing.includes(value);
          writer.length = put(writer.bytes, writer.length, isMissing ? MISSING : value);
        }
        writer.bytes[writer.length++] = NEW_LINE;
        if (writer.isFull) await writer.flush();
      }
    },
    finish: async () => {
      await writer.close();
      return { bytes: writer.written, format: 'icartt' };
    },
    abandon: () => writer.abandon(),
  };
  return { sink, notes };
}

/** Times keep microseconds and lose the noise of subtraction. */
function round(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}

function headerText(
  schema: OutputSchema,
  part: Part,
  columns: readonly MergedVariable[],
  scalars: ReadonlyMap<string, Values>,
  given: Partial<IcarttInformation>,
): string {
  const globals = { attributes: schema.definition.attributes };
  const global = (name: string) => textAttribute(globals, name);
  const revision = given.revision ?? 'R0';
  const comments = normalComments(globals.attributes, schema, scalars, given);
  const revisionLines = [
    `REVISION: ${revision}`,
    `${revision}: ${given.comments?.[revision] ?? 'No comment'}`,
  ];
  const special = part.notes.map((note) => line(note));
  const names = columns.map(({ name }) => shortName(name));
  const lines = [
    line(given.investigators ?? global('contact') ?? 'N/A'),
    line(given.organisation ?? global('institution') ?? 'N/A'),
    line(given.source ?? global('datastream') ?? global('title') ?? 'N/A'),
    line(given.mission ?? global('platform_id') ?? 'N/A'),
    '1, 1',
    `${day(part.firstTime)}, ${day(given.revisionTime ?? part.firstTime)}`,
    '0',
    'Time_Start, seconds, Time_Start, seconds after midnight UTC of the first day',
    String(columns.length),
    columns.map(() => '1').join(', '),
    columns.map(() => String(MISSING)).join(', '),
    ...columns.map((variable) => describe(variable)),
    String(special.length),
    ...special,
    String(comments.length + revisionLines.length + 1),
    ...comments,
    ...revisionLines,
    ['Time_Start', ...names].join(', '),
  ];
  return [`${lines.length + 1}, 1001, V02_2016`, ...lines, ''].join('\n');
}

function normalComments(
  attributes: readonly Attribute[],
  schema: OutputSchema,
  scalars: ReadonlyMap<string, Values>,
  given: Partial<IcarttInformation>,
): string[] {
  const global = (name: string) => textAttribute({ attributes }, name);
  const places = [...scalars].flatMap(([name, values]) => {
    const variable = schema.fixed.find((candidate) => candidate.name === name);
    if (!variable || values.length !== 1 || TOLD_BY_TIME.includes(name)) return [];
    const value =
      isNumeric(values) && variable.type === 'float' ? floatText(Number(values[0])) : values[0];
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

function describe(variable: MergedVariable): string {
  const units = textAttribute(variable, 'units') ?? 'none';
  const standard = textAttribute(variable, 'standard_name') ?? 'None';
  const title = textAttribute(variable, 'long_name') ?? variable.name;
  return [shortName(variable.name), units, standard, title]
    .map((text) => line(text).replaceAll(',', ';'))
    .join(', ');
}

function shortName(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, '_');
}

function day(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10).replaceAll('-', ', ');
}

/** One line, whatever the text was. */
function line(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
