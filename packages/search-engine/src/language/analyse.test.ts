import fc from 'fast-check';
import { expect, it } from 'vitest';
import { analyse, plainTerms } from './analyse.ts';

const words = (text: string) => analyse(text).map(({ term }) => term);

// what a real cluster answered to _analyze
it.each([
  ['sgpmetE13.b1_atmos a.b c:d 1.2 1,2 x-y', 'sgpmete13 b1_atmos a.b c:d 1.2 1,2 x y'],
  ["e'f can’t O'Neill's it's'", "e'f can’t o'neill's it's"],
  ['foo@bar.com naïve Ünïcode', 'foo bar.com naïve ünïcode'],
  ['ab_cd __ _a b_ a_1_b 1_000', 'ab_cd _a b_ a_1_b 1_000'],
  ['3.b 1:2 a..b 10.5439/1027372 1.a a.1 3,000.50', '3 b 1 2 a b 10.5439 1027372 1 a a 1 3,000.50'],
  ['日本語 カタカナ ひら 한국어 สวัสดี १२३', '日 本 語 カタカナ ひ ら 한국어 สวัสดี १२३'],
  ['😀 a😀b 👨‍👩‍👧 👍🏽 🇩🇪', '😀 a 😀 b 👨‍👩‍👧 👍🏽 🇩🇪'],
  ['Straße İstanbul ΣΑΣ ﬁ ＡＢＣ', 'straße istanbul σασ ﬁ ａｂｃ'],
  ['e\u0301x ab\u00adcd zero\u200bwidth', 'e\u0301x ab\u00adcd zero width'],
  ['-1 +5 #tag 50% °C x² CO₂ (a)', '1 5 tag 50 c x co a'],
  ['', ''],
  ['... -- !', ''],
])('%s', (text, expected) => {
  expect(words(text).join(' ')).toBe(expected);
});

it('standard analysis cuts very long words', () => {
  expect(words('x'.repeat(600)).map((word) => word.length)).toEqual([255, 255, 90]);
});

it('standard analysis says where each word stands', () => {
  expect(analyse('A b-Ü')).toEqual([
    { term: 'a', start: 0, end: 1 },
    { term: 'b', start: 2, end: 3 },
    { term: 'ü', start: 4, end: 5 },
  ]);
});

it('a quick analysis gives the same terms of plain letters', () => {
  const text = fc
    .array(fc.constantFrom(...'aZ9_.,:;\'- "', 'b'.repeat(254)), { maxLength: 40 })
    .map((c) => c.join(''));
  fc.assert(
    fc.property(text, (one) => {
      const lower = Buffer.from(`-${one.toLowerCase()}a`);
      const quick: string[] = [];
      const take = (start: number, end: number) => quick.push(lower.toString('utf8', start, end));
      plainTerms(lower, 1, lower.length - 1, take);
      expect(quick).toEqual(words(one));
    }),
    { numRuns: 1000 },
  );
});
