// The router: screens that load late, fail, break or are left, and their scroll positions.
import { createMemoryHistory } from '@tanstack/history';
import { act, screen as page, render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { createRouter, type Route } from './create-router.ts';
import type { FailureProps } from './failure-boundary.tsx';
import { Outlet, RouterProvider, useParams, useSearch } from './provider.tsx';
import { screen } from './screen.ts';

afterEach(() => vi.restoreAllMocks());

const One = () => <p>one</p>;
const Two = () => <p>two {useParams().id}</p>;
const Broken = () => {
  if (useSearch().whole !== 'yes') throw new Error('it broke');
  return <p>mended</p>;
};
const fragile = { isWhole: false };
const Fragile = () => (fragile.isWhole ? <p>whole</p> : <Broken />);
const Failure = ({ error, reset }: FailureProps) => (
  <button type="button" onClick={reset}>
    {error instanceof Error ? error.message : 'failed'}
  </button>
);
const there = (component: ComponentType) => screen(async () => ({ component }), 'component');

/** A screen that is loaded when the test resolves it. */
function late(component: ComponentType) {
  const calls: { come: () => void; fail: () => void }[] = [];
  const made = screen(
    () =>
      new Promise<{ component: ComponentType }>((resolve, reject) => {
        calls.push({
          come: () => resolve({ component }),
          fail: () => reject(new Error('no network')),
        });
      }),
    'component',
  );
  return { screen: made, calls };
}

function open(routes: readonly Route[], path = '/one') {
  const router = createRouter(routes, createMemoryHistory({ initialEntries: [path] }));
  render(
    <RouterProvider router={router}>
      <Outlet pending="coming" missing="missing" failure={Failure} />
    </RouterProvider>,
  );
  return { router, user: userEvent.setup() };
}

it('the router shows the screen of the address, and another', async () => {
  const { router } = open([
    { path: '/one', screen: there(One) },
    { path: '/two/$id', screen: there(Two) },
  ]);
  await page.findByText('one');
  await act(() => router.navigate({ href: '/two/7' }));
  expect(page.getByText('two 7')).toBeTruthy();
  await act(() => router.navigate({ href: '/nowhere' }));
  expect(page.getByText('missing')).toBeTruthy();
  act(() => router.history.back());
  await page.findByText('two 7');
});

it('the router keeps the present screen until the next is loaded, and does not return a user who moved on', async () => {
  const slow = late(Two);
  const { router } = open([
    { path: '/one', screen: there(One) },
    { path: '/two/$id', screen: slow.screen },
  ]);
  await page.findByText('one');
  const first = router.navigate({ href: '/two/1' });
  expect(page.getByText('one')).toBeTruthy();
  expect(router.state.location.href).toBe('/two/1');
  await act(() => router.navigate({ href: '/one' }));
  await act(async () => {
    slow.calls[0]?.come();
    await first;
  });
  expect(page.getByText('one')).toBeTruthy();
});

it('the router says that a screen is on its way when it takes long', async () => {
  const slow = late(One);
  open([{ path: '/one', screen: slow.screen }]);
  await page.findByText('coming');
  act(() => slow.calls[0]?.come());
  await page.findByText('one');
});

it('a screen that could not be loaded is loaded at the next try', async () => {
  const slow = late(One);
  const { user } = open([{ path: '/one', screen: slow.screen }]);
  act(() => slow.calls[0]?.fail());
  await user.click(await page.findByRole('button', { name: 'no network' }));
  act(() => slow.calls[1]?.come());
  await page.findByText('one');
});

it('a screen that breaks can be tried again, and another address is another try', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { router, user } = open([{ path: '/one', screen: there(Fragile) }]);
  await user.click(await page.findByRole('button', { name: 'it broke' }));
  fragile.isWhole = true;
  await user.click(await page.findByRole('button', { name: 'it broke' }));
  await page.findByText('whole');
  fragile.isWhole = false;
  await act(() => router.navigate({ href: '/one?again=1' }));
  await page.findByRole('button', { name: 'it broke' });
  await act(() => router.navigate({ href: '/one?whole=yes' }));
  expect(page.getByText('mended')).toBeTruthy();
});

it('one address stands for another, in the place of its entry', async () => {
  const { router } = open([
    { path: '/one', screen: there(One) },
    { path: '/old', instead: ({ search }) => `/two/${search.id ?? 'none'}` },
    { path: '/two/$id', screen: there(Two) },
  ]);
  await page.findByText('one');
  await act(() => router.navigate({ href: '/old?id=5' }));
  expect(page.getByText('two 5')).toBeTruthy();
  act(() => router.history.back());
  await page.findByText('one');
});

it('what is closed is a step back where a step led there, else it is replaced', async () => {
  const { router } = open([
    { path: '/one', screen: there(One) },
    { path: '/two/$id', screen: there(Two) },
  ]);
  await page.findByText('one');
  await act(() => router.navigate({ href: '/two/1' }));
  await act(() => router.navigate({ href: '/two/1?open=a' }));
  await act(() => router.navigate({ href: '/two/1?open=b', replace: true }));
  await act(() => router.navigate({ href: '/two/1', back: true }));
  expect(router.history.location.href).toBe('/two/1');
  expect(router.history.length).toBe(3);
  act(() => router.history.forward());
  await waitFor(() => expect(router.history.location.href).toBe('/two/1?open=b'));
  act(() => router.history.back());
  await waitFor(() => expect(router.history.location.href).toBe('/two/1'));
  await act(() => router.navigate({ href: '/two/2?open=a' }));
  await act(() => router.navigate({ href: '/two/2', back: true }));
  expect(page.getByText('two 2')).toBeTruthy();
  act(() => router.history.back());
  await page.findByText('two 1');
});

it('a new page begins at its top, unless it stays; the way back leads to where one was', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const y = vi.spyOn(window, 'scrollY', 'get').mockReturnValue(0);
  const { router } = open([
    { path: '/one', screen: there(One) },
    { path: '/two/$id', screen: there(Two) },
  ]);
  await page.findByText('one');
  scrollTo.mockClear();
  y.mockReturnValue(640);
  await act(() => router.navigate({ href: '/one?page=2', resetScroll: false }));
  expect(scrollTo).not.toHaveBeenCalled();
  await act(() => router.navigate({ href: '/two/1' }));
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
  y.mockReturnValue(0);
  act(() => router.history.back());
  await waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(0, 640));
});

it('the same address once more makes no entry in the history', async () => {
  const { router } = open([{ path: '/one', screen: there(One) }]);
  await page.findByText('one');
  await act(() => router.navigate({ href: '/one' }));
  expect(router.history.length).toBe(1);
  await act(() => router.navigate({ href: '/one?a=1' }));
  expect(router.history.length).toBe(2);
});
