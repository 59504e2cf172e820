// How the query language is written down: every clause is an object whose one key names its kind.
import * as z from 'zod';

/** `{term: …} | {range: …} | …` from a table of kinds. */
export type OneKey<T> = { [K in keyof T]: { readonly [P in K]: T[K] } }[keyof T];

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A schema for `{KIND: content}`, where `schemas` gives the content for each kind. An unknown kind
 * is refused at its place, by name; `noun` says what was expected.
 */
export function oneKind<T>(noun: string, schemas: () => Record<string, z.ZodType>): z.ZodType<T> {
  return z.unknown().transform((input, context): T => {
    if (!isRecord(input)) return refuse(context, `expected ${noun}, an object`, input, []);
    const keys = Object.keys(input);
    const [kind] = keys;
    if (kind === undefined || keys.length > 1)
      return refuse(context, `expected ${noun} of exactly one kind, got ${keys.length}`, input, []);
    const schema = Object.hasOwn(schemas(), kind) ? schemas()[kind] : undefined;
    if (!schema) return refuse(context, `unknown or unsupported ${noun} [${kind}]`, input, [kind]);
    const parsed = schema.safeParse(input[kind]);
    if (!parsed.success) return pass(context, parsed.error, kind);
    return { [kind]: parsed.data } as T;
  });
}

/** A schema for `{FIELD: content}` with exactly one field name. */
export function oneField<C extends z.ZodType>(content: C) {
  return z.record(z.string().min(1).max(256), content).refine((r) => Object.keys(r).length === 1, {
    error: 'expected exactly one field',
  });
}

/** One item or a list of them. */
export const oneOrMany = <I extends z.ZodType>(item: I) =>
  z.union([z.array(item).readonly(), item]);

/** A number that programs may also send as text: `"5000"`. */
export const wholeNumber = (number: z.ZodNumber): z.ZodNumber =>
  z.preprocess(
    (input) => (typeof input === 'string' && /^\d{1,9}$/.test(input) ? Number(input) : input),
    number,
  ) as unknown as z.ZodNumber; // what comes out is a number; what goes in is unknown anyway

/** Records a refusal at `path` below the current place. */
export function refuse(
  context: z.core.$RefinementCtx,
  message: string,
  input: unknown,
  path: PropertyKey[],
): never {
  context.issues.push({ code: 'custom', message, input, path });
  return z.NEVER;
}

/** Passes on what a schema below refused, adding the key that leads there. */
export function pass(context: z.core.$RefinementCtx, error: z.ZodError, key: PropertyKey): never {
  for (const issue of error.issues)
    context.issues.push({ ...issue, path: [key, ...issue.path], input: undefined } as never);
  return z.NEVER;
}
