// The link back to the top: when it appears, how often it checks, and where it leads.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToTop } from './to-top.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const button = () => screen.queryByRole('button', { name: 'Scroll to top' });
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('[H064] the way back to the top appears only beyond 250 pixels', () => {
  render(<ToTop />);
  vi.stubGlobal('scrollY', 250);
  wait(2000);
  expect(button()).toBeNull();
  vi.stubGlobal('scrollY', 251);
  wait(2000);
  expect(button()).toBeTruthy();
  vi.stubGlobal('scrollY', 0);
  wait(2000);
  expect(button()).toBeNull();
});

it('[H090] the way back to the top looks once a second', () => {
  render(<ToTop />);
  vi.stubGlobal('scrollY', 800);
  wait(999);
  expect(button()).toBeNull();
  wait(1);
  expect(button()).toBeTruthy();
});

it('scrolls to the top and disappears at once', () => {
  const scrollTo = vi.fn();
  vi.stubGlobal('scrollTo', scrollTo);
  render(<ToTop />);
  vi.stubGlobal('scrollY', 800);
  wait(1000);
  fireEvent.click(screen.getByRole('button', { name: 'Scroll to top' }));
  expect(scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }));
  expect(button()).toBeNull();
});
