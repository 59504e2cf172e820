// A search call with `understand=true`: the words of its query string are understood, as the portal does it.
import { LONGEST_WORDS } from '@isobar/contract/calls/words.ts';
import type { Understood } from '@isobar/contract/words/understood.ts';
import { textOfBody, understoodBody } from '@isobar/contract/words/understood-body.ts';
import type { FastifyRequest } from 'fastify';
import { type ReadRequest, readRequest, refused } from './read-request.ts';

/** Understands the words of a text. */
export type Understand = (text: string) => Promise<Understood>;

/** Throws SearchRefused as `readRequest` does, and for a call without a text that could be understood. */
export async function understoodRequest(
  request: FastifyRequest,
  understand: Understand | undefined,
  only?: readonly string[],
): Promise<ReadRequest> {
  const { understand: asked, ...query } = request.query as Record<string, unknown>;
  const read = readRequest({ query, params: request.params, body: request.body }, only);
  if (asked === undefined || !isAsked(asked, understand) || !understand) return read;
  const words = textOfBody(read.body);
  if (words === null || words.trim() === '' || words.length > LONGEST_WORDS)
    throw refusal(
      `needs q, or a body whose query is a query_string, of up to ${LONGEST_WORDS} characters`,
    );
  const { sort, ...rest } = understoodBody(read.body, await understand(words));
  const sorted = sort !== undefined && (!only || only.includes('sort'));
  return { ...read, body: sorted ? { ...rest, sort } : rest };
}

function isAsked(value: unknown, understand: Understand | undefined): boolean {
  if (!understand) throw refusal('is taken by the metadata index only');
  if (value !== 'true' && value !== 'false' && value !== '')
    throw refusal(`expected true or false, got [${String(value)}]`);
  return value !== 'false';
}

const refusal = (reason: string) =>
  refused('illegal_argument_exception', { path: 'understand', reason });
