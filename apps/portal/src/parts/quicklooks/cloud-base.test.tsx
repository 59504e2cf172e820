// Which ceilometer's cloud base is drawn over the picture of a radar or lidar: the nearest other
// one that measured on the day.
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { inPortal } from '../../testing/in-portal.tsx';
import { servedPortal, server } from '../../testing/open-portal.tsx';
import { dayOf } from '../../testing/quicklooks-opened.tsx';
import { made, metadataService } from '../../testing/small-archive.ts';
import { BigPlot } from './big-plot.tsx';
import { useCloudBase } from './cloud-base.ts';

servedPortal();

const DAY = '20190203';
const plotted = { has_plots: true, instrument_class_code: 'ceil' };
const ceilometer = (facility: string, instrument = 'ceil') =>
  made(instrument, 'sgp', facility, 'cloudbase', plotted);
const [CENTRAL, CENTRAL_TOO, AWAY] = ['sgpceilC1.b1', 'sgpceilpblhtC1.b1', 'sgpceilE13.b1'];

/**
 * Ceilometers at C1 (two) and E13; `withPlot`: those with a plot on the day. Keeps the requests.
 */
function served(withPlot: readonly string[], documents = ALL) {
  const asked: string[] = [];
  server.use(
    metadataService(documents).handler,
    http.post('*/services/quicklooks/_search', () => {
      asked.push('plots');
      const hits = withPlot.map((ds) => {
        const url = `/services/quicklooks/plots/${ds}/cloudbase/${DAY}.svg`;
        return { _id: ds, _source: { url, dated: DAY, vn: 'cloudbase', ds } };
      });
      return HttpResponse.json({ hits: { total: { value: hits.length }, hits } });
    }),
    http.get('*/services/quicklooks/days/:ds/:vn/:file', ({ params }) => {
      asked.push(`${params.ds} ${params.vn} ${params.file}`);
      return HttpResponse.json(dayOf(DAY));
    }),
  );
  return asked;
}
const ALL = [ceilometer('E13'), ceilometer('C1'), ceilometer('C1', 'ceilpblht')];

function Drawn({ of, wanted = true }: { readonly of: string; readonly wanted?: boolean }) {
  const base = useCloudBase(of, DAY, wanted);
  return <output>{base ? `${base.ds} in ${base.day.units}` : 'none'}</output>;
}
const output = () => screen.getByRole('status').textContent;

it.each([
  ['the other one at the same place', 'sgpkazrC1.b1', [AWAY, CENTRAL], CENTRAL],
  [
    'the one at the same place, wherever in the list it is,',
    'sgpkazrE13.b1',
    [CENTRAL, AWAY],
    AWAY,
  ],
  ['another one of its place than itself', CENTRAL, [AWAY, CENTRAL, CENTRAL_TOO], CENTRAL_TOO],
  ['the first of the site where its own place has none', 'sgpkazrI9.b1', [AWAY], AWAY],
  ['the one with a plot on the day', 'sgpkazrC1.b1', [AWAY], AWAY],
])('%s is drawn', async (_, of, withPlot, expected) => {
  const asked = served(withPlot);
  inPortal(<Drawn of={of} />);
  await waitFor(() => expect(output()).toBe(`${expected} in degC`));
  expect(asked).toEqual(['plots', `${expected} cloudbase ${DAY}.json`]);
});

it('nothing is drawn where no ceilometer has a plot, and nothing is asked for where none is wanted or the name has no place', async () => {
  const asked = served([]);
  inPortal(<Drawn of="sgpkazrC1.b1" />);
  await waitFor(() => expect(asked).toEqual(['plots']));
  expect(output()).toBe('none');
  inPortal(
    <div data-testid="others">
      <Drawn of="sgpkazrC1.b1" wanted={false} />
      <Drawn of="a picture" />
    </div>,
  );
  await new Promise((next) => setTimeout(next, 20));
  expect(screen.getByTestId('others').textContent).toBe('nonenone');
  expect(asked).toEqual(['plots']);
});

it('dots of a cloud base are drawn where they are within the plot, and not so close that they were a line', () => {
  const dots = [
    { second: 0, height: 0 },
    { second: 60, height: 2 },
    { second: 43_200, height: 5 },
    { second: 50_000, height: 10.5 },
    { second: 86_400, height: 10 },
  ];
  const axes = { values: { low: 0, high: 1, logarithmic: false }, heights: { bottom: 0, top: 10 } };
  inPortal(<BigPlot day={dayOf(DAY)} axes={axes} label="plot" height={354} dots={dots} />);
  const plot = screen.getByRole('img', { name: 'plot' });
  const circles = [...plot.querySelectorAll('circle')];
  const at = (name: string) => circles.map((circle) => Number(circle.getAttribute(name)));
  const [left, middle, right] = at('cx');
  expect(middle).toBeCloseTo(((left ?? 0) + (right ?? 0)) / 2);
  expect(at('cy')).toEqual([310, 160, 10]);
});
