// Designs of datastreams: what their files hold, read from the tables in designs/.
import { readdirSync } from 'node:fs';
import { numberOf, type Row, readTable, textOf } from './csv.ts';

export type ElementType = 'byte' | 'char' | 'short' | 'int' | 'float' | 'double';

/**
 * A variable as its design has it. `dimensions` without time; `perSample` false: one value for the
 * file.
 */
export interface VariableDesign {
  readonly name: string;
  readonly type: ElementType;
  readonly perSample: boolean;
  readonly dimensions: readonly string[];
  readonly longName: string;
  readonly units: string;
  readonly standardName: string;
  readonly valid: { readonly min?: number; readonly max?: number; readonly delta?: number };
  /** Has a qc_ variable beside it. */
  readonly checked: boolean;
  /** Primary measurement code; '' when it is none. */
  readonly measurement: string;
  /** How its values are made, in the words of signal-text.ts. */
  readonly signal: string;
}

export type Span =
  | 'hour'
  | 'quarter'
  | 'day'
  | 'month'
  | 'year'
  | 'sounding'
  | 'flight'
  | 'tether'
  | 'scan';

export interface Design {
  readonly name: string;
  /** Seconds between samples. */
  readonly step: number;
  /** What one file covers; a stream may have longer files (facts/datastreams.csv). */
  readonly span: Span;
  readonly dimensions: ReadonlyMap<string, number>;
  readonly version: string;
  /**
   * Where a file describes the tests of its qc_ variables: in global attributes (older files) or
   * with each variable.
   */
  readonly checks: 'global' | 'variable';
  /** Seconds around the time stamp that a sample stands for. */
  readonly bounds: readonly [number, number] | null;
  readonly extension: 'nc' | 'cdf';
  readonly title: string;
  readonly attributes: readonly (readonly [string, string])[];
  readonly variables: readonly VariableDesign[];
}

/** All designs, by name. Read once, on first use. */
export function designs(): ReadonlyMap<string, Design> {
  read ??= readDesigns();
  return read;
}

let read: Map<string, Design> | undefined;

/**
 * The design of a datastream class ('met') at a level ('b1'); the class's own when no level has
 * another.
 */
export function designOf(datastreamClass: string, level: string): Design | undefined {
  classes ??= readClasses();
  const name = classes.get(`${datastreamClass}@${level}`) ?? classes.get(datastreamClass);
  return name === undefined ? undefined : designs().get(name);
}

let classes: Map<string, string> | undefined;

function readClasses(): Map<string, string> {
  return new Map(
    readTable('designs/designs.csv').flatMap((row) =>
      textOf(row, 'classes')
        .split(' ')
        .map((name) => [name, textOf(row, 'design')] as const),
    ),
  );
}

function readDesigns(): Map<string, Design> {
  const variables = Map.groupBy(
    readdirSync(new URL('designs/', import.meta.url))
      .filter((file) => file.startsWith('variables-'))
      .sort()
      .flatMap((file) => readTable(`designs/${file}`)),
    (row) => textOf(row, 'design'),
  );
  return new Map(
    readTable('designs/designs.csv').map((row) => {
      const name = textOf(row, 'design');
      return [name, readDesign(row, variables.get(name) ?? [])] as const;
    }),
  );
}

function readDesign(row: Row, variables: readonly Row[]): Design {
  const bounds = textOf(row, 'bounds').split(' ').map(Number);
  return {
    name: textOf(row, 'design'),
    step: numberOf(row, 'step') ?? 60,
    span: textOf(row, 'span') as Span, // the test of the tables checks every word
    dimensions: new Map(
      pairs(textOf(row, 'dimensions')).map(([name, length]) => [name, Number(length)] as const),
    ),
    version: textOf(row, 'version'),
    checks: textOf(row, 'checks') === 'global' ? 'global' : 'variable',
    bounds: bounds.length === 2 ? [bounds[0] ?? 0, bounds[1] ?? 0] : null,
    extension: textOf(row, 'extension') === 'cdf' ? 'cdf' : 'nc',
    title: textOf(row, 'title'),
    attributes: textOf(row, 'attributes')
      .split('|')
      .filter((part) => part !== '')
      .map((part) => {
        const at = part.indexOf('=');
        return [part.slice(0, at), part.slice(at + 1)] as const;
      }),
    variables: variables.flatMap(readVariables),
  };
}

/**
 * One row, or as many as its name lists: 'soil_temp_{1 2 3}' with # for the item in the other
 * cells.
 */
function readVariables(row: Row): VariableDesign[] {
  const name = textOf(row, 'name');
  const list = /\{(.*)\}/.exec(name);
  if (!list?.[1]) return [readVariable(row, name, '')];
  return list[1].split(' ').map((item) => readVariable(row, name.replace(/\{.*\}/, item), item));
}

function readVariable(row: Row, name: string, item: string): VariableDesign {
  const text = (column: string): string => textOf(row, column).replaceAll('#', item);
  const dimensions = text('dims').split(' ').filter(Boolean);
  const [min, max, delta] = text('valid').split(' ').map(limit);
  return {
    name: name.replace(/\*$/, ''),
    type: (text('type') || 'float') as ElementType, // the test of the tables checks every word
    perSample: dimensions[0] !== '-',
    dimensions: dimensions.filter((dimension) => dimension !== '-'),
    longName: text('long_name'),
    units: text('units'),
    standardName: text('standard_name'),
    valid: {
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
      ...(delta !== undefined && { delta }),
    },
    checked: name.endsWith('*'),
    measurement: text('measurement'),
    signal: text('signal'),
  };
}

const limit = (text: string): number | undefined =>
  text === '' || text === '_' ? undefined : Number(text);

function pairs(text: string): [string, string][] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((part) => {
      const [name = '', value = ''] = part.split('=');
      return [name, value];
    });
}
