// The side bar: facet groups, pending choices, dates and epochs.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPortal, server } from '../../testing/open-portal.tsx';
import { archive, recordedPortal } from '../../testing/recorded.ts';
import { made, metadataService } from '../../testing/small-archive.ts';
import { lastDay } from './date-filter.tsx';

recordedPortal();
beforeEach(() => localStorage.setItem('isobar.welcome-dismissed', 'true'));

/** Weather at three sites with epochs of their own, and two products about clouds. */
const SOME = [
  'enametC1.b1_temp_mean_sfcmet_met_sfcmet',
  'nsametC1.b1_temp_mean_sfcmet_met_sfcmet',
  'sgpmetE13.b1_temp_mean_sfcmet_met_sfcmet',
  'sgpceilC1.b1_first_cbh_macro_ceil_cloud',
  'sgpcsaprsurcmacI7.c0_reflectivity_cldrad_cmac_cloud',
];

function open(path: string, ids: readonly string[] = SOME) {
  const held = archive(...ids);
  return { ...openPortal(path), ...held };
}

const group = (name: string) => screen.findByRole('group', { name }, { timeout: 20_000 });
const heading = (name: RegExp) => screen.findByRole('button', { name }, { timeout: 20_000 });
const labels = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('checkbox')
    .map((box) => (box as HTMLInputElement).labels?.[0]?.textContent ?? '');

it('[S028] [S085] [S139] [S140] categories start open with their subcategories, others closed', async () => {
  const { user } = open('/results');
  const categories = await group('Categories');
  await within(categories).findByRole('checkbox', { name: /Cloud Properties/ });
  await user.click(
    within(categories).getByRole('button', { name: 'Show the values of Cloud Properties' }),
  );
  expect(within(categories).getByRole('checkbox', { name: /Macrophysical/ })).toBeTruthy();
  expect((await heading(/^Sites/)).getAttribute('aria-expanded')).toBe('false');
});

it('[S140] [S087] a group with a choice starts open, sites under their type', async () => {
  open('/results/site_code::sgp');
  const sites = await group('Sites');
  const type = await within(sites).findByRole('checkbox', { name: /ARM Sites/ });
  expect((type as HTMLInputElement).indeterminate).toBe(true);
  const sgp = within(sites).getByRole('checkbox', { name: /SGP · Southern Great Plains/ });
  expect((sgp as HTMLInputElement).checked).toBe(true);
  expect(within(sites).getByRole('checkbox', { name: /NSA/ })).toBeTruthy();
});

it('[S141] [S142] [S111] ticking is pending until Apply', async () => {
  const { user, router } = open('/results');
  const categories = await group('Categories');
  await user.click(await within(categories).findByRole('checkbox', { name: /Cloud/ }));
  expect(router.state.location.pathname).toBe('/results');
  await user.click(within(categories).getByRole('button', { name: /^Apply/ }));
  await waitFor(() =>
    expect(router.state.location.pathname).toBe('/results/meas_category_code::cloud'),
  );
});

it('[S165] a subcategory takes the place of its category', async () => {
  const { user, router } = open('/results/meas_category_code::cloud');
  const categories = await group('Categories');
  await user.click(
    await within(categories).findByRole('button', { name: /values of Cloud Properties/ }),
  );
  await user.click(within(categories).getByRole('checkbox', { name: /Macrophysical/ }));
  await user.click(within(categories).getByRole('button', { name: /^Apply/ }));
  await waitFor(() =>
    expect(router.state.location.pathname).toBe('/results/meas_subcategory_code::cloud.macro'),
  );
});

it('[S143] Clear resets the group', async () => {
  const { user, router } = open('/results/meas_category_code::cloud/site_code::sgp');
  const categories = await group('Categories');
  await user.click(await within(categories).findByRole('button', { name: /^Clear/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/results/site_code::sgp'));
});

it('[S144] [S102] Clear of the data types clears aerial data as well', async () => {
  const { user, router } = open(
    '/results/source_class_code::pi/instrument_category_code::airborne',
  );
  const types = await group('Data Type');
  await user.click(await within(types).findByRole('button', { name: /^Clear/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/results'));
});

it('[S027] [S129] [S183] the facet sort reorders the values at once', async () => {
  const { user } = open('/results');
  const categories = await group('Categories');
  await within(categories).findByRole('checkbox', { name: /Cloud/ });
  expect(labels(categories)[0]).toMatch(/^Cloud/);
  const byCount = labels(categories);
  await user.click(screen.getByRole('radio', { name: 'A-Z' }));
  await waitFor(() => expect(labels(categories)).toEqual([...byCount].sort()));
  expect(labels(categories)).not.toEqual(byCount);
  await user.click(screen.getByRole('radio', { name: 'Z-A' }));
  await waitFor(() => expect(labels(categories)).toEqual([...byCount].sort().reverse()));
});

it('long lists come in steps of twenty, with a filter box over fifty', async () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    made(`i${index}`, 'sgp', 'C1', `m${String(index).padStart(2, '0')}`, { priority: 1 }),
  );
  server.use(metadataService(many).handler);
  const { user } = openPortal('/results');
  await user.click(await heading(/^Measurements/));
  const list = await within(await group('Measurements')).findByRole('list');
  expect(within(list).getAllByRole('checkbox')).toHaveLength(20);
  fireEvent.scroll(list);
  await waitFor(() => expect(within(list).getAllByRole('checkbox')).toHaveLength(40));
  await user.type(screen.getByRole('searchbox', { name: 'Filter Measurements' }), 'm07');
  expect(within(list).getAllByRole('checkbox')).toHaveLength(1);
  const categories = await group('Categories');
  expect(within(categories).queryByRole('searchbox')).toBeNull();
});

it('[S026] the side bar hides and comes back', async () => {
  const { user } = open('/results');
  await user.click(await screen.findByRole('button', { name: 'Hide filters' }));
  expect(screen.queryByRole('group', { name: 'Categories' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show filters' }));
  expect(await group('Categories')).toBeTruthy();
});

it('[S029] [S097] advanced filters show and hide', async () => {
  const { user } = open('/results');
  await user.click(await heading(/Advanced Filters Show|Advanced FiltersShow/));
  expect(await heading(/^Facilities/)).toBeTruthy();
  await user.click(await heading(/Advanced Filters ?Hide/));
  expect(screen.queryByRole('button', { name: /^Facilities/ })).toBeNull();
});

it('[S150] [S151] advanced filters open with an advanced filter and close when none remains', async () => {
  const { user } = open('/results/dataLevel::b1');
  expect(await heading(/^Facilities/)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: /^Remove Data Level/ }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Facilities/ })).toBeNull());
});

const start = () => screen.findByLabelText('Start date');
const end = () => screen.findByLabelText('End date');

it('[S148] [S155] Apply and Clear appear with a date and write it into the address', async () => {
  const { user, router } = open('/results/site_code::sgp');
  expect(screen.queryByRole('button', { name: 'Apply date range' })).toBeNull();
  await user.type(await start(), '2010-01-01{Enter}');
  await user.click(screen.getByRole('button', { name: 'Apply date range' }));
  await waitFor(() =>
    expect(router.state.location.pathname).toBe('/results/site_code::sgp/start_date::2010-01-01'),
  );
  await user.click(screen.getByRole('button', { name: 'Clear date range' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/results/site_code::sgp'));
});

it('[S152] [S153] a start after the end cannot be applied', async () => {
  const { user } = open('/results');
  await user.type(await start(), '2012-01-01{Enter}');
  await user.type(await end(), '2010-01-01{Enter}');
  expect(await screen.findByText('Invalid date range selected')).toBeTruthy();
  const apply = screen.getByRole('button', { name: 'Apply date range' });
  expect((apply as HTMLButtonElement).disabled).toBe(true);
});

it('[S154] [C118] what is no day from 1991-01-01 to today reverts', async () => {
  const { user } = open('/results');
  const field = (await start()) as HTMLInputElement;
  for (const wrong of ['1990-12-31', '2010-02-30', 'soon', '2100-01-01']) {
    await user.clear(field);
    await user.type(field, `${wrong}{Enter}`);
    expect(field.value).toBe('');
  }
  await user.type(field, `${lastDay()}{Enter}`);
  expect(field.value).toBe(lastDay());
});

async function tick(user: ReturnType<typeof open>['user'], ...names: string[]) {
  await user.click(await heading(/Advanced Filters/));
  await user.click(await heading(/^Epoch/));
  const epochs = await group('Epoch');
  for (const name of names)
    await user.click(await within(epochs).findByRole('checkbox', { name: new RegExp(name) }));
  await user.click(within(epochs).getByRole('button', { name: /^Apply/ }));
}

it('[S166] several at once are refused', async () => {
  const { user, router } = open('/results');
  await tick(user, 'Tonga', 'Shallow cumulus');
  await screen.findByText('Multiple Data Epoch facets detected');
  expect(
    screen.getByText(
      'Cannot search over multiple Data Epochs. Please select a single Data Epoch facet.',
    ),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(router.state.location.pathname).toBe('/results');
});

it('[S167] one asks before it takes the place of the dates', async () => {
  const { user, router } = open('/results/start_date::2010-01-01');
  await tick(user, 'Tonga');
  await screen.findByText('Applying epoch facet will overwrite date filters.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(router.state.location.pathname).toBe('/results/start_date::2010-01-01');
  await user.click(within(await group('Epoch')).getByRole('button', { name: /^Apply/ }));
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  await waitFor(() =>
    expect(router.state.location.pathname).toBe('/results/epoch_codes::tonga_blast'),
  );
});

it('[S149] the days of a chosen epoch are shown in a calendar', async () => {
  open('/results/epoch_codes::tonga_blast');
  const panel = await screen.findByRole(
    'region',
    { name: 'Epoch Tonga eruption pressure changes' },
    { timeout: 20_000 },
  );
  expect(within(panel).getByText('6 days from 2022-01-15 to 2022-01-20')).toBeTruthy();
  expect(within(panel).getByRole('grid', { name: 'January 2022' })).toBeTruthy();
});

it('[S168] dates ask before they take the place of an epoch', async () => {
  const { user, router } = open('/results/epoch_codes::tonga_blast');
  await user.type(await screen.findByLabelText('Start date'), '2010-01-01{Enter}');
  await user.click(screen.getByRole('button', { name: 'Apply date range' }));
  await screen.findByText('Applying date filters will overwrite the data epoch dates.');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() =>
    expect(router.state.location.pathname).toBe('/results/start_date::2010-01-01'),
  );
});
