// Opens the whole portal at an address for a test, over answers that the test gives.
import { PREFERENCE_APPLICATION } from '@isobar/contract/accounts/preferences.ts';
import type { SignedInPerson } from '@isobar/contract/calls/accounts.ts';
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { createMemoryHistory } from '@tanstack/history';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { Configured } from '../app/configured.tsx';
import { createPortalRouter } from '../app/router.ts';
import { forgetPlaces } from '../lib/places.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { EMPTY, useCart } from '../parts/cart/cart-store.ts';
import { answerSignIn } from '../parts/login/ask.ts';
import { takeRoute } from '../parts/login/return-route.ts';
import { dismissConfirm } from '../ui/confirm.tsx';
import { dismissToasts } from '../ui/toast.tsx';

export const config = {
  title: 'Atmospheric Data Discovery',
  archiveName: 'ARM',
  version: '1.9.5',
  simulated: false,
  services: SERVICE_PATHS,
  contact: { email: 'help@archive.example' },
  links: [],
  oldHosts: [],
  deliveryDays: 30,
  maximumFiles: 20_000,
};

export const person = {
  personId: '7',
  userName: 'demo',
  nameFirst: 'Dana',
  nameLast: 'Reyes',
  personName: 'Dana Reyes',
  betaFeatures: [],
} satisfies SignedInPerson;

/** A preference of this person as the profile service keeps it. */
export const kept = (preference: string, value: string) =>
  HttpResponse.json({
    personId: person.personId,
    application: PREFERENCE_APPLICATION,
    preference,
    value,
  });

export const problem = (status: number, code: string, message = code) =>
  HttpResponse.json({ code, message }, { status });

/** A user is signed in before the portal is opened. */
export function signedIn(): void {
  session.person = person;
  localStorage.setItem('isobar.signed-in', 'true');
}

/** Who is signed in, as the auth service sees it: `session.person = null` signs everybody out. */
export const session: { person: SignedInPerson | null } = { person: null };

/**
 * Calls of the present test that nothing was given for: they fail it, whatever the portal made of
 * that.
 */
export const unanswered = new Set<string>();

/** What every screen asks; a test adds its own in front with `server.use(...)`. */
export const server = setupServer(
  http.get('*/discovery/config.json', () => HttpResponse.json(config)),
  http.get('*/services/maintenance/discovery', () => HttpResponse.json({ message: null })),
  http.get('*/services/auth/login', () =>
    session.person ? HttpResponse.json(session.person) : problem(401, 'no-session'),
  ),
  http.post('*/services/auth/login', () => {
    session.person = person;
    return HttpResponse.json(person);
  }),
  http.get('*/services/auth/logout', () => {
    session.person = null;
    return HttpResponse.json({ signedOut: true });
  }),
  http.get('*/services/profile/cart', () =>
    session.person ? HttpResponse.json({ items: [], savedAt: null }) : problem(401, 'no-session'),
  ),
  http.put('*/services/profile/cart', async ({ request }) => {
    const { items } = (await request.json()) as { items: unknown[] }; // what the portal sends
    return HttpResponse.json({ items, savedAt: '2026-11-21T12:00:00Z' });
  }),
  http.get('*/services/profile/preference/search/appPersonIdPref', () => problem(404, 'not-found')),
  http.get('*/services/campaigns/fc/:kind', () => HttpResponse.json([])),
  http.get('*/services/profile/person', () =>
    session.person
      ? HttpResponse.json({
          ...session.person,
          email: 'dana@archive.example',
          hasPassword: true,
          shared: false,
          since: '2026-01-01T00:00:00Z',
          providers: [],
          roles: [],
        })
      : problem(401, 'no-session'),
  ),
  http.get('*/services/profile/searches', () => HttpResponse.json({ searches: [] })),
  http.post('*/services/metadata/_search', () =>
    HttpResponse.json({ took: 1, timed_out: false, hits: { total: { value: 0 }, hits: [] } }),
  ),
  http.post('*/services/files/metrics', () => HttpResponse.json({ fileCount: 3, fileSize: 4.5 })),
  http.get('*/services/dqr/reports', () => HttpResponse.json({ reports: [] })),
  http.get('*/services/dqr/*', () => HttpResponse.json({ detail: 'Not Found' }, { status: 404 })),
  http.get('*/datastream/:name', () => problem(404, 'not-found')),
  http.post('*/services/files/variables/', () => HttpResponse.json([])),
  http.get('*/services/order/maxOrderSize', () => HttpResponse.json({ value: 1e12 })),
  http.post('*/services/order/orders/flagged', () => HttpResponse.json({ selections: [] })),
  http.get('*/services/files/jupyter', () => HttpResponse.json({ projects: [] })),
  http.get('*/services/news', () =>
    HttpResponse.json({ harvested: null, data: [], reports: [], campaigns: [], quicklook: null }),
  ),
  http.get('*/services/field_campaigns/_search', () => HttpResponse.json({ hits: { hits: [] } })),
  http.get('*/services/words/understand', () => problem(503, 'unavailable')),
  http.post('*/services/words/opened', () => new HttpResponse(null, { status: 204 })),
  http.post('*/services/order/orders/estimate', () => problem(503, 'unavailable')),
  http.get('*/services/order/orders/grid', () => problem(503, 'unavailable')),
  http.get('*/services/facts/:datastream', () => problem(404, 'not-found')),
  http.post('*/services/file_info/_search', () => problem(503, 'unavailable')),
  http.all('*', ({ request }) => {
    const { pathname, search } = new URL(request.url);
    unanswered.add(`${request.method} ${pathname}${search}`);
    return HttpResponse.error();
  }),
);

/**
 * Call once in a test file: answers are served, and every test starts signed out with an empty
 * cart.
 */
export function servedPortal(): void {
  beforeAll(() => server.listen());
  beforeEach(() => {
    unanswered.clear();
    session.person = null;
    useCart.setState(EMPTY);
  });
  afterEach(() => {
    answerSignIn(false);
    takeRoute();
    dismissToasts();
    dismissConfirm();
    forgetPlaces();
    server.resetHandlers();
    expect([...unanswered], 'calls that the test gives no answer for').toEqual([]);
  });
  afterAll(() => server.close());
}

/** Renders the portal at a path such as '/saved'. */
export function openPortal(path: string) {
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createPortalRouter(history);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Configured router={router} />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), router };
}
