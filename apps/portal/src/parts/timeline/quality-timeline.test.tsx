// The full quality timeline: its words, its options, the person's preference, and the selected
// report.
import { PREFERENCE_APPLICATION } from '@isobar/contract/accounts/preferences.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { kept, openPortal, server, signedIn } from '../../testing/open-portal.tsx';
import { answerAgain, archive, recordedPortal, refuse, sentTo } from '../../testing/recorded.ts';
import { made, metadataService } from '../../testing/small-archive.ts';
import { useSelection } from '../details/selection.ts';

recordedPortal();
beforeEach(() => {
  localStorage.setItem('isobar.welcome-dismissed', 'true');
  useSelection.setState({ byGroup: {} });
});

const WAIT = { timeout: 20_000 };
const reports = JSON.stringify([
  ['2010010100', '2011010100', '0', 0],
  ['2010060100', '2012010100', 'D1', 99],
]);
const stream = (dataLevel: string, dqrDates: string) => ({
  datastream: `sgpmetE13.${dataLevel}`,
  startDate: '2000-01-01T00:00:00Z',
  endDate: '2020-12-31T23:59:59Z',
  dataLevel,
  dqrDates,
});
const datastreams = JSON.stringify([stream('00', '[]'), stream('b1', reports)]);
const DOCUMENTS = [
  made('met', 'sgp', 'E13', 'temp', { priority: 1, datastreams }),
  made('met', 'sgp', 'E13', 'temp', { dataLevel: '00', datastreams }),
];
const ID = DOCUMENTS[0]?.id ?? '';
/** Two measurements of a station of the demo archive, and its raw level. */
const SGP = 'sgpmetE13.b1_temp_mean_sfcmet_met_sfcmet';
const STATION = [
  SGP,
  'sgpmetE13.b1_tbrg_precip_total_sfcmet_met_sfcmet',
  'sgpmetE13.00_atmtemp_sfcmet_met_sfcmet',
];

async function openRecorded(query = '', path = '/results/site_code::sgp') {
  archive(...STATION);
  const opened = openPortal(`${path}?details=${SGP}${query}`);
  const dialog = await screen.findByRole('dialog', {}, WAIT);
  await within(dialog).findByRole('region', { name: /^Quality timeline of/ }, WAIT);
  return { ...opened, dialog };
}

/** With a limited period that has a report, as the demo archive has none. */
async function open(query = '', path = '/results/site_code::sgp') {
  server.use(metadataService(DOCUMENTS).handler);
  const opened = openPortal(`${path}?details=${ID}${query}`);
  const dialog = await screen.findByRole('dialog', {}, WAIT);
  await within(dialog).findByRole('region', { name: /^Quality timeline of/ }, WAIT);
  return { ...opened, dialog };
}

it('[T035] [T039] the full timeline says how it is used and what varies by level', async () => {
  const { dialog } = await openRecorded();
  expect(
    within(dialog).getByText(/Click to view data quality reports, scroll to zoom in\/out/),
  ).toBeTruthy();
  expect(
    within(dialog).getByText(/Data availability and date range vary by data level/),
  ).toBeTruthy();
});

it('the full timeline shades below the reports how much of the variable is there, when asked', async () => {
  const asked: string[] = [];
  const { user, dialog } = await open();
  server.use(
    http.get('*/services/facts/sgpmetE13.b1', () =>
      HttpResponse.json({
        ...{ datastream: 'sgpmetE13.b1', start: '', end: '', daysDue: 0 },
        variables: [
          {
            ...{ variable: 'temp_mean', units: 'degC', longName: 'Temperature mean' },
            ...{ dimensions: 1, firstYear: 2000, lastYear: 2020 },
          },
        ],
      }),
    ),
    http.get('*/services/facts/sgpmetE13.b1/temp_mean', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({
        ...{ datastream: 'sgpmetE13.b1', variable: 'temp_mean', units: 'degC', dimensions: 1 },
        ...{ from: '2000-01-01T00:00:00Z', to: '2003-01-01T00:00:00Z', hours: 8784 },
        ...{ n: [100, 40, 0], bad: [0, 60, 0], indeterminate: [0, 0, 0], missing: [0, 0, 0] },
        ...{ mean: [1, 1, null], min: [1, 1, null], max: [1, 1, null] },
        ...{ computing: [], limited: [], otherUnits: [] },
      });
    }),
  );
  const words = 'Of 3 parts of 366 d: 1 whole, 1 in part, 1 without valid values';
  expect(within(dialog).queryByRole('img', { name: words })).toBeNull();
  const toggle = within(dialog).getByRole('checkbox', { name: 'Share of valid data' });
  await user.click(toggle);
  const strip = await within(dialog).findByRole('img', { name: words }, WAIT);
  expect(strip.querySelectorAll('rect')).toHaveLength(2);
  expect(asked[0]).toContain('from=2000-01-01T00%3A00%3A00Z');
  await user.click(toggle);
  expect(within(dialog).queryByRole('img', { name: words })).toBeNull();
});

it('[T036] with reports hidden there is nothing to click', async () => {
  const { user, dialog } = await openRecorded();
  await user.click(within(dialog).getByRole('checkbox', { name: 'Filter DQRs based on zoom' }));
  await user.selectOptions(within(dialog).getByLabelText('Resolution'), 'Hide all');
  await within(dialog).findByText(/^Scroll to zoom in\/out/);
  expect(within(dialog).queryByText(/Click to view/)).toBeNull();
});

it('[T038] without chosen dates the view can be reset', async () => {
  const { dialog } = await openRecorded();
  expect(within(dialog).getByRole('button', { name: 'Reset timeline view' })).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: 'View Selected Date' })).toBeNull();
});

it('[T037] narrower dates and the whole record can both be seen', async () => {
  const { dialog } = await openRecorded('', '/results/site_code::sgp/start_date::2005-01-01');
  expect(within(dialog).getByRole('button', { name: 'View Selected Date' })).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: 'View All Dates' })).toBeTruthy();
});

it('[T043] the full timeline explains itself on hover', async () => {
  const { user, dialog } = await openRecorded();
  await user.hover(within(dialog).getByRole('button', { name: 'About this timeline' }));
  expect(screen.getByRole('tooltip').textContent).toMatch(/data quality reports/);
});

it('[T074] raw levels carry the note on missing review, others do not', async () => {
  const { user, dialog } = await openRecorded();
  const note = /^Note: This datastream has not undergone rigorous review for data quality/;
  expect(within(dialog).queryByText(note)).toBeNull();
  await user.selectOptions(within(dialog).getByLabelText('Data level'), '00');
  await within(dialog).findByText(note, {}, WAIT);
});

/**
 * Opens the details; `asked` collects what reports were requested for. The reports arrive once
 * `until` resolves.
 */
async function openAsked(until: Promise<void> = Promise.resolve()) {
  archive(...STATION);
  const asked: unknown[] = [];
  server.use(
    http.post('*/services/metadata/_search', async ({ request }) => {
      const { aggs, query } = (await request.clone().json()) as Sent; // what the portal sends
      if (!aggs?.distinct_group) return;
      asked.push(query?.bool.must[0]?.match_phrase);
      await until; // and then the archive answers
    }),
  );
  const { user } = openPortal(`/results/site_code::sgp?details=${SGP}`);
  const dialog = await screen.findByRole('dialog', {}, WAIT);
  const timeline = () =>
    within(dialog).findByRole('region', { name: /^Quality timeline of/ }, WAIT);
  return { user, dialog, asked, timeline };
}
type Sent = {
  readonly aggs?: { readonly distinct_group?: unknown };
  readonly query?: { readonly bool: { readonly must: { match_phrase: unknown }[] } };
};

it('[T063] the timeline displays a notice until it can be drawn', async () => {
  const gate = Promise.withResolvers<void>();
  const { dialog, timeline } = await openAsked(gate.promise);
  await within(dialog).findByText('Loading the timeline…', {}, WAIT);
  expect(within(dialog).queryByRole('region', { name: /^Quality timeline of/ })).toBeNull();
  gate.resolve();
  await timeline();
  expect(within(dialog).queryByText('Loading the timeline…')).toBeNull();
});

it('[T064] another datastream has its own reports asked for', async () => {
  const { user, dialog, asked, timeline } = await openAsked();
  await timeline();
  expect(asked).toEqual([{ datastream: 'sgpmetE13.b1' }]);
  await user.selectOptions(within(dialog).getByLabelText('Data level'), '00');
  await within(dialog).findByRole('region', { name: 'Quality timeline of sgpmetE13.00' }, WAIT);
  expect(asked.slice(1)).toEqual([{ datastream: 'sgpmetE13.00' }]);
});

it('[T066] another primary measurement has its own too, another resolution shows others', async () => {
  const { user, dialog, asked, timeline } = await openAsked();
  await timeline();
  await user.selectOptions(
    await within(dialog).findByLabelText('Viewing', {}, WAIT),
    'Precipitation',
  );
  const drawn = await within(dialog).findByRole(
    'img',
    { name: /^Data from .*Reports: .* incorrect/ },
    WAIT,
  );
  expect(asked.slice(1)).toEqual([{ measurement_id: 'sgpmetE13.b1_precip' }]);
  const incorrect = () => drawn.querySelectorAll('path[fill*="incorrect"]').length;
  await waitFor(() => expect(incorrect()).toBe(1));
  await user.click(within(dialog).getByRole('checkbox', { name: 'Filter DQRs based on zoom' }));
  await user.selectOptions(within(dialog).getByLabelText('Resolution'), 'Hide all');
  await waitFor(() => expect(incorrect()).toBe(0));
  await user.selectOptions(within(dialog).getByLabelText('Resolution'), 'Show All');
  await waitFor(() => expect(incorrect()).toBe(1));
});

it('limited periods are shown as such and explained', async () => {
  const { user, dialog } = await open('&report=D1');
  const summary = await within(dialog).findByRole('region', { name: 'Selected report' }, WAIT);
  expect(within(summary).getByText('LIMITED ACCESS')).toBeTruthy();
  await user.hover(within(summary).getByRole('button', { name: 'About limited access' }));
  expect(screen.getByRole('tooltip').textContent).toMatch(/after an acknowledgement/);
});

it('[T029] [T073] missing periods explain their threshold', async () => {
  const { user, dialog } = await openRecorded('&report=D170321.8');
  const summary = await within(dialog).findByRole('region', { name: 'Selected report' }, WAIT);
  await user.hover(within(summary).getAllByRole('button', { name: 'About data missing' })[0]!);
  expect(screen.getByRole('tooltip').textContent).toMatch(
    /absent for more than 24 hours; the length of the gap is rounded to whole days/,
  );
});

it('[T068] the base bar is no item of the list', async () => {
  const { dialog } = await openRecorded('&report=D170321.8');
  const summary = await within(dialog).findByRole('region', { name: 'Selected report' }, WAIT);
  expect(within(summary).queryByText('DATA VERIFIED')).toBeNull();
});

const served = (value: string | null) =>
  server.use(
    http.get('*/services/profile/preference/search/appPersonIdPref', ({ request }) => {
      const name = new URL(request.url).searchParams.get('preference');
      if (value === null || name !== 'dqrResolutionBasedOnZoom') {
        return HttpResponse.json({ code: 'not-found', message: 'none' }, { status: 404 });
      }
      return kept(name, value);
    }),
  );

it('the preference of a timeline is loaded for a signed-in person', async () => {
  signedIn();
  served('false');
  const { dialog } = await open();
  const box = within(dialog).getByRole('checkbox', { name: 'Filter DQRs based on zoom' });
  await waitFor(() => expect((box as HTMLInputElement).checked).toBe(false));
});

it('[T071] the preference of a timeline is saved when a signed-in person changes it', async () => {
  signedIn();
  const saved = sentTo('/services/profile/preference');
  const { user, dialog } = await openRecorded();
  await user.click(within(dialog).getByRole('checkbox', { name: 'Filter DQRs based on zoom' }));
  await waitFor(() =>
    expect(saved.at(-1)?.body).toEqual({
      personId: 'demo',
      application: PREFERENCE_APPLICATION,
      preference: 'dqrResolutionBasedOnZoom',
      value: 'false',
    }),
  );
});

it('[T013] [T076] a failed call is displayed in place, with Try again', async () => {
  archive(...STATION);
  const { user } = openPortal(`/results/site_code::sgp?details=${SGP}`);
  const dialog = await screen.findByRole('dialog', {}, WAIT);
  await within(dialog).findByRole('region', { name: /^Quality timeline of/ }, WAIT);
  refuse('*/services/metadata/_search');
  await user.selectOptions(within(dialog).getByLabelText('Data level'), '00');
  await within(dialog).findByText('The quality reports could not be loaded.', {}, WAIT);
  answerAgain();
  await user.click(within(dialog).getAllByRole('button', { name: 'Try again' })[0]!);
  await within(dialog).findByRole('region', { name: 'Quality timeline of sgpmetE13.00' }, WAIT);
});
