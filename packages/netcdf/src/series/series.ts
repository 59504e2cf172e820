// A series: all files of a datastream as one table of rows, whatever changed between the files.
import { createHash } from 'node:crypto';
import { checkRead, valueBytes } from '../claims.ts';
import { type Dataset, elementCount, type NumericArray, type Values } from '../dataset.ts';
import { arrayOf, isFixedType, isNumeric } from '../element.ts';
import { held, item } from '../held.ts';
import type { MergedVariable } from '../job/schema.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { setNumbers } from '../numeric-array.ts';
import { turn } from '../yielding.ts';
import { changesOf, notesOf, type SeriesChange } from './changes.ts';
import type { Joined } from './join.ts';
import { type Masking, ShapeMasks } from './masking.ts';
import { type Lent, OpenViews } from './open-views.ts';
import type { PlacedFile } from './series-file.ts';
import type { FileShape } from './shape.ts';
import type { ViewedVariable } from './view.ts';

/** A variable of a series. `perRecord`: it has a value for every row. */
export interface SeriesVariable extends MergedVariable {
  /** Names in the files, of which the newest is the last. */
  readonly sources: readonly string[];
  /**
   * The first and last time of the files that have it, seconds since 1970 UTC, and how many these
   * are.
   */
  readonly from: number;
  readonly to: number;
  readonly files: number;
}

export interface SeriesParts {
  readonly files: readonly PlacedFile[];
  readonly rows: number;
  readonly joined: Joined;
  readonly variables: ReadonlyMap<string, SeriesVariable>;
  readonly mostOpen: number;
  readonly atOnce: number;
}

/** Rows [from, to) of the file with this number, which begins at row `start` of the series. */
interface FilePart {
  readonly index: number;
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

export class Series {
  /** With rows, in the order of their first times, then of their names. */
  readonly files: readonly PlacedFile[];
  readonly rows: number;
  /** The variables by name; `time` is the first. */
  readonly variables: ReadonlyMap<string, SeriesVariable>;
  private readonly joined: Joined;
  private readonly views: OpenViews;
  private readonly atOnce: number;
  private readonly masks = new Map<FileShape, ShapeMasks>();
  private knownChanges: readonly SeriesChange[] | undefined;

  constructor({ files, rows, joined, variables, mostOpen, atOnce }: SeriesParts) {
    this.files = files;
    this.rows = rows;
    this.joined = joined;
    this.variables = variables;
    this.views = new OpenViews(files, joined, mostOpen);
    this.atOnce = atOnce;
  }

  /** What had several values, with its dates; found when it is asked for. */
  get changes(): readonly SeriesChange[] {
    this.knownChanges ??= changesOf(this.files, this.joined);
    return this.knownChanges;
  }

  /** How the series differs from its files, as sentences; the weightiest first. */
  get notes(): readonly string[] {
    return notesOf(this.files, this.joined, this.changes);
  }

  /**
   * Rows [start, stop) of variables that have a value for every row, each as one array with the row
   * as its slowest dimension. Where a file lacks a variable there are missing values. `masking`
   * makes values missing as an order would.
   *
   * Throws `no-such-variable`, `out-of-range`, `unsupported` for more than fits into memory,
   * `changed` where a file is no longer as it was described, and what reading throws.
   */
  async readRows(
    names: readonly string[],
    start: number,
    stop: number,
    masking: Masking = { spans: [], assessed: [] },
  ): Promise<Map<string, NumericArray>> {
    const wanted = names.map((name) => this.perRecord(name));
    this.checkRows(start, stop);
    const rowBytes = wanted.reduce((sum, variable) => sum + bytesOf(variable), 0);
    checkRead(names.join(', '), rowBytes * (stop - start));
    const columns = new Map<string, NumericArray>();
    for (const variable of wanted) columns.set(variable.name, emptyOf(variable, stop - start));
    const parts = this.partsOf(start, stop);
    const reading: Promise<ReadonlyMap<string, Values>>[] = [];
    for (const [n, part] of parts.entries()) {
      for (const next of parts.slice(reading.length, n + this.atOnce)) {
        const read = this.readFile(next, wanted, masking);
        read.catch(() => {}); // the first that fails is thrown below
        reading.push(read);
      }
      const read = await item(reading, n);
      delete reading[n]; // its values are copied now
      for (const { name, inner } of wanted) {
        const values = read.get(name);
        if (!values || !isNumeric(values)) continue;
        const perRow = elementCount(inner.map(({ length }) => length));
        setNumbers(held(columns, name), values, (part.start + part.from - start) * perRow);
      }
      const due = turn();
      if (due) await due;
    }
    return columns;
  }

  private partsOf(start: number, stop: number): FilePart[] {
    const parts: FilePart[] = [];
    for (let index = this.fileAt(start); index < this.files.length; index++) {
      const file = item(this.files, index);
      if (file.start >= stop) break;
      const from = Math.max(0, start - file.start);
      const to = Math.min(file.rows, stop - file.start);
      if (to > from) parts.push({ index, start: file.start, from, to });
    }
    return parts;
  }

  /** Times of rows [start, stop), seconds since 1970 UTC; NaN where a row has none. */
  async readTimes(start: number, stop: number): Promise<Float64Array> {
    const { time } = Object.fromEntries(await this.readRows(['time'], start, stop));
    return Float64Array.from(time instanceof Float64Array ? time : []);
  }

  /** All values of a variable that is the same for all rows, from the newest file that has it. */
  async readFixed(name: string): Promise<Values> {
    const variable = this.variable(name);
    if (variable.perRecord) throw new NetcdfError('invalid', `${name} has a value for every row.`);
    const index = this.files.findLastIndex(({ shape }) =>
      this.joined.views.get(shape)?.some(({ shown }) => shown.name === name),
    );
    return await this.views.with(index, async ({ view }) => await view.read(name));
  }

  /** What zero means, for every variable of times. */
  get timeUnits(): Joined['schema']['timeUnits'] {
    return this.joined.schema.timeUnits;
  }

  /** Global attributes of the newest file. */
  async attributes(): Promise<Dataset['attributes']> {
    return await this.views.with(this.files.length - 1, async ({ view }) => view.attributes);
  }

  /**
   * A key for each file, in order: of files with the same key the same variables are shown alike.
   */
  fileKeys(): string[] {
    const keys = new Map<FileShape, string>();
    return this.files.map(({ shape }) => {
      const key = keys.get(shape) ?? keyOf(this.joined.views.get(shape) ?? []);
      keys.set(shape, key);
      return key;
    });
  }

  /** Closes the files that are open, once nothing reads them. */
  async close(): Promise<void> {
    await this.views.close();
  }

  /** Throws `no-such-variable`. */
  variable(name: string): SeriesVariable {
    const found = this.variables.get(name);
    if (found) return found;
    throw new NetcdfError('no-such-variable', `The series has no variable "${name}".`);
  }

  /** The file that has a row. */
  fileAt(row: number): number {
    let low = 0;
    let high = this.files.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (item(this.files, middle).start <= row) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  private perRecord(name: string): SeriesVariable {
    const variable = this.variable(name);
    if (variable.perRecord) return variable;
    throw new NetcdfError('invalid', `${name} is the same for all rows.`);
  }

  private checkRows(start: number, stop: number): void {
    const isFine = Number.isInteger(start) && Number.isInteger(stop) && 0 <= start && start <= stop;
    if (isFine && stop <= this.rows) return;
    throw new NetcdfError(
      'out-of-range',
      `Rows ${start} to ${stop} of a series that has ${this.rows}.`,
    );
  }

  private async readFile(
    { index, from, to }: FilePart,
    wanted: readonly SeriesVariable[],
    masking: Masking,
  ): Promise<ReadonlyMap<string, Values>> {
    const file = item(this.files, index);
    const isMasked = masking.spans.length > 0 || masking.assessed.length > 0;
    const known = await file.times?.();
    if (known && known.length !== file.rows)
      throw new NetcdfError('changed', `${file.name} has no longer the rows that it had.`);
    const onlyTimes = wanted.every(({ name }) => name === 'time');
    if (known && onlyTimes) return new Map([['time', known.subarray(from, to)]]);
    const inFile = wanted.filter(({ name }) => name !== 'time' || !known);
    const needsTimes = isMasked && !known && !inFile.some(({ name }) => name === 'time');
    const chosen = needsTimes ? [...inFile, this.variable('time')] : inFile;
    const readPart = async (lent: Lent): Promise<ReadonlyMap<string, Values>> => {
      const columns = await lent.columns(chosen).read(from, to);
      if (known) columns.set('time', known.slice(from, to));
      if (isMasked) {
        const times = columns.get('time');
        if (!(times instanceof Float64Array)) throw new TypeError('times are seconds');
        const masks = this.masksOf(file.shape);
        await masks.mask(lent.view, masking, { columns, times, start: from, stop: to });
      }
      return columns;
    };
    // What times count from differs between files of one shape.
    const hasClock = chosen.some(({ name }) => this.timeUnits.has(name));
    return await this.views.with(index, readPart, hasClock ? 'header' : 'values');
  }

  private masksOf(shape: FileShape): ShapeMasks {
    const { ownSchemas, views, schema } = this.joined;
    const found =
      this.masks.get(shape) ?? new ShapeMasks(held(ownSchemas, shape), held(views, shape), schema);
    this.masks.set(shape, found);
    return found;
  }
}

/** Of what is shown of a file, and how. */
const keyOf = (viewed: readonly ViewedVariable[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        viewed.map(({ source, shown: { name, type, hasTime, inner }, showing }) => [
          ...[source, name, type, hasTime, inner, showing],
        ]),
      ),
    )
    .digest('hex')
    .slice(0, 20);

/** Bytes of one row. */
export const bytesOf = ({ type, inner }: MergedVariable): number =>
  elementCount(inner.map(({ length }) => length)) * valueBytes(type);

function emptyOf({ type, inner, name }: MergedVariable, rows: number): NumericArray {
  if (!isFixedType(type)) throw new NetcdfError('unsupported', `${name} is text of any length.`);
  return new (arrayOf(type))(rows * elementCount(inner.map(({ length }) => length)));
}
