// The address of the screen 'Look': what it says is read again, and what means nothing is left out.
import { expect, it } from 'vitest';
import { EMPTY_LOOK, type LookPlace, lookHref, lookPath, readLook } from './look-address.ts';

const MET = { datastream: 'sgpmetE13.b1', variable: 'temp_mean' };
const read = (path: string) =>
  readLook(Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? '')));

it('an address is as short as what it says', () => {
  expect(lookPath(MET)).toBe('/look/sgpmetE13.b1/temp_mean');
  expect(lookPath({ ...MET, variable: '' })).toBe('/look/sgpmetE13.b1');
  expect(lookHref({ datastream: 'a/b', variable: 'c d' })).toBe('#/look/a%2Fb/c%20d');
  expect(read(lookPath(MET))).toEqual(EMPTY_LOOK);
});

it('all that an address says is read again', () => {
  const whole: LookPlace = {
    ...{ from: 1_546_300_800, to: 1_546_387_200, law: 'strict', isTable: true },
    beside: [MET, { datastream: 'sgpceilC1.b1', variable: 'a&b=c?' }],
    ...{ state: '0123456789', array: 'abcdef0123' },
  };
  const path = lookPath(MET, whole);
  expect(path).toContain('from=2019-01-01T00:00:00Z&to=2019-01-02T00:00:00Z&law=strict');
  expect(read(path)).toEqual(whole);
  expect(lookHref(MET, whole)).toBe(`#${path}`);
  for (const law of ['whole', 'clean'] as const)
    expect(read(lookPath(MET, { ...EMPTY_LOOK, law })).law).toBe(law);
});

it('a range is read where it has two ends in order, and nothing of it otherwise', () => {
  const none = { from: null, to: null };
  const [day, later] = ['2019-01-01T00:00:00Z', '2019-01-02T00:00:00Z'];
  expect(readLook({ from: day, to: later })).toMatchObject({ from: 1_546_300_800 });
  for (const search of [
    { from: later, to: day },
    { from: day, to: day },
    { from: day },
    { to: day },
  ])
    expect(readLook(search)).toMatchObject(none);
  expect(readLook({ from: 'yesterday', to: later })).toMatchObject(none);
});

it('what means nothing is left out: laws, tokens, and variables beside that are no pair or too many', () => {
  expect(readLook({ law: 'loose', as: 'list', state: '012345678', array: '0123456789a' })).toEqual(
    EMPTY_LOOK,
  );
  expect(readLook({ state: '0123456789abc', array: 'ABCDEF0123' })).toEqual(EMPTY_LOOK);
  expect(readLook({ with: 'a,b;c;,d;e,;f,g,h;i,j;k,l;m,n' }).beside).toEqual([
    { datastream: 'a', variable: 'b' },
    { datastream: 'i', variable: 'j' },
    { datastream: 'k', variable: 'l' },
  ]);
});
