// Small classic files for tests, made in memory from a few lines.
import { bytesSource } from '../byte-source.ts';
import { classicLayout, type Definition } from '../classic/layout.ts';
import type { Attribute, Dataset, NcType } from '../dataset.ts';
import { convert, encodeBigEndian, type FixedType } from '../element.ts';
import { openDataset } from '../open.ts';

export interface MadeVariable {
  readonly type: FixedType;
  readonly dimensions?: readonly string[];
  readonly values: readonly number[] | string;
  readonly attributes?: Readonly<Record<string, string | number | readonly number[]>>;
}

export interface MadeFile {
  /** Records. */
  readonly time: number;
  /** Whether time is a dimension of fixed length. */
  readonly timeIsFixed?: boolean;
  readonly dimensions?: Readonly<Record<string, number>>;
  readonly attributes?: Readonly<Record<string, string | number | readonly number[]>>;
  readonly variables: Readonly<Record<string, MadeVariable>>;
}

export async function madeFile(file: MadeFile): Promise<Dataset> {
  return await openDataset(bytesSource(madeBytes(file)));
}

function madeDefinition(file: MadeFile): Definition {
  const inner = Object.entries(file.dimensions ?? {});
  return {
    dimensions: [
      { name: 'time', length: file.time, unlimited: file.timeIsFixed !== true },
      ...inner.map(([name, length]) => ({ name, length, unlimited: false })),
    ],
    attributes: attributesOf(file.attributes, 'int'),
    variables: Object.entries(file.variables).map(([name, { type, dimensions, attributes }]) => ({
      name,
      type,
      dimensions: dimensions ?? [],
      attributes: attributesOf(attributes, type),
    })),
  };
}

export function madeBytes(file: MadeFile): Uint8Array {
  const layout = classicLayout(madeDefinition(file), file.time);
  const bytes = new Uint8Array(layout.size);
  bytes.set(layout.header);
  for (const { name, type, begin, bytes: size, isRecord } of layout.variables) {
    const { values } = file.variables[name] as MadeVariable;
    const stored = encodeBigEndian(
      typeof values === 'string' ? values : convert(values, type),
      type,
    );
    if (!isRecord) bytes.set(stored.subarray(0, size), begin);
    for (let record = 0; isRecord && record < file.time; record++) {
      bytes.set(
        stored.subarray(record * size, (record + 1) * size),
        begin + record * layout.recordSize,
      );
    }
  }
  return bytes;
}

/**
 * Numbers get the type of their variable, as fill values must; the scale of packed whole numbers is
 * a double.
 */
function attributesOf(attributes: MadeFile['attributes'], type: NcType): Attribute[] {
  return Object.entries(attributes ?? {}).map(([name, value]): Attribute => {
    if (typeof value === 'string') return { name, type: 'char', value };
    const numbers = typeof value === 'number' ? [value] : value;
    const own = type === 'char' || type === 'string' ? 'int' : type;
    const numeric = name === 'scale_factor' && own !== 'float' ? 'double' : own;
    return { name, type: numeric, value: convert(numbers, numeric) };
  });
}
