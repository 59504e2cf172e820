// Home: campaign cards, featured sections, the workbench, and addresses that lead to a section.

import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { config, openPortal, server } from '../../testing/open-portal.tsx';
import { answerAgain, recordedPortal, refuse } from '../../testing/recorded.ts';
import { metadataService } from '../../testing/small-archive.ts';

const linkOf = (tag: string, position: number, change = {}) => ({
  position,
  link_text: `Campaign ${position} of ${tag}`,
  start: `${1994 + (position % 30)}-05-01`,
  new_iop: false,
  entire_site: false,
  site_code: tag,
  link_value: `${tag}${position}`,
  ...change,
});
const entire = (tag: string) =>
  linkOf(tag, 0, {
    link_text: `All data of ${tag}`,
    start: '',
    entire_site: true,
    link_value: tag,
  });
const cardOf = (tag: string, position: number, count: number) => ({
  _source: {
    id: tag,
    title: `Site ${tag}`,
    tag,
    position,
    links: [entire(tag), ...Array.from({ length: count }, (_, n) => linkOf(tag, n + 1))],
  },
});
/** A site with more campaigns than any of the demo archive. */
const manyCampaigns = () => cardOf('sgp', 0, 69);
const serveCards = (...cards: object[]) =>
  server.use(
    http.get('*/services/field_campaigns/_search', () =>
      HttpResponse.json({ hits: { hits: cards } }),
    ),
  );

recordedPortal();
const scrolled = vi.fn<(this: Element) => void>();
beforeEach(() => {
  localStorage.clear();
  scrolled.mockReset();
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.call(this);
  };
});
const scrolledTo = () => scrolled.mock.contexts.map((element) => (element as Element).id);
const openCard = async (
  user: ReturnType<typeof openPortal>['user'],
  title = 'Southern Great Plains',
) => {
  const card = await screen.findByRole('article', { name: title });
  await user.click(within(card).getByRole('button', { name: /^(Show all|Open)/ }));
  return await waitFor(() => {
    const open = screen.getByRole('article', { name: title });
    within(open).getByRole('button', { name: 'Close' });
    return open;
  });
};

it('[H039] [H049] [H050] six at first, all after (More), six again after (Less)', async () => {
  const { user } = openPortal('/');
  await screen.findByRole('article', { name: 'Southern Great Plains' });
  const section = document.getElementById('fieldCampaigns')!;
  const shown = () => within(section).getAllByRole('article');
  expect(shown()).toHaveLength(6);
  await user.click(screen.getByRole('button', { name: '(More)' }));
  expect(shown().length).toBeGreaterThan(20);
  await user.click(screen.getByRole('button', { name: '(Less)' }));
  expect(shown()).toHaveLength(6);
});

it('[H062] a closed card shows four links', async () => {
  openPortal('/');
  const card = await screen.findByRole('article', { name: 'Southern Great Plains' });
  expect(within(card).getAllByRole('link')).toHaveLength(4);
  expect(within(card).getByRole('button').textContent).toBe('Show all 26 of Southern Great Plains');
  const [small] = screen.getAllByRole('button', { name: /^Open/ });
  expect(small?.closest('article')?.querySelectorAll('a').length).toBeLessThanOrEqual(4);
});

it('[H053] [H054] [H061] an open one twenty a page in two columns of ten, each with its day', async () => {
  const { user } = openPortal('/');
  const card = await openCard(user);
  const columns = within(card)
    .getAllByRole('list')
    .map((list) => within(list).getAllByRole('link').length);
  expect(columns).toEqual([10, 10]);
  expect(within(card).getByText('1-20 of 26')).toBeTruthy();
  expect(within(card).getByText('2023-06-01')).toBeTruthy();
});

it('the keyboard goes on in the card that was opened, and at its button when it is closed', async () => {
  const { user } = openPortal('/');
  const card = await openCard(user);
  expect(document.activeElement).toBe(card);
  await user.click(within(card).getByRole('button', { name: 'Close' }));
  expect(document.activeElement?.textContent).toBe('Show all 26 of Southern Great Plains');
});

it('a link to an unknown campaign displays a notice; one that opens a card leaves the focus alone', async () => {
  const { router } = openPortal('/?campaign=nonsense');
  await screen.findByText('nonsense');
  expect(screen.getByText(/^There is no field campaign called/)).toBeTruthy();
  await act(() => router.navigate({ href: '/?campaign=sgp1994sprscm' }));
  await screen.findByText('Spring 1994 Single Column Model IOP');
  expect(screen.queryByText(/^There is no field campaign called/)).toBeNull();
  expect(document.activeElement?.tagName).not.toBe('ARTICLE');
});

it('its pager shows three pages at once', async () => {
  serveCards(manyCampaigns());
  const { user } = openPortal('/');
  const card = await openCard(user, 'Site sgp');
  expect(within(card).getAllByRole('button', { name: /^Page \d/ })).toHaveLength(3);
  await user.click(within(card).getByRole('button', { name: 'Page 3' }));
  expect(within(card).getByText('41-60 of 70')).toBeTruthy();
  expect(within(card).getByRole('button', { name: 'Page 4' })).toBeTruthy();
});

it('[H056] the list of campaign cards is filtered by text, from its first page on', async () => {
  const { user } = openPortal('/');
  const card = await openCard(user);
  await user.click(within(card).getByRole('button', { name: 'Page 2' }));
  await user.type(within(card).getByPlaceholderText('Filter field campaigns'), 'LAND ECO');
  expect(
    within(card)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Holistic Interactions of Shallow Clouds, Aerosols, and Land Ecosystems']);
  expect(within(card).getByText('1-1 of 1')).toBeTruthy();
  await user.type(within(card).getByPlaceholderText('Filter field campaigns'), 'x');
  expect(within(card).getByText('No campaign of this site matches.')).toBeTruthy();
});

it('new ones carry a badge', async () => {
  const fresh = manyCampaigns();
  fresh._source.links[1]!.new_iop = true;
  serveCards(fresh);
  openPortal('/');
  const card = await screen.findByRole('article', { name: 'Site sgp' });
  expect(within(card).getAllByText('NEW')).toHaveLength(1);
  expect(screen.getAllByText('NEW')).toHaveLength(1);
});

it('[H059] [H060] a link searches the site, or the campaign', async () => {
  openPortal('/');
  const card = await screen.findByRole('article', { name: 'Southern Great Plains' });
  const hrefs = within(card)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(hrefs.slice(0, 2)).toEqual([
    '#/results/site_code::sgp',
    '#/results/iopShortName::sgp2023s2vsr',
  ]);
});

it('[H058] Get link copies an address that opens the card, scrolls there and highlights the campaign', async () => {
  const { user } = openPortal('/');
  const card = await openCard(user);
  await user.click(
    within(card).getByRole('button', { name: 'Get link of Land-Atmosphere Feedback Experiment' }),
  );
  const copied = await navigator.clipboard.readText();
  expect(copied).toMatch(/#\/\?campaign=sgp2017lafe$/);
  expect(within(card).getByText('Copied')).toBeTruthy();
});

it('[H058] the copied address leads there, also behind (More) and on a later page', async () => {
  openPortal('/?campaign=sgp1994sprscm');
  const line = await screen.findByText('Spring 1994 Single Column Model IOP');
  expect(line.closest('[aria-current="true"]')).toBeTruthy();
  await waitFor(() => expect(scrolledTo()).toContain('fieldCampaigns'));
});

it('[H058] a card beyond the first six is shown when a link names it', async () => {
  const { router } = openPortal('/?campaign=osc2005mase');
  const line = await screen.findByText('Marine Stratus/Stratocumulus Experiment');
  expect(line.closest('[aria-current="true"]')).toBeTruthy();
  expect(screen.getByText('Others')).toBeTruthy();
  // another link, followed on the same page
  await act(() => router.navigate({ href: '/?campaign=sgp1994sprscm' }));
  const next = await screen.findByText('Spring 1994 Single Column Model IOP');
  expect(next.closest('[aria-current="true"]')).toBeTruthy();
});

it('[H089] campaign cards that cannot be loaded say why, and are asked for again', async () => {
  refuse('*/services/field_campaigns/_search');
  const { user } = openPortal('/');
  await screen.findByText('The field campaigns could not be loaded.', {}, { timeout: 15_000 });
  answerAgain();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article', { name: 'Southern Great Plains' })).toBeTruthy();
});

it('an archive without campaigns has no such section', async () => {
  server.use(
    http.get('*/services/field_campaigns/_search', () => HttpResponse.json({ hits: { hits: [] } })),
  );
  openPortal('/');
  await screen.findByText('Data tools');
  await waitFor(() => expect(document.getElementById('fieldCampaigns')).toBeNull());
});

it('[H040] [H041] [H042] [H043] featured sections have the anchors that printed links use', async () => {
  openPortal('/');
  await screen.findByText('LASSO-CACTI');
  for (const [anchor, text] of [
    ['lasso-cacti', 'LASSO-CACTI'],
    ['lasso', 'LASSO'],
    ['jupyter', 'Notebook hub'],
    ['dataTools', 'Data tools'],
  ] as const)
    expect(within(document.getElementById(anchor)!).getByText(text), anchor).toBeTruthy();
});

const dayBeside = (section: string) => within(document.getElementById(section)!);

it('scenarios and notebooks show the day of the archive that the operator chose, and lead to its month', async () => {
  openPortal('/');
  await screen.findByText('LASSO-CACTI');
  for (const [section, name, address] of [
    ['lasso-cacti', /^Cloud water.*2019-01-29 UTC/, 'corlasso-meso-eda09-20190129M1.m1/QCLOUD'],
    ['lasso', /^Cloud water.*2017-06-27 UTC/, 'sgplasso-les-varanal-20170627C1.m1/QCLOUD'],
    ['jupyter', /^Total water vapor.*2022-09-15 UTC/, 'houmwrlosM1.b1/vap'],
  ] as const) {
    const link = await dayBeside(section).findByRole('link', { name });
    expect(link.getAttribute('href'), section).toContain(`#/quicklooks/${address}?date=20`);
  }
  expect(dayBeside('jupyter').getByText(/days\["vap"\]\.plot\(\)/)).toBeTruthy();
});

it('a chosen day that the archive lacks leaves no gap in the scenario', async () => {
  const days = vi.fn(() => new HttpResponse(null, { status: 404 }));
  server.use(http.get('*/services/quicklooks/days/corlasso*', days));
  openPortal('/');
  await screen.findByText('LASSO-CACTI');
  await waitFor(() => expect(days).toHaveBeenCalled());
  const card = document.querySelector('#lasso-cacti article')!;
  await waitFor(() => expect(card.children).toHaveLength(1));
  expect(dayBeside('lasso-cacti').getByRole('link', { name: 'Choose a scenario' })).toBeTruthy();
});

it('[H018] [H046] an address with such a hash scrolls there', async () => {
  openPortal('/dataSearch#fieldCampaigns');
  await waitFor(() => expect(scrolledTo()).toContain('fieldCampaigns'));
  expect(await screen.findByRole('article', { name: 'Southern Great Plains' })).toBeTruthy();
});

it('[H044] [H045] data tools lead to the live-data service; visualization is coming soon', async () => {
  openPortal('/');
  const tools = within(await screen.findByRole('region', { name: 'Data tools' }));
  expect(tools.getByRole('link', { name: /Live-data web service/ }).getAttribute('href')).toBe(
    '/services/live/query',
  );
  const soon = tools.getByText('Visualization service').closest('li')!;
  expect(within(soon).getByText('coming soon')).toBeTruthy();
  expect(within(soon).queryByRole('link')).toBeNull();
});

it('[H029] the certification seal is a link', async () => {
  openPortal('/');
  const seal = await screen.findByRole('link', { name: /Certification seal/ });
  expect(seal.getAttribute('href')).toBe('https://www.coretrustseal.org/');
});

const holdsNothing = () =>
  server.use(
    http.get('*/services/field_campaigns/_search', () => HttpResponse.json({ hits: { hits: [] } })),
    http.get('*/services/news', () =>
      HttpResponse.json({
        harvested: null,
        data: [],
        reports: [],
        campaigns: [],
        quicklook: null,
      }),
    ),
    http.get('*/discovery/config.json', () => HttpResponse.json({ ...config, featured: [] })),
    metadataService([]).handler,
  );
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map((one) => one.textContent);

it('an archive without data displays a notice, and has no empty section', async () => {
  holdsNothing();
  openPortal('/');
  await screen.findByText('isobar harvest FOLDER');
  await waitFor(() => expect(titles()).toEqual(['This archive has no data yet']));
  expect(screen.queryByRole('region', { name: 'Sites on a globe' })).toBeNull();
});

it('[H010] [H011] [H012] [H091] [H092] [H093] the workbench is launched from the header, described, with its modules and dashboard', async () => {
  const { user } = openPortal('/');
  const launcher = (await screen.findAllByRole('button', { name: /WORKBENCH/i }))[0]!;
  expect(within(launcher).getByText('alpha')).toBeTruthy();
  await user.click(launcher);
  const dialog = within(await screen.findByRole('dialog', { name: 'Data Workbench' }));
  expect(dialog.getByText(/An ecosystem of tools/)).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'Open the dashboard' }).getAttribute('href')).toBe(
    '#/account/order',
  );
  for (const title of ['Find', 'Stage', 'Visualize', 'Learn', 'Publish'])
    expect(dialog.getByRole('link', { name: title })).toBeTruthy();
  for (const title of ['Manage your data', 'Manage your group'])
    expect(dialog.getByText(title)).toBeTruthy();
  expect(dialog.getAllByText('coming soon')).toHaveLength(2);
  expect(dialog.getByRole('link', { name: 'Stage' }).getAttribute('href')).toBe('#/saved');
});
