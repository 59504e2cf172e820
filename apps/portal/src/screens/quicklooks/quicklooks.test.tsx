// Quicklooks as a person meets them: on their screen, over the results, over the cart, and from a quality report.
import type { DayAnswer } from '@isobar/contract/quicklooks/day.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPortal, servedPortal, server } from '../../testing/open-portal.tsx';
import { made, metadataService } from '../../testing/small-archive.ts';

servedPortal();
beforeEach(() => {
  localStorage.setItem('isobar.welcome-dismissed', 'true');
  localStorage.removeItem('isobar.quicklooks-shown');
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: true,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const DS = 'sgpmetE13.b1';
const datastreams = JSON.stringify([
  {
    datastream: DS,
    startDate: '2000-01-01T00:00:00Z',
    endDate: '2020-12-31T23:59:59Z',
    dataLevel: 'b1',
    dataLevelDescription: '',
    hasPlots: true,
    siteCode: 'sgp',
    facilityCode: 'E13',
    instrumentClassCode: 'met',
    uiText: '',
    limitedAccess: false,
    dqrDates: '[["2010010300","2010010423","D100104.1",4]]',
  },
]);
const plots = { has_plots: true, priority: 1, datastreams } as const;
const DOCUMENTS = [
  made('met', 'sgp', 'E13', 'temp', plots),
  made('met', 'sgp', 'E13', 'rh', plots),
  made('met', 'sgp', 'E13', 'label', { priority: 1, datastreams }),
];

const VARIABLES = ['temp', 'rh', 'dp', 'pres', 'reflectivity', 'mean_doppler_velocity'];

type Sent = { readonly query: Record<string, unknown>; readonly size: string | null };

/** What a day is drawn from: a line that grows with the day of the month; a report on the fourth. */
function dayOf(dated: string): DayAnswer {
  const day = Number(dated.slice(6));
  const values = Array.from({ length: 240 }, (_, i) => (i < 24 ? null : day * 10 + i / 24));
  return {
    longName: 'Air temperature',
    units: 'degC',
    step: 60,
    every: 1,
    samples: { kind: 'line', low: values, high: values, bad: [[30, 900]], indeterminate: [] },
    reports: day === 4 ? [{ id: 'D190104.1', code: 3, from: 3600, to: 86_399 }] : [],
  };
}

/** Plots on the first `days` days of every month. */
function open(path: string, days = 4, documents = DOCUMENTS, day = dayOf) {
  const sent: Sent[] = [];
  server.use(
    metadataService(documents).handler,
    http.get('*/services/quicklooks/days/:ds/:vn/:file', ({ params }) =>
      HttpResponse.json(day(String(params.file).slice(0, 8))),
    ),
    http.get('*/services/facts/:ds/:vn/sample', () =>
      HttpResponse.json({ sample: null, units: '' }),
    ),
    http.post('*/services/quicklooks/_search', async ({ request }) => {
      const { query } = (await request.json()) as {
        query: { bool: { filter: { term: Record<string, string> }[] } };
      };
      const asked = Object.assign({}, ...query.bool.filter.map(({ term }) => term));
      if (!asked.month) {
        const hits = VARIABLES.map((vn) => ({ _id: vn, _source: { vn } }));
        return HttpResponse.json({ hits: { total: { value: hits.length }, hits } });
      }
      sent.push({ query: asked, size: new URL(request.url).searchParams.get('size') });
      const hits = Array.from({ length: days }, (_, i) => {
        const dated = `${asked.month}0${i + 1}`;
        const url = `/services/quicklooks/plots/${asked.ds}/${asked.vn}/${dated}.svg`;
        return { _id: dated, _source: { url, dated, vn: asked.vn } };
      });
      return HttpResponse.json({ hits: { total: { value: days }, hits } });
    }),
  );
  return { ...openPortal(path), sent };
}

const thumbs = () => screen.findAllByRole('button', { name: /^Enlarge / });

describe('the screen', () => {
  it('[Q001] the screen without a datastream shows the plots of one', async () => {
    open('/quicklooks');
    expect(await screen.findByRole('heading', { name: 'Quicklooks', level: 1 })).toBeTruthy();
    expect(await thumbs()).toHaveLength(4);
  });

  it('[Q002] [Q003] [P071] [Q020] shows the month of a variable that the address names', async () => {
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

  it('[Q007] [Q009] has a back link, the header, and the measurements with plots to choose from', async () => {
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

  it('[Q011] [Q010] another month or day changes the date of the address, never to the future', async () => {
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

  it('[Q010] the present month has none after it', async () => {
    const now = new Date().toISOString().slice(0, 10).replaceAll('-', '');
    open(`/quicklooks/${DS}/temp?date=${now}`);
    await thumbs();
    expect(screen.getByRole('button', { name: 'Later month' }).hasAttribute('disabled')).toBe(true);
  });

  it('[Q012] [Q013] a monthly grid; resting on a day previews it, pressing enlarges it', async () => {
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
    await user.click(screen.getByRole('radio', { name: 'Each its own' }));
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
    await user.click((await thumbs())[0] ?? document.body);
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

  it('[Q008] [Q019] copies its link with a notice; a clipboard failure is logged', async () => {
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
});

describe('the day at full width', () => {
  const wholeDay = (dated: string) => screen.findByRole('region', { name: `The day ${dated}` });

  it('a radar opens on its reflectivity, with the velocity of the same echo below it', async () => {
    const { user } = open(`/quicklooks/${DS}/reflectivity?date=20190103`, 4, DOCUMENTS, curtain);
    const day = await wholeDay('2019-01-03');
    const plots = await within(day).findByRole('application', { name: /^Plots of 2019-01-03/ });
    await within(plots).findByRole('img', { name: 'The day: reflectivity on 2019-01-03' });
    await within(plots).findByRole('img', { name: 'The day: mean_doppler_velocity on 2019-01-03' });
    expect(within(day).getByText('Point at the plot, or use its arrow keys')).toBeTruthy();
    plots.focus();
    await user.keyboard('{ArrowUp}{ArrowRight}');
    expect(within(day).getByTestId('curtain-at').textContent).toBe('12:03, 8.27 km');
    expect(within(day).getByTestId('curtain-reflectivity').textContent).toContain('about -10 dBZ');
    await user.keyboard('{Escape}');
    expect(within(day).getByTestId('curtain-reflectivity').textContent).toBe('–');
  });

  it('heights are cut off where a person chooses, in the day and in the month', async () => {
    const { user } = open(`/quicklooks/${DS}/reflectivity?date=20190103`, 4, DOCUMENTS, curtain);
    const heights = await screen.findByRole('group', { name: 'Heights that are shown' });
    expect(within(heights).getAllByRole('radio')).toHaveLength(4);
    const plot = await screen.findByRole('img', { name: 'The day: reflectivity on 2019-01-03' });
    await waitFor(() => expect(plot.textContent).toContain('15'));
    await user.click(within(heights).getByRole('radio', { name: '2 km' }));
    await waitFor(() => expect(plot.textContent).not.toContain('15 '));
    expect([...plot.querySelectorAll('text')].map((one) => one.textContent)).toContain('0.5');
  });

  it('says why a day is marked: what reports are about, and when checks fail', async () => {
    open(`/quicklooks/${DS}/reflectivity?date=20190104`, 4, DOCUMENTS, (dated) => ({
      ...curtain(dated),
      reports: [
        { id: 'D190104.1', code: 4, from: 0, to: 86_399, subject: 'The wave guide was wet' },
      ],
    }));
    const day = await wholeDay('2019-01-04');
    expect(await within(day).findByText('The wave guide was wet')).toBeTruthy();
    expect(
      within(day).getByText(/Most values fail an automatic check: 06:00 to 12:00 UTC/),
    ).toBeTruthy();
    expect((await screen.findAllByTitle('D190104.1: The wave guide was wet')).length).toBe(4);
  });

  it('classes have names and colours in place of a scale', async () => {
    open(`/quicklooks/${DS}/mask?date=20190103`, 4, DOCUMENTS, (dated) => {
      const day = curtain(dated);
      if (day.samples?.kind !== 'image') return day;
      const classes = [
        { value: 0, name: 'clear' },
        { value: 1, name: 'cloud' },
      ];
      const range = { low: 0, high: 1, logarithmic: false };
      return { ...day, samples: { ...day.samples, range, classes } };
    });
    const list = await screen.findByRole('list', { name: 'Classes' });
    expect(list.textContent).toBe('clear0cloud1');
  });

  it('launches are listed, and those that are not chosen are not drawn', async () => {
    const { user } = open(`/quicklooks/${DS}/temp?date=20190103`, 4, DOCUMENTS, launchesOf);
    const list = await screen.findByRole('list', { name: 'Launches of the day' });
    const plot = await screen.findByRole('img', {
      name: 'The day: temp on 2019-01-03, dew point dashed',
    });
    const strokes = () => plot.querySelectorAll('path[stroke="var(--accent)"]').length;
    expect(strokes()).toBe(2);
    expect(list.textContent).toMatch(/05:30 UTC.*to 20 km.*0 °C at 3\.3 km/);
    expect(await screen.findByRole('img', { name: /^Skew-T of 2019-01-03/ })).toBeTruthy();
    await user.click(within(list).getByRole('checkbox', { name: '05:30 UTC' }));
    expect(strokes()).toBe(1);
    screen.getByRole('application', { name: /^Launches of 2019-01-03/ }).focus();
    await user.keyboard('{ArrowUp}');
    expect(within(list).getAllByTestId('launch-value')[1]?.textContent).toBe(
      '−40 degC at 10 km, dew point −40 degC',
    );
  });
});

/** A radar that sees one value everywhere, up to 16 km; checks fail in the second quarter. */
function curtain(dated: string): DayAnswer {
  return {
    ...dayOf(dated),
    longName: '',
    units: 'dBZ',
    reports: [],
    samples: {
      kind: 'image',
      axis: { name: 'range', units: 'km' },
      bottom: 0,
      top: 16,
      range: { low: -50, high: 20, logarithmic: false },
      width: 4,
      height: 2,
      cells: btoa(String.fromCharCode(...Array<number>(8).fill(146))),
      bad: [[1, 2]],
      indeterminate: [],
    },
  };
}

function launchesOf(dated: string): DayAnswer {
  return {
    ...dayOf(dated),
    reports: [],
    samples: {
      kind: 'profile',
      axis: { name: 'alt', units: 'km' },
      ascents: [19_800, 63_000].map((start) => ({
        start,
        samples: 4602,
        at: [0, 5, 10, 20],
        values: [20, -10, -40, -50],
        bad: [],
        indeterminate: [],
      })),
    },
  };
}

describe('failures', () => {
  const answer = (status: number) =>
    http.post('*/services/quicklooks/_search', () =>
      HttpResponse.json({ error: { reason: 'the disk is away' } }, { status }),
    );

  it('[Q014] 404 shows the banner', async () => {
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

  it('[Q018] another failure is logged, and can be tried again', async () => {
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
});

describe('nested', () => {
  it('[S007] over the results, which stay as they are', async () => {
    const { user, router } = open(`/results/site_code::sgp/quicklooks/${DS}/temp?date=20190104`);
    const dialog = await screen.findByRole('dialog', { name: 'Data Plots' });
    await within(dialog).findByRole('heading', { name: /^Available Measurements/ });
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/results/site_code::sgp'));
    expect(await screen.findByRole('button', { name: /Remove Site/ })).toBeTruthy();
  });

  it('[Q004] over the cart', async () => {
    const { user, router } = open(`/saved/quicklooks/${DS}/temp?date=20190104`);
    const dialog = await screen.findByRole('dialog', { name: 'Data Plots' });
    await within(dialog).findByRole('heading', { name: /^Available Measurements/ });
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/saved'));
  });

  it('[T026] [T027] [Q005] [Q006] from a report: Data Plots opens the month of its end and hides the summary', async () => {
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

  it('[T026] without plots there is no such button', async () => {
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
});
