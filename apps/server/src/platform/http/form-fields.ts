// Reads multipart forms before a call is admitted: bounded, texts only; anything that is not a form
// is a bad request.

import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import multipart from '@fastify/multipart';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { statusOf } from '../text/unknown.ts';

const MOST_FIELDS = 50;
/** Enough for more than twenty thousand file names. */
const MOST_BYTES = 3 << 20;

/** Including boundaries, headers and everything else that is not text. */
const MOST_IN_ALL = 2 * MOST_BYTES;
const tooLarge = (): Problem =>
  new Problem('too-large', `A form takes at most ${MOST_BYTES >> 20} MiB of text.`);

/**
 * Limit for urlencoded forms; reading a hundred thousand fields would block the event loop for a
 * second.
 */
const MOST_PAIRS = 1000;

/**
 * The fields of an urlencoded form, counted before the first of them is read. Throws Problem
 * 'too-large'.
 */
export function fieldsOfText(text: string): Record<string, unknown> {
  let pairs = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1))
    if (++pairs > MOST_PAIRS)
      throw new Problem('too-large', `A form has at most ${MOST_PAIRS} fields.`);
  return parse(text, '&', '=', { maxKeys: 0 });
}

/**
 * Puts the fields of a multipart form into the body by name, as with an urlencoded form; several
 * fields of one name become a list.
 */
export async function readForms(app: FastifyInstance): Promise<void> {
  const limits = { fields: MOST_FIELDS, fieldSize: MOST_BYTES, parts: MOST_FIELDS };
  await app.register(multipart, { limits });
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await fieldsOf(request);
  });
}

async function fieldsOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown[]>();
  let bytes = 0;
  if (Number(request.headers['content-length']) > MOST_IN_ALL) throw tooLarge();
  const end = endOfLong(request.raw);
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'field')
        throw new Problem('bad-request', 'A form takes text only, not files.');
      bytes += Buffer.byteLength(String(part.value));
      if (part.valueTruncated || bytes > MOST_BYTES) throw tooLarge();
      if (!part.fieldname) throw new Problem('bad-request', 'A field of the form has no name.');
      fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), part.value]);
    }
  } catch (cause) {
    throw end.reason ?? (cause instanceof Problem ? cause : refused(cause));
  } finally {
    end.forget();
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

/**
 * Ends a form that is too long. It counts all bytes, since a form may begin with bytes that belong
 * to no field and never end.
 */
function endOfLong(raw: IncomingMessage): { readonly reason: Problem | null; forget(): void } {
  let bytes = 0;
  let reason: Problem | null = null;
  const count = (piece: Buffer): void => {
    bytes += piece.length;
    if (bytes <= MOST_IN_ALL || reason) return;
    reason = tooLarge();
    raw.unpipe();
    // this ends the reader of the form; the connection stays open for the answer
    raw.emit('error', reason);
  };
  raw.on('data', count);
  return {
    get reason() {
      return reason;
    },
    forget: () => raw.off('data', count),
  };
}

/** Whatever the form parser complains about is the sender's mistake. */
function refused(cause: unknown): Problem {
  if (statusOf(cause) === 413) return new Problem('too-large', 'The form is too large.', { cause });
  return new Problem('bad-request', 'The form ends too early, or cannot be read.', { cause });
}
