// Home: campaign cards, featured sections, the workbench, and addresses that lead to a section.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { config, openPortal, problem, servedPortal, server } from '../../testing/open-portal.tsx';
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
const TAGS = ['sgp', 'nsa', 'twp', 'ena', 'oli', 'bnf', 'osc'];
const cards = TAGS.map((tag, at) => cardOf(tag, at, tag === 'sgp' ? 69 : 2));

const featuredOf = (section: string, title: string, change = {}) => ({
  section,
  kicker: '',
  title,
  text: `About ${title}`,
  instrumentClassCode: '',
  links: [],
  comingSoon: false,
  ...change,
});
const featured = [
  featuredOf('lasso-cacti', 'LASSO-CACTI', { links: [{ label: 'Go', url: '#/results' }] }),
  featuredOf('lasso', 'LASSO'),
  featuredOf('jupyter', 'Notebook hub'),
  featuredOf('dataTools', 'Live-data web service', {
    links: [{ label: '', url: '/services/live/query' }],
  }),
  featuredOf('dataTools', 'Citation generator', {
    links: [{ label: '', url: 'citation-generator' }],
  }),
  featuredOf('dataTools', 'Visualization service', {
    comingSoon: true,
    links: [{ label: '', url: 'https://draw.example' }],
  }),
];
const modules = [
  { module: 'find', title: 'Find', text: 'f', url: '#/results', comingSoon: false },
  { module: 'stage', title: 'Stage', text: 's', url: 'https://stage.example', comingSoon: false },
  { module: 'visualize', title: 'Visualize', text: 'v', url: '#/quicklooks', comingSoon: false },
  { module: 'manage', title: 'Manage data', text: 'm', url: '', comingSoon: true },
  { module: 'manage', title: 'Manage group', text: 'm', url: '', comingSoon: true },
  { module: 'learn', title: 'Learn', text: 'l', url: '#/guidedsearch', comingSoon: false },
  { module: 'publish', title: 'Publish', text: 'p', url: '#/', comingSoon: false },
];

servedPortal();
const scrolled = vi.fn<(this: Element) => void>();
beforeEach(() => {
  localStorage.clear();
  scrolled.mockReset();
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.call(this);
  };
  server.use(
    http.get('*/discovery/config.json', () =>
      HttpResponse.json({
        ...config,
        featured,
        sealUrl: 'https://seal.example/',
        workbench: { dashboard: '#/account/order', modules },
      }),
    ),
    http.get('*/services/field_campaigns/_search', () =>
      HttpResponse.json({ hits: { hits: cards } }),
    ),
  );
});
const scrolledTo = () => scrolled.mock.contexts.map((element) => (element as Element).id);
const openCard = async (user: ReturnType<typeof openPortal>['user'], title = 'Site sgp') => {
  const card = await screen.findByRole('article', { name: title });
  await user.click(within(card).getByRole('button', { name: /^(Show all|Open)/ }));
  return await waitFor(() => {
    const open = screen.getByRole('article', { name: title });
    within(open).getByRole('button', { name: 'Close' });
    return open;
  });
};

describe('campaign cards', () => {
  it('[H039] [H049] [H050] six at first, all after (More), six again after (Less)', async () => {
    const { user } = openPortal('/');
    await screen.findByRole('article', { name: 'Site sgp' });
    const section = document.getElementById('fieldCampaigns')!;
    const shown = () => within(section).getAllByRole('article');
    expect(shown()).toHaveLength(6);
    await user.click(screen.getByRole('button', { name: '(More)' }));
    expect(shown()).toHaveLength(7);
    await user.click(screen.getByRole('button', { name: '(Less)' }));
    expect(shown()).toHaveLength(6);
  });

  it('[H062] a closed card shows four links', async () => {
    openPortal('/');
    const card = await screen.findByRole('article', { name: 'Site sgp' });
    expect(within(card).getAllByRole('link')).toHaveLength(4);
    expect(within(card).getByRole('button').textContent).toBe('Show all 70 of Site sgp');
    const small = await screen.findByRole('article', { name: 'Site nsa' });
    expect(within(small).getByRole('button').textContent).toBe('Open Site nsa');
  });

  it('[H053] [H054] [H061] an open one twenty a page in two columns of ten, each with its day', async () => {
    const { user } = openPortal('/');
    const card = await openCard(user);
    const columns = within(card)
      .getAllByRole('list')
      .map((list) => within(list).getAllByRole('link').length);
    expect(columns).toEqual([10, 10]);
    expect(within(card).getByText('1-20 of 70')).toBeTruthy();
    expect(within(card).getByText('1995-05-01')).toBeTruthy();
  });

  it('the keyboard goes on in the card that was opened, and at its button when it is closed', async () => {
    const { user } = openPortal('/');
    const card = await openCard(user);
    expect(document.activeElement).toBe(card);
    await user.click(within(card).getByRole('button', { name: 'Close' }));
    expect(document.activeElement?.textContent).toBe('Show all 70 of Site sgp');
  });

  it('a link to an unknown campaign displays a notice; one that opens a card leaves the focus alone', async () => {
    const { router } = openPortal('/?campaign=nonsense');
    await screen.findByText('nonsense');
    expect(screen.getByText(/^There is no field campaign called/)).toBeTruthy();
    await act(() => router.navigate({ href: '/?campaign=sgp45' }));
    await screen.findByText('Campaign 45 of sgp');
    expect(screen.queryByText(/^There is no field campaign called/)).toBeNull();
    expect(document.activeElement?.tagName).not.toBe('ARTICLE');
  });

  it('[H063] its pager shows three pages at once', async () => {
    const { user } = openPortal('/');
    const card = await openCard(user);
    expect(within(card).getAllByRole('button', { name: /^Page \d/ })).toHaveLength(3);
    await user.click(within(card).getByRole('button', { name: 'Page 3' }));
    expect(within(card).getByText('41-60 of 70')).toBeTruthy();
    expect(within(card).getByRole('button', { name: 'Page 4' })).toBeTruthy();
  });

  it('[H056] is filtered by text, from its first page on', async () => {
    const { user } = openPortal('/');
    const card = await openCard(user);
    await user.click(within(card).getByRole('button', { name: 'Page 2' }));
    await user.type(within(card).getByPlaceholderText('Filter field campaigns'), 'CAMPAIGN 69');
    expect(
      within(card)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Campaign 69 of sgp']);
    expect(within(card).getByText('1-1 of 1')).toBeTruthy();
    await user.type(within(card).getByPlaceholderText('Filter field campaigns'), 'x');
    expect(within(card).getByText('No campaign of this site matches.')).toBeTruthy();
  });

  it('[H055] new ones carry a badge', async () => {
    const fresh = structuredClone(cards);
    fresh[0]!._source.links[1]!.new_iop = true;
    server.use(
      http.get('*/services/field_campaigns/_search', () =>
        HttpResponse.json({ hits: { hits: fresh } }),
      ),
    );
    openPortal('/');
    const card = await screen.findByRole('article', { name: 'Site sgp' });
    expect(within(card).getAllByText('NEW')).toHaveLength(1);
    expect(screen.getAllByText('NEW')).toHaveLength(1);
  });

  it('[H059] [H060] a link searches the site, or the campaign', async () => {
    openPortal('/');
    const card = await screen.findByRole('article', { name: 'Site sgp' });
    const hrefs = within(card)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(hrefs.slice(0, 2)).toEqual(['#/results/site_code::sgp', '#/results/iopShortName::sgp1']);
  });

  it('[H058] Get link copies an address that opens the card, scrolls there and highlights the campaign', async () => {
    const { user } = openPortal('/');
    const card = await openCard(user);
    await user.click(within(card).getByRole('button', { name: 'Get link of Campaign 5 of sgp' }));
    const copied = await navigator.clipboard.readText();
    expect(copied).toMatch(/#\/\?campaign=sgp5$/);
    expect(within(card).getByText('Copied')).toBeTruthy();
  });

  it('[H058] the copied address leads there, also behind (More) and on a later page', async () => {
    openPortal('/?campaign=sgp45');
    const line = await screen.findByText('Campaign 45 of sgp');
    expect(line.closest('[aria-current="true"]')).toBeTruthy();
    await waitFor(() => expect(scrolledTo()).toContain('fieldCampaigns'));
  });

  it('[H058] a card beyond the first six is shown when a link names it', async () => {
    const { router } = openPortal('/?campaign=osc2');
    const line = await screen.findByText('Campaign 2 of osc');
    expect(line.closest('[aria-current="true"]')).toBeTruthy();
    expect(screen.getByText('Others')).toBeTruthy();
    await act(() => router.navigate({ href: '/?campaign=sgp45' })); // another link, followed on the same page
    const next = await screen.findByText('Campaign 45 of sgp');
    expect(next.closest('[aria-current="true"]')).toBeTruthy();
  });

  it('[H089] campaign cards that cannot be loaded say why, and are asked for again', async () => {
    server.use(
      http.get('*/services/field_campaigns/_search', () =>
        problem(503, 'unavailable', 'The index is being built.'),
      ),
    );
    openPortal('/');
    expect(
      await screen.findByText(/The index is being built\./, {}, { timeout: 15_000 }),
    ).toBeTruthy();
    expect(screen.getByText('The field campaigns could not be loaded.')).toBeTruthy();
  });

  it('an archive without campaigns has no such section', async () => {
    server.use(
      http.get('*/services/field_campaigns/_search', () =>
        HttpResponse.json({ hits: { hits: [] } }),
      ),
    );
    openPortal('/');
    await screen.findByText('Data tools');
    await waitFor(() => expect(document.getElementById('fieldCampaigns')).toBeNull());
  });
});

describe('featured sections', () => {
  it('[H040] [H041] [H042] [H043] have the anchors that printed links use', async () => {
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

  it('[H018] [H046] an address with such a hash scrolls there', async () => {
    openPortal('/dataSearch#fieldCampaigns');
    await waitFor(() => expect(scrolledTo()).toContain('fieldCampaigns'));
    expect(await screen.findByRole('article', { name: 'Site sgp' })).toBeTruthy();
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
    expect(seal.getAttribute('href')).toBe('https://seal.example/');
  });
});

describe('what is new', () => {
  const news = {
    harvested: '2026-01-02T03:04:05Z',
    data: [
      { product: 'met', title: 'Surface Met', datastream: 'sgpmetE13.b1', until: '2026-01-01' },
    ],
    reports: [{ id: 'D260101.1', subject: 'The fan', day: '2026-01-01' }],
    campaigns: [],
    quicklook: {
      datastream: 'sgpmetE13.b1',
      variable: 'temp',
      measurement: 'Temperature',
      title: 'Surface Met',
      site: 'SGP',
      date: '20260101',
    },
  };

  it('names data, reports and a quicklook, each with its way on, and no list of nothing', async () => {
    server.use(http.get('*/services/news', () => HttpResponse.json(news)));
    openPortal('/');
    const part = within(await screen.findByRole('region', { name: 'What is new' }));
    expect(part.getByText(/2026-01-02 at 03:04 UTC/)).toBeTruthy();
    expect(part.getByRole('link', { name: 'Surface Met' }).getAttribute('href')).toMatch(
      /^\/datastream\/sgpmetE13\.b1/,
    );
    expect(part.getByRole('link', { name: 'The fan' }).getAttribute('href')).toBe(
      '#/report/D260101.1',
    );
    const picture = part.getByRole('img', { name: 'temp of sgpmetE13.b1 on 2026-01-01' });
    expect(picture.closest('a')?.getAttribute('href')).toBe(
      '#/quicklooks/sgpmetE13.b1/temp?date=20260101',
    );
    expect(part.getByText('Temperature, Surface Met, SGP, 2026-01-01 UTC')).toBeTruthy();
    expect(part.queryByText('Latest campaigns')).toBeNull();
  });

  it('a quicklook that cannot be drawn displays a notice, and still links to its days', async () => {
    server.use(http.get('*/services/news', () => HttpResponse.json(news)));
    openPortal('/');
    fireEvent.error(await screen.findByRole('img', { name: 'temp of sgpmetE13.b1 on 2026-01-01' }));
    const link = screen.getByRole('link', { name: /This plot could not be drawn/ });
    expect(link.getAttribute('href')).toBe('#/quicklooks/sgpmetE13.b1/temp?date=20260101');
  });

  it('an archive without news has no such section', async () => {
    server.use(
      http.get('*/services/news', () =>
        HttpResponse.json({ ...news, data: [], reports: [], quicklook: null }),
      ),
    );
    openPortal('/');
    await screen.findByText('LASSO-CACTI');
    expect(screen.queryByText('What is new')).toBeNull();
  });
});

describe('an archive', () => {
  const holdsNothing = () =>
    server.use(
      http.get('*/services/field_campaigns/_search', () =>
        HttpResponse.json({ hits: { hits: [] } }),
      ),
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
    await screen.findByText('There are no data yet. Harvested data appear here within seconds.');
    expect(titles()).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Sites on a globe' })).toBeNull();
  });
});

describe('the workbench', () => {
  it('[H010] [H011] [H012] [H091] [H092] [H093] is launched from the header, described, with its modules and dashboard', async () => {
    const { user } = openPortal('/');
    const launcher = (await screen.findAllByRole('button', { name: /WORKBENCH/i }))[0]!;
    expect(within(launcher).getByText('alpha')).toBeTruthy();
    await user.click(launcher);
    const dialog = within(await screen.findByRole('dialog', { name: 'Data Workbench' }));
    expect(dialog.getByText(/An ecosystem of tools/)).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'Open the dashboard' }).getAttribute('href')).toBe(
      '#/account/order',
    );
    for (const { title } of modules) expect(dialog.getByText(title)).toBeTruthy();
    expect(dialog.getAllByText('coming soon')).toHaveLength(2);
    const stage = dialog.getByRole('link', { name: 'Stage' });
    expect([stage.getAttribute('href'), stage.getAttribute('target')]).toEqual([
      'https://stage.example',
      '_blank',
    ]);
  });
});
