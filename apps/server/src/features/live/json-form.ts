// A NetCDF file as JSON, in the layout that xarray reads (Dataset.from_dict): attributes,
// dimensions, and nested lists.
import { open } from 'node:fs/promises';
import {
  type Attribute,
  charRows,
  type Dataset,
  itemsOf,
  NOTES_ATTRIBUTE,
  openDataset,
  textAttribute,
  type Values,
  type Variable,
} from '@isobar/netcdf';

/** Bytes that are gathered before they are written. */
const PIECE = 1 << 20;
/** Values that are read at a time. */
const VALUES = 1 << 18;

/** Returns how many bytes were written. Values that JSON cannot hold (NaN, infinity) are null. */
export async function writeJson(from: string, to: string, signal: AbortSignal): Promise<number> {
  const dataset = await openDataset(from);
  const file = await open(to, 'w');
  let bytes = 0;
  let text = '';
  const flush = async () => {
    bytes += (await file.write(text)).bytesWritten;
    text = '';
  };
  try {
    for await (const piece of jsonOf(dataset)) {
      signal.throwIfAborted();
      text += piece;
      if (text.length > PIECE) await flush();
    }
    await flush();
    return bytes;
  } finally {
    await file.close();
    await dataset.close();
  }
}

async function* jsonOf(dataset: Dataset): AsyncGenerator<string> {
  const dimensions = Object.fromEntries(dataset.dimensions.map((d) => [d.name, d.length]));
  yield `{"attrs":${attributes(dataset.attributes)},"dims":${JSON.stringify(dimensions)}`;
  const isCoordinate = ({ name }: Variable) => Object.hasOwn(dimensions, name);
  yield* members(dataset, 'coords', dataset.variables.filter(isCoordinate));
  const others = dataset.variables.filter((variable) => !isCoordinate(variable));
  yield* members(dataset, 'data_vars', others);
  const notes = textAttribute(dataset, NOTES_ATTRIBUTE)?.split('\n') ?? [];
  yield notes.length > 0 ? `,"notes":${JSON.stringify(notes)}}\n` : '}\n';
}

async function* members(dataset: Dataset, key: string, variables: readonly Variable[]) {
  yield `,"${key}":{`;
  for (const [place, variable] of variables.entries()) {
    const isText = variable.type === 'char';
    const dims = isText ? variable.dimensions.slice(0, -1) : variable.dimensions;
    const told = `"dims":${JSON.stringify(dims)},"attrs":${attributes(variable.attributes)}`;
    yield `${place > 0 ? ',' : ''}${JSON.stringify(variable.name)}:{${told},"data":`;
    yield* data(dataset, variable);
    yield '}';
  }
  yield '}';
}

async function* data(dataset: Dataset, variable: Variable): AsyncGenerator<string> {
  const { name, type, shape } = variable;
  const width = type === 'char' ? (shape.at(-1) ?? 1) : 0;
  const inner = (type === 'char' ? shape.slice(0, -1) : shape).slice(1);
  const isList = shape.length - (type === 'char' ? 1 : 0) > 0;
  if (!isList) {
    yield nested(cells(await dataset.read(name), width), []);
    return;
  }
  const rows = shape[0] ?? 0;
  const perRow = shape.slice(1).reduce((product, length) => product * length, 1);
  const step = Math.max(1, Math.floor(VALUES / Math.max(1, perRow)));
  yield '[';
  for (let row = 0; row < rows; row += step) {
    const stop = Math.min(rows, row + step);
    const texts = cells(await dataset.read(name, row, stop), width);
    const each = inner.reduce((product, length) => product * length, 1);
    const written: string[] = [];
    for (let r = 0; r < stop - row; r++)
      written.push(nested(texts.slice(r * each, (r + 1) * each), inner));
    yield (row > 0 ? ',' : '') + written.join(',');
  }
  yield ']';
}

/** One JSON text for each value; rows of characters are one value. */
function cells(values: Values, width: number): string[] {
  if (width > 0 && values instanceof Uint8Array)
    return charRows(values, width).map((text) => JSON.stringify(text));
  if (values instanceof Float32Array) return Array.from(values, floatText);
  return Array.from(itemsOf(values), (value) => {
    if (typeof value === 'bigint') return String(value);
    if (typeof value === 'string') return JSON.stringify(value);
    return Number.isFinite(value) ? String(value) : 'null';
  });
}

/** The fewest digits that read back as the same single. */
function floatText(value: number): string {
  if (!Number.isFinite(value)) return 'null';
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

/** Lists within lists, as the lengths say; without lengths, a single value. */
function nested(texts: readonly string[], shape: readonly number[]): string {
  const [length, ...inner] = shape;
  if (length === undefined) return texts[0] ?? 'null';
  if (inner.length === 0) return `[${texts.join(',')}]`;
  const each = inner.reduce((product, one) => product * one, 1);
  const parts = Array.from({ length }, (_, n) =>
    nested(texts.slice(n * each, (n + 1) * each), inner),
  );
  return `[${parts.join(',')}]`;
}

function attributes(all: readonly Attribute[]): string {
  return `{${all.map(({ name, value }) => `${JSON.stringify(name)}:${valueText(value)}`).join(',')}}`;
}

/** 64-bit integers keep all their digits. */
function valueText(value: Attribute['value']): string {
  if (typeof value === 'string') return JSON.stringify(value);
  const list = Array.from(itemsOf(value), (one) =>
    typeof one === 'bigint' ? String(one) : JSON.stringify(one),
  );
  return list.length === 1 ? (list[0] ?? 'null') : `[${list.join(',')}]`;
}
