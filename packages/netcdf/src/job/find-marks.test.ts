// What stands for missing values: what is stated, else a value that none of the data has, looked
// for only where it is needed.
import { expect, it } from 'vitest';
import { day, FIRST, joined } from '../testing/made-days.ts';
import type { MadeVariable } from '../testing/made-file.ts';

const count = (...values: number[]): MadeVariable => ({
  ...{ type: 'byte', dimensions: ['time'], values },
});
const chosen = 'states no missing value: -127, which none of its values uses, stands for';
const filler = (name: string) => `${name} ${chosen} what is not there`;

it('a variable that only some inputs have gets a value that none of its own has, and a note of it', async () => {
  await joined([day(0, { n: count(1, 2, 3) }), day(1)], async ({ files }, open) => {
    expect(Array.from(await (await open(0)).read('n'), Number)).toEqual([
      1, 2, 3, -127, -127, -127,
    ]);
    expect(files[0]?.notes).toContain(filler('n'));
  });
});

it('a variable that all inputs have needs no such value', async () => {
  await joined(
    [day(0, { n: count(1, 2, 3) }), day(1, { n: count(4, 5, 6) })],
    async ({ files }) => {
      expect(files[0]?.notes).toEqual([]);
    },
  );
});

it('-9999 needs no note where a variable of some inputs can hold it, but does where masks put it', async () => {
  const wide = { n: { ...count(1, 2, 3), type: 'short' } as const };
  const masks = [{ variables: ['n'], start: FIRST, end: FIRST }];
  const note =
    'n states no missing value: -9999, which none of its values uses, stands for masked ones';
  await joined([day(0, wide), day(1)], async ({ files }, open) => {
    expect(Array.from(await (await open(0)).read('n'), Number).at(-1)).toBe(-9999);
    expect(files[0]?.notes.filter((one) => one.startsWith('n states'))).toEqual([]);
  });
  await joined(
    [day(0, wide), day(1)],
    async ({ files }) => expect(files[0]?.notes).toContain(note),
    {
      masks,
    },
  );
});
