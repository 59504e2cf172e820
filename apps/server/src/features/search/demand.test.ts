// How much a search asks for, known before anything is done for it.
import { expect, it } from 'vitest';
import { demandProblem, documentsWanted } from './demand.ts';

it.each([
  [{}, 10],
  [{ size: 0 }, 0],
  [{ size: 1000 }, 1000],
  [{ size: 0, aggs: { a: { top_hits: {} } } }, 3],
  [{ size: 5, aggregations: { a: { terms: {}, aggs: { b: { top_hits: { size: 7 } } } } } }, 12],
  [{ size: 0, aggs: { a: { filter: {}, aggregations: { b: { top_hits: { size: 2 } } } } } }, 2],
])('%j: %i', (body, documents) => expect(documentsWanted(body)).toBe(documents));

it('one call returns ten thousand documents at most', () => {
  expect(demandProblem(10_000)).toBeNull();
  expect(demandProblem(10_001)).toMatchObject({ path: 'size' });
});
