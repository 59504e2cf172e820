// Turns the text of a signal in a design table into a function: name(numbers)*factor+offset~noise.
import type { Sample, Signal } from './sample.ts';

/**
 * A dimension of a variable with its coordinates: in the units of the file and, where they are
 * lengths, in metres.
 */
export interface Axis {
  readonly name: string;
  readonly length: number;
  readonly values: Float64Array;
  readonly metres: Float64Array;
}

/** Makes a signal from the numbers in brackets and the variable's own axes (without time). */
export type SignalMaker = (numbers: readonly number[], axes: readonly Axis[]) => Signal;

const FORM =
  /^([a-z][a-z0-9-]*)(?:\(([^)]*)\))?(?:\*(-?[\d.e+-]+?))?(?:\+(-?[\d.e-]+))?(?:~(-?[\d.e-]+))?$/;

/** Throws when the text has another form or names no maker. */
export function parseSignal(
  text: string,
  axes: readonly Axis[],
  makers: Readonly<Record<string, SignalMaker>>,
): Signal {
  const [, name = '', list, factorText, offsetText, noiseText] = FORM.exec(text) ?? [];
  const maker = makers[name];
  if (!maker) throw new Error(`There is no signal "${text}"`);
  const numbers = (list ?? '').split(' ').filter(Boolean).map(Number);
  if (numbers.some(Number.isNaN)) throw new Error(`"${text}" has a number that is none`);
  const signal = maker(numbers, axes);
  const factor = Number(factorText ?? 1);
  const offset = Number(offsetText ?? 0);
  const noise = Number(noiseText ?? 0);
  if (noise !== 0) {
    return (s: Sample, e: number) => signal(s, e) * factor + offset + noise * s.noise(e);
  }
  if (factor !== 1 || offset !== 0) return (s, e) => signal(s, e) * factor + offset;
  return signal;
}
