// Opens a series over the files that describeFile or an index described; reads no file.
import type { MergedVariable } from '../job/schema.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { turn } from '../yielding.ts';
import { type Joined, join, type Kind } from './join.ts';
import type { ShapeSpan } from './meanings.ts';
import { Series, type SeriesVariable } from './series.ts';
import { extentOf, type PlacedFile, type SeriesFile } from './series-file.ts';
import type { Constants, FileShape, ShapeVariable } from './shape.ts';
import { shapeKey, shapeText } from './shape-text.ts';

export interface SeriesOptions {
  /** Files that stay open between reads; default 32. */
  readonly mostOpen?: number;
  /**
   * Files that one read opens at once: several where opening one is waited for, as in a distant
   * store; default 1.
   */
  readonly atOnce?: number;
}

const MOST_OPEN = 32;
/**
 * Values of a table or coordinate without time that a series tells apart, each under a name of its
 * own.
 */
const MOST_TABLES = 24;

/**
 * Files without rows are passed over. Throws `invalid` when no file has rows. The rows of a file
 * stay as they are: times that repeat or go back are not sorted.
 */
export async function openSeries(
  files: readonly SeriesFile[],
  { mostOpen = MOST_OPEN, atOnce = 1 }: SeriesOptions = {},
): Promise<Series> {
  const sorted = files
    .filter(({ rows }) => rows > 0)
    .sort((a, b) => a.first - b.first || (a.name < b.name ? -1 : 1));
  if (sorted.length === 0) throw new NetcdfError('invalid', 'No file has rows.');
  const same = await sharedShapes(sorted);
  let rows = 0;
  const placed: PlacedFile[] = [];
  for (const file of sorted) {
    placed.push({ ...file, ...same(file), start: rows, open: (known) => file.open(known) });
    rows += file.rows;
  }
  const spans = spansOf(placed);
  const joined = await join(spans, await differingKinds(placed));
  return new Series({
    files: placed,
    rows,
    joined,
    variables: variablesOf(joined, placed),
    mostOpen,
    atOnce,
  });
}

/**
 * Gives files of equal shape the same object. Values that are small and yet those of a dimension,
 * if only in other files, belong to the shape; tables and coordinates that are others in more than
 * MOST_TABLES files belong to none.
 */
async function sharedShapes(
  files: readonly SeriesFile[],
): Promise<(file: SeriesFile) => Pick<SeriesFile, 'shape' | 'constants'>> {
  const dimensions = await dimensionsOf(files);
  const restless = await restlessTables(files, dimensions);
  const keys = new Map<FileShape, string>();
  const byKey = new Map<string, FileShape>();
  for (const { shape } of files) {
    if (keys.has(shape)) continue;
    const lasting = withoutTables(shape, restless);
    const key = shapeKey(shapeText(lasting));
    keys.set(shape, key);
    if (!byKey.has(key)) byKey.set(key, lasting);
    const due = turn();
    if (due) await due;
  }
  const widened = new Map<string, FileShape>();
  return ({ shape, constants }) => {
    const key = keys.get(shape) ?? '';
    const own = byKey.get(key) ?? shape;
    const named = own.variables.filter(
      ({ name, inner }) =>
        inner.length > 0 && dimensions.has(name) && constants[name] !== undefined,
    );
    if (named.length === 0) return { shape: own, constants };
    const full = `${key} ${JSON.stringify(named.map(({ name }) => constants[name]))}`;
    const found = widened.get(full) ?? withDigests(own, constants, dimensions);
    widened.set(full, found);
    return { shape: found, constants };
  };
}

async function dimensionsOf(files: readonly SeriesFile[]): Promise<Set<string>> {
  const dimensions = new Set<string>();
  for (const shape of new Set(files.map((file) => file.shape))) {
    for (const { inner } of shape.variables) for (const { name } of inner) dimensions.add(name);
    const due = turn();
    if (due) await due;
  }
  return dimensions;
}

/**
 * Names of tables and coordinates whose values are others in more files than a series tells apart.
 */
async function restlessTables(
  files: readonly SeriesFile[],
  dimensions: ReadonlySet<string>,
): Promise<Set<string>> {
  const digests = new Map<string, Set<string>>();
  const seen = new Set<FileShape | Constants>();
  const add = (name: string, digest: string): void => {
    const own = digests.get(name) ?? new Set();
    if (own.size <= MOST_TABLES) digests.set(name, own.add(digest));
  };
  for (const { shape, constants } of files) {
    if (seen.has(shape) && seen.has(constants)) continue;
    seen.add(shape).add(constants);
    for (const { name, inner, digest } of shape.variables) {
      const own =
        digest ?? (inner.length > 0 && dimensions.has(name) ? constants[name] : undefined);
      if (own !== undefined) add(name, own);
    }
    const due = turn();
    if (due) await due;
  }
  return new Set([...digests].flatMap(([name, own]) => (own.size > MOST_TABLES ? [name] : [])));
}

/** The dimension of a coordinate that is left out stays. */
function withoutTables(shape: FileShape, restless: ReadonlySet<string>): FileShape {
  const isRestless = ({ name, hasTime }: ShapeVariable) => !hasTime && restless.has(name);
  if (!shape.variables.some(isRestless)) return shape;
  const names = shape.variables.filter(isRestless).map(({ name }) => name);
  return {
    ...shape,
    variables: shape.variables.filter((variable) => !isRestless(variable)),
    leftOut: [
      ...shape.leftOut,
      ...names.map(
        (name) => `${name} has other values in more than ${MOST_TABLES} files and is left out`,
      ),
    ],
  };
}

const withDigests = (
  shape: FileShape,
  constants: Constants,
  dimensions: ReadonlySet<string>,
): FileShape => ({
  ...shape,
  variables: shape.variables.map((variable) => {
    const digest = constants[variable.name];
    const isNamed = variable.inner.length > 0 && dimensions.has(variable.name);
    return isNamed && digest !== undefined ? { ...variable, digest } : variable;
  }),
});

/** The spans of shapes, from the oldest file to the newest. */
function spansOf(files: readonly PlacedFile[]): ShapeSpan[] {
  const spans = new Map<FileShape, { shape: FileShape; first: number; last: number }>();
  for (const { shape, first, last } of files) {
    const span = spans.get(shape);
    if (!span) spans.set(shape, { shape, first, last });
    else span.last = Math.max(span.last, last);
  }
  return [...spans.values()].sort((a, b) => a.last - b.last);
}

/** One kind of each shape, and those that show that a value without time differs between files. */
async function differingKinds(files: readonly PlacedFile[]): Promise<Kind[]> {
  const shapes = new Set<FileShape>();
  const known = new Set<string>();
  const first = new Map<string, string>();
  const differing = new Set<string>();
  const kinds: Kind[] = [];
  for (const { shape, constants } of files) {
    const text = JSON.stringify(constants);
    const isNew = !shapes.has(shape);
    if (!isNew && known.has(text)) continue;
    known.add(text);
    shapes.add(shape);
    let tells = isNew;
    for (const [name, value] of Object.entries(constants)) {
      if (!first.has(name)) first.set(name, value);
      else if (first.get(name) !== value && !differing.has(name)) {
        differing.add(name);
        tells = true;
      }
    }
    if (tells) kinds.push({ shape, constants });
    const due = turn();
    if (due) await due;
  }
  return kinds;
}

interface Seen {
  readonly sources: Set<string>;
  from: number;
  to: number;
  files: number;
}

function variablesOf(joined: Joined, files: readonly PlacedFile[]): Map<string, SeriesVariable> {
  const seen = new Map<string, Seen>();
  for (const file of files) {
    const [from, to] = extentOf(file);
    for (const { source, shown } of joined.views.get(file.shape) ?? []) {
      const before = seen.get(shown.name);
      if (!before) {
        seen.set(shown.name, { sources: new Set([source]), from, to, files: 1 });
        continue;
      }
      before.sources.delete(source);
      before.sources.add(source);
      before.from = Math.min(before.from, from);
      before.to = Math.max(before.to, to);
      before.files++;
    }
  }
  const inOrder = [...joined.schema.variables.values()].sort(
    (a, b) => Number(b.name === 'time') - Number(a.name === 'time'),
  );
  return new Map(inOrder.map((variable) => [variable.name, described(variable, seen)]));
}

function described(variable: MergedVariable, seen: ReadonlyMap<string, Seen>): SeriesVariable {
  const { sources, from, to, files } = seen.get(variable.name) ?? {
    ...{ sources: new Set<string>(), from: Number.NaN, to: Number.NaN, files: 0 },
  };
  return { ...variable, sources: [...sources], from, to, files };
}
