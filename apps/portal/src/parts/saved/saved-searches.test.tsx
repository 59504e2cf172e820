// Saved searches on the search screen: save, open, rename, delete, what is new, and what happens
// when calls fail.
import type { SavedSearch } from '@isobar/contract/calls/saved-searches.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import {
  config,
  openPortal,
  person,
  problem,
  servedPortal,
  server,
  signedIn,
} from '../../testing/open-portal.tsx';
import { made, metadataService } from '../../testing/small-archive.ts';

servedPortal();
beforeEach(() => {
  localStorage.setItem('isobar.welcome-dismissed', 'true');
  const archive = [
    made('met', 'sgp', 'E13', 'temp', { priority: 1 }),
    made('met', 'nsa', 'C1', 'temp', { priority: 1 }),
  ];
  server.use(metadataService(archive).handler);
});

const WAIT = { timeout: 20_000 };
const URL = '*/services/profile/searches';

const saved = (searchId: string, name: string, fresh: number | null = 0): SavedSearch => ({
  searchId,
  name,
  address: { path: `site_code::${searchId}`, query: { data: 'all' } },
  savedAt: '2026-01-01T00:00:00Z',
  openedAt: '2026-01-01T00:00:00Z',
  fresh,
  kind: 'data',
  tell: 'never',
  hook: null,
});

/** The service over a list; what it was asked is kept. */
function serve(list: SavedSearch[]) {
  const asked: unknown[] = [];
  server.use(
    http.get(URL, () => HttpResponse.json({ searches: list })),
    http.post(URL, async ({ request }) => {
      // what the portal sends
      const body = (await request.json()) as Pick<SavedSearch, 'name' | 'address'>;
      asked.push(body);
      if (list.some(({ name }) => name === body.name)) return problem(409, 'conflict', 'Taken.');
      return HttpResponse.json({ ...saved('new', body.name), address: body.address });
    }),
    http.put(`${URL}/:id`, async ({ request, params }) => {
      const { name } = (await request.json()) as { name: string }; // what the portal sends
      return HttpResponse.json(saved(String(params.id), name));
    }),
    http.post(`${URL}/:id/opened`, ({ params }) => {
      asked.push(`opened ${params.id}`);
      return HttpResponse.json(saved(String(params.id), 'North Slope'));
    }),
    http.delete(`${URL}/:id`, ({ params }) => HttpResponse.json({ searchId: params.id })),
  );
  return asked;
}

async function openDialog(
  path = '/results/site_code::sgp',
  button: string | RegExp = /^Saved searches/,
) {
  signedIn();
  const opened = openPortal(path);
  await opened.user.click(await screen.findByRole('button', { name: button }, WAIT));
  const dialog = await screen.findByRole('dialog', { name: 'Saved searches' }, WAIT);
  return { ...opened, dialog, items: () => within(dialog).queryAllByRole('listitem') };
}

/** What the chip of the only filter says, once it has its name. */
async function chipText(): Promise<string> {
  const name = 'Remove Site Southern Great Plains';
  const chip = await screen.findByRole('button', { name, hidden: true }, WAIT);
  return chip.getAttribute('aria-label')?.replace('Remove Site ', '') ?? '';
}

it('without a session show a request to sign in', async () => {
  const { user } = openPortal('/results/site_code::sgp');
  await user.click(await screen.findByRole('button', { name: 'Saved searches' }, WAIT));
  await screen.findByText('Sign in to save searches.', {}, WAIT);
});

it('who is signed in is not asked to sign in before the session is known', async () => {
  serve([saved('sgp', 'Plains')]);
  signedIn();
  const held = Promise.withResolvers<void>();
  server.use(
    http.get('*/services/auth/login', async () => {
      await held.promise;
      return HttpResponse.json(person);
    }),
  );
  const { user } = openPortal('/results/site_code::sgp');
  await user.click(await screen.findByRole('button', { name: 'Saved searches' }, WAIT));
  expect(screen.queryByRole('dialog')).toBeNull();
  held.resolve();
  const dialog = await screen.findByRole('dialog', { name: 'Saved searches' }, WAIT);
  await within(dialog).findByRole('link', { name: 'Plains' }, WAIT);
});

it('the present search is saved under a name, with what it shows', async () => {
  const asked = serve([]);
  const { user, dialog, items } = await openDialog();
  await within(dialog).findByText('You have not saved a search yet.', {}, WAIT);
  const name = within(dialog).getByLabelText('Save this search as');
  const chip = await chipText();
  await waitFor(() => expect((name as HTMLInputElement).value).toBe(chip));
  await user.clear(name);
  await user.type(name, 'Weather{Enter}');
  await within(dialog).findByText('Saved as “Weather”.', {}, WAIT);
  expect(asked).toEqual([
    {
      ...{ name: 'Weather', kind: 'data' },
      address: { path: 'site_code::sgp', query: { data: 'recommended' } },
    },
  ]);
  expect(items()).toHaveLength(1);
  expect(items()[0]?.textContent).toContain(`Site ${chip}`);
});

it('codes that the present results do not name have their names, and one that the archive does not have stays', async () => {
  serve([saved('nsa', 'North'), saved('gone', 'Old'), saved('sgp', 'Plains')]);
  const { dialog, items } = await openDialog();
  await within(dialog).findByText('Site North Slope of Alaska · all data', {}, WAIT);
  await within(dialog).findByText('Site Southern Great Plains · all data', {}, WAIT);
  expect(items().some(({ textContent }) => textContent?.includes('Site gone · all data'))).toBe(
    true,
  );
});

it('a search without filters is not offered for saving', async () => {
  serve([]);
  const { dialog } = await openDialog('/results');
  expect(within(dialog).queryByLabelText('Save this search as')).toBeNull();
  expect(within(dialog).getByText(/^Set a filter/)).toBeTruthy();
});

it('a name that is in use is reported in place', async () => {
  serve([saved('sgp', 'sgp')]);
  const { user, dialog } = await openDialog();
  await within(dialog).findByRole('listitem', {}, WAIT);
  const name = within(dialog).getByLabelText('Save this search as');
  await user.clear(name);
  await user.type(name, 'sgp');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('Taken.', {}, WAIT);
});

it('opening shows the search and its news are no longer new', async () => {
  const asked = serve([saved('nsa', 'North Slope', 12), saved('sgp', 'Plains')]);
  const { user, dialog, router } = await openDialog(
    '/results/site_code::sgp',
    /^Saved searches ?1 ?with new data$/,
  );
  await within(dialog).findByText('12 datastreams with new data', {}, WAIT);
  await user.click(within(dialog).getByRole('link', { name: 'North Slope' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/results/site_code::nsa'));
  expect(router.state.location.search).toEqual({ data: 'all' });
  await waitFor(() => expect(asked).toEqual(['opened nsa']));
  expect(await screen.findByRole('button', { name: 'Saved searches' }, WAIT)).toBeTruthy();
});

it('a saved search is renamed in place; Escape leaves only the name alone', async () => {
  serve([saved('sgp', 'Plains')]);
  const { user, dialog } = await openDialog();
  await user.click(await within(dialog).findByRole('button', { name: 'Rename Plains' }, WAIT));
  await user.keyboard('Other{Escape}');
  expect(await within(dialog).findByRole('link', { name: 'Plains' })).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Rename Plains' }));
  await user.keyboard('Great Plains{Enter}');
  expect(await within(dialog).findByRole('link', { name: 'Great Plains' }, WAIT)).toBeTruthy();
});

it('a saved search is followed by its feeds, whose addresses tell the search as it was saved', async () => {
  serve([saved('sgp', 'Plains')]);
  const { dialog } = await openDialog();
  const hrefs = [/^new data ?of Plains$/, /^new quality reports ?on Plains$/];
  const searches = [];
  for (const name of hrefs) {
    const link = await within(dialog).findByRole('link', { name }, WAIT);
    const { pathname, searchParams } = new globalThis.URL(link.getAttribute('href') ?? '');
    searches.push([pathname, searchParams.get('search')]);
  }
  expect(searches).toEqual([
    ['/feeds/data.atom', 'site_code::sgp?data=all'],
    ['/feeds/reports.atom', 'site_code::sgp?data=all'],
  ]);
});

it('days are saved from the screen that finds them, and followed by mail and by their feed', async () => {
  const days: SavedSearch = {
    ...saved('days', 'Heat', 3),
    kind: 'days',
    address: { path: 'if=sgpmetE13.b1,temp_mean,mean,above,30&hours=3', query: {} },
  };
  const asked = serve([days]);
  server.use(
    http.get('*/services/facts/*', () => problem(503, 'unavailable')),
    http.post('*/services/events/search', () =>
      HttpResponse.json({
        ...{ days: ['2019-07-01'], events: [], total: 0, nearly: [], unknownHours: 0 },
        unknown: { missing: 0, report: 0, units: 0, limited: 0, computing: 0 },
        ...{ unknownDays: [], emptyDays: [], factsUntil: '2019-08-01T00:00:00Z' },
        ...{ start: '2019-07-01T00:00:00Z', end: '2019-08-01T00:00:00Z', clockOffset: 0 },
        units: ['degC'],
      }),
    ),
    http.put(`${URL}/days/tell`, async ({ request }) => {
      const { tell } = (await request.json()) as Pick<SavedSearch, 'tell'>; // what the portal sends
      asked.push(tell);
      return HttpResponse.json({ ...days, tell });
    }),
  );
  const { user, dialog } = await openDialog(
    '/days?if=sgpmetE13.b1,temp_mean,max,above,35',
    'Notify me',
  );
  await within(dialog).findByText('3 new days', {}, WAIT);
  const name = within(dialog).getByLabelText('Save this search as');
  expect((name as HTMLInputElement).value).toBe('max of temp_mean above 35 at sgpmetE13.b1');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText(/^Saved as/, {}, WAIT);
  expect(asked[0]).toMatchObject({
    kind: 'days',
    address: { path: 'if=sgpmetE13.b1,temp_mean,max,above,35' },
  });
  const link = within(dialog).getByRole('link', { name: 'Heat' });
  expect(link.getAttribute('href')).toBe(`#/days?${days.address.path}`);
  const feed = within(dialog).getByRole('link', { name: /^new days ?of Heat$/ });
  const { pathname, searchParams } = new globalThis.URL(feed.getAttribute('href') ?? '');
  expect([pathname, searchParams.get('search')]).toEqual([
    '/services/events/days.atom',
    days.address.path,
  ]);
  await user.selectOptions(within(dialog).getByLabelText('Mails about Heat'), 'weekly');
  await waitFor(() => expect(asked.at(-1)).toBe('weekly'));
});

it('a web hook is set where the operator allows servers, with the reason where not, and its secret is shown', async () => {
  serve([saved('sgp', 'Plains')]);
  const url = 'https://hooks.example.org/isobar';
  server.use(
    http.get('*/discovery/config.json', () => {
      const webHooks = { hosts: ['hooks.example.org'], http: false };
      return HttpResponse.json({ ...config, orders: { webHooks } });
    }),
    http.put(`${URL}/sgp/hook`, () =>
      HttpResponse.json({ search: { ...saved('sgp', 'Plains'), hook: url }, secret: 'whsec_x' }),
    ),
  );
  const { user, dialog } = await openDialog();
  await user.click(await within(dialog).findByText(/^Web hook/, {}, WAIT));
  const address = within(dialog).getByLabelText('Address of the web hook of Plains');
  await user.type(address, 'https://elsewhere.example/{Enter}');
  await within(dialog).findByText('Web hooks may go to hooks.example.org only.', {}, WAIT);
  await user.clear(address);
  await user.type(address, `${url}{Enter}`);
  await within(dialog).findByText('whsec_x', {}, WAIT);
  expect(within(dialog).getByText(/hooks\.example\.org$/)).toBeTruthy();
});

it('a saved search is deleted after a question', async () => {
  serve([saved('sgp', 'Plains')]);
  const { user, dialog, items } = await openDialog();
  await user.click(await within(dialog).findByRole('button', { name: 'Delete Plains' }, WAIT));
  const question = await screen.findByRole(
    'dialog',
    { name: 'Delete the saved search “Plains”?' },
    WAIT,
  );
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(items()).toHaveLength(0));
});

it('a list that cannot be loaded can be asked for again', async () => {
  server.use(http.get(URL, () => problem(503, 'unavailable', 'Later.')));
  const { user, dialog } = await openDialog();
  await within(dialog).findByText('Your saved searches could not be loaded.', {}, WAIT);
  serve([saved('sgp', 'Plains', null)]);
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  await within(dialog).findByText('New data cannot be counted at the moment', {}, WAIT);
});
