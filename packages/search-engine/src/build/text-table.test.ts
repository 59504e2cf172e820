import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textsOf } from '../memory/text-bytes.ts';
import { TextTable } from './text-table.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(fc.constantFrom('sgpmet', 'E13', '.b1', '\0', 'é', '\u{10ffff}', '\uffff'), {
      maxLength: 30,
    })
    .map((parts) => parts.join('')),
  fc.integer({ min: 0, max: 300 }).map((n) => 'x'.repeat(n)),
);

it('numbers texts as they come, and sorts them as their UTF-8 bytes sort', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 200 }), (given) => {
      const texts = given.map((one) => one.toWellFormed());
      const different = [...new Set(texts)];
      const table = new TextTable();
      expect(texts.map((one) => table.numberOf(one))).toEqual(
        texts.map((one) => different.indexOf(one)),
      );
      expect(table.size).toBe(different.length);
      const { texts: sorted, ordinals } = table.sorted();
      const expected = different.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(textsOf(sorted)).toEqual(expected);
      expect(different.map((_, number) => expected[ordinals[number] as number])).toEqual(different);
    }),
    { numRuns: 300 },
  );
});

it('TextTable sorts many texts that begin alike', () => {
  const table = new TextTable();
  const texts = Array.from(
    { length: 5000 },
    (_, i) => `${'sgp'.repeat(i % 7)}${(i * 7919) % 5003}`,
  );
  for (const one of texts) table.numberOf(one);
  expect(textsOf(table.sorted().texts)).toEqual([...new Set(texts)].sort());
});
