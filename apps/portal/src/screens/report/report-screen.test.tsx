// The page of a quality report and its dialog: what they show, how they print, and what they say
// when there is no such report.
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { entryOf } from '../../parts/cart/cart-item.ts';
import { useCart } from '../../parts/cart/cart-store.ts';
import { useWishes } from '../../parts/cart/wishes.ts';
import { wishedFlagging } from '../../parts/checkout/submission-of.ts';
import { closeReport, openReport } from '../../parts/report/opened.ts';
import { met } from '../../testing/cart-fixtures.ts';
import {
  config,
  openPortal,
  problem,
  servedPortal,
  server,
  signedIn,
} from '../../testing/open-portal.tsx';
import { MET, NAMES, REPORT, served, span } from '../../testing/served-report.ts';
import { made, metadataService } from '../../testing/small-archive.ts';

servedPortal();
afterEach(() => {
  act(() => closeReport());
  useWishes.setState({ wishes: {} });
  localStorage.clear();
});

const term = (name: string) =>
  screen.getByText(name, { selector: 'dt' }).parentElement as HTMLElement;

it('the page of a report is titled DQR Information and prints', async () => {
  served();
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  const { user } = openPortal('/report/D170321.8');
  const title = await screen.findByRole('heading', { level: 1, name: /DQR Information/ });
  await waitFor(() => expect(document.title).toMatch(/^DQR Information/));
  expect(title.textContent).toContain('D170321.8');
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
  print.mockRestore();
});

it('the page of a report has its heading before the report is there', async () => {
  const held = Promise.withResolvers<void>();
  server.use(
    http.get(REPORT, async () => {
      await held.promise;
      return problem(404, 'not-found');
    }),
  );
  openPortal('/report/D170321.8');
  await screen.findByRole('status', { name: 'Loading the report' });
  const heading = screen.getByRole('heading', { level: 1 });
  expect(heading.textContent).toBe('DQR InformationD170321.8');
  held.resolve();
});

it('its spans are a table to take home, at the head beside JSON', async () => {
  served();
  openPortal('/report/D170321.8');
  const csv = await screen.findByRole('link', { name: 'CSV' });
  expect(csv.getAttribute('href')).toMatch(/dqr\/report\/D170321\.8\/spans\.csv$/);
  expect(screen.getAllByRole('link', { name: 'JSON' })[0]?.getAttribute('href')).toMatch(
    /dqr\/report\/D170321\.8$/,
  );
});

it('its timeline has all reports of the datastream, also where the first measurement has none', async () => {
  served();
  const days = [
    ['1999100700', '2002061423', 'D170321.8', 3],
    ['2020010100', '2020020123', 'D200101.1', 4],
  ];
  const entry = {
    ...{ datastream: MET, startDate: '1993-11-01T00:00:00Z', endDate: '2026-11-20T00:00:00Z' },
    ...{ dataLevel: 'b1', dataLevelDescription: '', hasPlots: true, siteCode: 'sgp' },
    ...{ facilityCode: 'E13', instrumentClassCode: 'met', uiText: '', limitedAccess: false },
    dqrDates: JSON.stringify(days),
  };
  const datastreams = JSON.stringify([entry]);
  const { handler } = metadataService([made('met', 'sgp', 'E13', 'pres', { datastreams })]);
  server.use(handler);
  openPortal('/report/D170321.8');
  await screen.findByRole('img', { name: /Reports: 1 incorrect, 1 suspect/ });
});

it('the page of a report shows id and title, subject, description as HTML, suggestions, datastreams, spans', async () => {
  served();
  openPortal('/report/D170321.8');
  await screen.findByRole('heading', { level: 1, name: /Dry bias of the probe/ });
  expect(term('Subject').textContent).toContain('SGP/MET/E13');
  expect(within(term('Description')).getByText('replaced').tagName).toBe('STRONG');
  expect(term('Suggestions').textContent).toContain('Do not use it for trends.');
  expect(within(term('Datastreams')).getByRole('link', { name: MET })).toBeTruthy();
  const table = within(term('Affected Time Spans')).getByRole('table', {
    name: 'Affected Time Spans',
  });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Start date', 'End date', 'Metric']);
  expect(
    within(table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['1999-10-07 00:00:00', '2002-06-14 23:59:59', 'Data suspect']);
});

it('the page of a report leaves datastreams out where there are none, and says that an open span goes on', async () => {
  served({
    datastreams: [],
    about: [],
    affected: [{ ...span, endDateTime: null, datastream: MET, code: 3, variables: [] }],
  });
  openPortal('/report/D170321.8');
  expect((await screen.findAllByText(/ongoing/)).length).toBeGreaterThan(0);
  expect(screen.queryByText('Datastreams', { selector: 'dt' })).toBeNull();
});

it('the page of a report shows the first five variables of a datastream, by their second part, and the others on demand', async () => {
  served();
  const { user } = openPortal('/report/D170321.8');
  await screen.findByRole('heading', { level: 1, name: /Dry bias/ });
  const list = within(term('Measurements'));
  const shown = () =>
    [...term('Measurements').querySelectorAll('li li:not(.print-only)')].map(
      (one) => one.textContent,
    );
  expect(shown()).toEqual(NAMES.slice(0, 5));
  await user.click(list.getByRole('button', { name: /More\.\.\./ }));
  expect(shown()).toEqual(NAMES);
  await user.click(list.getByRole('button', { name: /Less\.\.\./ }));
  expect(shown()).toEqual(NAMES.slice(0, 5));
});

it('the page of a report prints by its address, once it is there', async () => {
  served();
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  openPortal('/report/D170321.8?print=true');
  await screen.findByRole('heading', { level: 1, name: /Dry bias/ });
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1), { timeout: 5000 });
  print.mockRestore();
});

it('the page of a report names other reports of that time, the report that took its place, and that it was withdrawn', async () => {
  served({
    supersededBy: ['D190101.3'],
    supersedes: ['D150101.1'],
    withdrawn: 'It was another probe.',
  });
  openPortal('/report/D170321.8');
  const aside = within(await screen.findByRole('complementary', { name: 'About this report' }));
  expect((await aside.findByRole('link', { name: 'D000718.3' })).getAttribute('href')).toBe(
    '#/report/D000718.3',
  );
  expect(aside.queryByRole('link', { name: 'D200101.1' })).toBeNull();
  expect(screen.getByText(/replaces this one/).textContent).toContain('D190101.3');
  expect(screen.getByText(/Supersedes/).textContent).toContain('D150101.1');
  expect(screen.getByText('It was another probe.', { exact: false })).toBeTruthy();
});

it('the page of a report tells the orders of mine that it touches, and those that were delivered before it', async () => {
  served();
  signedIn();
  server.use(
    http.get('*/services/dqr/report/:id/orders', () =>
      HttpResponse.json({
        orders: [{ orderId: 100123, orderDate: '2026-11-01T08:00:00Z', since: true }],
        more: false,
      }),
    ),
  );
  openPortal('/report/D170321.8');
  const link = await screen.findByRole('link', { name: 'Order 100123' });
  expect(link.getAttribute('href')).toBe('#/orderreport/100123');
  expect(link.parentElement?.textContent).toContain('written after your delivery');
});

it('the page of a report is applied in my order: the checkout begins with its class', async () => {
  served();
  const entry = entryOf({ ...met, searchStart: '2000-01-01', searchEnd: '2000-01-05' });
  if (!entry) throw new Error('no level');
  useCart.setState({ items: [entry], changedAt: Date.now() });
  const { user } = openPortal('/report/D170321.8');
  await user.click(await screen.findByRole('button', { name: 'Apply this in my order' }));
  expect(await screen.findByText(/will be flagged/)).toBeTruthy();
  const flagging = wishedFlagging([entry], useWishes.getState().wishes);
  expect([...flagging.values()]).toEqual([{ dqrFilter: ['suspect'], qcFilter: false }]);
});

it('the page of a report touches nothing of a cart with other dates', async () => {
  served();
  const entry = entryOf({ ...met, searchStart: '2010-01-01', searchEnd: '2010-01-05' });
  useCart.setState({ items: entry ? [entry] : [], changedAt: Date.now() });
  openPortal('/report/D170321.8');
  expect(await screen.findByText('No items in your cart are affected.')).toBeTruthy();
});

it('the page of a report displays that there is none, and offers to try again where that is unknown', async () => {
  server.use(http.get(REPORT, () => problem(404, 'not-found')));
  const { router } = openPortal('/report/D999999.9');
  expect(await screen.findByText('There is no report D999999.9')).toBeTruthy();
  server.use(http.get(REPORT, () => problem(503, 'unavailable', 'The table cannot be read.')));
  await act(() => router.navigate({ href: '/report/D888888.8' }));
  expect(
    await screen.findByText(/could not be loaded/, undefined, { timeout: 20_000 }),
  ).toBeTruthy();
  expect(screen.queryByText(/There is no report/)).toBeNull();
});

it('the page of a report links to the service of another archive that provides the reports', async () => {
  server.use(
    http.get('*/discovery/config.json', () =>
      HttpResponse.json({
        ...config,
        services: { ...config.services, dqr: 'https://dqr.example/service' },
      }),
    ),
  );
  openPortal('/report/D170321.8');
  const link = await screen.findByRole('link', { name: 'Open the report' });
  expect(link.getAttribute('href')).toBe('https://dqr.example/service/?dqrid=D170321.8');
});

it('the dialog of a report shows the same over whatever is open; its print link goes to the service with the id', async () => {
  served();
  openPortal('/saved');
  act(() => openReport('D170321.8'));
  const dialog = within(await screen.findByRole('dialog', { name: 'DQR Information' }));
  expect(
    await dialog.findByText('Dry bias of the probe', { exact: false, selector: 'h3' }),
  ).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'Print' }).getAttribute('href')).toBe(
    '/services/dqr/?dqrid=D170321.8&print=true',
  );
  expect(dialog.getByRole('link', { name: 'Open as a page' }).getAttribute('href')).toBe(
    '#/report/D170321.8',
  );
});

it('a report on several datastreams names those of each span, and a withdrawn one states why', async () => {
  const other = { ...span, metric: 'Incorrect', datastream: 'sgpmetE15.b1', code: 4 };
  const both = [MET, other.datastream].map((datastream) => ({ ...span, datastream, code: 3 }));
  const affected = [...both, other].map((one) => ({ ...one, variables: NAMES }));
  served({
    ...{ datastreams: [MET, other.datastream], affected },
    withdrawn: 'The probe was right.',
  });
  openPortal('/report/D170321.8');
  const table = await screen.findByRole('table', { name: 'Affected Time Spans' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => within(row).queryAllByRole('cell').at(-1)?.textContent);
  expect(rows).toEqual([undefined, `${MET}, ${other.datastream}`, other.datastream]);
  expect(screen.getByText(/The probe was right/).textContent).toContain('withdrawn');
});
