// A second question is recognised, for each owner separately; one that was forgotten counts as
// asked for the first time again.
import { expect, it } from 'vitest';
import { AskedBefore } from './asked-before.ts';

it('the history of requests recognises a repeated request of the same owner', () => {
  const asked = new AskedBefore(10);
  const [one, other] = [{}, {}];
  expect([asked.was(one, 'key'), asked.was(other, 'key'), asked.was(one, 'kez')]).toEqual(
    Array(3).fill(false),
  );
  expect([asked.was(one, 'key'), asked.was(other, 'key'), asked.was(one, 'kez')]).toEqual(
    Array(3).fill(true),
  );
});

it('the history of requests remembers no more than it may', () => {
  const asked = new AskedBefore(2);
  const owner = {};
  for (const key of ['a', 'b', 'c']) asked.was(owner, key);
  expect(asked.was(owner, 'a')).toBe(false);
  expect(asked.was(owner, 'c')).toBe(true);
});
