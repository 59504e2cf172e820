// The screen that finds days: sentences become chips, the address is the state, days go into the
// cart in one step and back.
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPortal, servedPortal, server } from '../../testing/open-portal.tsx';

servedPortal();

const MET = 'sgpmetE13.b1';
const REPLY = {
  ...{ days: ['2019-06-01', '2019-06-02'], total: 1, nearly: [], unknownHours: 5 },
  events: [
    {
      ...{ start: '2019-06-01T20:00:00Z', end: '2019-06-02T04:00:00Z', hours: 8 },
      clauses: [{ least: 30.1, most: 34.56 }],
    },
  ],
  unknown: { missing: 3, report: 2, units: 0, limited: 0, computing: 0 },
  ...{ unknownDays: ['2019-06-03'], emptyDays: ['2019-06-04'], factsUntil: '2019-07-01T00:00:00Z' },
  ...{ start: '2019-06-01T00:00:00Z', end: '2019-07-01T00:00:00Z', clockOffset: 0 },
  units: ['degC'],
};
const SENTENCE = {
  conditions: [
    {
      ...{ typed: 'temperature above 30', statistic: 'mean', comparison: '>', value: 30 },
      ...{ upTo: null, unit: '', assumed: 'the hourly mean' },
      candidates: [
        { datastream: MET, variable: 'temp_mean', longName: 'Temperature mean', units: 'degC' },
        { datastream: 'x.b1', variable: 't', longName: 'Other', units: 'K' },
      ],
    },
  ],
  ...{ hours: 3, months: [6], hoursOfDay: null, start: null, end: null, unread: ['bananas'] },
  places: [{ typed: 'at SGP', meaning: 'Southern Great Plains' }],
};

/** Bodies of the searches that were made. */
function serve(reply: object | (() => Response) = REPLY): object[] {
  const sent: object[] = [];
  server.use(
    http.post('*/services/events/search', async ({ request }) => {
      sent.push((await request.json()) as object); // what the portal sends
      return typeof reply === 'function' ? reply() : HttpResponse.json(reply);
    }),
    http.get('*/services/events/read', () => HttpResponse.json(SENTENCE)),
    http.get('*/services/events/examples', () => HttpResponse.json({ examples: [] })),
    http.get('*/services/facts/:ds', ({ params }) =>
      HttpResponse.json({
        ...{ datastream: params.ds, start: '', end: '', daysDue: 0 },
        variables: [
          {
            ...{ variable: 'temp_mean', units: 'degC', longName: 'Temperature mean' },
            ...{ dimensions: 1, firstYear: 2019, lastYear: 2020 },
          },
        ],
      }),
    ),
    http.get('*/services/facts/*/*', () => new HttpResponse(null, { status: 404 })),
  );
  return sent;
}
const AT = `/days?if=${MET},temp_mean,mean,above,30&hours=3`;

it('the screen to find days shows what was read as chips, and searches nothing before they are used', async () => {
  const sent = serve();
  const { user, router } = openPortal('/days');
  await user.type(await screen.findByLabelText(/Describe the days/), 'temperature above 30{Enter}');
  const read = await screen.findByRole('region', { name: 'What was read' });
  expect(within(read).getByText('‘temperature above 30’')).toBeTruthy();
  expect(within(read).getByText(/Read as the hourly mean/)).toBeTruthy();
  expect(within(read).getByText('Southern Great Plains')).toBeTruthy();
  expect(within(read).getByText(/left out: ‘bananas’/)).toBeTruthy();
  expect(sent).toEqual([]);
  await user.click(within(read).getByRole('button', { name: 'Use this condition' }));
  await screen.findByText('2 days');
  expect(sent[0]).toMatchObject({
    clauses: [{ datastream: MET, variable: 'temp_mean', comparison: '>', value: 30 }],
    ...{ hours: 3, months: [6], reports: ['incorrect'] },
  });
  expect(router.history.location.href).toContain(`if=${MET},temp_mean,mean,above,30`);
});

it('the screen to find days says what to type where nothing was typed, until something is', async () => {
  serve();
  const { user } = openPortal('/days');
  const field = await screen.findByLabelText(/Describe the days/);
  await user.click(screen.getByRole('button', { name: 'Read' }));
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toMatch(/^Type a measurement and a limit/);
  expect(field.getAttribute('aria-describedby')).toBe(alert.id);
  expect(document.activeElement).toBe(field);
  await user.keyboard('rain');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('the address is the state: a limit that is changed changes it, and searches again', async () => {
  const sent = serve();
  const { user, router } = openPortal(AT);
  const limit = await screen.findByRole('textbox', { name: `Limit of ${MET} temp_mean` });
  await user.clear(limit);
  await user.type(limit, '25.5{Enter}');
  await waitFor(() => expect(router.history.location.href).toContain('above,25.5'));
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ clauses: [{ value: 25.5 }] }));
});

it.each([
  ['above,29', 75, 'above'],
  ['above,30', 0, 'above'],
  ['below,30', 25, 'below'],
  ['below,10', 0, 'below'],
  ['between,10,29', 25, 'between'],
  ['between,10,30', 100, 'between'],
])(
  'the screen to find days states of %s that about %i percent of the hours are so',
  async (condition, percent, sign) => {
    serve();
    server.use(
      http.get('*/services/facts/*/*/distribution', () =>
        HttpResponse.json({ units: 'degC', edges: [0, 20, 40], hours: [10, 30] }),
      ),
    );
    openPortal(AT.replace('above,30', condition));
    await screen.findByRole('img', {
      name: `About ${percent} % of its hours are ${sign} the limit`,
    });
    expect(screen.getByText(`${percent} % of all hours`)).toBeTruthy();
  },
);

it('an upper limit below the lower one becomes the same, in its field too', async () => {
  serve();
  const { user } = openPortal(AT.replace('above,30', 'between,10,20'));
  const upper = await screen.findByRole('textbox', { name: `Upper limit of ${MET} temp_mean` });
  const lower = screen.getByRole('textbox', { name: `Limit of ${MET} temp_mean` });
  await user.clear(lower);
  await user.type(lower, '25{Enter}');
  await waitFor(() => expect(upper).toHaveProperty('value', '25'));
  expect(lower).toHaveProperty('value', '25');
});

it('the screen to find days lists events with their extremes, and states what is unknown and why', async () => {
  serve();
  openPortal(AT);
  await screen.findByText('1 event, the longest 8 h');
  expect(screen.getByText(/5 hours unknown/)).toBeTruthy();
  expect(screen.getByText('3 without a value')).toBeTruthy();
  expect(screen.getByText('2 under a report')).toBeTruthy();
  const day = screen.getByRole('link', { name: '2019-06-01' });
  expect(day.getAttribute('href')).toBe(
    `#/look/${MET}/temp_mean?from=2019-06-01T00:00:00Z&to=2019-06-02T00:00:00Z`,
  );
  expect(screen.getByText(/up to 34.6/)).toBeTruthy();
  expect(
    screen.getByRole('img', { name: /2019: 2 days found, 1 unknown, 1 without/ }),
  ).toBeTruthy();
});

it('before anything is searched offers searches that find days in this archive', async () => {
  serve();
  const search = `if=${MET},temp_mean,mean,above,24&hours=3&from=2019-01-01&to=2019-12-31`;
  server.use(
    http.get('*/services/events/examples', () =>
      HttpResponse.json({
        examples: [{ text: 'Temperature above 24 degC for 3 hours', datastream: MET, search }],
      }),
    ),
  );
  openPortal('/days');
  const example = await screen.findByRole('link', { name: /^Temperature above 24 degC/ });
  expect(example.getAttribute('href')).toBe(`#/days?${search}`);
  openPortal(`/days?${search}`);
  await screen.findByText('2 days');
});

it('the screen to find days says what to do where no file has been read yet', async () => {
  serve();
  openPortal('/days');
  await screen.findByText(/No files have been read for this yet/);
});

it('a failure is displayed with its reason and another try', async () => {
  serve(() =>
    HttpResponse.json({ code: 'not-found', message: 'There is no datastream x.' }, { status: 404 }),
  );
  openPortal(AT);
  await screen.findByText(/There is no datastream x/);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('nothing found leads on, and facts that are not ready are announced', async () => {
  const none = { ...REPLY, days: [], events: [], total: 0 };
  serve(none);
  openPortal(AT);
  await screen.findByText('No days found');
  expect(screen.getByRole('heading', { name: '0 days' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /to the cart/ })).toBeNull();
  serve({ ...none, factsUntil: null });
  openPortal(`${AT}&to=2020-01-01`);
  await screen.findByText(/being read for the first time/);
});

it('while facts are computed no days are counted or offered, and those found so far are named so', async () => {
  const computing = { ...REPLY, unknown: { ...REPLY.unknown, computing: 40 } };
  serve({ ...computing, days: [], events: [], total: 0 });
  openPortal(AT);
  await screen.findByRole('heading', { name: 'No days yet' });
  expect(screen.getByText(/still being read, the newest first/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /to the cart/ })).toBeNull();
  serve(computing);
  openPortal(`${AT}&to=2020-01-01`);
  await screen.findByRole('heading', { name: '2 days so far' });
  expect(screen.getByRole('button', { name: 'Add these 2 days to the cart' })).toBeTruthy();
});

it.each([
  ['5,6,7,8', 'May to August'],
  ['1,3', 'January, March'],
])('months %s of an address are named', async (months, name) => {
  serve();
  openPortal(`${AT}&months=${months}`);
  const choice = await screen.findByRole('combobox', { name: 'Months' });
  expect(within(choice).getByRole('option', { name, selected: true })).toBeTruthy();
});

it('parts of an address that mean nothing are named', async () => {
  serve();
  openPortal(`${AT}&months=99`);
  await screen.findByText(/which were ignored: months=99/);
});

it('the screen to find days gives the same search as code', async () => {
  serve();
  const { user } = openPortal(AT);
  await user.click(await screen.findByRole('button', { name: 'Code to copy' }));
  const code = await screen.findByText(/urllib.request/);
  expect(code.textContent).toContain('/services/events/search');
  expect(code.textContent).toContain('temp_mean');
});
