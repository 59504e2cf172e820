// The pieces of the interface by themselves.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Dialog } from './dialog.tsx';
import { pageNumbers } from './pager.tsx';
import { Tooltip } from './tooltip.tsx';
import { ViewMore } from './view-more.tsx';

it('[S186] ViewMore collapses text over 140 characters', async () => {
  const user = userEvent.setup();
  const text = `${'word '.repeat(40)}end`;
  render(<ViewMore text={text} />);
  expect(screen.queryByText(/end$/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'View More' }));
  expect(screen.getByText(/end$/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'View Less' }));
  expect(screen.queryByText(/end$/)).toBeNull();
});

it('[S186] ViewMore leaves 140 characters alone, and cuts 141 at a word', () => {
  const { rerender } = render(<ViewMore text={'x'.repeat(140)} />);
  expect(screen.queryByRole('button')).toBeNull();
  rerender(<ViewMore text={'x'.repeat(141)} />);
  expect(screen.getByRole('button', { name: 'View More' })).toBeTruthy();
  expect(screen.getByText(`${'x'.repeat(140)}…`)).toBeTruthy();
  rerender(<ViewMore text={`${'x'.repeat(130)} ${'y'.repeat(30)}`} />);
  expect(screen.getByText(`${'x'.repeat(130)}…`)).toBeTruthy();
});

it('Tooltip opens on focus, is described by its text, and closes on Escape', async () => {
  const user = userEvent.setup();
  render(<Tooltip label="About it">Why it is so.</Tooltip>);
  await user.tab();
  const button = screen.getByRole('button', { name: 'About it' });
  const tip = screen.getByRole('tooltip');
  expect(tip.textContent).toBe('Why it is so.');
  expect(button.getAttribute('aria-describedby')).toBe(tip.id);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).toBeNull();
});

it('pageNumbers holds the ends and the neighbours', () => {
  expect(pageNumbers(1, 3, 7)).toEqual([1, 2, 3]);
  expect(pageNumbers(1, 20, 7)).toEqual([1, 2, 3, 4, 5, 6, 20]);
  expect(pageNumbers(10, 20, 7)).toEqual([1, 8, 9, 10, 11, 12, 20]);
  expect(pageNumbers(20, 20, 7)).toEqual([1, 15, 16, 17, 18, 19, 20]);
  expect(pageNumbers(9, 20, 3)).toEqual([8, 9, 10]);
  expect(pageNumbers(20, 20, 3)).toEqual([18, 19, 20]);
});

it('Dialog closes when the user goes back to the page below, unless it is part of the address', () => {
  const closed: string[] = [];
  render(
    <>
      <Dialog open title="A" onClose={() => closed.push('by itself')} />
      <Dialog open title="B" inAddress onClose={() => closed.push('in the address')} />
      <Dialog open={false} title="C" onClose={() => closed.push('not open')} />
    </>,
  );
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  expect(closed).toEqual(['by itself']);
});
