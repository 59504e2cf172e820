// Answers of DAP2: structure (DDS), attributes (DAS), errors, and how values are sent (XDR). Pure.

import type {
  DescribedVariable,
  Description,
  PlainAttribute,
} from '../../core/series/description.ts';
import type { Pick } from './dap-constraint.ts';
import { dapTypeOf, isInDap, isUnsignedByte, valuesIn } from './dap-constraint.ts';
import { plainText } from './description.ts';
import { elementOf } from './elements.ts';
import { dimensionsOf } from './zarr.ts';

export const DAP_HEADERS = { 'xdods-server': 'dods/3.7' } as const;

export const dapVersion = (version: string): string =>
  `Core version: DAP/2.0\nServer version: isobar/${version}\n`;

export function ddsOf(datastream: string, picks: readonly Pick[]): string {
  const lines = picks.map(({ variable, slices }) => {
    const dimensions = dimensionsOf(variable)
      .map((name, at) => `[${identifier(name)} = ${slices[at]?.count ?? 0}]`)
      .join('');
    return `    ${dapTypeOf(variable)} ${identifier(variable.name)}${dimensions};`;
  });
  return ['Dataset {', ...lines, `} ${identifier(datastream.replaceAll('.', '_'))};`, ''].join(
    '\n',
  );
}

/** Names may hold letters, digits and some marks; all else is percent-encoded. */
const identifier = (name: string): string =>
  name.replace(/[^\w\-+.~*%!@]/g, (mark) =>
    [...Buffer.from(mark)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );

export function dasOf(
  { variables, globals }: Description,
  further: Readonly<Record<string, string | readonly string[]>>,
): string {
  const own = Object.entries(further).map(
    ([name, value]): PlainAttribute => ({ name, type: 'char', value }),
  );
  const kept = globals.filter(({ name }) => !(name in further));
  return [
    'Attributes {',
    ...variables
      .filter(isInDap)
      .flatMap((variable) => container(variable.name, attributesInDap(variable))),
    ...container('NC_GLOBAL', [...kept, ...own]),
    '}',
    '',
  ].join('\n');
}

/** For readers that take bytes for signed ones an attribute states what they are; numbers about them are bytes as well. */
function attributesInDap(variable: DescribedVariable): readonly PlainAttribute[] {
  const { type, attributes } = variable;
  if (isUnsignedByte(variable)) return attributes.map(asUnsigned);
  if (type !== 'ubyte' || attributes.some(({ name }) => name === '_Unsigned')) return attributes;
  return [...attributes, plainText('_Unsigned', 'true')];
}

function asUnsigned(attribute: PlainAttribute): PlainAttribute {
  const { name, type, value } = attribute;
  if (type !== 'byte' || typeof value === 'string') return attribute;
  return { name, type: 'ubyte', value: value.map((each) => Number(each) & 0xff) };
}

const container = (name: string, attributes: readonly PlainAttribute[]): string[] => [
  `    ${identifier(name)} {`,
  ...attributes.flatMap(attributeLine),
  '    }',
];

function attributeLine({ name, type, value }: PlainAttribute): string[] {
  const list = typeof value === 'string' ? [value] : value;
  if (list.length === 0) return [];
  const isText = type === 'char' || type === 'string';
  const kind = isText ? 'String' : (elementOf(type).dap ?? 'Float64');
  const written = list.map((each) => (isText ? quoted(String(each)) : numberText(each)));
  return [`        ${kind} ${identifier(name)} ${written.join(', ')};`];
}

const quoted = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

const numberText = (value: number | string): string =>
  ({ Infinity: 'Inf', '-Infinity': '-Inf' })[String(value)] ?? String(value);

/** The body of every failure. */
export const dapError = (status: number, message: string): string =>
  `Error {\n    code = ${status};\n    message = ${quoted(message)};\n};\n`;

/** Lengths that stand before the values of an array; a single value has none. */
export function countsOf(pick: Pick): Uint8Array {
  if (pick.slices.length === 0) return new Uint8Array(0);
  const counts = Buffer.alloc(8);
  counts.writeUInt32BE(valuesIn(pick), 0);
  counts.writeUInt32BE(valuesIn(pick), 4);
  return counts;
}

/** Bytes that fill an array of bytes up to a multiple of four. */
export function paddingOf(pick: Pick): Uint8Array {
  const isBytes = dapTypeOf(pick.variable) === 'Byte' && pick.slices.length > 0;
  return new Uint8Array(isBytes ? (4 - (valuesIn(pick) % 4)) % 4 : 0);
}

/** Bytes of a picked variable in an answer. */
export function bytesSent(pick: Pick, perValue: number): number {
  const isOne = pick.slices.length === 0;
  const values = valuesIn(pick) * (isOne ? Math.max(4, perValue) : perValue);
  return countsOf(pick).length + values + paddingOf(pick).length;
}

/**
 * Values of a chunk of whole rows as DAP2 sends them. `raw`: little endian, `from`: the row of the first one; `rows`: those that are
 * wanted, in the numbers of the whole array, all within the chunk.
 */
export function toXdr(
  { variable, slices }: Pick,
  raw: Uint8Array,
  from: number,
  rows: readonly number[],
): Uint8Array {
  const { type, inner, perRecord } = variable;
  const element = elementOf(type);
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  const within = innerOffsets(
    inner.map(({ length }) => length),
    perRecord ? slices.slice(1) : slices,
  );
  const perRow = inner.reduce((product, { length }) => product * length, 1);
  const dap = dapTypeOf(variable) ?? '';
  const isBytes = dap === 'Byte' && slices.length > 0;
  const size = isBytes ? 1 : dap === 'Float64' ? 8 : 4;
  const made = new Uint8Array(rows.length * within.length * size);
  const out = new DataView(made.buffer);
  const write = writerOf(dap, out, isBytes);
  let at = 0;
  for (const row of rows)
    for (const offset of within) {
      write(at, element.read(view, ((row - from) * perRow + offset) * element.bytes));
      at += size;
    }
  return made;
}

function writerOf(dap: string, out: DataView, isBytes: boolean) {
  if (isBytes) return (at: number, value: number) => out.setUint8(at, value);
  if (dap === 'Float32') return (at: number, value: number) => out.setFloat32(at, value);
  if (dap === 'Float64') return (at: number, value: number) => out.setFloat64(at, value);
  return (at: number, value: number) => out.setInt32(at, value);
}

function innerOffsets(lengths: readonly number[], slices: Pick['slices']): number[] {
  let offsets = [0];
  for (const [dimension, length] of lengths.entries()) {
    const { start, stride, count } = slices[dimension] ?? { start: 0, stride: 1, count: length };
    const next: number[] = [];
    for (const offset of offsets)
      for (let n = 0; n < count; n++) next.push(offset * length + start + n * stride);
    offsets = next;
  }
  return offsets;
}
