// The categories of home: with their counts, and without a word on counts while there are none.
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CategoryTiles } from './category-tiles.tsx';

it('a category tile counts data products in words, and leaves out what the archive has nothing of', () => {
  render(<CategoryTiles counts={{ aeros: 1, cloud: 1200 }} />);
  const [aerosols, clouds, ...others] = screen.getAllByRole('link');
  expect(aerosols?.textContent).toBe('Aerosols 1 data product');
  expect(clouds?.textContent).toBe('Cloud Properties 1,200 data products');
  expect(others).toEqual([]);
});

it('a category tile says nothing of numbers that are not known', () => {
  render(<CategoryTiles counts={null} />);
  expect(screen.getAllByRole('link')).toHaveLength(6);
  expect(screen.queryByText(/data product/)).toBeNull();
});
