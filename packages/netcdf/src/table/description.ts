// The small description beside a CSV file: which column is the time, what the others are called,
// what stands for missing.
import { NetcdfError } from '../netcdf-error.ts';
import { SEPARATORS, type Separator } from './cells.ts';

/**
 * As in NAME.csv.json, or csv.json for all CSV files of its folder. Everything but `time` may be
 * left out.
 */
export interface Description {
  readonly separator: Separator | undefined;
  /** Lines before the line of the column names. */
  readonly skip: number;
  /** The names, where no line has them. */
  readonly names: readonly string[] | undefined;
  /** The line after the names has their units. */
  readonly unitsLine: boolean;
  /** Lines that begin with this are skipped; '': none are. */
  readonly comment: string;
  /** Texts that stand for a missing value; an empty cell always does. */
  readonly missing: readonly string[];
  readonly time: TimeDescription;
  readonly columns: Readonly<Record<string, ColumnDescription>>;
  /** Global attributes. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Degrees north and east, metres. */
  readonly place:
    | {
        readonly latitude: number;
        readonly longitude: number;
        readonly altitude: number | undefined;
      }
    | undefined;
}

export interface TimeDescription {
  /** The columns that tell the time, joined by a blank. */
  readonly columns: readonly string[];
  /** Such as %Y-%m-%d %H:%M:%S; undefined: ISO 8601. */
  readonly format: string | undefined;
  /** Instead of a format: 'seconds since 2020-01-01'. */
  readonly units: string | undefined;
  /** The offset from UTC of times that name none: '+01:00'. */
  readonly zone: string;
}

export interface ColumnDescription {
  readonly attributes: Readonly<Record<string, string>>;
  readonly name: string | undefined;
  readonly isText: boolean;
  readonly leftOut: boolean;
}

const LARGEST = 1 << 20;

/** `where` names the file in errors. Throws `corrupt`, saying what is wrong and where. */
export function parseDescription(bytes: Uint8Array, where: string): Description {
  if (bytes.length > LARGEST) throw bad(where, 'is larger than 1 MB');
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw bad(where, `is no JSON (${cause instanceof Error ? cause.message : cause})`);
  }
  const top = new Fields(value, where, '');
  const description: Description = {
    separator: separatorOf(top),
    skip: top.count('skip', 10_000),
    names: top.texts('names'),
    unitsLine: top.flag('unitsLine'),
    comment: top.text('comment') ?? '',
    missing: top.texts('missing') ?? [],
    time: timeOf(top),
    columns: columnsOf(top),
    attributes: top.flat('attributes'),
    place: placeOf(top),
  };
  top.end();
  return description;
}

const bad = (where: string, what: string) => new NetcdfError('corrupt', `${where} ${what}.`);

function separatorOf(top: Fields): Separator | undefined {
  const text = top.text('separator');
  if (text === undefined) return undefined;
  const found = SEPARATORS.find((one) => one === text);
  if (found) return found;
  throw bad(top.where, `has a separator that is none of , ; | tab and "blank"`);
}

function timeOf(top: Fields): TimeDescription {
  const time = top.object('time');
  if (!time) throw bad(top.where, 'does not say which column is the time: "time": {"column": "…"}');
  const column = time.text('column');
  const columns = time.texts('columns') ?? (column === undefined ? [] : [column]);
  if (columns.length === 0 || columns.length > 10)
    throw bad(top.where, 'has a time without a column');
  const found = {
    columns,
    format: time.text('format'),
    units: time.text('units'),
    zone: time.text('zone') ?? '+00:00',
  };
  if (!/^(Z|UTC|[+-]\d\d:?\d\d)$/.test(found.zone))
    throw bad(top.where, `has a time zone that is not like +01:00`);
  time.end();
  return found;
}

function columnsOf(top: Fields): Record<string, ColumnDescription> {
  const columns = top.object('columns');
  const found: Record<string, ColumnDescription> = Object.create(null);
  for (const name of columns?.names() ?? []) {
    const column = columns?.object(name);
    if (!column) continue;
    found[name] = {
      name: column.text('name'),
      isText: column.flag('text'),
      leftOut: column.flag('leaveOut'),
      attributes: column.rest(),
    };
  }
  return found;
}

function placeOf(top: Fields): Description['place'] {
  const place = top.object('place');
  if (!place) return undefined;
  const [latitude, longitude] = [place.number('latitude'), place.number('longitude')];
  const altitude = place.number('altitude');
  place.end();
  const real =
    latitude !== undefined &&
    longitude !== undefined &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 360;
  if (!real) throw bad(top.where, 'has a place without latitude and longitude in degrees');
  return { latitude, longitude, altitude };
}

/**
 * The fields of a JSON object. Each is read once; those that were never read are the writer's
 * typing errors.
 */
class Fields {
  readonly where: string;
  readonly #of: Map<string, unknown>;
  readonly #path: string;
  readonly #asked = new Set<string>();

  constructor(value: unknown, where: string, path: string) {
    this.where = where;
    this.#path = path;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw bad(where, `has no object {…} ${path === '' ? 'in it' : `at ${path}`}`);
    this.#of = new Map(Object.entries(value));
  }

  names(): string[] {
    return [...this.#of.keys()];
  }

  object(name: string): Fields | undefined {
    const value = this.#take(name);
    return value === undefined ? undefined : new Fields(value, this.where, this.#at(name));
  }

  text(name: string): string | undefined {
    const value = this.#take(name);
    if (value === undefined || typeof value === 'string') return value;
    throw this.#wrong(name, 'is no text');
  }

  texts(name: string): string[] | undefined {
    const value = this.#take(name);
    if (value === undefined) return undefined;
    const all: unknown[] = Array.isArray(value) ? value : [value];
    if (all.every((one) => typeof one === 'string' || typeof one === 'number'))
      return all.map(String);
    throw this.#wrong(name, 'is no list of texts');
  }

  number(name: string): number | undefined {
    const value = this.#take(name);
    if (value === undefined || (typeof value === 'number' && Number.isFinite(value))) return value;
    throw this.#wrong(name, 'is not a number');
  }

  count(name: string, most: number): number {
    const value = this.number(name) ?? 0;
    if (Number.isInteger(value) && value >= 0 && value <= most) return value;
    throw this.#wrong(name, `is no count up to ${most}`);
  }

  flag(name: string): boolean {
    const value = this.#take(name) ?? false;
    if (typeof value === 'boolean') return value;
    throw this.#wrong(name, 'is neither true nor false');
  }

  flat(name: string): Record<string, string> {
    return this.object(name)?.rest() ?? {};
  }

  /** The fields that were not read, as texts. */
  rest(): Record<string, string> {
    const left = this.names().filter((name) => !this.#asked.has(name));
    return Object.fromEntries(
      left.map((name) => {
        const value = this.#take(name);
        if (typeof value === 'string' || typeof value === 'number') return [name, String(value)];
        throw this.#wrong(name, 'is neither a text nor a number');
      }),
    );
  }

  end(): void {
    const left = this.names().find((name) => !this.#asked.has(name));
    if (left !== undefined) throw this.#wrong(left, 'is nothing that is known here');
  }

  #take(name: string): unknown {
    this.#asked.add(name);
    const value = this.#of.get(name);
    return value === null ? undefined : value;
  }

  #at(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }

  #wrong(name: string, what: string) {
    return bad(this.where, `says ${this.#at(name).slice(0, 100)}, which ${what}`);
  }
}
