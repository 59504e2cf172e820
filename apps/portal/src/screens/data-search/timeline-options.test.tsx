// 'Timeline Display Options' and the welcome notice: what they ask and what they keep.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPortal } from '../../testing/open-portal.tsx';
import { archive, recordedPortal } from '../../testing/recorded.ts';

recordedPortal();
const WAIT = { timeout: 20_000 };

async function open(dismissed: boolean) {
  if (dismissed) localStorage.setItem('isobar.welcome-dismissed', 'true');
  archive('nsametC1.b1_temp_mean_sfcmet_met_sfcmet');
  const opened = openPortal('/results/site_code::nsa');
  await screen.findByRole(
    'link',
    { name: 'Surface Meteorological Instrumentation', hidden: true },
    WAIT,
  );
  return opened;
}

async function openOptions() {
  const opened = await open(true);
  await opened.user.click(screen.getByRole('button', { name: 'Timeline Options' }));
  const dialog = await screen.findByRole('dialog', { name: 'Timeline Display Options' }, WAIT);
  return { ...opened, dialog };
}

it('[T002] [T003] [T005] [T006] [T007] [T008] pending values are discarded on Cancel', async () => {
  const { user, dialog } = await openOptions();
  const resolution = within(dialog).getByLabelText('DQR Resolution') as HTMLSelectElement;
  expect(resolution.disabled).toBe(true);
  await user.click(within(dialog).getByRole('checkbox', { name: 'Filter DQRs based on zoom' }));
  expect(resolution.disabled).toBe(false);
  await user.click(within(dialog).getByRole('checkbox', { name: 'Show timelines in results' }));
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('Reports of 21 days or longer at this zoom')).toBeTruthy();
  expect(screen.getByRole('img', { name: /^Data from/ })).toBeTruthy();
});

it('[T004] [T009] Apply takes them for the timelines of this page', async () => {
  const { user, dialog } = await openOptions();
  await user.click(within(dialog).getByRole('checkbox', { name: 'Show timelines in results' }));
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(screen.queryByRole('img', { name: /^Data from/ })).toBeNull());
});

const notice = () => screen.findByRole('complementary', { name: 'Welcome' }, WAIT);

it('[H076] [H077] [H078] [H087] the welcome notice tells that only recommended data show, and where to change it', async () => {
  const { user } = await open(false);
  const line = await notice();
  expect(within(line).getByText(/Only recommended data are shown at first/)).toBeTruthy();
  await user.click(within(line).getByRole('button', { name: 'Details' }));
  expect(within(line).getByText(/when it has a priority/)).toBeTruthy();
  const link = within(line).getByRole('link', { name: 'Set your preference' });
  expect(link.getAttribute('href')).toBe('#/account/search');
});

it.each([
  ["[H079] [H087] [H088] 'Don't show me this again' keeps the welcome notice away for good", true],
  ["'OK' keeps the welcome notice away for this visit", false],
])('%s', async (_, forGood) => {
  const { user } = await open(false);
  const name = forGood ? "Don't show me this again" : 'OK';
  await user.click(within(await notice()).getByRole('button', { name }));
  const isGone = () => expect(screen.queryByRole('complementary', { name: 'Welcome' })).toBeNull();
  await waitFor(isGone);
  cleanup();
  await open(false); // its module is loaded by now, so that it would show at once
  isGone();
  cleanup();
  sessionStorage.clear(); // the next visit
  await open(false);
  if (forGood) isGone();
  else await notice();
});
