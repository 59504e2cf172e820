// Numbers beside an axis.
import { expect, it } from 'vitest';
import { axisText, tickText } from './scale.ts';

it('writes a tick beside an axis with a minus, and a value to copy with a hyphen', () => {
  expect([-50, 0, 0.25].map(axisText)).toEqual(['−50', '0', '0.25']);
  expect(axisText(-1.2e-7)).toBe('−1.2e−7');
  expect(tickText(-50)).toBe('-50');
});
