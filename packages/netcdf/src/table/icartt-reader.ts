// Reads the header of an ICARTT file of format index 1001: one independent variable, which is time.
import type { ByteSource } from '../byte-source.ts';
import type { Attribute } from '../dataset.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { cellsOf, numberOf, type Separator, shown } from './cells.ts';
import { freeName, text } from './names.ts';
import { textOf } from './text-lines.ts';
import { type Column, type TableForm, TIME_DIMENSION } from './text-table.ts';

/** How every such file begins: `36, 1001` or `36 1001`, which a version may follow. */
const FIRST_LINE = /^\s*(\d{1,6})\s*[,\s]\s*(\d{3,4})\s*(?:[,\s]\s*(V\d\d_\d{4})\s*)?,?\s*\r?\n/;

/** Real headers have a hundred lines. */
const MOST_LINES = 10_000;
const MOST_VARIABLES = 5000;
const LARGEST_HEADER = 4 << 20;

export const isIcartt = (first: string): boolean => {
  const index = FIRST_LINE.exec(first)?.[2];
  return index !== undefined && /^(1001|1010|1020|2010|2110|2160|2310|3010|4010)$/.test(index);
};

/**
 * Throws `unsupported` for other format indexes, and `corrupt` for a header that contradicts
 * itself.
 */
export async function icarttForm(source: ByteSource): Promise<TableForm> {
  const bytes = await source.read(0, Math.min(LARGEST_HEADER, source.size));
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const [, count = '', index = ''] = FIRST_LINE.exec(text) ?? [];
  if (index !== '1001')
    throw new NetcdfError(
      'unsupported',
      `It is an ICARTT file of format index ${index}; 1001 (one time for each line) is read.`,
    );
  const lines = Number(count);
  if (lines < 14 || lines > MOST_LINES) throw wrong(1, `says that the header has ${lines} lines`);
  const header = new HeaderLines(text, lines);
  return formOf(header);
}

const wrong = (line: number, what: string) =>
  new NetcdfError('corrupt', `ICARTT header, line ${line}: it ${what}.`);

/** The lines of a header one after the other. */
class HeaderLines {
  readonly #lines: readonly string[];
  /** Where values begin. */
  readonly end: number;
  /** The number of the line that was taken last. */
  at = 0;

  constructor(text: string, count: number) {
    const lines: string[] = [];
    let from = 0;
    for (let i = 0; i < count; i++) {
      const end = text.indexOf('\n', from);
      if (end < 0) throw wrong(1, `promises ${count} lines of header, and there are ${i}`);
      lines.push(text.slice(from, end).replace(/\r$/, ''));
      from = end + 1;
    }
    if (lines.some((line) => line.includes('\0'))) throw wrong(1, 'begins a file with NUL bytes');
    this.#lines = lines;
    this.end = from;
  }

  next(): string {
    const line = this.#lines[this.at++];
    if (line === undefined) throw wrong(this.at - 1, 'is the last one, and more is promised');
    return textOf(line).trim();
  }

  count(most: number): number {
    const text = this.next();
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= 0 && number <= most) return number;
    throw wrong(this.at, `has ${shown(text)} where a count up to ${most} belongs`);
  }

  /** The next `count` numbers, which may run over several lines. */
  numbers(count: number): number[] {
    const all: number[] = [];
    while (all.length < count) {
      for (const cell of this.next()
        .split(/[\s,]+/)
        .filter(Boolean)) {
        const value = numberOf(cell);
        if (value === undefined) throw wrong(this.at, `has ${shown(cell)} where a number belongs`);
        all.push(value);
      }
    }
    if (all.length === count) return all;
    throw wrong(this.at, `makes ${all.length} numbers of the ${count} that belong there`);
  }

  get last(): string {
    return textOf(this.#lines.at(-1) ?? '');
  }

  get length(): number {
    return this.#lines.length;
  }
}

function formOf(header: HeaderLines): TableForm {
  header.next(); // the first line is known
  const [investigator, organisation, source, mission] = [0, 1, 2, 3].map(() => header.next());
  header.next(); // volume and number of volumes
  const day = dayOf(header);
  header.next(); // the interval of the times
  const time = variableOf(header.next());
  if (!SECONDS.test(time.units) && !/^s/i.test(time.units))
    throw wrong(header.at, `counts ${shown(time.units)}, and times are counted in seconds`);
  const count = header.count(MOST_VARIABLES);
  const scales = header.numbers(count);
  const missing = header.numbers(count);
  const described = Array.from({ length: count }, () => variableOf(header.next()));
  const special = notesOf(header);
  const told = toldIn(notesOf(header));
  if (header.at !== header.length)
    throw wrong(header.at, `ends the header, of which line 1 promises ${header.length} lines`);
  const separator: Separator = header.last.includes(',') ? ',' : 'blank';
  const titles = cellsOf(header.last, separator);
  if (titles.length !== count + 1)
    throw wrong(header.at, `names ${titles.length} columns, not ${count + 1}`);
  return {
    format: 'icartt',
    attributes: attributesOf({ investigator, organisation, source, mission, special, told }),
    columns: columnsOf({ day, time, described, scales, missing, flags: detectionFlags(told) }),
    singles: [],
    separator,
    comment: '',
    cells: count + 1,
    begin: header.end,
    firstLine: header.length + 1,
  };
}

const SECONDS = /^sec(ond)?s?\b/i;

/** '2013, 08, 14, 2014, 01, 20': first day of the data, then of the revision. */
function dayOf(header: HeaderLines): string {
  const [year = 0, month = 0, day = 0] = header
    .next()
    .split(/[\s,]+/)
    .map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  if (year >= 1800 && year < 2300 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day)
    return date.toISOString().slice(0, 10);
  throw wrong(header.at, 'begins with no date');
}

interface Described {
  readonly name: string;
  readonly units: string;
  readonly standardName: string;
  readonly longName: string;
}

/** 'O3_ppbv, ppbv, Gas_O3_InSitu_S_AVMR, ozone', of which the last two came with later versions. */
function variableOf(line: string): Described {
  const [name = '', units = '', third = '', ...rest] = line.split(',').map((part) => part.trim());
  const told = (text: string) => (/^(none|n\/a)?$/i.test(text) ? '' : text);
  const longName = told(rest.join(', '));
  return {
    name: name || 'unnamed',
    units: told(units),
    standardName: longName ? told(third) : '',
    longName: longName || told(third),
  };
}

function notesOf(header: HeaderLines): string[] {
  const count = header.count(MOST_LINES);
  const notes: string[] = [];
  // The line of the column names is the last of the normal comments.
  for (let i = 0; i < count; i++) notes.push(header.next());
  return notes;
}

/** What the normal comments say under a name; '' where they do not. */
type Told = (name: string) => string;

/**
 * Of lines such as 'LLOD_FLAG: -8888', which the lines after them may continue; the last one has
 * the column names.
 */
function toldIn(normal: readonly string[]): Told {
  const comments = new Map<string, string>();
  let key = '';
  for (const line of normal.slice(0, -1)) {
    const [, name, text = ''] = /^([A-Z][A-Z0-9_]{2,40})\s*:\s*(.*)$/.exec(line) ?? [];
    key = name ?? key;
    const before = comments.get(key);
    comments.set(key, name !== undefined ? text : `${before ?? ''} ${line}`.trim());
  }
  return (name) => {
    const text = comments.get(name) ?? '';
    return /^n\/?a$/i.test(text) ? '' : text;
  };
}

function attributesOf(of: {
  readonly investigator: string | undefined;
  readonly organisation: string | undefined;
  readonly source: string | undefined;
  readonly mission: string | undefined;
  readonly special: readonly string[];
  readonly told: Told;
}): Attribute[] {
  const { told } = of;
  const all: [string, string | undefined][] = [
    ['title', of.source],
    ['institution', of.organisation],
    ['creator_name', of.investigator],
    ['project', told('PROJECT_INFO') || of.mission],
    ['campaign', of.mission],
    ['platform', told('PLATFORM')],
    ['location', told('LOCATION')],
    ['instrument_description', told('INSTRUMENT_INFO')],
    ['contact', told('PI_CONTACT_INFO')],
    ['license', told('STIPULATIONS_ON_USE')],
    ['comment', of.special.join(' ')],
    ...['DATA_INFO', 'UNCERTAINTY', 'ASSOCIATED_DATA', 'DM_CONTACT_INFO', 'REVISION'].map(
      (name): [string, string] => [name.toLowerCase(), told(name)],
    ),
    ...['ULOD_FLAG', 'ULOD_VALUE', 'LLOD_FLAG', 'LLOD_VALUE', 'OTHER_COMMENTS'].map(
      (name): [string, string] => [name.toLowerCase(), told(name)],
    ),
  ];
  return all.flatMap(([name, value]) => (value ? [text(name, value)] : []));
}

/**
 * What is written in place of values above and below what the instrument detects: such a number is
 * no measured value.
 */
const detectionFlags = (told: Told): number[] =>
  ['ULOD_FLAG', 'LLOD_FLAG'].flatMap((name) => {
    const flag = numberOf(told(name));
    return flag === undefined || Number.isNaN(flag) ? [] : [flag];
  });

/** The gap is first, which is what is written where something is masked. */
const missingValue = (gap: number, flags: readonly number[]): Attribute[] =>
  flags.length === 0
    ? []
    : [{ name: 'missing_value', type: 'double', value: Float64Array.of(gap, ...flags) }];

function columnsOf(of: {
  readonly day: string;
  readonly time: Described;
  readonly described: readonly Described[];
  readonly scales: readonly number[];
  readonly missing: readonly number[];
  readonly flags: readonly number[];
}): Column[] {
  const since = `seconds since ${of.day} 00:00:00 0:00`;
  const taken = new Set([TIME_DIMENSION]);
  const value = ([cell = '']: readonly string[]) => numberOf(cell);
  return [
    {
      name: TIME_DIMENSION,
      type: 'double',
      cells: [0],
      value,
      attributes: [
        text('units', since),
        text('standard_name', 'time'),
        text('long_name', of.time.longName || of.time.name),
      ],
    },
    ...of.described.map((one, i): Column => {
      const isTime = SECONDS.test(one.units) && /^(time|utc|start|stop|mid)/i.test(one.name);
      const [scale = 1, gap = -9999] = [of.scales[i], of.missing[i]];
      return {
        name: freeName(one.name, taken),
        type: 'double',
        cells: [i + 1],
        value,
        attributes: [
          text('units', isTime ? since : one.units || '1'),
          text('long_name', one.longName || one.name),
          ...(one.standardName ? [text('icartt_standard_name', one.standardName)] : []),
          { name: '_FillValue', type: 'double', value: Float64Array.of(gap) },
          ...(isTime ? [] : missingValue(gap, of.flags)),
          ...(scale === 1
            ? []
            : [{ name: 'scale_factor', type: 'double' as const, value: Float64Array.of(scale) }]),
        ],
      };
    }),
  ];
}
