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

/** 'Concatenate: No' sends an empty maxMb; some clients send a single format without a list. */
function lenient(selectedData: unknown): unknown {
  if (typeof selectedData !== 'object' || selectedData === null) return selectedData;
  const data = { ...selectedData } as Record<string, unknown>; // an object, just checked
  if (data.maxMb === '') data.maxMb = null;
  if (typeof data.outputFormat === 'string')
    data.outputFormat = data.outputFormat.split(/[,;]/).filter(Boolean);
  return data;
}
