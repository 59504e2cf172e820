// Rows: opening to sites and facilities, leaving for other areas, the menu, and the way into the
// cart.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useCart } from '../../parts/cart/cart-store.ts';
import { useSelection } from '../../parts/details/selection.ts';
import { WIDTH } from '../../parts/timeline/geometry.ts';
import { openPortal, server } from '../../testing/open-portal.tsx';
import { archive, recordedPortal } from '../../testing/recorded.ts';
import { made, metadataService } from '../../testing/small-archive.ts';

recordedPortal();
beforeEach(() => {
  localStorage.setItem('isobar.welcome-dismissed', 'true');
  useSelection.setState({ byGroup: {} });
});

const reports = '[["2010010100","2011010100","D100101.1",3]]';
const MET = 'Surface Meteorological Instrumentation';
const SGP = 'sgpmetE13.b1_temp_mean_sfcmet_met_sfcmet';
const ANX = 'anxmetM1.b1_temp_mean_sfcmet_met_sfcmet';
const ENA = 'enametC1.b1_temp_mean_sfcmet_met_sfcmet';
const THREE = [SGP, 'nsametC1.b1_temp_mean_sfcmet_met_sfcmet', ENA];

/** Three stations of the demo archive, or other records of it. */
function openRecorded(path: string, ...ids: readonly string[]) {
  archive(...(ids.length > 0 ? ids : THREE));
  return openPortal(path);
}

function open(path: string, documents: Parameters<typeof metadataService>[0]) {
  server.use(metadataService(documents).handler);
  return openPortal(path);
}

const WAIT = { timeout: 20_000 };
const rowOf = async (name: string) =>
  (await screen.findByRole('link', { name }, WAIT)).closest('tr') as HTMLElement;
const places = () => screen.findByRole('region', { name: 'Table of sites and facilities' }, WAIT);

it('[S051] [S136] a click lists its sites and facilities', async () => {
  const { user } = openRecorded('/results/instrument_class_code::met');
  await user.click(await rowOf(MET));
  const table = await places();
  const names = within(table)
    .getAllByRole('columnheader')
    .map((cell) => cell.textContent);
  expect(names).toContain('Site');
  expect(names).toContain('Facility');
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('ENA Eastern North Atlantic'),
    expect.stringContaining('NSA North Slope of Alaska'),
    expect.stringContaining('E13 Lamont, OK (Extended and Co-located with C1)'),
  ]);
  const bars = within(table).getAllByRole('img');
  expect(bars).toHaveLength(3);
  await within(table).findByRole('img', { name: /\d suspect/ }, WAIT);
  expect(
    within(table).getByRole('link', { name: /^\d+ reports, sgpmetE13.b1: .* suspect/ }),
  ).toBeTruthy();
});

it('[S052] [S053] the number of facilities opens it too; select-all has a half state', async () => {
  const { user } = openRecorded('/results/instrument_class_code::met');
  await user.click(await screen.findByRole('button', { name: '3 facilities' }, WAIT));
  const table = await places();
  const all = within(table).getByRole('checkbox', {
    name: 'Select all sites and facilities',
  }) as HTMLInputElement;
  await user.click(within(table).getByRole('checkbox', { name: /Lamont/ }));
  expect(all.indeterminate).toBe(true);
  await user.click(all);
  expect(all.checked).toBe(true);
  expect(within(table).getAllByRole('checkbox', { checked: true })).toHaveLength(4);
});

it('a double click on the bar of a facility opens that one, on the report under it', async () => {
  const { user, router } = open('/results/site_code::sgp,nsa', [
    made('met', 'sgp', 'E13', 'temp', { priority: 1, dqr_dates: reports }),
    made('met', 'sgp', 'E9', 'temp', { priority: 1 }),
  ]);
  await user.click(await rowOf('MET instrument'));
  const table = await places();
  const drawing = await within(table).findByRole('img', { name: /1 suspect/ }, WAIT);
  const bar = drawing.closest<HTMLElement>('[data-timeline]');
  if (!bar) throw new Error('the drawing is not in a timeline');
  vi.spyOn(bar, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, WIDTH, 27));
  const marks = drawing.querySelector('path[fill*="suspect"]')?.getAttribute('d') ?? '';
  const [, left = 0, width = 0] = /^M([\d.]+) [\d.]+h([\d.]+)/.exec(marks)?.map(Number) ?? [];
  const press = (clientX: number): void => {
    for (const type of ['pointerdown', 'pointerup']) {
      const event = new MouseEvent(type, { bubbles: true, clientX, clientY: 14 });
      fireEvent(drawing, Object.defineProperty(event, 'timeStamp', { value: 1000 }));
    }
  };
  press(left + width / 2);
  expect(router.state.location.href).not.toContain('D100101.1');
  press(left + width / 2);
  await waitFor(() => {
    const address = decodeURIComponent(router.state.location.href);
    expect(address).toContain('sgpmetE13.b1');
    expect(address).toContain('D100101.1');
  });
});

it('[C001] [C017] [C018] opening a row adds the ticked facilities to the cart, and confirms it', async () => {
  const { user } = openRecorded('/results/instrument_class_code::met');
  await user.click(await rowOf(MET));
  const table = await places();
  await user.click(within(table).getByRole('checkbox', { name: /Lamont/ }));
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }));
  expect(await screen.findByText('Item Added to Cart')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View cart' }).getAttribute('href')).toBe('#/saved');
  expect(useCart.getState().items).toMatchObject([
    { siteCode: 'sgp', facilityCode: 'E13', instrumentCode: 'met' },
  ]);
  expect(screen.getByRole('link', { name: /^CART/ }).textContent).toContain('1');
});

it('[C013] [C014] [C022] limited data are acknowledged first', async () => {
  const { user } = openRecorded(
    '/results/site_code::nsa?data=all',
    'nsatwrC1.a0_temp_2m_sfcmet_twr_atmprof',
  );
  await user.click(await screen.findByRole('button', { name: /^View Details & Get Data/ }, WAIT));
  await user.click(await screen.findByRole('menuitem', { name: 'Add to Cart' }, WAIT));
  await screen.findByRole('dialog', { name: 'Limited Access Data' }, WAIT);
  expect(
    screen.getByText(/^These values have no calibration and no quality checks\./),
  ).toBeTruthy();
  expect(useCart.getState().items).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Acknowledge' }));
  await screen.findByText('Item Added to Cart');
});

const QUESTION = 'This data is on the ARM IOP area. Please confirm to open in a new tab.';
const campaign = {
  source_class_code: 'fc',
  link_url: 'https://iop.example/area',
  iop_title: 'Some_Title',
};
const { site_code: _, ...elsewhere } = made('lidar', 'sgp', 'C1', 'temp', campaign);

it('without link_xml and site it asks, and confirming opens a new tab', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user } = open('/results/instrument_code::lidar?data=all', [elsewhere]);
  await user.click(await rowOf('LIDAR instrument'));
  await screen.findByText(QUESTION, {}, WAIT);
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(opened).toHaveBeenCalledWith('https://iop.example/area', '_blank', 'noopener');
  opened.mockRestore();
});

it('data on the IOP area expand when a link_xml entry is their title, ignoring case and underscores', async () => {
  const { user } = open('/results/instrument_code::lidar?data=all', [
    made('lidar', 'sgp', 'C1', 'temp', { ...campaign, link_xml: 'other;SOMETITLE' }),
  ]);
  await user.click(await rowOf('LIDAR instrument'));
  await places();
  expect(screen.queryByText(QUESTION)).toBeNull();
});

it('[S133] [S135] data on the IOP area ask when none of the entries is their title, and confirming opens a new tab', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user } = openRecorded(
    '/results/instrument_code::pops?data=all',
    'sgppopsE13.a1_total_N_conc_micchem_pops_aeros',
  );
  await user.click(await rowOf('portable or printed optical particle spectrometer, POPSnet-SGP'));
  await screen.findByText(QUESTION, {}, WAIT);
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(opened).toHaveBeenCalledWith(
    'https://campaigns.isobar.invalid/sgp2019popsnet',
    '_blank',
    'noopener',
  );
  opened.mockRestore();
});

it('[S049] the row itself has a View Details & Get Data menu that leads to the details', async () => {
  const { user, router } = openRecorded('/results/site_code::ena', ENA);
  await user.click(await screen.findByRole('button', { name: /^View Details & Get Data/ }, WAIT));
  await user.click(await screen.findByRole('menuitem', { name: 'View Details' }, WAIT));
  await waitFor(() => expect(router.state.location.search).toEqual({ details: ENA }));
});

it('[T032] the row itself has a hint to double-click its reports', async () => {
  openRecorded('/results/ffac::sgp.E13');
  await rowOf(MET);
  expect(screen.getByText('Double-click DQRs to view details')).toBeTruthy();
});

it('[T001] the row itself tells its timeline in words and lists its reports in a table', async () => {
  const { user, router } = openRecorded('/results/site_code::anx', ANX);
  const drawing = await screen.findByRole(
    'img',
    { name: /^Data from 2019-12-01 to 2020-05-31\. Reports: 2 incorrect/ },
    WAIT,
  );
  expect(drawing.querySelectorAll('path').length).toBeGreaterThan(1);
  const link = screen.getByRole('link', { name: /^\d reports: .*2 incorrect/ });
  expect(link.textContent).toMatch(/^\d reports$/);
  expect(link.getAttribute('href')).toContain('details=');
  await user.click(link);
  const table = await screen.findByRole('table', { name: /Quality reports of anxmetM1.b1/ }, WAIT);
  expect(within(table).getAllByText('Data incorrect')[0]).toBeTruthy();
  await user.click(within(table).getByRole('button', { name: 'D200430.1' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ report: 'D200430.1' }));
});

const whole = JSON.stringify([
  {
    datastream: 'sgpmetE13.b1',
    startDate: '',
    endDate: '',
    dataLevel: 'b1',
    dqrDates: '[["2010010100","2011010100","D1",4],["2012010100","2012010200","D2",3]]',
  },
]);
const documents = [
  made('met', 'sgp', 'E13', 'temp', { priority: 1, dqr_dates: reports, datastreams: whole }),
  made('met', 'nsa', 'C1', 'temp', { priority: 2, start_date: '1995-03-01T00:00:00Z' }),
];

it('the dates are those of the union; zoomed, those of the window', async () => {
  const { user } = open('/results/s::met', documents);
  const row = await rowOf('MET instrument');
  await within(row).findByText('1995-03-01', {}, WAIT);
  await within(row).findByRole('img', { name: /All facilities: 1995-03-01 to 2020-12-31/ });
  await user.keyboard('+');
  await user.click(screen.getByRole('button', { name: 'Zoom timelines in' }));
  expect(within(row).queryByText('1995-03-01')).toBeNull();
  expect(within(row).getByText('Zoomed from')).toBeTruthy();
});

it('a product shows all reports of its datastream, a measurement those of itself', async () => {
  const { user } = open('/results/s::met', documents);
  await screen.findByRole('link', { name: '2 reports: 1 incorrect, 1 suspect' }, WAIT);
  await user.click(screen.getByRole('radio', { name: /Primary Measurements/ }));
  await screen.findByRole('link', { name: '1 report on Measured temp: 1 suspect' }, WAIT);
});

it('a word of the measurement in the text narrows the reports to it, and a note states it', async () => {
  open('/results/s::measured', documents);
  await screen.findByRole('link', { name: '1 report on Measured temp: 1 suspect' }, WAIT);
});
