// Answers of DAP2: structure (DDS), attributes (DAS), errors, and how values are sent (XDR). Pure.

import {
  type DescribedVariable,
  type Description,
  dimensionsOf,
  type PlainAttribute,
} from '../../core/series/description.ts';
import type { Pick, PickedRows } from './dap-constraint.ts';
import { dapTypeOf, isInDap, isUnsignedByte, valuesIn } from './dap-constraint.ts';
import { plainText } from './description.ts';
import { elementOf } from './elements.ts';

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

/**
 * Programs that average or join records, such as those of NCO, look for the dimension that grows;
 * DAP2 itself has none.
 */
const RECORDS = plainText('Unlimited_Dimension', 'time');

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
    ...container('DODS_EXTRA', [RECORDS]),
    '}',
    '',
  ].join('\n');
}

/**
 * For readers that take bytes for signed ones an attribute states what they are; numbers about them
 * are bytes as well. Some readers fail where several values stand for missing ones: the first is
 * sent for all of them.
 */
function attributesInDap(variable: DescribedVariable): readonly PlainAttribute[] {
  const { type } = variable;
  const isSeveral = missingList(variable).length > 1;
  const attributes = variable.attributes.map((one) =>
    isSeveral && one.name === 'missing_value' ? { ...one, value: one.value.slice(0, 1) } : one,
  );
  if (isUnsignedByte(variable)) return attributes.map(asUnsigned);
  const isBytes = type === 'ubyte' || type === 'char';
  if (!isBytes || attributes.some(({ name }) => name === '_Unsigned')) return attributes;
  return [...attributes, plainText('_Unsigned', 'true')];
}

function missingList({ attributes }: DescribedVariable): number[] {
  const value = attributes.find(({ name }) => name === 'missing_value')?.value ?? [];
  return typeof value === 'string' ? [] : value.map(Number);
}

/**
 * The values of `missing_value` besides the first, and that one; in the precision in which values
 * are stored.
 */
function othersMissing(variable: DescribedVariable): ReadonlyMap<number, number> {
  const stored = variable.type === 'float' ? Math.fround : Number;
  const [first = Number.NaN, ...others] = missingList(variable).map((each) => stored(each));
  return new Map(others.map((other) => [other, first]));
}

function asUnsigned(attribute: PlainAttribute): PlainAttribute {
  const { name, type, value } = attribute;
  if (type !== 'byte' || typeof value === 'string') return attribute;
  return { name, type: 'ubyte', value: value.map((each) => Number(each) & 0xff) };
}

/** Readers do not decode names of attributes, and end at two alike: the later one is left out. */
function container(name: string, attributes: readonly PlainAttribute[]): string[] {
  const lines = new Map<string, string[]>();
  for (const attribute of attributes) {
    const plain = attribute.name.replace(/[^\w\-+.@]+/g, '_');
    if (!lines.has(plain)) lines.set(plain, attributeLine(plain, attribute));
  }
  return [`    ${identifier(name)} {`, ...[...lines.values()].flat(), '    }'];
}

function attributeLine(name: string, { type, value }: PlainAttribute): string[] {
  const list = typeof value === 'string' ? [value] : value;
  if (list.length === 0) return [];
  const isText = type === 'char' || type === 'string';
  const kind = isText ? 'String' : (elementOf(type).dap ?? 'Float64');
  const isReal = kind.startsWith('Float');
  const written = list.map((each) => (isText ? quoted(String(each)) : numberText(each, isReal)));
  return [`        ${kind} ${name} ${written.join(', ')};`];
}

/** Readers take a zero byte for the end of everything. */
const quoted = (text: string): string =>
  `"${text.replaceAll('\0', '').replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** Real numbers without a point are read as integers by some readers, which have 64 bits. */
function numberText(value: number | string, isReal: boolean): string {
  const text = String(value);
  const infinite = { Infinity: 'Inf', '-Infinity': '-Inf' }[text];
  if (infinite !== undefined) return infinite;
  return isReal && /^-?\d{16,}$/.test(text) ? Number(value).toExponential() : text;
}

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

/** Values of a chunk of whole rows as DAP2 sends them. `raw`: little endian. */
export function toXdr(
  { variable, slices }: Pick,
  raw: Uint8Array,
  { from, rows }: PickedRows,
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
  const made = new Uint8Array(rows.count * within.length * size);
  const out = new DataView(made.buffer);
  const write = writerOf(dap, out, isBytes);
  const others = othersMissing(variable);
  let at = 0;
  for (let n = 0; n < rows.count; n++) {
    const first = (rows.start + n * rows.stride - from) * perRow;
    for (const offset of within) {
      const value = element.read(view, (first + offset) * element.bytes);
      write(at, others.size > 0 ? (others.get(value) ?? value) : value);
      at += size;
    }
  }
  return made;
}

function writerOf(dap: string, out: DataView, isBytes: boolean) {
  if (isBytes) return (at: number, value: number) => out.setUint8(at, value);
  // Of the four bytes of a single one, readers take the first or the last.
  if (dap === 'Byte') return (at: number, value: number) => out.setUint32(at, value * 0x01010101);
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
