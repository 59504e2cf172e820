// The screen 'Look': the address is its state, keys move window and cursor, links hold the state of
// the data, the range can be ordered.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { MET, STATE, serveLook as serve } from '../../testing/look-served.ts';
import { openPortal, servedPortal, server } from '../../testing/open-portal.tsx';
import { made, metadataService } from '../../testing/small-archive.ts';

servedPortal();

const AT = `/look/${MET}/temp_mean?from=2019-01-10T00:00:00Z&to=2019-01-11T00:00:00Z`;
const plots = () => screen.findByRole('application');

it('the screen of Look shows the range of the address, counts samples and what is left out', async () => {
  const asked = serve();
  openPortal(AT);
  expect(await screen.findByRole('heading', { level: 1, name: /Temperature mean/ })).toBeTruthy();
  // Of 23 values one is Bad, and three are under a report.
  expect(await screen.findByText(/degC; every 60 min/)).toBeTruthy();
  expect(screen.getByText(/19 samples, 4 left out/)).toBeTruthy();
  expect(asked[0]?.get('from')).toBe('2019-01-10T00:00:00Z');
  expect(asked[0]?.get('to')).toBe('2019-01-11T00:00:00Z');
  expect(Number(asked[0]?.get('columns'))).toBeGreaterThan(100);
});

it('the screen of Look takes the main measurement where the address names none, or else the first variable', async () => {
  serve();
  const first = openPortal(`/look/${MET}`);
  await waitFor(() => expect(first.router.state.location.pathname).toBe(`/look/${MET}/rh_mean`));
  cleanup();
  const more = { has_plots: true, primary_meas_type_code: 'atmtemp' } as const;
  server.use(metadataService([made('met', 'sgp', 'E13', 'temp_mean', more)]).handler);
  const main = openPortal(`/look/${MET}`);
  await waitFor(() => expect(main.router.state.location.pathname).toBe(`/look/${MET}/temp_mean`));
});

it('the screen of Look has its variable and the length of its range before the variables of the datastream are known', async () => {
  serve();
  const held = Promise.withResolvers<void>();
  server.use(
    http.get(`*/services/facts/${MET}`, async () => {
      await held.promise;
      return HttpResponse.json({}, { status: 500 });
    }),
  );
  openPortal(AT);
  const variable = await screen.findByRole('combobox', { name: /^Variable/ });
  expect(within(variable).getByRole('option').textContent).toBe('temp_mean');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Day' }).checked).toBe(true);
  cleanup();
  openPortal(`/look/${MET}`); // no variable yet, and none is known
  await screen.findByRole('status', { name: 'Reading' });
  const heading = screen.getByRole('heading', { level: 1 });
  expect(heading.textContent).toBe(`Look at ${MET}`);
  held.resolve();
});

it('the screen of Look states at the plot and at the line of all years how many hours are not read yet', async () => {
  serve({ computing: 1500 });
  openPortal(AT);
  const text = '1,500 hours are still being read; they appear as they are ready.';
  await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
  cleanup();
  serve({ computing: 1 });
  openPortal(AT);
  const one = '1 hour is still being read; it appears when it is ready.';
  await waitFor(() => expect(screen.getAllByText(one)).toHaveLength(2));
  cleanup();
  serve();
  openPortal(AT);
  await screen.findByText(/19 samples, 4 left out/);
  expect(screen.queryByText(/being read/)).toBeNull();
});

it('the screen of Look leaves out by the chosen law, and writes it into the address', async () => {
  serve();
  const { user, router } = openPortal(AT);
  await screen.findByText(/19 samples, 4 left out/);
  await user.click(screen.getByRole('radio', { name: 'As stored' }));
  expect(await screen.findByText(/23 samples, 0 left out/)).toBeTruthy();
  expect(router.state.location.href).toContain('law=whole');
  await user.click(screen.getByRole('radio', { name: 'Without doubtful data' }));
  expect(await screen.findByText(/18 samples, 5 left out/)).toBeTruthy();
});

it('the screen of Look zooms, moves and reads out by keys, and the address follows', async () => {
  serve();
  const { router } = openPortal(AT);
  const host = await plots();
  await screen.findByText(/19 samples/);
  fireEvent.keyDown(host, { key: '-' });
  await waitFor(() =>
    expect(router.state.location.href).toContain(
      'from=2019-01-09T18:00:00Z&to=2019-01-11T06:00:00Z',
    ),
  );
  fireEvent.keyDown(host, { key: 'ArrowRight', shiftKey: true });
  await waitFor(() => expect(router.state.location.href).toContain('from=2019-01-10T01:12:00Z'));
  fireEvent.keyDown(host, { key: 'ArrowRight' });
  await waitFor(() => expect(screen.getByTestId('look-value').textContent).toBe('11.42'));
  expect(screen.getByTestId('look-at').textContent).toMatch(/^2019-01-1\d \d\d:00:00$/);
  fireEvent.keyDown(host, { key: '0' });
  await waitFor(() =>
    expect(router.state.location.href).toContain(
      'from=2019-01-01T00:00:00Z&to=2019-03-01T00:00:00Z',
    ),
  );
});

it('the screen of Look copies a link with the state of the data, and says later whether they have changed', async () => {
  serve();
  const { user } = openPortal(AT);
  await screen.findByText(STATE);
  const written = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  await waitFor(() => expect(written).toHaveBeenCalled());
  expect(written.mock.calls[0]?.[0]).toContain(
    `#/look/${MET}/temp_mean?from=2019-01-10T00:00:00Z&to=2019-01-11T00:00:00Z&state=${STATE}`,
  );
});

it.each([
  [STATE, /as when the link was made/],
  ['0123456789', /changed since the link was made \(0123456789\)/],
])('the screen of Look opens a link with the state %s', async (state, text) => {
  serve();
  openPortal(`${AT}&state=${state}`);
  expect(await screen.findByText(text)).toBeTruthy();
});

it('the screen of Look shows the same values as a table, with checks and reports', async () => {
  serve();
  openPortal(`${AT}&as=table`);
  const table = await screen.findByRole('table');
  const rows = within(table).getAllByRole('row');
  expect(rows).toHaveLength(25);
  const texts = rows.map((row) => row.textContent);
  expect(texts[3]).toBe('2019-01-10 02:00:0010.5badleft out');
  expect(texts[5]).toBe('2019-01-10 04:00:00no valueno value');
  expect(texts[11]).toBe('2019-01-10 10:00:0012.5passedD190101.1left out');
});

it('the screen of Look adds another variable on the same axis of time, and takes it away', async () => {
  const asked = serve();
  const { user, router } = openPortal(AT);
  await user.click(await screen.findByRole('button', { name: /Add a variable/ }));
  const box = screen.getByLabelText('Datastream');
  await user.clear(box);
  await user.type(box, 'sgpother.b1{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Add' }));
  expect(await screen.findByRole('region', { name: 'rh_mean of sgpother.b1' })).toBeTruthy();
  expect(router.state.location.href).toContain('with=sgpother.b1,rh_mean');
  await waitFor(() => expect(asked.length).toBeGreaterThan(1));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(router.state.location.href).not.toContain('with='));
});

it('the screen of Look says what failed, and tries again', async () => {
  serve();
  server.use(
    http.get('*/services/facts/:ds/:vn/window', () =>
      HttpResponse.json(
        { code: 'unavailable', message: 'Many plots are being drawn.' },
        { status: 503 },
      ),
    ),
  );
  const { user } = openPortal(AT);
  expect(await screen.findByText(/Many plots are being drawn/)).toBeTruthy();
  serve();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/19 samples/)).toBeTruthy();
});
