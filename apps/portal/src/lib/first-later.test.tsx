// What has come first is drawn in slices, after what is there already; what changes later is drawn
// at once.
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useFirstLater } from './first-later.ts';

const START: { readonly value: string | null } = { value: null };

it('the first answer is drawn after the screen without it, and every later one at once', () => {
  const drawn: (readonly [given: string | null, drawn: string | null])[] = [];
  const { rerender } = renderHook(
    ({ value }: { readonly value: string | null }) => {
      drawn.push([value, useFirstLater(value, (one) => one !== null)]);
    },
    { initialProps: START },
  );
  rerender({ value: 'first' });
  rerender({ value: 'second' });
  const changes = drawn.filter((one, at) => `${one}` !== `${drawn[at - 1]}`);
  expect(changes).toEqual([
    [null, null],
    ['first', null],
    ['first', 'first'],
    ['second', 'second'],
  ]);
});
