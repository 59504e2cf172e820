// Requests of the portal: what is sent, and the name and words of each failure, also of answers in
// a form of their own or in none.
import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { requested, requestJson, withQuery } from './request.ts';

afterEach(() => vi.unstubAllGlobals());

const answering = (text: string | null, status: number) =>
  vi.stubGlobal('fetch', async () => new Response(text, { status }));
const REQUEST = { url: '/services/x', method: 'GET' };

it.each([
  ['{"code":"gone","message":"It expired.","requestId":"r1"}', 410, 'gone', 'It expired.'],
  ['{"code":"unknown here","message":"No."}', 404, 'not-found', 'No.'],
  ['{"error":{"reason":"Failed to parse query"}}', 400, 'bad-request', 'Failed to parse query'],
  ['<html>', 500, 'unexpected', 'The server answered 500.'],
  ['<html>', 501, 'not-implemented', 'The server answered 501.'],
  ['<html>', 502, 'unexpected', 'The service is not available at the moment.'],
  ['<html>', 503, 'unavailable', 'The service is not available at the moment.'],
  ['<html>', 504, 'timeout', 'The service is not available at the moment.'],
  ['<html>', 505, 'unexpected', 'The server answered 505.'],
  ['', 429, 'too-many-requests', 'Too many requests. Try again in a minute.'],
  ['', 404, 'not-found', 'The server answered 404.'],
  ['null', 418, 'unexpected', 'The server answered 418.'],
])('a failure with the body %j and status %i is %s', async (text, status, code, message) => {
  answering(text, status);
  await expect(requested(REQUEST)).rejects.toMatchObject({ code, message, status });
});

it('a failure without words has those of the request, and one with words its own', async () => {
  const asked = { ...REQUEST, fallback: 'The plots could not be fetched.' };
  answering('', 500);
  await expect(requested(asked)).rejects.toThrow('The plots could not be fetched.');
  answering('{"code":"gone","message":"They expired."}', 410);
  await expect(requested(asked)).rejects.toThrow('They expired.');
  answering('{"n":"many"}', 200);
  const read = requestJson(asked, z.object({ n: z.number() }));
  await expect(read).rejects.toMatchObject({ code: 'malformed', message: asked.fallback });
});

it('a request that gets no answer is offline, but one whose caller left is not', async () => {
  const leaving = new AbortController();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
  await expect(requested(REQUEST)).rejects.toMatchObject({ code: 'offline' });
  leaving.abort();
  const left = requested({ ...REQUEST, signal: leaving.signal });
  await expect(left).rejects.toThrow(TypeError);
});

it('a request sends JSON with its session, and names that type only where there is a body', async () => {
  const sent: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(init);
    return new Response('{}');
  });
  await requested({ ...REQUEST, body: { a: 1 }, headers: { 'x-one': '1' } });
  await requested({ ...REQUEST, credentials: 'omit' });
  const told = sent.map(({ body, credentials, headers }) => [
    ...[body, credentials, Object.fromEntries(new Headers(headers))],
  ]);
  const accept = 'application/json';
  expect(told).toEqual([
    ['{"a":1}', 'same-origin', { accept, 'content-type': accept, 'x-one': '1' }],
    [undefined, 'omit', { accept }],
  ]);
});

it('an address has the parameters that have a value', () => {
  expect(withQuery('/a', undefined)).toBe('/a');
  expect(withQuery('/a', { b: undefined })).toBe('/a');
  expect(withQuery('/a', { b: 0, c: false, d: undefined, e: 'x y' })).toBe('/a?b=0&c=false&e=x+y');
});
