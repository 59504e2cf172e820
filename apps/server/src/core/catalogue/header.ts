// Headers as the store keeps them, and which of them count as the same design.
import { createHash } from 'node:crypto';
import type { Dataset } from '@isobar/netcdf';

/** As a file has it, or as JSON keeps it. */
export interface HeaderAttribute {
  readonly name: string;
  readonly value: string | ArrayLike<string | number | bigint>;
}

export interface HeaderVariable {
  readonly name: string;
  readonly type: string;
  readonly dimensions: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
}

/** Degrees north and east, metres; altitude null where the file does not tell it. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number | null;
}

/**
 * The header of one file of a design. Attribute values are text; several numbers are joined by ',
 * '.
 */
export interface Header {
  readonly format: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly dimensions: readonly {
    readonly name: string;
    readonly length: number;
    readonly unlimited: boolean;
  }[];
  readonly variables: readonly HeaderVariable[];
  /** Where it was measured; null when the file does not tell, or tells it for each sample. */
  readonly place: Place | null;
}

/**
 * Attributes that tell in words what a variable is: CF's, and what models and other conventions
 * write in its place.
 */
const LONG_NAMES = ['long_name', 'longname', 'description', 'Description', 'title', 'Title'];

/** What a variable is called in words; empty where nothing tells. */
export function longNameOf({ attributes }: Pick<HeaderVariable, 'attributes'>): string {
  const name = LONG_NAMES.find((one) => Object.hasOwn(attributes, one) && attributes[one]);
  return name === undefined ? '' : (attributes[name] ?? '');
}

/**
 * Placeholders that programs write for variables without a standard name; variables that share one
 * measure nothing in common.
 */
const NO_STANDARD_NAME =
  /^(unknown|undefined|none|null|nil|n[/.]?a|missing|empty|tbd|not[ _](available|defined|set|applicable)|no[ _]standard[ _]?name|[-?.]*)$/i;

/** A variable's CF standard name; empty where it has none. */
export function standardNameOf({ attributes }: Pick<HeaderVariable, 'attributes'>): string {
  const name = attributes.standard_name?.trim() ?? '';
  return NO_STANDARD_NAME.test(name) ? '' : name;
}

/**
 * Longer values are cut: a header is kept for every design, and some files carry whole programs in
 * one attribute.
 */
const LONGEST_VALUE = 2000;

export function headerOf(
  dataset: Pick<Dataset, 'format' | 'attributes' | 'dimensions' | 'variables'>,
): Omit<Header, 'place'> {
  return {
    format: dataset.format,
    attributes: attributesOf(dataset.attributes),
    dimensions: dataset.dimensions.map(({ name, length, unlimited }) => ({
      name,
      length,
      unlimited,
    })),
    variables: dataset.variables.map((variable) => ({
      name: variable.name,
      type: variable.type,
      dimensions: variable.dimensions,
      attributes: attributesOf(variable.attributes),
    })),
  };
}

/** Global attributes that tell designs apart; all others may differ from file to file. */
const TELLING = [
  'Conventions',
  'dod_version',
  'title',
  'institution',
  'doi',
  'site_id',
  'facility_id',
  'location_description',
  'sampling_interval',
  'averaging_interval',
];

/**
 * Ten characters, the same for headers with the same variables, units and descriptions. Lengths,
 * dates and numbers inside texts, histories and serial numbers make no difference.
 */
export function designKey(header: Omit<Header, 'place'>): string {
  let text: string = header.format;
  for (const name of TELLING) text += `\n${name}=${masked(header.attributes[name] ?? '')}`;
  for (const variable of header.variables) {
    text += `\n\n${variable.name}:${variable.type}(${variable.dimensions.join()})`;
    const { attributes } = variable;
    for (const name in attributes) text += `\n${name}=${masked(attributes[name] ?? '')}`;
  }
  return createHash('sha1').update(text).digest('base64url').slice(0, 10);
}

/** A header out of the store. */
// written by storedHeader only
export const parseHeader = (text: string): Header => JSON.parse(text) as Header;

export const storedHeader = (header: Header): string => JSON.stringify(header);

const masked = (value: string): string => value.replace(/\d+/g, '0');

/** Attributes as texts; numbers are separated by spaces. */
export function attributesOf(attributes: readonly HeaderAttribute[]): Record<string, string> {
  return Object.fromEntries(attributes.map(({ name, value }) => [name, textOf(value)]));
}

function textOf(value: HeaderAttribute['value']): string {
  if (typeof value === 'string') return value.trim().slice(0, LONGEST_VALUE);
  const many: ArrayLike<string | number | bigint> = value;
  if (many.length === 1) return String(many[0]).slice(0, LONGEST_VALUE);
  return Array.from({ length: Math.min(many.length, 200) }, (_, at) => String(many[at]))
    .join(', ')
    .slice(0, LONGEST_VALUE);
}
