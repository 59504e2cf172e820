// What of a failed search is written down.
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { noteFailure } from './failure.ts';

function written(error: unknown, status: number): unknown[] {
  const lines: unknown[] = [];
  const log = {
    debug: () => lines.push('debug'),
    error: ({ err }: { err: unknown }) => lines.push(err),
  };
  // all that is read
  const request = { log, url: '/services/metadata/_search' } as unknown as FastifyRequest;
  noteFailure(error, status, request, { raw: { destroyed: false } } as FastifyReply);
  return lines;
}

it('the log of searches logs internal failures only: neither a refusal nor an expected error', () => {
  const ours = new Error('a column is broken');
  expect(written(ours, 500)).toEqual([ours]);
  expect(written(ours, 400)).toEqual([]);
  expect(written(new Problem('overloaded', 'Try again.'), 503)).toEqual([]);
});
