// Reads an order in whatever form a client sends it: form data (multipart or urlencoded) with JSON
// parts, or JSON.
import { plural } from '@isobar/contract/count.ts';
import { isRecord } from '@isobar/contract/json-record.ts';
import {
  type OrderRequest,
  orderRequest,
  type SelectedDatastream,
  selectedDatastream,
} from '@isobar/contract/orders/request.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { breathe } from '../../platform/admission/main-thread.ts';
import { faultsOf } from '../../platform/http/issues.ts';

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

/** Ranges of all selections of an order together. */
const MOST_RANGES = 20_000;

/**
 * An order whose selections are checked one by one: a thousand of them take longer than others
 * should wait.
 */
const withoutSelections = z.object({
  ...orderRequest.shape,
  selectedData: z.object({
    ...orderRequest.shape.selectedData.shape,
    selectedDatastreams: z.array(z.unknown()).max(1000),
  }),
});

/**
 * The request, and the person that it claims to be for. Rejects with 'invalid-order' with paths and
 * reasons, or 'too-large'.
 */
export async function readOrderForm(request: Pick<FastifyRequest, 'body'>): Promise<{
  readonly order: OrderRequest;
  readonly personId: string | null;
}> {
  const fields = plainFields(request.body);
  const { personId, ...rest } = Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = fromText(name, fields[name]);
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const details: Detail[] = [];
  const asked = { ...rest, selectedData: lenient(rest.selectedData) };
  const parsed = z.safeParse(withoutSelections, asked);
  if (!parsed.success) details.push(...detailsOf(parsed.error, []));
  const selected = await readSelections(selectionsIn(asked.selectedData), details);
  const [first] = details;
  if (parsed.success && !first) {
    const { selectedData } = parsed.data;
    const order = {
      ...parsed.data,
      selectedData: { ...selectedData, selectedDatastreams: selected },
    };
    return { order, personId: personId === undefined ? null : String(personId) };
  }
  throw new Problem('invalid-order', `The order cannot be read: ${first?.path} ${first?.reason}.`, {
    details: details.slice(0, MOST_DETAILS),
  });
}

type Detail = { readonly path: string; readonly reason: string };
const MOST_DETAILS = 50;

const detailsOf = (error: z.ZodError, before: readonly PropertyKey[]): Detail[] =>
  faultsOf(error).map(({ path, reason }) => ({ path: [...before, ...path].join('.'), reason }));

const selectionsIn = (selectedData: unknown): readonly unknown[] =>
  isRecord(selectedData) && Array.isArray(selectedData.selectedDatastreams)
    ? selectedData.selectedDatastreams.slice(0, 1000)
    : [];

/**
 * What is amiss is added to `details`. Rejects with 'too-large' for more ranges than an order may
 * have.
 */
async function readSelections(
  given: readonly unknown[],
  details: Detail[],
): Promise<SelectedDatastream[]> {
  const selected: SelectedDatastream[] = [];
  let ranges = 0;
  for (const [index, one] of given.entries()) {
    const dates = isRecord(one) && Array.isArray(one.dates) ? one.dates.length : 0;
    ranges += dates;
    if (ranges > MOST_RANGES)
      throw new Problem(
        'too-large',
        `An order has at most ${plural(MOST_RANGES, 'range')} of dates.`,
      );
    const parsed = z.safeParse(selectedDatastream, lenientDatastream(one));
    if (parsed.success) selected.push(parsed.data);
    else if (details.length < MOST_DETAILS)
      details.push(...detailsOf(parsed.error, ['selectedData', 'selectedDatastreams', index]));
    await breathe();
  }
  return selected;
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
 * Accepts what scripts write in other forms: 'Concatenate: No' as an empty text and Yes as the
 * megabytes of a file, lists as texts with commas, numbers and flags as texts, codes in a different
 * case.
 */
function lenient(selectedData: unknown): unknown {
  if (!isRecord(selectedData)) return selectedData;
  return { ...selectedData, ...known(lenientFormats(selectedData)) };
}

function lenientFormats(chosen: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { mergedOutput: merged, maxMb, outputFormat: formats } = chosen;
  const megabytes = numberIn(merged);
  return {
    mergedOutput: megabytes === undefined ? flag(merged) : megabytes > 0,
    maxMb: maxMb === '' ? null : (numberIn(maxMb) ?? maxMb ?? (megabytes || undefined)),
    outputFormat: inCapitals(list(formats, /[,;]/)),
  };
}

function lenientDatastream(selected: unknown): unknown {
  if (!isRecord(selected)) return selected;
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
      ...lenientFormats(selected),
    }),
  };
}

/** Removes values that were not given. */
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
