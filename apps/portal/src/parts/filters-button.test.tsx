// The button of the filters by itself.
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FiltersButton } from './filters-button.tsx';

it.each([
  [0, 'Filters', ''],
  [1, 'Filters1', '1 filter applied'],
  [12, 'Filters12', '12 filters applied'],
])('with %i filters reads %j and describes itself as %j', (count, text, title) => {
  render(<FiltersButton count={count} />);
  const button = screen.getByRole('button', { name: 'Filters' });
  expect(button.textContent).toBe(text);
  expect(button.title).toBe(title);
});
