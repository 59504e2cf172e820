// What was understood of a text, on the screen: chips, notes, partial matches, why a row was found.
import type { Understood } from '@isobar/contract/words/understood.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { useCart } from '../../parts/cart/cart-store.ts';
import { openPortal, servedPortal, server } from '../../testing/open-portal.tsx';
import { made, metadataService } from '../../testing/small-archive.ts';

servedPortal();
beforeEach(() => localStorage.setItem('isobar.welcome-dismissed', 'true'));

const DOCUMENTS = [
  made('met', 'sgp', 'E13', 'atmtemp', { priority: 1 }),
  made('met', 'nsa', 'C1', 'atmtemp', { priority: 1 }),
  made('mwr', 'sgp', 'C1', 'precipwater', { priority: 1 }),
];
const TEMPERATURE = {
  typed: 'temperature',
  read: 'temperature',
  kind: 'concept',
  meaning: 'air temperature',
  measurements: ['atmtemp'],
  classes: ['met'],
} as const;
const NOTHING: Understood = {
  typed: '',
  filters: [],
  pieces: [],
  mended: '',
  unclear: [],
  partial: false,
};
const SGP = {
  typed: 'SGP',
  kind: 'place',
  meaning: 'Southern Great Plains',
  values: [['site_code', ['sgp']]],
} as const;

function open(path: string, answers: (text: string) => Partial<Understood>) {
  const asked: string[] = [];
  const { handler, sent } = metadataService(DOCUMENTS);
  server.use(
    handler,
    http.get('*/services/words/understand', ({ request }) => {
      const text = new URL(request.url).searchParams.get('text') ?? '';
      asked.push(text);
      return HttpResponse.json({ ...NOTHING, typed: text, mended: text, ...answers(text) });
    }),
  );
  /** What the results were last narrowed by. */
  const narrowed = () =>
    JSON.stringify(sent.findLast(({ body }) => body.collapse)?.body.post_filter);
  return { ...openPortal(path), asked, narrowed };
}

const WAIT = { timeout: 20_000 };

const YEAR = {
  typed: '2019',
  kind: 'time',
  meaning: '2019-01-01 to 2019-12-31',
  values: [
    ['start_date', ['2019-01-01']],
    ['end_date', ['2019-12-31']],
  ],
} as const;

const openFound = (path = '/results/s::temperature%20sgp%202019') =>
  open(path, () => ({ filters: [SGP, YEAR], pieces: [TEMPERATURE] }));
const openMenu = async (user: ReturnType<typeof openFound>['user'], entry: string) => {
  await user.click(await screen.findByRole('button', { name: /^View Details & Get Data/ }, WAIT));
  await user.click(await screen.findByRole('menuitem', { name: entry }, WAIT));
};

it('dates and places of the words are the dates of what is put into the cart, and of the code to copy', async () => {
  useCart.getState().clear();
  const { user } = openFound();
  await openMenu(user, 'Add to Cart');
  await waitFor(() => expect(useCart.getState().items).toHaveLength(1), WAIT);
  const [item] = useCart.getState().items;
  expect(item).toMatchObject({
    siteCode: 'sgp',
    searchStart: '2019-01-01',
    searchEnd: '2019-12-31',
  });
  expect(item?.selection.dates).toEqual([
    { start: Date.UTC(2019, 0) / 1000, end: Date.UTC(2020, 0) / 1000 - 1 },
  ]);
  await openMenu(user, 'Code to copy');
  const dialog = await screen.findByRole('dialog', { name: 'Code to copy' }, WAIT);
  expect(dialog.textContent).toContain('start="2019-01-01", end="2019-12-31"');
});

it('dates and places of the words are the dates on which the data and good days are looked at', async () => {
  const { user } = openFound();
  await user.click(await screen.findByRole('button', { name: /^View Details & Get Data/ }, WAIT));
  const href = async (name: string) =>
    (await screen.findByRole('menuitem', { name }, WAIT)).getAttribute('href');
  expect(await href('Look at the data')).toMatch(
    /\?from=2019-01-01T00:00:00Z&to=2020-01-01T00:00:00Z$/,
  );
  expect(await href('Find days')).toMatch(/&from=2019-01-01&to=2019-12-31$/);
});

it('dates and places of the words stand before the other facilities of a row, which are folded, and never go into the address', async () => {
  const { user, router } = openFound();
  await user.click(await screen.findByRole('button', { name: '2 facilities' }, WAIT));
  const table = await screen.findByRole('region', { name: 'Table of sites and facilities' }, WAIT);
  const rows = () => within(table).getAllByRole('row').slice(1);
  expect(rows().map((row) => row.textContent)).toEqual([expect.stringContaining('SGP')]);
  expect(screen.getByText(/^1 of 2 facilities at the places of the search/)).toBeTruthy();
  await user.click(
    within(table).getByRole('checkbox', {
      name: 'Select all sites and facilities that match the search',
    }),
  );
  expect(within(table).getAllByRole('checkbox', { checked: true })).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Show all 2' }));
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringContaining('SGP'),
    expect.stringContaining('NSA'),
  ]);
  await user.click(screen.getByRole('link', { name: 'MET instrument' }));
  await screen.findByRole('dialog', { name: 'MET instrument' }, WAIT);
  expect(decodeURIComponent(router.state.location.href)).not.toMatch(/start_date|site_code/);
});

it('a place of the words narrows the results, and is taken away again', async () => {
  const { user, narrowed } = open('/results/s::SGP%20temperature', (text) => ({
    filters: text.includes('SGP') ? [SGP] : [],
    pieces: [TEMPERATURE],
  }));
  const chips = await screen.findByRole('region', { name: 'Understood from your words' }, WAIT);
  expect(within(chips).getByText('Southern Great Plains')).toBeTruthy();
  await waitFor(() => expect(narrowed()).toContain('sgp'), WAIT);
  await user.click(
    within(chips).getByRole('button', { name: /Remove place Southern Great Plains/ }),
  );
  await waitFor(() => expect(narrowed()).toBeUndefined(), WAIT);
  expect(screen.queryByRole('region', { name: 'Understood from your words' })).toBeNull();
});

it('searches as typed and understands again', async () => {
  const { user, asked } = open('/results/s::SGP%20temperature', () => ({
    filters: [SGP],
    pieces: [TEMPERATURE],
  }));
  await user.click(await screen.findByRole('button', { name: 'Search as typed' }, WAIT));
  expect(await screen.findByText(/Searched as typed/, {}, WAIT)).toBeTruthy();
  const before = asked.length;
  await user.click(screen.getByRole('button', { name: 'Interpret the words' }));
  await screen.findByRole('region', { name: 'Understood from your words' }, WAIT);
  expect(asked.length).toBe(before); // known already
});

it('notes show a corrected typing error, and offer the word as typed', async () => {
  const { user } = open('/results/s::temprature', () => ({
    mended: 'temperature',
    pieces: [{ ...TEMPERATURE, typed: 'temprature' }],
  }));
  expect(await screen.findByText(/Showing results for/, {}, WAIT)).toHaveProperty(
    'textContent',
    'Showing results for temperature. Search instead for temprature.',
  );
  await user.click(screen.getByRole('button', { name: 'temprature' }));
  await screen.findByText(/Searched as typed/, {}, WAIT);
});

it('notes name a word that occurs nowhere; a click leaves it out or takes another', async () => {
  const { user, asked } = open('/results/s::temperature%20blorf', (text) => ({
    partial: text.includes('blorf'),
    pieces: [
      TEMPERATURE,
      ...(text.includes('blorf')
        ? [
            {
              typed: 'blorf',
              read: 'blorf',
              kind: 'word' as const,
              missing: true,
              instead: ['fog'],
            },
          ]
        : []),
    ],
  }));
  expect(await screen.findByText(/No data have the word/, {}, WAIT)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Best partial matches' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try fog' }));
  await waitFor(() => expect(asked.at(-1)).toBe('temperature fog'), WAIT);
});

it('notes say that the beginning of a long text is searched', async () => {
  open('/results/s::temperature%20and%20more', () => ({
    cut: true,
    pieces: [TEMPERATURE],
  }));
  await screen.findByText('Only the first words are searched.', {}, WAIT);
});

it('notes say what was left out', async () => {
  const { user } = open('/results/s::temperature%20not%20radar%20not%20SGP', () => ({
    pieces: [
      TEMPERATURE,
      {
        typed: 'not radar',
        read: 'radar',
        kind: 'concept',
        meaning: 'radar',
        classes: ['mwr'],
        not: true,
      },
      {
        typed: 'not SGP',
        read: '-site_code:sgp',
        kind: 'exact',
        meaning: 'Southern Great Plains',
      },
    ],
  }));
  const note = await screen.findByText(/^Left out:/, {}, WAIT);
  expect(note.textContent).toBe('Left out: radar and Southern Great Plains. Search as typed.');
  await user.click(within(note).getByRole('button', { name: 'Search as typed' }));
  expect(await screen.findByText(/Searched as typed/, {}, WAIT)).toBeTruthy();
});

it('notes say which place was passed over', async () => {
  open('/results/s::SGP%20temperature', () => ({
    filters: [{ ...SGP, dropped: true }],
    pieces: [TEMPERATURE],
  }));
  expect(
    await screen.findByText(/None of these results has data for “SGP”, so it is ignored/, {}, WAIT),
  ).toBeTruthy();
});

it('rows tell why they are here, and what is related', async () => {
  const { user } = open('/results/s::PWV', () => ({
    pieces: [
      {
        typed: 'PWV',
        read: 'pwv',
        kind: 'concept',
        meaning: 'precipitable water',
        measurements: ['precipwater'],
        classes: ['mwr'],
      },
    ],
  }));
  const matched = await screen.findByText('precipitable water (PWV)', { exact: false }, WAIT);
  // It is in the description's cell and not in the header cell of the row, so the row does not
  // grow.
  expect(matched.closest('td')).toBeTruthy();
  expect(matched.closest('th')).toBeNull();
  const button = screen.getByRole('button', { name: /^Related to/ });
  expect(button.title).toBe('Matched: precipitable water (PWV)'); // whole, where the line is cut
  button.focus();
  await user.keyboard('{Enter}');
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toContain(
    'Matched: precipitable water (PWV)',
  );
  expect(screen.getByRole('link', { name: 'Facility C1' }).getAttribute('href')).toContain(
    'ffac::sgp.C1',
  );
});

it('a row has its notes in one line, which counts what it leaves out', async () => {
  const water = {
    ...TEMPERATURE,
    typed: 'PWV',
    read: 'PWV',
    meaning: 'precipitable water',
    measurements: ['precipwater'],
    classes: ['mwr'],
  };
  const named = { typed: 'mwr', read: 'mwr', kind: 'concept', classes: ['mwr'] } as const;
  const { user } = open('/results/s::PWV', () => ({ pieces: [named, water] }));
  const button = await screen.findByRole('button', { name: /^Related to MWR/ }, WAIT);
  expect(button.parentElement?.textContent).toMatch(/^Matched: precipitable water \(PWV\)\+1 more/);
  expect(button.title).toBe('Matched: precipitable water (PWV); mwr in the name');
  await user.click(button);
  expect(screen.getByText(/mwr/, { selector: 'li *' }).closest('li')?.textContent).toBe(
    'Matched: precipitable water (PWV); mwr in the name',
  );
});

it('rows do not repeat a typed word that is part of what it means', async () => {
  open('/results/s::temperature', () => ({ pieces: [TEMPERATURE] }));
  const button = await screen.findByRole('button', { name: /^Related to MET/ }, WAIT);
  expect(button.title).toMatch(/^Matched: air temperature( ·|$)/);
  expect(button.parentElement?.textContent).toMatch(/^Matched: air temperatureRelated/);
});

it('rows are counted by product when their details are opened', async () => {
  const opened: unknown[] = [];
  server.use(
    http.post('*/services/words/opened', async ({ request }) => {
      opened.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = open('/results/s::temperature', () => ({ pieces: [TEMPERATURE] }));
  await user.click(await screen.findByRole('link', { name: 'MET instrument' }, WAIT));
  await waitFor(() => expect(opened).toEqual([{ product: 'met' }]), WAIT);
});

it('rows are found as typed where the meaning of the text is not available', async () => {
  server.use(
    metadataService(DOCUMENTS).handler,
    http.get('*/services/words/understand', () => new HttpResponse(null, { status: 503 })),
  );
  openPortal('/results/s::met');
  expect(await screen.findByRole('link', { name: 'MET instrument' }, WAIT)).toBeTruthy();
});
