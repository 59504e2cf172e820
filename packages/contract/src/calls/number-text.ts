// Numbers in paths and queries of addresses: decimal, and never 0 for an empty text.
import * as z from 'zod/mini';

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Described as a number. What is empty, or anything but one decimal number, is refused; `checks`:
 * what else it has to be.
 */
// @__NO_SIDE_EFFECTS__
export function numberText(...checks: readonly z.core.$ZodCheck<number>[]) {
  return z.pipe(z.transform(numberOf), z.number().check(...checks));
}

function numberOf(value: unknown, context: z.core.ParsePayload): unknown {
  if (typeof value !== 'string') return value;
  if (DECIMAL.test(value)) return Number(value);
  const message = value === '' ? 'is empty: write a number, or leave it out' : 'is not a number';
  context.issues.push({ code: 'custom', message, input: value });
  return z.NEVER;
}
