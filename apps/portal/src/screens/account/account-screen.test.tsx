// The account page: its menu, its tabs, and what visitors see.
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { useCart } from '../../parts/cart/cart-store.ts';
import { takeRoute } from '../../parts/login/return-route.ts';
import {
  config,
  openPortal,
  person,
  problem,
  servedPortal,
  server,
  session,
  signedIn,
} from '../../testing/open-portal.tsx';
import { HISTORY, history } from '../../testing/order-fixtures.ts';

servedPortal();

const preferences = (values: Record<string, unknown>, saved: unknown[] = []) => [
  http.get('*/services/profile/preference/search/appPersonIdPref', ({ request }) => {
    const name = new URL(request.url).searchParams.get('preference') ?? '';
    const base = { personId: '7', application: 'discovery', preference: name };
    if (!(name in values)) return problem(404, 'not-found');
    return HttpResponse.json({ ...base, value: JSON.stringify(values[name]) });
  }),
  http.post('*/services/profile/preference', async ({ request }) => {
    const body = await request.json();
    saved.push(body);
    return HttpResponse.json(body);
  }),
];

it('the account page opens at the tab that the address names, profile by default', async () => {
  signedIn();
  server.use(history([]), ...preferences({}));
  const { router } = openPortal('/account');
  expect(
    await screen.findByRole('heading', { level: 2, name: 'Update Profile Preferences' }),
  ).toBeTruthy();
  expect(router.state.location.pathname).toBe('/account/profile');
  await router.navigate({ href: '/account/order' });
  expect(await screen.findByRole('heading', { level: 2, name: 'Your Orders' })).toBeTruthy();
});

it('the account page accepts ?selected= too', async () => {
  signedIn();
  server.use(...preferences({}));
  openPortal('/account?selected=search');
  expect(await screen.findByRole('heading', { level: 2, name: 'Search Preferences' })).toBeTruthy();
});

it('the account page has its menu, with tags coming soon and not selectable', async () => {
  signedIn();
  server.use(...preferences({}));
  openPortal('/account/profile');
  const menu = within(await screen.findByRole('navigation', { name: 'Account' }));
  expect(
    menu.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Update Profile Preferences', '#/account/profile'],
    ['Your Orders', '#/account/order'],
    ['Search Preferences', '#/account/search'],
    ['Password and sessions', '#/account/security'],
    ['Access tokens', '#/account/tokens'],
    ['Assistants', '#/account/assistants'],
    ['Your data', '#/account/data'],
    ['ML Recommendations Beta', '#/account/recommendations'],
  ]);
  expect(menu.getByText(/Custom Tag Preferences/).textContent).toMatch(/coming soon/);
});

it('the account page prompts visitors to log in, and opens the dialog by itself', async () => {
  const { user } = openPortal('/account/order');
  expect(await screen.findByRole('dialog', { name: 'Sign in' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Please sign in')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await user.type(await screen.findByLabelText(/User name, ID/), 'demo');
  await user.type(screen.getByLabelText('Password'), 'isobar-demo');
  server.use(history([]));
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Your Orders' })).toBeTruthy();
});

it('the account page leads back to the search only for those who came from there', async () => {
  signedIn();
  server.use(...preferences({}));
  const { router } = openPortal('/account/profile');
  await screen.findByRole('navigation', { name: 'Account' });
  expect(screen.queryByRole('link', { name: 'Return to Data Search' })).toBeNull();
  await router.navigate({ href: '/results/s::rain' });
  await router.navigate({ href: '/account/profile' });
  const link = await screen.findByRole('link', { name: 'Return to Data Search' });
  expect(link.getAttribute('href')).toBe('#/results/s::rain');
});

it('the account page links to the profile site with the user name, where there is one', async () => {
  signedIn();
  const services = { ...config.services, profileEdit: 'https://people.example/edit/' };
  server.use(
    http.get('*/discovery/config.json', () => HttpResponse.json({ ...config, services })),
    ...preferences({}),
  );
  openPortal('/account/profile');
  const link = await screen.findByRole('link', { name: /Edit your profile/ });
  expect(link.getAttribute('href')).toBe('https://people.example/edit/demo');
});

it('the account page saves the email preferences under discovery', async () => {
  signedIn();
  const saved: unknown[] = [];
  server.use(...preferences({ email: { notify: true, html: false } }, saved));
  const { user } = openPortal('/account/profile');
  const html = await screen.findByRole<HTMLInputElement>('switch', {
    name: /Order emails as HTML/,
  });
  await waitFor(() => expect(html.checked).toBe(false));
  await user.click(html);
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(saved).toEqual([
    {
      personId: '7',
      application: 'discovery',
      preference: 'email',
      value: '{"notify":true,"html":true,"affected":true}',
    },
  ]);
  await user.click(screen.getByRole('switch', { name: /Email notifications/ }));
  await waitFor(() => expect(saved).toHaveLength(2));
});

it('the account page marks neither way in which a search begins before the preference is known', async () => {
  signedIn();
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.get('*/services/profile/preference/search/appPersonIdPref', async () => {
      await answered;
    }),
    ...preferences({ recommendedData: false }),
  );
  openPortal('/account/search');
  const both = await screen.findAllByRole<HTMLInputElement>('radio');
  expect(both.map(({ checked }) => checked)).toEqual([false, false]);
  answer();
  await waitFor(() => expect(both.map(({ checked }) => checked)).toContain(true));
});

it('the account page offers no change of email preferences before they are known, which would replace others by defaults', async () => {
  signedIn();
  const saved: unknown[] = [];
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const [read, write] = preferences({ email: { notify: false, html: true } }, saved);
  server.use(
    http.get('*/services/profile/preference/search/appPersonIdPref', async () => {
      await answered;
    }),
    ...[read, write].flatMap((handler) => handler ?? []),
  );
  const { user } = openPortal('/account/profile');
  const html = await screen.findByRole<HTMLInputElement>('switch', {
    name: /Order emails as HTML/,
  });
  await user.click(html);
  expect(screen.getAllByRole<HTMLInputElement>('switch').map(({ checked }) => checked)).toEqual([
    ...[false, false, false],
  ]);
  answer();
  await waitFor(() => expect(html.checked).toBe(true));
  await user.click(html);
  await waitFor(() =>
    expect(saved).toMatchObject([{ value: '{"notify":false,"html":false,"affected":true}' }]),
  );
});

it('the account page chooses recommended data or all data', async () => {
  signedIn();
  const saved: { value?: string }[] = [];
  server.use(...preferences({}, saved));
  const { user } = openPortal('/account/search');
  const recommended = await screen.findByRole<HTMLInputElement>('radio', {
    name: 'Recommended data only',
  });
  await waitFor(() => expect(recommended.checked).toBe(true));
  await user.click(screen.getByRole('radio', { name: 'All data' }));
  await waitFor(() => expect(saved[0]?.value).toBe('{"recommended":false}'));
});

it('a session that ended asks to sign in', async () => {
  signedIn();
  server.use(http.get(HISTORY, () => problem(401, 'no-session')));
  openPortal('/account/order');
  const dialog = await screen.findByRole('dialog', { name: 'Sign in' });
  expect(within(dialog).getByText(/session has ended/)).toBeTruthy();
  expect(takeRoute()).toBe('/account/order');
});

it('signing out clears the session and the cart of the browser', async () => {
  signedIn();
  server.use(...preferences({}));
  const { user } = openPortal('/account/profile');
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(session.person).toBeNull());
  expect(useCart.getState().items).toEqual([]);
  await waitFor(() => expect(screen.queryByText(person.nameFirst, { exact: false })).toBeNull());
});
