// How many optional clauses a search has to meet, by each notation of minimum_should_match.
import { expect, it } from 'vitest';
import { required } from './minimum.ts';

it.each<[number | string | undefined, number, number]>([
  [undefined, 4, 7],
  [2, 4, 2],
  [0, 4, 0],
  [-1, 4, 3],
  [-5, 4, 0],
  [6, 4, 6],
  ['2', 4, 2],
  [' 2 ', 4, 2],
  ['-1', 4, 3],
  ['75%', 4, 3],
  ['75%', 5, 3],
  ['-25%', 5, 4],
  ['-75%', 5, 2],
  ['100%', 5, 5],
  ['2<75%', 2, 2],
  ['2<75%', 3, 2],
  ['2<75%', 4, 3],
  ['2<-25% 9<-3', 2, 2],
  ['2<-25% 9<-3', 3, 3],
  ['2<-25% 9<-3', 9, 7],
  ['2<-25% 9<-3', 10, 7],
])('minimum_should_match %j of %i clauses requires %i', (rule, clauses, expected) => {
  expect(required(rule, clauses, 7)).toBe(expected);
});

it.each(['', 'x', '1.5', '75 %', '2<', '<3', 'a<3', '2<75% 9', '-2<3'])(
  'minimum_should_match %j is refused',
  (rule) => {
    expect(() => required(rule, 10, 1)).toThrow(/cannot understand minimum_should_match/);
  },
);

it('a condition without its limit is refused also where it would not be needed', () => {
  expect(() => required('2<75% 9', 5, 1)).toThrow(/cannot understand minimum_should_match/);
});
