// Whether a caller is a browser that shows a page, or a program that takes anything.
import { SERVICES } from '@isobar/contract/calls/config.ts';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/**
 * Whether a caller names HTML and wants it before JSON: browsers do, programs that accept anything
 * do not.
 */
export const prefersHtml = (accept: string | undefined): boolean =>
  accept !== undefined &&
  new Negotiator({ headers: { accept } }).mediaType(['application/json', 'text/html']) ===
    'text/html';

/**
 * Whether a person opens an address in a browser. Old programs name HTML first as well (Java's), so
 * that a service says to a browser alone what it says to programs otherwise: one that tells that it
 * navigates.
 */
export function opensPage({ method, headers, url }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (!prefersHtml(headers.accept)) return false;
  return !url.startsWith(`${SERVICES}/`) || headers['sec-fetch-mode'] === 'navigate';
}
