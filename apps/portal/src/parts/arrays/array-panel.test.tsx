// 'Open as one array': code with the present address, variants and languages, what changed, and every state in which there is no array.
import type { ArrayInfo } from '@isobar/contract/calls/arrays.ts';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openPortal, problem, servedPortal, server } from '../../testing/open-portal.tsx';
import { made, metadataService } from '../../testing/small-archive.ts';

servedPortal();
beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('isobar.welcome-dismissed', 'true');
});

const WAIT = { timeout: 20_000 };
const ARRAY = '*/services/arrays/sgpmetE13.b1';

const place = (variant: string) => ({
  zarr: `https://data.example/services/arrays/sgpmetE13.b1/0123456789/${variant}.zarr`,
  dap: `https://data.example/services/arrays/sgpmetE13.b1/0123456789/${variant}.dap`,
});
const variable = (name: string, type = 'float') => ({
  ...{
    name,
    type,
    units: 'degC',
    longName: name,
    dimensions: ['time'],
    shape: [1440],
    chunk: [16_384],
  },
  ...{ from: '2019-01-01T00:00:00Z', to: '2019-01-01T23:59:00Z', source: [name] },
});
const INFO: ArrayInfo = {
  ...{ datastream: 'sgpmetE13.b1', state: '0123456789', madeAt: '2024-01-01T00:00:00Z' },
  ...{
    rows: 1440,
    files: 1,
    bytes: 23_040,
    start: '2019-01-01T00:00:00Z',
    end: '2019-01-01T23:59:00Z',
  },
  variants: { whole: place('whole'), clean: place('clean'), strict: place('strict') },
  variables: [variable('time', 'double'), variable('qc_temp', 'int'), variable('temp')],
  leftOut: [{ reason: 'it has no rows', files: 2, first: 'a.cdf', last: 'b.cdf' }],
  notes: [],
  changes: Array.from({ length: 14 }, (_, n) => ({
    ...{
      subject: 'temp',
      aspect: 'units' as const,
      value: `unit ${n}`,
      variable: 'temp',
      files: 1,
    },
    ...{ from: '2019-01-01T00:00:00Z', to: '2019-01-02T00:00:00Z' },
  })),
};

async function openDetails() {
  server.use(metadataService([made('met', 'sgp', 'E13', 'temp', { priority: 1 })]).handler);
  const { user } = openPortal('/results/site_code::sgp');
  await user.click(await screen.findByRole('button', { name: /^View Details & Get Data/ }, WAIT));
  await user.click(await screen.findByRole('menuitem', { name: 'View Details' }, WAIT));
  await user.click(await screen.findByRole('button', { name: 'Open as One Array' }, WAIT));
  return user;
}

it('shows code with the address of the present state, for each variant and language [AR1] [AR2]', async () => {
  server.use(http.get(ARRAY, () => HttpResponse.json(INFO)));
  const user = await openDetails();
  const code = await screen.findByRole('region', { name: 'Code in Python' }, WAIT);
  expect(code.textContent).toContain(`xarray.open_zarr("${INFO.variants.clean.zarr}"`);
  expect(code.textContent).toContain('data["temp"]');
  await user.click(screen.getByRole('radio', { name: 'Doubtful data out too' }));
  expect(code.textContent).toContain(INFO.variants.strict.zarr);
  const section = screen.getByRole('heading', { name: 'Open as one array' }).closest('section');
  if (!section) throw new Error('the section is there');
  await user.selectOptions(within(section).getByRole('combobox', { name: 'Language' }), 'R');
  expect(screen.getByRole('region', { name: 'Code in R' }).textContent).toContain(
    `nc_open("${INFO.variants.strict.dap}")`,
  );
  expect(within(section).getByText('1,440')).toBeTruthy();
  expect(
    within(section).getByText('2 files from a.cdf to b.cdf are left out: it has no rows.'),
  ).toBeTruthy();
  expect(within(section).queryByText('unit 13')).toBeNull();
  await user.click(within(section).getByRole('button', { name: 'Show all 14' }));
  expect(within(section).getByText('unit 13')).toBeTruthy();
});

it('says that access is limited and links to the order, that there is none, or that it failed and tries again [AR1]', async () => {
  server.use(http.get(ARRAY, () => problem(403, 'forbidden', 'Access is limited.')));
  const user = await openDetails();
  const link = await screen.findByRole('link', { name: /find sgpmetE13.b1/ }, WAIT);
  expect(link.getAttribute('href')).toBe('#/results/datastream::sgpmetE13.b1');
  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? link);
});

it('waits while the files are read for the first time, and shows the array by itself [AR1]', async () => {
  let calls = 0;
  server.use(
    http.get(ARRAY, () =>
      ++calls === 1 ? problem(503, 'unavailable', '3 of 9 so far.') : HttpResponse.json(INFO),
    ),
  );
  await openDetails();
  expect(await screen.findByText('3 of 9 so far.', {}, WAIT)).toBeTruthy();
  await screen.findByRole('region', { name: 'Code in Python' }, WAIT);
});
