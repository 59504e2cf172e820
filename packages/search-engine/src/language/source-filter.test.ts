// Parts of a document by patterns: what they mean, and that neither many stars nor many patterns
// take long.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sourceCut } from './source-filter.ts';

type Source = Readonly<Record<string, unknown>>;
function shown(filter: Parameters<typeof sourceCut>[0], source: Source, work = () => {}) {
  const cut = sourceCut(filter);
  if (!cut) throw new Error('It cuts nothing.');
  return cut.of(source, work);
}

const source = {
  a: { b: 1, bc: [{ d: 2 }, { e: 3 }, 4], 'd.e': 5 },
  ab: { c: { d: 6 } },
  'a.b': 7,
  z: null,
};

it.each([
  [['a.b'], { a: { b: 1 }, 'a.b': 7 }],
  [['a'], { a: source.a, 'a.b': 7 }],
  [['a*c'], { a: { bc: source.a.bc }, ab: { c: { d: 6 } } }],
  [['a.bc.d'], { a: { bc: [{ d: 2 }] } }],
  [['a.**e'], { a: { bc: [{ e: 3 }], 'd.e': 5 } }],
  [['a.d.e', 'none'], { a: { 'd.e': 5 } }],
  ['z', { z: null }],
  [{ includes: ['a.*'], excludes: ['*.d*', 'a.b'] }, { a: { bc: [{}, { e: 3 }, 4] } }],
  [{ excludes: 'a*' }, { z: null }],
  [{ includes: 'ab', excludes: ['ab.c.d'] }, { ab: { c: {} } }],
])('%j', (filter, part) => {
  expect(shown(filter, source)).toEqual(part);
});

it('a star stands for any text, as in an expression of the same meaning', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', '.', '*', '+', '\n'), { maxLength: 8 });
  fc.assert(
    fc.property(texts, texts, (signs, letters) => {
      const [pattern, name] = [`${signs.join('')}*`, letters.join('').replaceAll('*', 'b')];
      const meaning = pattern.replace(/[.+]/g, '\\$&').replace(/\*/g, '[^]*');
      const fits = new RegExp(`^${meaning}(\\.[^]*)?$`).test(name);
      expect(Object.keys(shown([pattern], { [name]: 1 }))).toEqual(fits ? [name] : []);
      expect(Object.keys(shown({ excludes: [pattern] }, { [name]: 1 }))).toEqual(
        fits ? [] : [name],
      );
    }),
    { numRuns: 500 },
  );
});

it('a source filter ends, however many stars there are', () => {
  const name = 'a'.repeat(200);
  expect(shown([`${'*a'.repeat(120)}*x`], { [name]: 1 })).toEqual({});
});

it('the source filter tells of the steps of its patterns, once for each path', () => {
  const patterns = Array.from({ length: 500 }, (_, n) => `*${n}*`);
  const seen: number[] = [];
  const documents = Array.from({ length: 50 }, () => ({ one: 1, two: { three: 3 } }));
  const cut = sourceCut(patterns);
  if (!cut) throw new Error('It cuts nothing.');
  for (const document of documents) cut.of(document, (steps) => seen.push(steps));
  expect(seen).toHaveLength(3);
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(1500);
  expect(sourceCut(patterns)).toBe(cut);
});

it('all of a document is shown without a filter, and nothing of it where that is asked for', () => {
  expect([sourceCut(undefined), sourceCut(true), sourceCut(false)]).toEqual([null, null, false]);
  expect(sourceCut({ includes: [] })).toBeNull();
});
