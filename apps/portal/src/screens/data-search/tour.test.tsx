// The tours: which there are, what they show in which order, that every step finds its part, and
// that they are remembered.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPortal } from '../../testing/open-portal.tsx';
import { recordedPortal } from '../../testing/recorded.ts';
import { TOURS, type TourStep } from './tour-steps.ts';

recordedPortal();
const cookies = vi.spyOn(document, 'cookie', 'set');
beforeEach(() => localStorage.setItem('isobar.welcome-dismissed', 'true'));
afterEach(() => {
  cookies.mockClear();
  for (const name of Object.keys(TOURS)) {
    // biome-ignore lint/suspicious/noDocumentCookie: a test leaves nothing behind
    document.cookie = `tour_${name}=; max-age=0; path=/`;
  }
});

async function openTours(path = '/results') {
  const portal = openPortal(path);
  await portal.user.click(await screen.findByRole('button', { name: 'Tour' }));
  await screen.findByRole('menuitem', { name: 'Guided tour' });
  return portal;
}

const card = (name: string) => screen.findByRole('dialog', { name });

it('[H075] the tours are of the screen, of its side bar and of its top bar', async () => {
  const { user } = await openTours();
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Guided tour',
    'Tour of the sidebar',
    'Tour of the top bar',
  ]);
  await user.click(screen.getByRole('menuitem', { name: 'Tour of the sidebar' }));
  await card('Filters');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Tour' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Tour of the top bar' }));
  await card('Search text');
});

it('[H080] [H082] the guided tour shows its ten steps in order, and after the first goes to aerosols', async () => {
  const { user, router } = await openTours();
  await user.click(screen.getByRole('menuitem', { name: 'Guided tour' }));
  await card('Search text');
  expect(router.state.location.pathname).toBe('/results');
  const titles = ['Search text'];
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() =>
    expect(router.state.location.pathname).toBe('/results/meas_category_code::aeros'),
  );
  for (let step = 1; step < 10; step += 1) {
    const dialog = await screen.findByRole('dialog');
    titles.push(within(dialog).getByRole('heading').textContent);
    await user.click(within(dialog).getByRole('button', { name: step < 9 ? 'Next' : 'Done' }));
  }
  expect(titles).toEqual([
    'Search text',
    'Filters',
    'Display options',
    'Results',
    'Order data',
    'Data locations',
    'Details icon',
    'Full details',
    'Account',
    'Support',
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('the tours move with the arrow keys, backwards too, and end with Escape; Next has the focus', async () => {
  const { user } = await openTours();
  await user.click(screen.getByRole('menuitem', { name: 'Tour of the sidebar' }));
  await card('Filters');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' })),
  );
  await user.keyboard('{ArrowRight}{ArrowRight}');
  await card('Sort');
  await user.keyboard('{ArrowLeft}');
  await card('Date range');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('[H081] the tours that were taken are remembered for years in cookies that begin with tour_', async () => {
  const { user } = await openTours();
  expect(screen.queryByRole('img', { name: 'Taken' })).toBeNull();
  await user.click(screen.getByRole('menuitem', { name: 'Tour of the top bar' }));
  await card('Search text');
  await user.click(screen.getByRole('button', { name: 'End tour' }));
  const [cookie] = cookies.mock.lastCall ?? [''];
  expect(cookie).toMatch(/^tour_top=/);
  expect(Number(/max-age=(\d+)/.exec(cookie)?.[1])).toBeGreaterThan(5 * 365 * 86_400);
  await user.click(await screen.findByRole('button', { name: 'Tour' }));
  const taken = await screen.findByRole('menuitem', { name: /Tour of the top bar/ });
  expect(within(taken).getByLabelText('Taken')).toBeTruthy();
});

it('point at parts that are on the screen', async () => {
  await openTours('/results/meas_category_code::aeros');
  await screen.findByRole('button', { name: /^View Details & Get Data/ });
  const missing = Object.values(TOURS)
    .flatMap(({ steps }): readonly TourStep[] => steps)
    .filter(({ targets }) => !targets[0] || !document.querySelector(targets[0]))
    .map(({ title }) => title);
  expect(missing).toEqual([]);
});
