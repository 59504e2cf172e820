// Helpers for numeric arrays of any type: making another like it, and storing numbers of either
// kind.
import type { NumericArray, Values } from './dataset.ts';
import { isNumeric, type NumericArrayConstructor } from './element.ts';

export type Item = number | bigint | string;

/** Makes arrays of the same type. */
export const typeOf = (values: NumericArray): NumericArrayConstructor =>
  values.constructor as NumericArrayConstructor; // every numeric array has one of these

/** Items of whatever type, for loops that take them as they come. */
export const itemsOf = (values: Values): ArrayLike<Item> => values;
export const numbersOf = (values: NumericArray): ArrayLike<number | bigint> => values;

export const isBig = (values: NumericArray): values is BigInt64Array | BigUint64Array =>
  values instanceof BigInt64Array || values instanceof BigUint64Array;

/** Copies into an array; values of a different number type are converted. */
export function setNumbers(target: NumericArray, source: NumericArray, at = 0): void {
  if (isBig(target)) {
    if (isBig(source)) target.set(source, at);
    else target.set(Array.from(source, BigInt), at);
  } else if (isBig(source)) target.set(Array.from(source, Number), at);
  else target.set(source, at);
}

/** Stores a number, which must be whole where the array holds big integers. */
export function putNumber(target: NumericArray, at: number, value: number | bigint): void {
  if (isBig(target)) target[at] = BigInt(value);
  else target[at] = Number(value);
}

export function fillNumbers(target: NumericArray, value: number | bigint): void {
  if (isBig(target)) target.fill(BigInt(value));
  else target.fill(Number(value));
}

/** Pieces of one variable, at least one of them, one after the other. */
export function together(pieces: readonly Values[]): Values {
  const [first = []] = pieces;
  if (!isNumeric(first)) return pieces.flatMap((piece) => Array.from(itemsOf(piece), String));
  const all = new (typeOf(first))(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    if (isNumeric(piece)) setNumbers(all, piece, at);
    at += piece.length;
  }
  return all;
}

/** The values of an attribute as comma-separated text. */
export const listed = (values: Values): string => Array.from(itemsOf(values), String).join(', ');

/** Bytes of characters. */
export function bytesOf(values: Values): Uint8Array {
  if (values instanceof Uint8Array) return values;
  if (!isNumeric(values)) throw new TypeError('texts are no bytes');
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
