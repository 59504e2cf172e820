// The wall of months: where spans come to lie, and that no record makes it large.
import { parseInstant } from '@isobar/contract/time.ts';
import { expect, it } from 'vitest';
import { heldWall, monthWall } from './wall.ts';

const at = (text: string): number => parseInstant(text) ?? Number.NaN;
const path = (svg: string, name: string): string =>
  new RegExp(`<path class="${name}" d="([^"]*)"`).exec(svg)?.[1] ?? '';
/** Left, top and width of each bar. */
const bars = (d: string) =>
  [...d.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)/g)].map(([, x, y, width]) =>
    [x, y, width].map(Number),
  );

it('the wall of months has a bar for each month with data, in the column of its year and the row of its month', () => {
  const svg = monthWall(at('2019-11-16'), at('2020-02-01') - 1, [], 'label').text;
  const routine = bars(path(svg, 'routine'));
  expect(routine).toHaveLength(3);
  const [november, december, january] = routine;
  expect(november?.[1]).toBeLessThan(december?.[1] ?? 0);
  expect(november?.[2]).toBeCloseTo((december?.[2] ?? 0) / 2, 0);
  expect(january?.[0]).toBeGreaterThan(december?.[0] ?? 0);
  expect(january?.[1]).toBeLessThan(november?.[1] ?? 0);
  expect(svg).toContain('aria-label="label"');
});

it('the wall of months draws what reports say over it, the worst last, an open one up to the end', () => {
  const svg = monthWall(
    at('2019-01-01'),
    at('2019-12-31'),
    [
      { start: at('2019-11-10'), end: null, className: 'incorrect' },
      { start: at('2019-03-01'), end: at('2019-03-02'), className: 'suspect' },
      { start: at('2018-01-01'), end: at('2019-01-02'), className: 'missing' },
    ],
    '',
  ).text;
  expect(bars(path(svg, 'incorrect'))).toHaveLength(2);
  expect(bars(path(svg, 'missing'))).toHaveLength(1);
  expect(svg.indexOf('"incorrect"')).toBeGreaterThan(svg.indexOf('"suspect"'));
});

it('the wall of months of a record of centuries shows the last years', () => {
  const svg = monthWall(at('1000-01-01'), at('2020-12-31'), [], '').text;
  expect(bars(path(svg, 'routine'))).toHaveLength(60 * 12);
});

it('the wall of months of several records tells how many there are by the height', () => {
  const span = (start: string, end: string) => ({ start: at(start), end: at(end) });
  const svg = heldWall(
    [span('2019-01-01', '2019-03-31'), span('2019-03-01', '2019-04-30')],
    '',
  ).text;
  const heights = [...path(svg, 'routine').matchAll(/v([\d.]+)/g)].map(([, height]) =>
    Number(height),
  );
  expect(heights).toHaveLength(4);
  expect(heights[2]).toBe(Math.max(...heights));
  expect(heights[0]).toBe(heights[3]);
});
