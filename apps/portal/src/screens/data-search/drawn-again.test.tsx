// What is drawn again and what is not: the side bar and the rows are left alone while only the open
// record or a row changes.
import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPortal, servedPortal, server } from '../../testing/open-portal.tsx';
import { made, metadataService } from '../../testing/small-archive.ts';
import type { DateFilter } from './date-filter.tsx';
import type { RowTimeline } from './row-timeline.tsx';

/** How often a part of the side bar was drawn, and a part of each row. */
const drawn = { sidebar: 0, rows: 0 };

vi.mock('./date-filter.tsx', async (original) => {
  const real = await original<{ DateFilter: typeof DateFilter }>();
  const Counted: typeof DateFilter = (props) => {
    drawn.sidebar += 1;
    return real.DateFilter(props);
  };
  return { ...real, DateFilter: Counted };
});
vi.mock('./row-timeline.tsx', async (original) => {
  const real = await original<{ RowTimeline: typeof RowTimeline }>();
  const Counted: typeof RowTimeline = (props) => {
    drawn.rows += 1;
    return real.RowTimeline(props);
  };
  return { ...real, RowTimeline: Counted };
});

servedPortal();
beforeEach(() => localStorage.setItem('isobar.welcome-dismissed', 'true'));

const WAIT = { timeout: 20_000 };

/** Opens the results of two products and waits until nothing is drawn any more. */
async function settled() {
  const documents = [
    made('met', 'sgp', 'E13', 'temp', { priority: 1 }),
    made('met', 'sgp', 'E9', 'temp', { priority: 1 }),
    made('ceil', 'sgp', 'C1', 'cloudbase', { priority: 1 }),
  ];
  server.use(metadataService(documents).handler);
  const portal = openPortal('/results/site_code::sgp');
  await screen.findByRole('button', { name: '2 facilities' }, WAIT);
  await quiet();
  expect(drawn.sidebar).toBeGreaterThan(0);
  expect(drawn.rows).toBeGreaterThan(1);
  drawn.sidebar = 0;
  drawn.rows = 0;
  return portal;
}

async function quiet(): Promise<void> {
  for (let before = -1; before !== drawn.sidebar + drawn.rows; ) {
    before = drawn.sidebar + drawn.rows;
    await act(() => new Promise((done) => setTimeout(done, 150)));
  }
}

it('opening and closing a record draws neither the side bar nor a row again', async () => {
  const { user } = await settled();
  await user.click(screen.getByRole('link', { name: 'MET instrument' }));
  await screen.findByRole('dialog', {}, WAIT);
  await quiet();
  await user.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await quiet();
  expect(drawn).toEqual({ sidebar: 0, rows: 0 });
});

it('opening a row and ticking a facility leaves the side bar and the other rows', async () => {
  const { user } = await settled();
  await user.click(screen.getByRole('button', { name: '2 facilities' }));
  const table = await screen.findByRole('region', { name: 'Table of sites and facilities' }, WAIT);
  await quiet();
  const opening = drawn.rows;
  await user.click(within(table).getByRole('checkbox', { name: /Facility E9/ }));
  await quiet();
  expect(drawn.sidebar).toBe(0);
  expect(opening).toBe(1); // the row itself
  expect(drawn.rows).toBe(opening);
});

it('another search draws them', async () => {
  const { user } = await settled();
  await user.click(screen.getByRole('radio', { name: 'Z-A' }));
  await quiet();
  expect(drawn.sidebar).toBeGreaterThan(0);
});
