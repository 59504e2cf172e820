import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inOrder, LONGEST_FLOWS, LONGEST_UNITS } from './longest-first.ts';

it('every name is that of one test file', () => {
  const files = globSync('{apps,packages,demo,scripts,e2e}/**/*.{test,spec}.{ts,tsx}', {
    exclude: (name) => name === 'node_modules',
  });
  expect(files.length).toBeGreaterThan(300);
  for (const name of [...LONGEST_UNITS, ...LONGEST_FLOWS])
    expect(
      files.filter((file) => `/${file.replaceAll('\\', '/')}`.endsWith(`/${name}`)),
      name,
    ).toHaveLength(1);
});

it('what is named comes first, in the order of the names', () => {
  const files = ['a', 'b', 'c', 'd'].map((name) => ({ moduleId: `/x/${name}.test.ts` }));
  const sorted = inOrder(['d.test.ts', 'b.test.ts'], files);
  expect(sorted.map(({ moduleId }) => moduleId.at(3))).toEqual(['d', 'b', 'a', 'c']);
});
