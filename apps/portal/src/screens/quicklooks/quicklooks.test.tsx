// Quicklooks as a person meets them: on their screen, over the results, over the cart, and from a quality report.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPortal, servedPortal, server } from '../../testing/open-portal.tsx';
import { made, metadataService } from '../../testing/small-archive.ts';

servedPortal();
beforeEach(() => {
  localStorage.setItem('isobar.welcome-dismissed', 'true');
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

type Sent = { readonly query: Record<string, unknown>; readonly size: string | null };

/** Plots on the first `days` days of every month. */
function open(path: string, days = 4, documents = DOCUMENTS) {
  const sent: Sent[] = [];
  server.use(
    metadataService(documents).handler,
    http.post('*/services/quicklooks/_search', async ({ request }) => {
      const { query } = (await request.json()) as {
        query: { bool: { filter: { term: Record<string, string> }[] } };
      };
      const asked = Object.assign({}, ...query.bool.filter.map(({ term }) => term));
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
  it('[Q001] without a datastream shows the plots of one', async () => {
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
    expect(within(grid).getAllByRole('columnheader')).toHaveLength(7);
    expect(within(grid).getByText('31')).toBeTruthy();
    const third = (await thumbs())[2];
    if (!third) return expect.unreachable('there are four');
    await user.hover(third);
    expect(await screen.findByAltText('Preview of temp on 2019-01-03')).toBeTruthy();
    await user.click(third);
    const dialog = await screen.findByRole('dialog', { name: '2019-01-03' });
    expect(within(dialog).getByAltText('Plot of temp on 2019-01-03')).toBeTruthy();
    expect(router.state.location.search).toEqual({ date: '20190103' });
    await user.click(within(dialog).getByRole('button', { name: 'Later day' }));
    expect(await screen.findByAltText('Plot of temp on 2019-01-04')).toBeTruthy();
  });

  it('[Q008] [Q019] copies its link and says so; a clipboard that fails is logged', async () => {
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
