// Notes as a header: short, in ASCII, and none where there are none.
import type { FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import { sendNotes } from './send-notes.ts';

const told = (notes: readonly string[]): [string, string][] => {
  const headers: [string, string][] = [];
  const reply = { header: (name: string, value: string) => headers.push([name, value]) };
  sendNotes(reply as unknown as FastifyReply, notes);
  return headers;
};

it('notes are one header that no proxy minds, whatever names of variables hold', () => {
  expect(told([])).toEqual([]);
  expect(told(['a', 'µ\r\nSet-Cookie: x'])).toEqual([['x-isobar-notes', 'a; ?Set-Cookie: x']]);
  expect(told(['x'.repeat(5000)])[0]?.[1]).toHaveLength(2004);
});
