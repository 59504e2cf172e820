// Reads an order from whatever a client sends it as: form data (multipart or urlencoded) with JSON parts, or JSON.
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
  'idempotencyKey',
] as const;

const TOO_LARGE = `An order takes at most ${ORDER_BYTES >> 20} MB of text.`;

/** The request, and the person that it says it is for. Throws 'invalid-order' with paths and reasons, 'too-large'. */
export async function readOrderForm(
  request: FastifyRequest,
): Promise<{ order: OrderRequest; personId: string | null }> {
  const fields = request.isMultipart() ? await multipartFields(request) : plainFields(request.body);
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

async function multipartFields(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  let bytes = 0;
  const limits = { fieldSize: ORDER_BYTES, fields: 12, files: 0 };
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'field') continue;
    bytes += String(part.value).length;
    if (part.valueTruncated || bytes > ORDER_BYTES) throw new Problem('too-large', TOO_LARGE);
    fields[part.fieldname] = part.value;
  }
  return fields;
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

/** 'Concatenate: No' sends maxMb empty; some clients send one format without a list. */
function lenient(selectedData: unknown): unknown {
  if (typeof selectedData !== 'object' || selectedData === null) return selectedData;
  const data = { ...selectedData } as Record<string, unknown>; // an object, just checked
  if (data.maxMb === '') data.maxMb = null;
  if (typeof data.outputFormat === 'string')
    data.outputFormat = data.outputFormat.split(/[,;]/).filter(Boolean);
  return data;
}
