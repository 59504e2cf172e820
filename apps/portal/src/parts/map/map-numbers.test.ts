// Decisions about what a map shows, without a map.
import { expect, it } from 'vitest';
import { leadFirst } from './map-numbers.ts';

it('the sites of a cluster begin with the one that it is named after', () => {
  expect(leadFirst('BNF, CRG, SGP', '020SGP')).toBe('SGP, BNF, CRG');
  expect(leadFirst('SGP', '020SGP')).toBe('SGP');
  expect(leadFirst('SGPX, SGP', '020SGP')).toBe('SGP, SGPX');
});
