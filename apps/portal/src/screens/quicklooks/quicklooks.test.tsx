// Quicklooks as a person meets them: on their screen, over the results, over the cart, and from a
// quality report.
import type { DayAnswer } from '@isobar/contract/quicklooks/day.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { openPortal, server } from '../../testing/open-portal.tsx';
import {
  DOCUMENTS,
  DS,
  dayOf,
  openQuicklooks as open,
  servedOnWideScreen,
} from '../../testing/quicklooks-opened.tsx';
import { metadataService } from '../../testing/small-archive.ts';

servedOnWideScreen();

const thumbs = () => screen.findAllByRole('button', { name: /^Enlarge / });

it('the screen without a datastream shows the plots of one', async () => {
  open('/quicklooks');
  expect(await screen.findByRole('heading', { name: 'Quicklooks', level: 1 })).toBeTruthy();
  expect(await thumbs()).toHaveLength(4);
});

it('the screen of quicklooks shows the month of a variable that the address names', async () => {
  const { sent } = open(`/quicklooks/${DS}/rh?date=20190104`);
  expect((await thumbs()).map((one) => one.getAttribute('aria-label'))).toEqual([
    'Enlarge rh on 2019-01-01',
    'Enlarge rh on 2019-01-02',
    'Enlarge rh on 2019-01-03',
    'Enlarge rh on 2019-01-04',
  ]);
  expect(sent).toEqual([{ query: { ds: DS, month: '201901', vn: 'rh' }, size: '31' }]);
  expect((await thumbs())[3]?.getAttribute('aria-current')).toBe('date');
});

it('the screen of quicklooks has a back link, the header, and the measurements with plots to choose from', async () => {
  const { user, router } = open(`/quicklooks/${DS}/temp?date=20190104`);
  expect(
    await screen.findByRole('heading', {
      name: `Available Measurements for ${DS} | Southern Great Plains | MET class`,
    }),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to the search' }).getAttribute('href')).toBe(
    '#/results',
  );
  const list = screen.getByRole('navigation', { name: 'Measurements' });
  const choices = within(list).getAllByRole('button');
  expect(choices.map((one) => one.textContent)).toEqual(['Measured rh rh', 'Measured temp temp']);
  await user.click(within(list).getByRole('button', { name: /Measured rh/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/quicklooks/${DS}/rh`));
  expect(router.state.location.search).toEqual({ date: '20190104' });
});

it('another month or day changes the date of the address, never to the future', async () => {
  const { user, router, sent } = open(`/quicklooks/${DS}/temp?date=20190131`);
  await thumbs();
  await user.click(screen.getByRole('button', { name: 'Later month' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ date: '20190228' }));
  await waitFor(() => expect(sent.at(-1)?.query.month).toBe('201902'));
  const day = screen.getByRole('textbox', { name: 'Day' });
  fireEvent.change(day, { target: { value: '2018-12-24' } });
  fireEvent.blur(day);
  await waitFor(() => expect(router.state.location.search).toEqual({ date: '20181224' }));
  await waitFor(() => expect(sent.at(-1)?.query.month).toBe('201812'));
  fireEvent.change(day, { target: { value: '2999-01-01' } });
  fireEvent.blur(day);
  expect(await screen.findByText(/Must be a date between/)).toBeTruthy();
  expect(router.state.location.search).toEqual({ date: '20181224' });
});

it('the present month has none after it', async () => {
  const now = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  open(`/quicklooks/${DS}/temp?date=${now}`);
  await thumbs();
  expect(screen.getByRole('button', { name: 'Later month' }).hasAttribute('disabled')).toBe(true);
});

it('a monthly grid; resting on a day previews it, pressing enlarges it', async () => {
  const { user, router } = open(`/quicklooks/${DS}/temp?date=20190101`);
  const grid = await screen.findByRole('table', { name: 'Plots of 2019-01, by day' });
  expect(
    within(grid)
      .getAllByRole('columnheader')
      .map((head) => head.textContent?.slice(0, 4)),
  ).toEqual(['Axis', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
  expect(within(grid).getByText('6 to 31: 26 days without data')).toBeTruthy();
  const third = (await thumbs())[2];
  if (!third) return expect.unreachable('there are four');
  await user.hover(third);
  expect(await screen.findByRole('img', { name: 'Preview of temp on 2019-01-03' })).toBeTruthy();
  await user.click(third);
  const dialog = await screen.findByRole('dialog', { name: '2019-01-03' });
  expect(
    await within(dialog).findByRole('img', { name: 'Plot of temp on 2019-01-03' }),
  ).toBeTruthy();
  expect(router.state.location.search).toEqual({ date: '20190103' });
  await user.click(within(dialog).getByRole('button', { name: 'Later day' }));
  expect(await screen.findByRole('img', { name: 'Plot of temp on 2019-01-04' })).toBeTruthy();
  const report = await within(screen.getByRole('dialog')).findByRole('link', {
    name: 'D190104.1',
  });
  expect(report.getAttribute('href')).toMatch(/^\/report\/D190104\.1/);
  expect(report.closest('li')?.textContent).toMatch(/Suspect.*01:00 to 24:00 UTC/);
});

it('later and earlier days go on across months', async () => {
  const { user, router } = open(`/quicklooks/${DS}/temp?date=20190104`);
  const fourth = (await thumbs())[3];
  if (!fourth) return expect.unreachable('there are four');
  await user.click(fourth);
  await user.click(await screen.findByRole('button', { name: 'Later day' }));
  expect(await screen.findByRole('img', { name: 'Plot of temp on 2019-02-01' })).toBeTruthy();
  await waitFor(() => expect(router.state.location.search).toEqual({ date: '20190201' }));
  await user.click(screen.getByRole('button', { name: 'Earlier day' }));
  expect(await screen.findByRole('img', { name: 'Plot of temp on 2019-01-04' })).toBeTruthy();
  expect(router.state.location.search).toEqual({ date: '20190104' });
});

it('before the first and after the last day with data there is no step', async () => {
  const { user } = open(`/quicklooks/${DS}/temp?date=20201204`);
  await user.click((await thumbs())[3] ?? document.body);
  const later = await screen.findByRole('button', { name: 'Later day' });
  expect(later.hasAttribute('disabled')).toBe(true);
});

it('all days of a month share an axis, which is stated; a switch gives each its own', async () => {
  const { user } = open(`/quicklooks/${DS}/temp?date=20190104`);
  expect(await screen.findByText(/All days of the month share their axes/)).toBeTruthy();
  const pathOf = async (n: number) =>
    (await thumbs())[n]?.querySelector('path[stroke="var(--accent)"]')?.getAttribute('d');
  await waitFor(async () => expect(await pathOf(3)).toBeTruthy());
  const [first, fourth] = [await pathOf(0), await pathOf(3)];
  expect(first).not.toBe(fourth);
  await user.click(screen.getByRole('radio', { name: 'Separate' }));
  expect(await screen.findByText(/Each day has axes of its own/)).toBeTruthy();
  expect(await pathOf(0)).not.toBe(first);
  expect(await pathOf(0)).toBe(await pathOf(3)); // the same shape, each from edge to edge
});

it('notes say from where to where a day goes, and the table says it in words', async () => {
  const { user } = open(`/quicklooks/${DS}/temp?date=20190104`);
  expect(await screen.findByText('11 – 20')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Table' }));
  const table = await screen.findByRole('table', { name: 'Values of 2019-01, by day' });
  const row = within(table).getByRole('row', { name: /2019-01-04/ });
  expect(row.textContent).toMatch(/41.*50.*Suspect D190104\.1/);
  await user.click(within(row).getByRole('button', { name: '2019-01-04' }));
  expect(await screen.findByRole('dialog', { name: '2019-01-04' })).toBeTruthy();
});

it('launches stand against height, each with its clock', async () => {
  const sonde = (dated: string): DayAnswer => ({
    ...dayOf(dated),
    reports: null,
    samples: {
      kind: 'profile',
      axis: { name: 'alt', units: 'km' },
      ascents: [19_800, 63_000].map((start) => ({
        start,
        samples: 4602,
        at: [0, 5, 10, 20],
        values: [20, -10, -50, null],
        bad: [],
        indeterminate: [],
      })),
    },
  });
  const { user } = open(`/quicklooks/${DS}/temp?date=20190104`, 4, DOCUMENTS, sonde);
  expect(await screen.findAllByText('2 launches')).toHaveLength(4);
  const [first] = await thumbs();
  await waitFor(() => {
    const drawn = first?.querySelector('svg');
    expect(drawn?.getAttribute('viewBox')).toBe('0 0 240 240'); // as high as wide
  });
  await user.click(first ?? document.body);
  const dialog = await screen.findByRole('dialog', { name: '2019-01-01' });
  const list = await within(dialog).findByRole('list', { name: 'Launches' });
  expect(list.textContent).toMatch(/05:30 UTC.*4,602 samples.*17:30 UTC/);
  expect(within(dialog).getByText('alt (km)')).toBeTruthy();
  expect(within(dialog).getByText(/Quality reports are not available/)).toBeTruthy();
});

it('plots of another archive are shown as they are', async () => {
  server.use(
    metadataService(DOCUMENTS).handler,
    http.post('*/services/quicklooks/_search', () =>
      HttpResponse.json({
        hits: {
          total: { value: 1 },
          hits: [
            {
              _id: 'a',
              _source: { url: 'https://plots.example/a.png', dated: '20190104', vn: 'temp' },
            },
          ],
        },
      }),
    ),
  );
  openPortal(`/quicklooks/${DS}/temp?date=20190104`);
  const [only] = await thumbs();
  expect(only?.querySelector('img')?.getAttribute('src')).toMatch(/plots\.example\/a\.png/);
});

it('the screen of quicklooks copies its link with a notice; a clipboard failure is logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { user } = open(`/quicklooks/${DS}/temp?date=20190104`);
  await thumbs();
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await screen.findByText('Link copied')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toMatch(
    new RegExp(`#/quicklooks/${DS}/temp\\?date=20190104$`),
  );
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('closed'));
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  await waitFor(() => expect(log).toHaveBeenCalledWith('Copying the link:', expect.anything()));
  expect(screen.queryByText('Link copied')).toBeNull();
});

const answer = (status: number) =>
  http.post('*/services/quicklooks/_search', () =>
    HttpResponse.json({ error: { reason: 'the disk is away' } }, { status }),
  );

it('404 shows the banner', async () => {
  server.use(metadataService(DOCUMENTS).handler, answer(404));
  openPortal(`/quicklooks/${DS}/temp?date=20190104`);
  const banner = await screen.findByText(`No plots found for datastream ${DS} during 2019-01`);
  expect(banner.getAttribute('role')).toBe('alert');
});

it('a month without plots shows it, too', async () => {
  open(`/quicklooks/${DS}/temp?date=20190104`, 0);
  expect(
    await screen.findByText(`No plots found for datastream ${DS} during 2019-01`),
  ).toBeTruthy();
});

it('another failure is logged, and can be tried again', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { user } = open(`/quicklooks/${DS}/temp?date=20190104`);
  server.use(answer(400));
  expect(await screen.findByText('The plots could not be looked up.')).toBeTruthy();
  expect(log).toHaveBeenCalledWith('Quicklooks:', expect.anything());
  expect(screen.queryByText(/No plots found/)).toBeNull();
  open(`/quicklooks/${DS}/temp`);
  await user.click(screen.getAllByRole('button', { name: 'Try again' })[0] ?? document.body);
  expect((await thumbs()).length).toBeGreaterThan(0);
});

it('the screen of quicklooks opens over the results, which do not change', async () => {
  const { user, router } = open(`/results/site_code::sgp/quicklooks/${DS}/temp?date=20190104`);
  const dialog = await screen.findByRole('dialog', { name: 'Data Plots' });
  await within(dialog).findByRole('heading', { name: /^Available Measurements/ });
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/results/site_code::sgp'));
  expect(await screen.findByRole('button', { name: /Remove Site/ })).toBeTruthy();
});

it('over the cart', async () => {
  const { user, router } = open(`/saved/quicklooks/${DS}/temp?date=20190104`);
  const dialog = await screen.findByRole('dialog', { name: 'Data Plots' });
  await within(dialog).findByRole('heading', { name: /^Available Measurements/ });
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/saved'));
});

it('from a report: Data Plots opens the month of its end and hides the summary', async () => {
  const id = DOCUMENTS[0]?.id ?? '';
  const { user, router } = open(
    `/results/site_code::sgp?details=${encodeURIComponent(id)}&report=D100104.1`,
  );
  await screen.findByRole('region', { name: 'Selected report' }, { timeout: 20_000 });
  await user.click(screen.getByRole('button', { name: 'Data Plots' }));
  await waitFor(() =>
    expect(router.state.location.pathname).toMatch(
      new RegExp(`^/results/site_code::sgp/quicklooks/${DS}/\\w+$`),
    ),
  );
  expect(router.state.location.search).toMatchObject({ details: id, date: '20100104' });
  expect(await screen.findByRole('dialog', { name: 'Data Plots' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Selected report', hidden: true })).toBeNull();
});

it('without plots there is no such button', async () => {
  const bare = DOCUMENTS.map((one) => ({
    ...one,
    has_plots: false,
    datastreams: (one.datastreams ?? '').replace('"hasPlots":true', '"hasPlots":false'),
  }));
  const id = bare[0]?.id ?? '';
  open(`/results/site_code::sgp?details=${encodeURIComponent(id)}&report=D100104.1`, 4, bare);
  await screen.findByRole('region', { name: 'Selected report' }, { timeout: 20_000 });
  expect(screen.queryByRole('button', { name: 'Data Plots' })).toBeNull();
});
