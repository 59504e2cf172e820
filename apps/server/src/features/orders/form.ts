// Reads an order in whatever form a client sends it: form data (multipart or urlencoded) with JSON parts, or JSON.
import { type OrderRequest, orderRequest } from '@isobar/contract/orders/request.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';

/** 20,000 file names and some. */
export const ORDER_BYTES = 3 << 20;

const FIELDS = [
  'selectedData',
  'deliveryBits',
  'personId',
  'sendConfEmail',
  'extraDestinations',
  'webHook',
  'idempotencyKey',
] as const;

/** The request, and the person that it claims to be for. Throws 'invalid-order' with paths and reasons, or 'too-large'. */
export function readOrderForm(request: FastifyRequest): {
  readonly order: OrderRequest;
  readonly personId: string | null;
} {
  const fields = plainFields(request.body);
  const { personId, ...rest } = Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = fromText(name, fields[name]);
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const parsed = z.safeParse(orderRequest, { ...rest, selectedData: lenient(rest.selectedData) });
  if (parsed.success)
    return { order: parsed.data, personId: personId === undefined ? null : String(personId) };
  const details = parsed.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    reason: issue.message,
  }));
  const [first] = details;
  throw new Problem('invalid-order', `The order cannot be read: ${first?.path} ${first?.reason}.`, {
    details: details.slice(0, 50),
  });
}

const plainFields = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? { ...body } : {};

/** A form has only text: numbers, flags and objects are JSON in it. */
function fromText(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || name === 'personId' || name === 'idempotencyKey') return value;
  try {
    return JSON.parse(value);
  } catch {
    return name === 'extraDestinations' ? value.split(',').filter(Boolean) : value;
  }
}

/**
 * Accepts what scripts write in other forms: 'Concatenate: No' as an empty text and Yes as the megabytes of a file, lists as
 * texts with commas, numbers and flags as texts, codes in a different case.
 */
function lenient(selectedData: unknown): unknown {
  if (!isObject(selectedData)) return selectedData;
  const { mergedOutput: merged, maxMb, outputFormat: formats, selectedDatastreams } = selectedData;
  const megabytes = numberIn(merged);
  return {
    ...selectedData,
    ...known({
      mergedOutput: megabytes === undefined ? flag(merged) : megabytes > 0,
      maxMb: maxMb === '' ? null : (numberIn(maxMb) ?? maxMb ?? (megabytes || undefined)),
      outputFormat: inCapitals(list(formats, /[,;]/)),
    }),
    selectedDatastreams: Array.isArray(selectedDatastreams)
      ? selectedDatastreams.map(lenientDatastream)
      : selectedDatastreams,
  };
}

function lenientDatastream(selected: unknown): unknown {
  if (!isObject(selected)) return selected;
  const { scanNames, files, variables, dqrFilter, qcFilter } = selected;
  const classes = list(dqrFilter);
  return {
    ...selected,
    ...known({
      scanNames: list(scanNames),
      files: list(files),
      variables: list(variables),
      dqrFilter: Array.isArray(classes) ? classes.map(lower).filter(isChosen) : classes,
      qcFilter: codesAsFlag(qcFilter),
    }),
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Without what was not given. */
const known = (values: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const list = (value: unknown, between: string | RegExp = ','): unknown =>
  typeof value === 'string'
    ? value
        .split(between)
        .map((one) => one.trim())
        .filter(Boolean)
    : value;

const lower = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : value;
const isChosen = (value: unknown): boolean => value !== '' && value !== 'none';
const inCapitals = (values: unknown): unknown =>
  Array.isArray(values)
    ? values.map((one) => (typeof one === 'string' ? one.toUpperCase() : one))
    : values;

const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))
    ? Number(value)
    : undefined;

const FLAGS: Readonly<Record<string, boolean>> = {
  '': false,
  no: false,
  none: false,
  false: false,
  yes: true,
  true: true,
};
function flag(value: unknown): unknown {
  const word = String(lower(value));
  return typeof value === 'string' && Object.hasOwn(FLAGS, word) ? FLAGS[word] : value;
}

/** A list or text of codes means that the quality filter is on if it contains SMQC. */
function codesAsFlag(value: unknown): unknown {
  const codes = inCapitals(Array.isArray(value) ? value : [value]);
  if (Array.isArray(codes) && codes.includes('SMQC')) return true;
  return Array.isArray(value) && value.length === 0 ? false : flag(value);
}
