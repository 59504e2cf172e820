// Notices: how long they stay, how the keyboard reaches them, and what they must not cover.
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { dismissToasts, ToastHost, toast } from './toast.tsx';
import { type Box, placeOf } from './toast-manners.ts';

const shown = () => screen.queryAllByRole('button', { name: 'Dismiss' }).length;

afterEach(() => {
  act(() => dismissToasts());
  vi.useRealTimers();
});

it('a notice stands for as long as it takes to read, a problem until it is dismissed', () => {
  vi.useFakeTimers();
  render(<ToastHost />);
  act(() => {
    toast({ title: 'Link copied' });
    toast({ title: 'Item Added to Cart', text: 'x'.repeat(200) });
    toast({ title: 'It could not be saved.', kind: 'problem' });
  });
  expect(shown()).toBe(3);
  act(() => vi.advanceTimersByTime(6900));
  expect(screen.queryByText('Link copied')).not.toBeNull();
  act(() => vi.advanceTimersByTime(200));
  expect(screen.queryByText('Link copied')).toBeNull();
  act(() => vi.advanceTimersByTime(9000));
  expect(screen.queryByText('Item Added to Cart')).not.toBeNull();
  act(() => vi.advanceTimersByTime(60_000));
  expect(screen.queryByText('Item Added to Cart')).toBeNull();
  expect(screen.queryByText('It could not be saved.')).not.toBeNull();
});

it('a repeated notice replaces the first', () => {
  render(<ToastHost />);
  act(() => {
    for (let times = 0; times < 3; times += 1) toast({ title: 'Link copied' });
    toast({ title: 'Link copied', text: 'another' });
  });
  expect(shown()).toBe(2);
});

async function withNotices() {
  const user = userEvent.setup();
  render(
    <>
      <button type="button">Before</button>
      <input aria-label="A field" />
      <ToastHost />
    </>,
  );
  act(() => {
    toast({ title: 'First', kind: 'problem', link: { label: 'View cart', href: '#/saved' } });
    toast({ title: 'Second', kind: 'problem' });
  });
  // The keyboard handling is loaded with the first notice.
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Notices (F8)' }).style.bottom).toBe('16px'),
  );
  return user;
}

it('the keyboard reaches toasts with F8, dismisses with Escape, and goes on where it was', async () => {
  const user = await withNotices();
  const before = screen.getByRole('button', { name: 'Before' });
  before.focus();
  await user.keyboard('{F8}');
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'View cart' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByText('First')).toBeNull();
  await waitFor(() =>
    expect(document.activeElement?.closest('.pop')?.textContent).toContain('Second'),
  );
  await user.keyboard('{Escape}');
  expect(shown()).toBe(0);
  await waitFor(() => expect(document.activeElement).toBe(before));
});

it('Escape from the page dismisses the newest, from a field or under a dialog none', async () => {
  const user = await withNotices();
  screen.getByRole('textbox').focus();
  await user.keyboard('{Escape}');
  expect(shown()).toBe(2);
  screen.getByRole('button', { name: 'Before' }).focus();
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  document.body.append(dialog);
  await user.keyboard('{Escape}');
  expect(shown()).toBe(2);
  dialog.remove();
  await user.keyboard('{Escape}');
  expect(screen.queryByText('Second')).toBeNull();
  expect(screen.queryByText('First')).not.toBeNull();
});

it('they are announced to screen readers as they appear, one by one', async () => {
  await withNotices();
  const status = screen.getByRole('status');
  expect(status.textContent).toContain('Second');
  expect(status.getAttribute('aria-atomic')).toBe('false');
});

const HEIGHT = 900;
const notices = { left: 1000, right: 1384, height: 80 };
const box = fc
  .record({
    left: fc.integer({ min: 0, max: 1400 }),
    width: fc.integer({ min: 1, max: 500 }),
    top: fc.integer({ min: 0, max: HEIGHT }),
    height: fc.integer({ min: 1, max: 120 }),
  })
  .map(
    ({ left, width, top, height }): Box => ({
      left,
      right: left + width,
      top,
      bottom: top + height,
    }),
  );

it('notices cover nothing that is kept clear while there is room, and are never outside the window', () => {
  fc.assert(
    fc.property(fc.array(box, { maxLength: 6 }), (kept) => {
      const { lift, room } = placeOf(kept, notices, HEIGHT);
      const shown = Math.min(room, notices.height);
      const [top, bottom] = [HEIGHT - lift - shown, HEIGHT - lift];
      expect(top).toBeGreaterThanOrEqual(0);
      const covered = kept.some(
        (one) =>
          one.right > notices.left &&
          one.left < notices.right &&
          one.bottom > top &&
          one.top < bottom,
      );
      if (covered) expect(lift).toBe(16);
      // Six boxes with their gaps leave room for notices somewhere above them, if none of them lies
      // high.
      if (kept.every((one) => one.top > 400 && one.bottom - one.top < 40))
        expect(covered).toBe(false);
    }),
    { numRuns: 500 },
  );
});

it('placeOf goes over a bar at the lower edge, and no further than it has to', () => {
  const bar = { left: 0, right: 1440, top: 820, bottom: 900 };
  const lift = (kept: readonly Box[]) => placeOf(kept, notices, HEIGHT).lift;
  expect(lift([bar])).toBe(88);
  expect(lift([{ ...bar, right: 900 }])).toBe(16);
  expect(lift([{ ...bar, top: 100, bottom: 200 }])).toBe(16);
  expect(lift([{ ...bar, top: 30 }])).toBe(16); // no room above it
});

it('notices that fit nowhere are scrolled in the highest space that is free, and not laid over a footer', () => {
  const footer = { left: 0, right: 1440, top: 300, bottom: 375 };
  const three = { ...notices, height: 316 };
  expect(placeOf([footer], three, 375)).toEqual({ lift: 83, room: 284 });
  const header = { left: 0, right: 1440, top: 0, bottom: 60 };
  expect(placeOf([header, footer], three, 375)).toEqual({ lift: 83, room: 224 });
  expect(placeOf([{ ...footer, top: 70 }], three, 375)).toEqual({ lift: 16, room: 351 });
});
