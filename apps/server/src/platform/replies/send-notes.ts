// Notes on an answer of data, in a header: what is missing in it, what was left out.
import type { FastifyReply } from 'fastify';

/** Most characters of the header. */
const LONGEST_HEADER = 2000;

/** `X-Isobar-Notes`, in ASCII; none where there is nothing to say. */
export function sendNotes(reply: FastifyReply, notes: readonly string[]): void {
  if (notes.length === 0) return;
  const text = notes.join('; ').replace(/[^\x20-\x7e]+/g, '?');
  reply.header(
    'x-isobar-notes',
    text.length > LONGEST_HEADER ? `${text.slice(0, LONGEST_HEADER)} ...` : text,
  );
}
