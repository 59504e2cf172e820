// 'Open as one array': code with the present address, variants and languages, what changed, and
// every state in which there is no array.
import type { ArrayInfo } from '@isobar/contract/calls/arrays.ts';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { inPortal } from '../../testing/in-portal.tsx';
import { problem, servedPortal, server } from '../../testing/open-portal.tsx';
import { useSessionFailures } from '../login/session-failure.ts';
import { ArrayPanel } from './array-panel.tsx';

servedPortal();
beforeEach(() => localStorage.clear());

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

const openPanel = () => inPortal(<ArrayPanel datastream="sgpmetE13.b1" />);

it('the panel of arrays shows code with the address of the present state, for each variant and language ', async () => {
  server.use(http.get(ARRAY, () => HttpResponse.json(INFO)));
  const user = openPanel();
  const code = await screen.findByRole('region', { name: 'Code in Python' }, WAIT);
  expect(code.textContent).toContain(`xarray.open_zarr("${INFO.variants.clean.zarr}"`);
  expect(code.textContent).toContain('data["temp"]');
  await user.click(screen.getByRole('radio', { name: 'Without doubtful data' }));
  expect(code.textContent).toContain(INFO.variants.strict.zarr);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'R');
  expect(screen.getByRole('region', { name: 'Code in R' }).textContent).toContain(
    `nc_open("${INFO.variants.strict.dap}")`,
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Times' }), 'Means of 1 hour');
  const onHours = screen.getByRole('region', { name: 'Code in R' }).textContent;
  expect(onHours).toContain('/strict-mean-3600s.dap');
  expect(onHours).toContain('count = 24');
  expect(screen.getByText('1,440')).toBeTruthy();
  expect(
    screen.getByText('2 files from a.cdf to b.cdf are left out: it has no rows.'),
  ).toBeTruthy();
  expect(screen.queryByText('unit 13')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show all 14' }));
  expect(screen.getByText('unit 13')).toBeTruthy();
});

it.each([
  ['temp', 'the first that every language can read', [variable('temp')]],
  ['time', 'the times where there is no other', []],
] as const)('the panel of arrays shows %s: %s', async (shown, _, others) => {
  const long = ['int64', 'uint64', 'char'].map((type) => variable(`of_${type}`, type));
  const variables = [variable('time', 'double'), ...long, ...others];
  server.use(http.get(ARRAY, () => HttpResponse.json({ ...INFO, variables })));
  openPanel();
  const code = await screen.findByRole('region', { name: 'Code in Python' }, WAIT);
  expect(code.textContent).toContain(`data["${shown}"]`);
});

it.each([
  ['temp', 'one that is put on the grid', [{ ...variable('temp'), gridMethod: 'mean' as const }]],
  ['time', 'the times where none is', []],
] as const)('the panel of arrays shows %s of means: %s', async (shown, _, gridded) => {
  const variables = [variable('time', 'double'), variable('time_of_launch'), ...gridded];
  server.use(http.get(ARRAY, () => HttpResponse.json({ ...INFO, variables })));
  const user = openPanel();
  const code = await screen.findByRole('region', { name: 'Code in Python' }, WAIT);
  expect(code.textContent).toContain('data["time_of_launch"]');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Times' }), 'Means of 1 minute');
  expect(code.textContent).toContain(`data["${shown}"]`);
});

it('the panel of arrays offers no means of which there are more than the server answers', async () => {
  const start = '1993-07-01T00:00:00Z'; // with the end of INFO, 80 million times 10 seconds
  server.use(http.get(ARRAY, () => HttpResponse.json({ ...INFO, start })));
  openPanel();
  const times = await screen.findByRole('combobox', { name: 'Times' }, WAIT);
  const offered = [...times.querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(offered.slice(0, 2)).toEqual(['As stored', 'Means of 1 minute']);
});

function Watched({ onFailure }: { readonly onFailure: () => void }) {
  useSessionFailures(onFailure);
  return <ArrayPanel datastream="sgpmetE13.b1" />;
}

it('the panel of arrays links to the order where access is limited, and requests no sign-in', async () => {
  server.use(http.get(ARRAY, () => problem(403, 'forbidden', 'Access is limited.')));
  const failed = vi.fn();
  inPortal(<Watched onFailure={failed} />);
  const link = await screen.findByRole('link', { name: /find sgpmetE13.b1/ }, WAIT);
  expect(link.getAttribute('href')).toBe('#/results/datastream::sgpmetE13.b1');
  expect(failed).not.toHaveBeenCalled();
});

it('the panel of arrays waits while the files are read for the first time, and shows the array by itself ', async () => {
  let calls = 0;
  server.use(
    http.get(ARRAY, () =>
      ++calls === 1 ? problem(503, 'unavailable', '3 of 9 so far.') : HttpResponse.json(INFO),
    ),
  );
  openPanel();
  expect(await screen.findByText('3 of 9 so far.', {}, WAIT)).toBeTruthy();
  await screen.findByRole('region', { name: 'Code in Python' }, WAIT);
});

it('the panel of arrays shows how far the files are read while it asks again', async () => {
  let calls = 0;
  server.use(
    http.get(ARRAY, async () => {
      if (++calls === 1) return problem(503, 'unavailable', '3 of 9 so far.');
      return new Promise<never>(() => {});
    }),
  );
  openPanel();
  await screen.findByText('3 of 9 so far.', {}, WAIT);
  await waitFor(() => expect(calls).toBe(2), WAIT);
  expect(screen.getByText('3 of 9 so far.')).toBeTruthy();
  expect(screen.queryByText('Loading the array…')).toBeNull();
});

it('the panel of arrays says that there is no array, with the reason ', async () => {
  server.use(http.get(ARRAY, () => problem(404, 'not-found', 'No file can be part of an array.')));
  openPanel();
  expect(await screen.findByText('No file can be part of an array.', {}, WAIT)).toBeTruthy();
});
