// A day over several datastreams: everything at a facility, and one product at all its facilities.
import type { DayAnswer, ImageDay } from '@isobar/contract/quicklooks/day.ts';
import { paletteOf } from '@isobar/contract/quicklooks/palette.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPortal, server } from '../../testing/open-portal.tsx';
import { servedOnWideScreen } from '../../testing/quicklooks-opened.tsx';
import { made, metadataService } from '../../testing/small-archive.ts';

servedOnWideScreen();

const plots = { has_plots: true, priority: 1 } as const;
const DOCUMENTS = [
  made('met', 'sgp', 'E13', 'temp', plots),
  made('met', 'sgp', 'E9', 'temp', plots),
  made('met', 'nsa', 'C1', 'temp', plots),
  made('sonde', 'sgp', 'E13', 'tdry', plots),
  made('mpl', 'nsa', 'C1', 'backscatter', plots),
  made('mpl', 'sgp', 'C1', 'backscatter', plots),
  made('tower', 'sgp', 'E13', 'wind', plots),
  made('old', 'sgp', 'E13', 'temp', { ...plots, end_date: '2001-01-01T00:00:00Z' }),
  made('met', 'sgp', 'E15', 'temp', { priority: 1 }),
];
/** Has plots, but none on these days. */
const WITHOUT = 'sgptowerE13.b1';

const SEEN: ImageDay = {
  ...{ kind: 'image', axis: { name: 'height', units: 'km' }, bottom: 0, top: 15 },
  range: { low: 1, high: 100, logarithmic: true },
  ...{ width: 2, height: 1, cells: btoa('\u0001\u0002'), bad: [], indeterminate: [] },
};
/** A lidar, whose values are colours. */
const imageOf = (ds: string): DayAnswer => ({ ...dayOf(ds), units: '1/(sr km)', samples: SEEN });

const dayOf = (ds: string): DayAnswer => ({
  longName: 'Air temperature',
  units: 'degC',
  step: 60,
  every: 1,
  samples: {
    kind: 'line',
    low: [ds.length, 20],
    high: [ds.length, 20],
    bad: [],
    indeterminate: [],
  },
  reports: [],
});

function open(path: string) {
  const sent: string[] = [];
  server.use(
    metadataService(DOCUMENTS).handler,
    http.get('*/services/quicklooks/days/:ds/:vn/:file', ({ params }) =>
      HttpResponse.json(String(params.ds).includes('mpl') ? imageOf('') : dayOf(String(params.ds))),
    ),
    http.post('*/services/quicklooks/_search', async ({ request }) => {
      const { query } = (await request.json()) as {
        query: {
          bool: { filter: { term?: { dated: string }; terms?: Record<string, string[]> }[] };
        };
      };
      const asked = Object.assign({}, ...query.bool.filter.map((one) => one.terms ?? one.term));
      sent.push(asked.dated);
      const hits = [asked.ds as string | string[]]
        .flat()
        .filter((ds) => ds !== WITHOUT)
        .flatMap((ds) =>
          [asked.vn as string | string[]].flat().map((vn) => ({
            _id: `${ds}${vn}`,
            _source: {
              url: `/services/quicklooks/plots/${ds}/${vn}/${asked.dated ?? `${asked.month}04`}.svg`,
              dated: asked.dated ?? `${asked.month}04`,
              vn,
              ds,
            },
          })),
        );
      return HttpResponse.json({ hits: { total: { value: hits.length }, hits } });
    }),
  );
  return { ...openPortal(path), sent };
}
const names = async () =>
  (await screen.findAllByRole('button', { name: /^Enlarge / })).map((one) =>
    one.getAttribute('aria-label'),
  );

it('the day at a facility has a plot of everything measured there, and says what has none', async () => {
  const { user, router, sent } = open('/day/sgp/E13?date=20190104');
  expect(await screen.findByRole('heading', { name: 'The day at SGP E13', level: 1 })).toBeTruthy();
  expect(await names()).toEqual(['Enlarge temp of sgpmetE13.b1', 'Enlarge tdry of sgpsondeE13.b1']);
  expect(screen.getByText(/Without data on this day: sgptowerE13\.b1\./)).toBeTruthy();
  expect(screen.queryByText(/sgpoldE13/)).toBeNull(); // it ended before
  expect(await screen.findAllByText('14 – 20')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Later day' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ date: '20190105' }));
  await waitFor(() => expect(sent.at(-1)).toBe('20190105'));
});

it('a plot opens large, with the next one a step away, and leads to all facilities', async () => {
  const { user } = open('/day/sgp/E13?date=20190104');
  await user.click(
    (await screen.findAllByRole('button', { name: /^Enlarge / }))[0] ?? document.body,
  );
  const dialog = await screen.findByRole('dialog', { name: '2019-01-04' });
  expect(await within(dialog).findByRole('img', { name: /temp on 2019-01-04/ })).toBeTruthy();
  expect(
    within(dialog).getByRole('button', { name: 'Previous plot' }).hasAttribute('disabled'),
  ).toBe(true);
  await user.click(within(dialog).getByRole('button', { name: 'Next plot' }));
  expect(await within(dialog).findByText('sgpsondeE13.b1 · tdry')).toBeTruthy();
  const across = within(dialog).getByRole('link', { name: /sonde\.b1 at all facilities/ });
  expect(across.getAttribute('href')).toBe('#/across/sonde.b1/tdry?date=20190104');
});

it('the day at a facility says below each image what its colours mean, and beside each plot in which unit its axis is', async () => {
  open('/day/nsa/C1?date=20190104');
  const bar = await screen.findByRole('figure');
  expect(within(bar).getByText('Unit: 1/(sr km), logarithmic scale')).toBeTruthy();
  expect(bar.textContent).toContain('110100');
  // The bar ends in the colour of the highest values.
  expect(bar.innerHTML).toContain(`rgb(${paletteOf(SEEN, 'light').at(-1)?.join(', ')}))`);
  const [line, image] = screen.getAllByRole('listitem');
  expect(within(line ?? bar).getByTitle('degC')).toBeTruthy();
  expect(within(line ?? bar).queryByRole('figure')).toBeNull();
  expect(within(image ?? bar).getByTitle('km')).toBeTruthy();
  expect(image?.contains(bar)).toBe(true);
});

it('the day at a facility displays a notice without any plot', async () => {
  open('/day/xyz/Z9?date=20190104');
  expect(await screen.findByText('No plots on this day')).toBeTruthy();
  expect(
    screen.getByText(/No datastream with plots at XYZ Z9 has data of 2019-01-04/),
  ).toBeTruthy();
});

it('a product at all its facilities stands side by side on the same axes', async () => {
  open('/across/met.b1/temp?date=20190104');
  expect(await names()).toEqual([
    'Enlarge temp of nsametC1.b1',
    'Enlarge temp of sgpmetE13.b1',
    'Enlarge temp of sgpmetE9.b1',
  ]);
  expect(await screen.findByText(/All plots share their axes/)).toBeTruthy();
  expect(screen.getByText('NSA C1 · Facility C1')).toBeTruthy();
  const there = screen.getAllByRole('link', { name: 'The day at this facility' })[0];
  expect(there?.getAttribute('href')).toBe('#/day/nsa/C1?date=20190104');
  expect(screen.queryByRole('figure')).toBeNull(); // lines have no colours
});

it('a product at all its facilities has one bar for the colours of all images', async () => {
  open('/across/mpl.b1/backscatter?date=20190104');
  expect(await names()).toHaveLength(2);
  const bar = await screen.findByRole('figure');
  expect(within(bar).getByText(/^Unit: 1\/\(sr km\), logarithmic scale/)).toBeTruthy();
  expect(bar.closest('li')).toBeNull();
});

it('the way there begins at the calendar of plots', async () => {
  open('/quicklooks/sgpmetE13.b1/temp?date=20190104');
  const link = await screen.findByRole('link', { name: /The day at SGP E13, 2019-01-04/ });
  expect(link.getAttribute('href')).toBe('#/day/sgp/E13?date=20190104');
  expect(
    screen.getByRole('link', { name: /met\.b1 at all facilities that day/ }).getAttribute('href'),
  ).toBe('#/across/met.b1/temp?date=20190104');
});
