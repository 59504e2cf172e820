import { expect, it } from 'vitest';
import { shareFields } from './build-shares.ts';

const MAPPING = {
  id: { type: 'text' },
  group: { type: 'keyword' },
  long: { type: 'text' },
  site: { type: 'keyword' },
  level: { type: 'keyword' },
  rank: { type: 'integer' },
  picture: { type: 'stored' },
} as const;
const sample = Array.from({ length: 50 }, (_, i) =>
  JSON.stringify({
    id: `d${i}`,
    group: 'g',
    long: `text ${i} `.repeat(40),
    site: 's',
    level: 'b1',
    rank: 1,
  }),
);

it('shareFields gives every indexed field to one thread', () => {
  for (const threads of [1, 2, 3]) {
    const shares = shareFields(MAPPING, ['group'], sample, threads);
    expect(shares).toHaveLength(threads);
    expect(shares.flat().sort()).toEqual(['group', 'id', 'level', 'long', 'rank', 'site']);
  }
});

it('shareFields keeps ids and groups with the documents, and assigns the longest work to the share with the least', () => {
  const [first, second] = shareFields(MAPPING, ['group'], sample, 2);
  expect(first).toEqual(expect.arrayContaining(['id', 'group']));
  expect(second?.[0]).toBe('long');
});

it('shareFields does without a sample', () => {
  expect(shareFields(MAPPING, ['group'], [], 2).flat()).toHaveLength(6);
});
