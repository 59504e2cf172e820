// What changed over the years, as text: dates of moments that are known, and as many lines as an
// attribute has room for.
import type { SeriesChange } from '@isobar/netcdf';
import { expect, it } from 'vitest';
import { changesAttribute, changeTexts } from './change-texts.ts';

const DAY = 86_400;
const change = (value: string, of: Partial<SeriesChange> = {}): SeriesChange => ({
  ...{ subject: 'temp', aspect: 'units', value, variable: '', files: 1 },
  ...{ from: 0, to: DAY, ...of },
});
const linesOf = (changes: readonly SeriesChange[]): readonly string[] =>
  changesAttribute(changes).flatMap(({ value }) => String(value).split('\n'));

it('changes of a series have a line each, in their order', () => {
  const changes = [change('degC'), change('K', { from: 2 * DAY, to: 3 * DAY, variable: 'temp_K' })];
  const [first, second] = changeTexts(changes);
  expect(first).toMatch(/^temp: units .*degC.* from 1970-01-01 to 1970-01-02$/);
  expect(second).toMatch(/^temp: units .*K.* from 1970-01-03 to 1970-01-04, in temp_K$/);
  expect(changesAttribute(changes)).toEqual([
    { name: 'isobar_changes', type: 'char', value: `${first}\n${second}` },
  ]);
  expect(changesAttribute([])).toEqual([]);
});

it('changes beyond the room of an attribute are counted after the first ones', () => {
  const changes = Array.from({ length: 90 }, (_, n) => change(`${n} ${'x'.repeat(1000)}`));
  const texts = changeTexts(changes);
  const lines = linesOf(changes);
  const shown = lines.slice(0, -1);
  expect(shown).toEqual(texts.slice(0, shown.length));
  expect(lines.at(-1)).toBe(`and ${90 - shown.length} more`);
  // NetCDF-4 has room for 64 kB in an attribute of four bytes a character, less a kilobyte.
  const characters = lines.join('\n').length;
  expect(characters).toBeLessThan(30_100);
  expect(characters).toBeGreaterThan(28_000);
});

it('a moment that is not known has no date', () => {
  const [text] = changeTexts([change('K', { from: Number.NaN, to: 1.9 })]);
  expect(text).toMatch(/ from {2}to 1970-01-01$/);
});
