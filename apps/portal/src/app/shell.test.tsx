// The shell: header, footer, maintenance, theme, routes.
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { useCart } from '../parts/cart/cart-store.ts';
import { met } from '../testing/cart-fixtures.ts';
import { config, openPortal, server } from '../testing/open-portal.tsx';
import { answerAgain, recordedPortal, refuse } from '../testing/recorded.ts';

recordedPortal();
beforeEach(() => localStorage.setItem('isobar.welcome-dismissed', 'true'));

const WAIT = { timeout: 20_000 };
const banner = () => screen.findByRole('banner', {}, WAIT);

it('[H001] [H002] [H003] [H004] [H005] the header has HOME, DATA SEARCH, SUPPORT, ACCOUNT and CART', async () => {
  openPortal('/');
  const header = await banner();
  const places = [
    ['HOME', '#/'],
    ['DATA SEARCH', '#/results'],
    ['ACCOUNT', '#/account/profile'],
    [/^CART/, '#/saved'],
  ] as const;
  for (const [name, href] of places) {
    expect(within(header).getByRole('link', { name }).getAttribute('href')).toBe(href);
  }
  expect(within(header).getByRole('button', { name: 'SUPPORT' })).toBeTruthy();
});

it('[H006] the cart carries the number of its items', async () => {
  useCart.getState().add([met]);
  openPortal('/');
  const header = await banner();
  expect(await within(header).findByRole('link', { name: 'CART 1 item' }, WAIT)).toBeTruthy();
});

it.each(['/', '/datasearch', '/DataSearch'])('[H013] [H014] [H015] %s is home', async (path) => {
  openPortal(path);
  const header = await banner();
  await screen.findByRole('heading', { name: /^Find, inspect and order/ }, WAIT);
  expect(within(header).getByRole('link', { current: 'page' }).textContent).toBe('HOME');
});

it('the present place alone is marked, and another screen has the focus at its top, but not the first', async () => {
  const { router } = openPortal('/');
  const header = await banner();
  const marked = () =>
    within(header)
      .queryAllByRole('link', { current: 'page' })
      .map((link) => link.textContent);
  await screen.findByRole('heading', { name: /^Find, inspect and order/ }, WAIT);
  expect(document.activeElement).toBe(document.body);
  await router.navigate({ href: '/results' });
  await waitFor(() => expect(marked()).toEqual(['DATA SEARCH']), WAIT);
  await waitFor(() => expect(document.activeElement?.id).toBe('main'), WAIT);
  within(header).getByRole('link', { name: 'HOME' }).focus();
  await router.navigate({ href: '/results?page=2' });
  await waitFor(() => expect(router.state.location.href).toContain('page=2'));
  expect(document.activeElement?.textContent).toBe('HOME');
});

it('[H083] the Support and Login modals are reached from the data search screen', async () => {
  const { user, router } = openPortal('/results');
  await user.click(within(await banner()).getByRole('button', { name: 'SUPPORT' }));
  const support = await screen.findByRole('dialog', { name: 'Support' }, WAIT);
  expect(within(support).getByLabelText('Message')).toBeTruthy();
  await user.click(within(support).getByRole('button', { name: 'Cancel' }));
  const account = within(await banner()).getByRole('link', { name: 'ACCOUNT' });
  await router.navigate({ href: account.getAttribute('href')?.replace('#', '') ?? '' });
  const login = await screen.findByRole('dialog', { name: 'Sign in' }, WAIT);
  expect(within(login).getByLabelText('Password')).toBeTruthy();
});

it('the theme is switched and kept', async () => {
  const { user } = openPortal('/');
  await user.click(within(await banner()).getByRole('button', { name: 'Use dark theme' }));
  expect(document.documentElement.classList.contains('dark')).toBe(true);
  expect(localStorage.getItem('isobar.theme')).toBe('"dark"');
  await user.click(screen.getByRole('button', { name: 'Use light theme' }));
  expect(document.documentElement.classList.contains('dark')).toBe(false);
});

it('[H007] [H065] [H069] the footer has its links and the version', async () => {
  openPortal('/');
  const footer = await screen.findByRole('contentinfo', {}, WAIT);
  expect(within(footer).getByText('Version 1.9.5')).toBeTruthy();
  const href = (name: string) => within(footer).getByRole('link', { name }).getAttribute('href');
  expect(href('Data Search')).toBe('#/results');
  expect(href('My Account')).toBe('#/account/profile');
});

it('[H071] support opens from there too', async () => {
  const { user } = openPortal('/');
  const footer = await screen.findByRole('contentinfo', {}, WAIT);
  await user.click(within(footer).getByRole('button', { name: 'Support' }));
  await screen.findByRole('dialog', { name: 'Support' }, WAIT);
});

it('[H068] [H085] the citation tool and the workbench open from the data search screen too', async () => {
  const { user } = openPortal('/results');
  const footer = await screen.findByRole('contentinfo', {}, WAIT);
  await user.click(within(footer).getByRole('button', { name: 'Citation Generator' }));
  const tool = await screen.findByRole(
    'dialog',
    { name: 'CITATION GENERATOR & EXPORTER TOOL' },
    WAIT,
  );
  await user.click(within(tool).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(within(await banner()).getByRole('button', { name: /WORKBENCH/ }));
  expect(await screen.findByRole('dialog', { name: 'Data Workbench' }, WAIT)).toBeTruthy();
});

it("the archive's own links come from the configuration, outside ones open apart", async () => {
  const links = [
    { label: 'Acknowledge', url: 'https://archive.example/acknowledge' },
    { label: 'Privacy & Security', url: 'https://archive.example/privacy' },
    { label: 'Bundle browser', url: 'https://bundles.example' },
    { label: 'Live data', url: 'https://live.example' },
  ];
  server.use(http.get('*/discovery/config.json', () => HttpResponse.json({ ...config, links })));
  openPortal('/');
  const footer = await screen.findByRole('contentinfo', {}, WAIT);
  for (const { label, url } of links) {
    const link = within(footer).getByRole('link', { name: label });
    expect(link.getAttribute('href')).toBe(url);
    expect(link.getAttribute('target')).toBe('_blank');
  }
});

it.each(['', 'https://studio.example/'])(
  "the data studio is a link of the footer where its address is '%s'",
  async (dataStudio) => {
    const services = { ...config.services, dataStudio };
    server.use(
      http.get('*/discovery/config.json', () => HttpResponse.json({ ...config, services })),
    );
    openPortal('/');
    const footer = await screen.findByRole('contentinfo', {}, WAIT);
    const link = within(footer).queryByRole('link', { name: 'Data studio' });
    expect(link?.getAttribute('href') ?? '').toBe(dataStudio);
  },
);

const announce = (message: string) =>
  server.use(http.get('*/services/maintenance/discovery', () => HttpResponse.json({ message })));

it('the banner shows, is dismissed, and comes back with another message', async () => {
  announce('Down on Sunday.');
  const { user } = openPortal('/');
  await screen.findByText('Down on Sunday.', {}, WAIT);
  await user.click(screen.getByRole('button', { name: 'Dismiss maintenance message' }));
  expect(screen.queryByText('Down on Sunday.')).toBeNull();
  expect(localStorage.getItem('isobar.maintenance-dismissed')).toBe('"Down on Sunday."');
});

it('a message once dismissed stays away, another one shows', async () => {
  localStorage.setItem('isobar.maintenance-dismissed', '"Down on Sunday."');
  announce('Down on Monday.');
  openPortal('/');
  await screen.findByText('Down on Monday.', {}, WAIT);
});

it('[H030] [H033] [H034] [H035] [H036] [H037] [H038] its tiles and icons are searches', async () => {
  openPortal('/');
  const tile = await screen.findByRole(
    'link',
    { name: 'Data Search Search by category, measurement, datastream + more.' },
    WAIT,
  );
  expect(tile.getAttribute('href')).toBe('#/results');
  const searches = [
    [/^Aerosols/, 'meas_category_code::aeros'],
    [/^Atmospheric State/, 'meas_category_code::atmstate'],
    [/^Cloud Properties/, 'meas_category_code::cloud'],
    [/^Radiometric/, 'meas_category_code::radio'],
    [/^Surface Properties/, 'meas_category_code::sfcprop'],
    [/^Airborne/, 'instrument_category_code::airborne'],
  ] as const;
  for (const [name, path] of searches) {
    const link = screen.getByRole('link', { name });
    expect(link.getAttribute('href')).toBe(`#/results/${path}`);
  }
  expect(await screen.findByRole('link', { name: /SGP Southern Great Plains/ })).toBeTruthy();
});

it('the title of the window names the screen, also where its module is there before the configuration', async () => {
  const held = Promise.withResolvers<void>();
  server.use(
    http.get('*/discovery/config.json', async () => {
      await held.promise;
      return HttpResponse.json(config);
    }),
  );
  const { router } = openPortal('/verify');
  await waitFor(() => expect(router.shown()?.screen).toBeInstanceOf(Function), WAIT);
  held.resolve();
  await banner();
  await waitFor(() => expect(document.title).toMatch(/^Is my figure still right. · /));
});

it('an unknown address displays an error page', async () => {
  openPortal('/no-such-place');
  await screen.findByRole('heading', { name: 'Page not found' }, WAIT);
  expect(screen.getByRole('link', { name: 'Search the data' })).toBeTruthy();
});

it('a configuration that cannot be loaded can be asked for again', async () => {
  refuse('*/discovery/config.json');
  const { user } = openPortal('/');
  await screen.findByText("The site's configuration could not be loaded.", {}, WAIT);
  answerAgain();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('banner')).toBeTruthy(), WAIT);
});
