// The words of design tables.
import { expect, it } from 'vitest';
import { Sample } from './sample.ts';
import { parseSignal } from './signal-text.ts';
import { MAKERS } from './signals/makers.ts';
import { climateOf } from './weather/place.ts';

const climate = climateOf('sgp');
const sample = new Sample(
  { site: 'sgp', facility: 'C1', climate, position: climate, track: null },
  1,
);
sample.at(1_546_300_800, 3);
sample.salt = 5;

const value = (text: string, element = 0): number => parseSignal(text, [], MAKERS)(sample, element);

it('a signal text may scale, shift and roughen what it names', () => {
  expect(value('constant(4)')).toBe(4);
  expect(value('constant(4)*0.5+-1')).toBe(1);
  expect(value('steps(10 2.5)', 4)).toBe(20);
  const rough = value('constant(4)~0.5');
  expect(rough).not.toBe(4);
  expect(Math.abs(rough - 4)).toBeLessThan(0.5);
  expect(value('constant(4)~0.5')).toBe(rough);
  expect(value('record')).toBe(3);
});

it.each(['nothing', 'constant(a)', 'constant(1', '', 'constant(1)*'])(
  'a signal text is refused when it is %j',
  (text) => {
    expect(() => parseSignal(text, [], MAKERS)).toThrow();
  },
);
