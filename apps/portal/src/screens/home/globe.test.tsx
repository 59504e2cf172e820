// The globe of the home screen: its views and marks, and the notice before it first turns.
import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPortal } from '../../testing/open-portal.tsx';
import { recordedPortal } from '../../testing/recorded.ts';
import { forgetVisit } from './globe-notice.ts';

recordedPortal();
beforeEach(() => {
  localStorage.clear();
  forgetVisit();
});

const interact = async (user: ReturnType<typeof openPortal>['user']) =>
  await user.click(await screen.findByRole('button', { name: 'Click to interact' }));
const isTurning = () => screen.findByRole('img', { name: /Arrow keys turn it/ });

it('[H023] the globe shows one view of the sites after the other', async () => {
  const { user } = openPortal('/');
  const globe = within(await screen.findByRole('region', { name: 'Sites on a globe' }));
  expect(globe.getByText('All sites')).toBeTruthy();
  await user.click(globe.getByRole('button', { name: 'Next view' }));
  expect(globe.queryByText('All sites')).toBeNull();
  await user.click(globe.getByRole('button', { name: 'Previous view' }));
  expect(globe.getByText('All sites')).toBeTruthy();
});

it('a view shows the sites at work, which the legend counts with the day since when', async () => {
  const { user } = openPortal('/');
  const line = await screen.findByText(/ at work ·/);
  const [, count] = /^\s*(\d+) sites? at work · Newest data: 20\d\d-/.exec(line.textContent) ?? [];
  expect(Number(count)).toBeGreaterThan(0);
  const tiles = within(await screen.findByRole('region', { name: 'Start from a site' }));
  const marked = tiles.getAllByRole('link', { name: /at work,\s*since (19|20)\d\d/ });
  expect(marked).toHaveLength(Number(count));
  const globe = within(await screen.findByRole('region', { name: 'Sites on a globe' }));
  const rings = () =>
    [...globe.getByRole('img').querySelectorAll('path')].flatMap(
      (path) => path.getAttribute('d')?.match(/a10 10 0 1 0 20 0/g) ?? [],
    );
  expect(rings().length).toBeGreaterThan(0);
  const legend = () => globe.getByRole('list', { name: 'Legend' }).textContent;
  expect(legend()).toMatch(/At work: data since 20\d\d-\d\d-\d\d \d/);
  await user.click(globe.getByRole('button', { name: 'Next view' }));
  expect(globe.getByText('Sites at work').parentElement!.textContent).toMatch(
    new RegExp(`${count} places?$`),
  );
});

it('the globe tells kinds of sites by their marks with their number, and where it is night', async () => {
  openPortal('/');
  const globe = within(await screen.findByRole('region', { name: 'Sites on a globe' }));
  const legend = globe.getByRole('list', { name: 'Legend' });
  expect(legend.textContent).toMatch(/site\s*\d/i);
  expect(legend.textContent).toMatch(/Night at \d{2}:\d{2} UTC/);
});

it('[H024] [H025] [H026] [H027] the globe is drawn until it is clicked; the first click says what it needs, once', async () => {
  const { user } = openPortal('/');
  await interact(user);
  const notice = within(await screen.findByRole('dialog'));
  expect(notice.getByText(/graphics-heavy/)).toBeTruthy();
  expect(notice.getByRole('button', { name: "Don't show me this again" })).toBeTruthy();
  await user.click(notice.getByRole('button', { name: 'OK' }));
  await isTurning();
  cleanup(); // to another screen and back
  await interact(openPortal('/').user);
  await isTurning();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it("[H028] 'Don't show me this again' holds for later visits", async () => {
  const { user } = openPortal('/');
  await interact(user);
  await user.click(await screen.findByRole('button', { name: "Don't show me this again" }));
  await isTurning();
  expect(localStorage.getItem('isobar.globe-notice')).toBe('"never"');
});

it('[H028] a globe that was clicked once requests nothing further', async () => {
  localStorage.setItem('isobar.globe-notice', '"never"');
  const { user } = openPortal('/');
  await interact(user);
  await isTurning();
  expect(screen.queryByRole('dialog')).toBeNull();
});
