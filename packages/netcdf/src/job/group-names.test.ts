// The note on variables that were in groups.
import { expect, it } from 'vitest';
import { flattenedInWords } from './group-names.ts';

const moved = (count: number) => Array.from({ length: count }, (_, n) => `g/v${n}`);
const names = new Map(moved(9).map((name) => [name, name.replace('/', '_')]));

it('the note names up to five variables that were in groups, and counts the others', () => {
  const [five, six] = [5, 6].map((count) => flattenedInWords([...moved(count), 'temp'], names));
  const named =
    'groups of the source are joined to the names of their variables: g/v0 is g_v0, g/v1 is g_v1, g/v2 is g_v2, g/v3 is g_v3, g/v4 is g_v4';
  expect(five).toEqual([named]);
  expect(six).toEqual([`${named}, and so on for 1 more`]);
});

it('there is no note where no variable was in a group, and one without a new name keeps its own', () => {
  expect(flattenedInWords(['temp', 'pressure'], names)).toEqual([]);
  expect(flattenedInWords(['h/x'], names)[0]).toMatch(/: h\/x is h\/x$/);
});
