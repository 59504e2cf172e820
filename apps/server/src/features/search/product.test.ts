// The media types that official clients of each version ask for.
import { expect, it } from 'vitest';
import { replyType } from './product.ts';

it.each([
  [undefined, 'application/json; charset=utf-8'],
  ['*/*', 'application/json; charset=utf-8'],
  ['application/json', 'application/json; charset=utf-8'],
  [
    'application/vnd.elasticsearch+json; compatible-with=8',
    'application/vnd.elasticsearch+json;compatible-with=8',
  ],
  [
    'application/vnd.elasticsearch+json;compatible-with=9,text/plain',
    'application/vnd.elasticsearch+json;compatible-with=9',
  ],
  [
    'application/vnd.elasticsearch+json; compatible-with=8x\r\nset-cookie: a',
    'application/vnd.elasticsearch+json;compatible-with=8',
  ],
])('for %j is %s', (accept, type) => {
  expect(replyType(accept)).toBe(type);
});
