// Compares a dataset with what ncdump prints of it: header and every value.
import { expect } from 'vitest';
import {
  type Attribute,
  type Dataset,
  elementCount,
  type Values,
  type Variable,
} from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { filled } from '../hdf5/fill.ts';
import { charRows } from '../text-bytes.ts';
import { type CdlAttribute, type CdlVariable, parseCdl } from './cdl.ts';

/** How many values were compared. */
export async function expectSameAsNcdump(dataset: Dataset, cdl: string): Promise<number> {
  const truth = parseCdl(cdl);
  expect(
    new Map(dataset.dimensions.map(({ name, length, unlimited }) => [name, { length, unlimited }])),
  ).toEqual(truth.dimensions);
  expectSameAttributes(dataset.attributes, truth.attributes);
  expect(dataset.variables.map(({ name }) => name)).toEqual([...truth.variables.keys()]);
  let compared = 0;
  for (const variable of dataset.variables) {
    const expected = truth.variables.get(variable.name) as CdlVariable;
    expect([variable.type, variable.dimensions]).toEqual([expected.type, expected.dimensions]);
    expectSameAttributes(variable.attributes, expected.attributes);
    const values = await dataset.read(variable.name);
    expect(values.length).toBe(elementCount(variable.shape));
    const difference = firstDifference(variable, values, expected.data);
    expect(difference, variable.name).toBeUndefined();
    compared += values.length;
  }
  return compared;
}

function expectSameAttributes(
  actual: readonly Attribute[],
  truth: Map<string, CdlAttribute>,
): void {
  expect(actual.map(({ name }) => name)).toEqual([...truth.keys()]);
  for (const { name, type, value } of actual) {
    const expected = truth.get(name) as CdlAttribute;
    if (typeof value === 'string') {
      expect([type, value], name).toEqual([expected.type, expected.values.join('')]);
    } else if (isNumeric(value)) {
      expect(type, name).toBe(expected.type);
      const numbers = Array.from(value as ArrayLike<number | bigint>);
      expect(numbers, name).toEqual(
        expected.values.map((text, index) => parsed(text, numbers[index] ?? 0, type === 'float')),
      );
    } else expect(value, name).toEqual(expected.values);
  }
}

function firstDifference(
  variable: Variable,
  values: Values,
  tokens: readonly string[],
): string | undefined {
  if (variable.type === 'char' && isNumeric(values)) {
    const width = variable.shape.at(-1) ?? 1;
    const rows = charRows(values as Uint8Array, Math.max(1, width));
    const expected = tokens.map((text) => text.replace(/\0+$/, ''));
    return rows.join('\n') === expected.join('\n') ? undefined : `"${rows}" is not "${expected}"`;
  }
  if (values.length > 0 && values.length !== tokens.length) {
    return `${values.length} values instead of ${tokens.length}`;
  }
  const [fill] = filled(variable, [1], [0], []);
  const isFloat = variable.type === 'float';
  for (let i = 0; i < values.length; i++) {
    const token = tokens[i] as string;
    const value = values[i] as number;
    const expected = token === '_' ? fill : parsed(token, value, isFloat);
    if (!Object.is(value, expected) && !(value === 0 && expected === 0)) {
      return `[${i}] is ${value} instead of ${token}`;
    }
  }
  return undefined;
}

function parsed(
  text: string,
  like: number | bigint | string,
  isFloat: boolean,
): number | bigint | string {
  if (typeof like === 'string') return text;
  if (typeof like === 'bigint') return BigInt(text.replace(/[A-Z]+$/i, ''));
  if (text.startsWith('NaN')) return Number.NaN;
  if (text.includes('Infinity')) return text.startsWith('-') ? -Infinity : Infinity;
  const number = Number(
    text.replace(/[A-Za-df-z]+$/i, (suffix) => (/e/i.test(suffix) ? suffix : '')),
  );
  return isFloat ? Math.fround(number) : number;
}
