// What the search box tells of a text while it is typed, and what it asks for.
import { expect, it } from 'vitest';
import { smallVocabulary } from '../../../../server/src/core/words/testing/small-vocabulary.ts';
import { understand } from '../../../../server/src/core/words/understand.ts';
import { describeQuery } from './described-query.ts';

const vocabulary = smallVocabulary();
const of = (text: string) => describeQuery(understand(text, vocabulary, { today: '2026-11-22' }));

it('the query is described where it is more than the words', () => {
  expect(of('PWV').meaning).toBe('pwv = precipitable water');
  expect(of('aerosol SGP').meaning).toBe('aerosol · Southern Great Plains');
  expect(of('aresol').meaning).toBe('aerosol');
  expect(of('aerosol').meaning).toBeNull();
});

it('the query is one thing, or none of several', () => {
  expect(of('PWV').meant).toEqual({ measurements: ['precipwater'], classes: ['mwrret', 'mwr'] });
  expect(of('PWV lidar').meant).toBeUndefined();
  expect(of('not lidar').meant).toBeUndefined();
});

it('the query leaves out what is negated with not', () => {
  expect(of('aerosol not lidar not SGP')).toMatchObject({
    meaning: 'aerosol · not lidar · not SGP',
    words: 'aerosol',
  });
});
