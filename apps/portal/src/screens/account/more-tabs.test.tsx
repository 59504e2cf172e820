// 'ML Recommendations' and 'My AFCs': the preference, the lists with their reasons, and campaigns
// only for users who have some.
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  config,
  kept,
  openPortal,
  problem,
  servedPortal,
  server,
  signedIn,
} from '../../testing/open-portal.tsx';

servedPortal();

const RECOMMENDER = '*/services/recommender/:kind';
const WISH = '*/services/profile/preference/search/appPersonIdPref';
/** The service says that nothing is stored: recommendations are on by default. */
const noneStored = () =>
  HttpResponse.json({ code: 'not-found', message: 'None.', requestId: 'r' }, { status: 404 });
beforeEach(() => server.use(http.get(WISH, noneStored)));

const one = (instrumentCode: string, instrumentName = '', because: string[] = []) => ({
  instrumentCode,
  instrumentName,
  because,
});
/** A failed call is tried once more before the failure is shown. */
const WAIT = { timeout: 5000 };
const found = (recommendations: object[], basis = 'history') =>
  HttpResponse.json({ basis, madeAt: '2026-11-22T02:00:00Z', recommendations });

it('the tab of ML Recommendations lists instruments of each kind, named by the catalogue, with their reasons', async () => {
  signedIn();
  const looked: unknown[] = [];
  server.use(
    http.get(RECOMMENDER, ({ params, request }) => {
      expect(new URL(request.url).searchParams.get('person_id')).toBe('7');
      if (params.kind === 'work-based-rec') return found([one('mwr', '', ['mpl'])]);
      return found([one('kazr', 'Ka-band radar')]);
    }),
    http.post('*/services/metadata/_search', async ({ request }) => {
      looked.push(await request.json());
      const bucket = (key: string, name: string) => ({
        key,
        doc_count: 1,
        names: { buckets: [{ key: name, doc_count: 1 }] },
      });
      return HttpResponse.json({
        took: 1,
        timed_out: false,
        hits: { total: { value: 0 }, hits: [] },
        aggregations: {
          codes: {
            buckets: [bucket('mwr', 'Microwave radiometer (mwr)'), bucket('mpl', 'Lidar')],
          },
        },
      });
    }),
  );
  openPortal('/account/recommendations');
  const menu = within(await screen.findByRole('navigation', { name: 'Account' }));
  expect(menu.getByRole('link', { name: /ML Recommendations/ }).textContent).toMatch(/Beta/);
  const work = within(await screen.findByRole('region', { name: 'From your work' }));
  const link = await work.findByRole('link', { name: 'Microwave radiometer' });
  expect(link.getAttribute('href')).toBe('#/results/instrument_code::mwr');
  expect(work.getByText('because you ordered or saved Lidar')).toBeTruthy();
  const near = within(screen.getByRole('region', { name: 'From similar users' }));
  expect(near.getByRole('link', { name: 'Ka-band radar' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'From all users' })).toBeTruthy();
  expect(JSON.stringify(looked)).toContain('"instrument_code.keyword":["kazr","mpl","mwr"]');
});

it('the tab of ML Recommendations asks for nothing without the wish, which is saved', async () => {
  signedIn();
  const saved: unknown[] = [];
  let asked = 0;
  server.use(
    http.get(RECOMMENDER, () => {
      asked += 1;
      return found([]);
    }),
    http.get(WISH, () => kept('mlRecommendation', 'false')),
    http.post('*/services/profile/preference', async ({ request }) => {
      const body = await request.json();
      saved.push(body);
      return HttpResponse.json(body);
    }),
  );
  const { user } = openPortal('/account/recommendations');
  const wish = await screen.findByRole<HTMLInputElement>('switch', { name: /Use my orders/ });
  await waitFor(() => expect(wish.disabled).toBe(false));
  expect([wish.checked, asked]).toEqual([false, 0]);
  expect(screen.queryByText('No recommendations available.')).toBeNull();
  await user.click(wish);
  expect(await screen.findByText('No recommendations available.')).toBeTruthy();
  expect(asked).toBe(3);
  expect(saved).toEqual([
    { personId: '7', application: 'discovery', preference: 'mlRecommendation', value: 'true' },
  ]);
});

it('the tab of ML Recommendations says when there is nothing', async () => {
  signedIn();
  server.use(http.get(RECOMMENDER, () => found([])));
  openPortal('/account/recommendations');
  expect(await screen.findByText('No recommendations available.')).toBeTruthy();
});

it('the tab of ML Recommendations tells newcomers that it is what others use', async () => {
  signedIn();
  server.use(http.get(RECOMMENDER, () => found([one('met', 'Meteorology')], 'popular')));
  openPortal('/account/recommendations');
  const list = within(await screen.findByRole('region', { name: 'What others use' }));
  expect(list.getByRole('link', { name: 'Meteorology' })).toBeTruthy();
});

it.each([
  ['404', 404, 'Preference endpoint not found'],
  ['503', 503, 'Server error occurred'],
])(
  'the tab of ML Recommendations has no wish where it cannot be fetched (%s), logs it, and displays an error with Try again',
  async (_, status, logged) => {
    signedIn();
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    let asked = 0;
    server.use(
      http.get(WISH, () => new HttpResponse('<html>gone</html>', { status })),
      http.get(RECOMMENDER, () => {
        asked += 1;
        return found([]);
      }),
    );
    const { user } = openPortal('/account/recommendations');
    expect(await screen.findByText(/choice could not be loaded/, {}, WAIT)).toBeTruthy();
    const wish = screen.getByRole<HTMLInputElement>('switch', { name: /Use my orders/ });
    expect([wish.checked, wish.disabled, asked]).toEqual([false, true, 0]);
    expect(log.mock.calls.flat()).toContain(logged);
    log.mockRestore();
    server.use(http.get(WISH, noneStored));
    await user.click(screen.getByRole('button', { name: /Try again/ }));
    expect(await screen.findByText('No recommendations available.')).toBeTruthy();
    expect(wish.checked).toBe(true);
  },
);

it.each(['search', 'profile'])(
  'preferences that cannot be fetched are named as such in place, with another try (%s)',
  async (tab) => {
    signedIn();
    server.use(http.get(WISH, () => new HttpResponse('', { status: 503 })));
    const { user } = openPortal(`/account/${tab}`);
    const [failed] = await screen.findAllByText(/preference could not be loaded/, {}, WAIT);
    expect(failed).toBeTruthy();
    server.use(http.get(WISH, noneStored));
    await waitFor(async () => {
      // Preferences fail one after the other, the last ones after the first was asked for again.
      for (const again of screen.queryAllByRole('button', { name: /Try again/ }))
        await user.click(again);
      expect(screen.queryByText(/preference could not be loaded/)).toBeNull();
    }, WAIT);
  },
);

it('the tab of ML Recommendations tells a failure in place, with another try', async () => {
  signedIn();
  server.use(http.get(RECOMMENDER, () => problem(501, 'not-implemented', 'Not here.')));
  const { user } = openPortal('/account/recommendations');
  expect(await screen.findByText('Recommendations could not be loaded.')).toBeTruthy();
  server.use(http.get(RECOMMENDER, () => found([])));
  await user.click(screen.getByRole('button', { name: /Try again/ }));
  expect(await screen.findByText('No recommendations available.')).toBeTruthy();
});

const afc = (campaignId: string, leadScientist: boolean) => ({
  proposedAcronym: 'CACTI',
  campaignId,
  campaignName: 'Clouds over mountains',
  statusDesc: 'Approved',
  leadScientist,
  startDate: '2026-01-01',
  endDate: '',
});
const hpcr = (number: string, pi: boolean) => ({
  shortDescription: `Large-eddy runs ${number}`,
  number,
  pi,
  startDate: '2026-01-01',
  endDate: '2026-12-31',
});
const campaigns = (afcs: object[], hpcrs: object[]) => [
  http.get('*/services/campaigns/fc/afc', () => HttpResponse.json(afcs)),
  http.get('*/services/campaigns/fc/hpcr', () => HttpResponse.json(hpcrs)),
];

it('the tab of AFCs shows campaigns and requests with the person’s roles', async () => {
  signedIn();
  server.use(...campaigns([afc('AFC1', true), afc('AFC2', false)], [hpcr('H1', false)]));
  const { user, router } = openPortal('/account/profile');
  const link = await screen.findByRole('link', { name: 'My AFCs' });
  expect(link.getAttribute('href')).toBe('#/account/afc');
  await router.navigate({ href: '/account/afc' });
  const items = await screen.findAllByText('Clouds over mountains');
  expect(items).toHaveLength(2);
  expect(screen.getByText(/^Primary investigator, 2026-01-01 to now/)).toBeTruthy();
  expect(screen.getByText(/^Coinvestigator/)).toBeTruthy();
  expect(screen.getAllByText('Approved')).toHaveLength(2);
  await user.click(screen.getByRole('radio', { name: 'HPCR' }));
  expect(await screen.findByText('Large-eddy runs H1')).toBeTruthy();
  expect(screen.getByText(/^Coinvestigator, 2026-01-01 to 2026-12-31/)).toBeTruthy();
});

it('the tab of AFCs says what there is none of', async () => {
  signedIn();
  server.use(...campaigns([], [hpcr('H1', true)]));
  const { user } = openPortal('/account/afc');
  expect(await screen.findByText('No AFCs to display')).toBeTruthy();
  server.use(...campaigns([afc('AFC1', true)], []));
  await user.click(screen.getByRole('radio', { name: 'HPCR' }));
  expect(await screen.findByText(/^Primary investigator/)).toBeTruthy();
});

it('the tab of AFCs displays that for requests, too', async () => {
  signedIn();
  server.use(...campaigns([afc('AFC1', true)], []));
  const { user } = openPortal('/account/afc');
  await user.click(await screen.findByRole('radio', { name: 'HPCR' }));
  expect(await screen.findByText('No HPCRs to display')).toBeTruthy();
});

it('the tab of AFCs is not there for who has none, nor where the service is away', async () => {
  signedIn();
  server.use(...campaigns([], []));
  openPortal('/account/profile');
  const menu = within(await screen.findByRole('navigation', { name: 'Account' }));
  await screen.findByLabelText('First name');
  expect(menu.queryByRole('link', { name: 'My AFCs' })).toBeNull();
});

it.each([
  ['POLAR', 'My PFCs', 'PFC'],
  ['Local', 'My Campaigns', 'Campaigns'],
])(
  'My AFCs of %s are called %s: by the first letter of an acronym, plainly where the name is none',
  async (archiveName, title, sub) => {
    signedIn();
    server.use(
      http.get('*/discovery/config.json', () => HttpResponse.json({ ...config, archiveName })),
      ...campaigns([afc('1', true)], []),
    );
    openPortal('/account/afc');
    expect(await screen.findByRole('link', { name: title })).toBeTruthy();
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(await screen.findByRole('radio', { name: sub })).toBeTruthy();
  },
);
