// One colour for each kind of mark: the canvas of a map and its list agree in both themes.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MAP_COLOURS } from '../apps/portal/src/parts/map/map-colours.ts';

const tokens = readFileSync(
  new URL('../apps/portal/src/parts/map/map-tokens.css', import.meta.url),
  'utf8',
);
const [light = '', dark = ''] = tokens.split('.dark {');

it.each([
  ['light', light],
  ['dark', dark],
] as const)('the tokens of the %s theme are the colours of the canvas', (theme, css) => {
  const { sea, marks } = MAP_COLOURS[theme];
  const told = Array.from(css.matchAll(/--([a-z-]+): (#[0-9a-f]+);/g), ([, name, hex]) => [
    name,
    hex,
  ]);
  expect(Object.fromEntries(told)).toEqual({
    'map-sea': sea,
    'mark-site': marks.site,
    'mark-mobile': marks.mobile,
    'mark-inactive': marks.inactive,
    'mark-other': marks.other,
  });
});
