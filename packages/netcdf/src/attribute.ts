// Reading attributes by name, as text or as a number.

import type { Attribute } from './dataset.ts';
import { isNumeric } from './element.ts';
import { numbersOf } from './numeric-array.ts';

interface HasAttributes {
  readonly attributes: readonly Attribute[];
}

export function findAttribute(of: HasAttributes, name: string): Attribute | undefined {
  return of.attributes.find((attribute) => attribute.name === name);
}

/**
 * The text of an attribute; several strings joined by ', '; undefined when it is absent or numeric.
 */
export function textAttribute(of: HasAttributes, name: string): string | undefined {
  const value = findAttribute(of, name)?.value;
  if (value === undefined) return undefined;
  if (typeof value === 'string') return value;
  return isNumeric(value) ? undefined : value.join(', ');
}

/**
 * The first number of an attribute; text that is a number counts; undefined when absent or not a
 * number.
 */
export function numberAttribute(of: HasAttributes, name: string): number | undefined {
  return numbersAttribute(of, name)?.[0];
}

/** All numbers of an attribute; undefined when it is absent or is not made of numbers. */
export function numbersAttribute(of: HasAttributes, name: string): number[] | undefined {
  const value = findAttribute(of, name)?.value;
  if (value === undefined) return undefined;
  if (isNumeric(value)) return Array.from(numbersOf(value), Number);
  const texts = typeof value === 'string' ? value.split(/[\s,]+/) : value;
  const numbers = texts.filter((text) => text !== '').map(Number);
  return numbers.length > 0 && numbers.every((number) => !Number.isNaN(number))
    ? numbers
    : undefined;
}
