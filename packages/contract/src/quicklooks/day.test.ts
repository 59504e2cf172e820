// What a thumbnail keeps of a day: extremes, the first value of an otherwise empty place, the ends
// of an ascent, and every mark.
import { expect, it } from 'vitest';
import {
  cellsOf,
  type DaySummary,
  type ImageDay,
  LINE_BINS,
  type LineDay,
  type ProfileDay,
  smallDay,
  textOfCells,
} from './day.ts';

const dayOf = (samples: DaySummary['samples'], step: number | null = 60): DaySummary => ({
  ...{ longName: 'Temperature', units: 'degC', every: 1, step, samples },
});
const small = <T extends NonNullable<DaySummary['samples']>>(samples: T): T =>
  smallDay(dayOf(samples)).samples as T;

/** `each` values for each of its bins; every seventh of them is missing. */
const line = (each: number): LineDay => {
  const values = Array.from({ length: 240 * each }, (_, n) =>
    n % 7 === 3 ? null : (n * 37) % 101,
  );
  return {
    ...{ kind: 'line', low: values, high: values.map((value) => value && value + 0.5) },
    bad: [
      [0, 1],
      [each - 1, 2],
      [each, 3],
    ],
    indeterminate: [[240 * each - 1, 4]],
  };
};

it('a line as a thumbnail has the lowest and the highest of what each of its 240 bins covers', () => {
  const made = small(line(6));
  const lows = line(6).low;
  for (const bin of [0, 1, 100, 239]) {
    const own = lows.slice(bin * 6, bin * 6 + 6).filter((value) => value !== null);
    expect([made.low[bin], made.high[bin]]).toEqual([Math.min(...own), Math.max(...own) + 0.5]);
  }
  expect([made.low.length, made.high.length]).toEqual([240, 240]);
  expect(made.bad).toEqual([
    [0, 2],
    [1, 3],
  ]);
  expect(made.indeterminate).toEqual([[239, 4]]);
});

it('a line as a thumbnail has no value where none was measured, and six digits of the others', () => {
  const bins = { low: new Array(LINE_BINS).fill(null), high: new Array(LINE_BINS).fill(null) };
  const empty: LineDay = { kind: 'line', ...bins, bad: [], indeterminate: [] };
  expect(small(empty).low).toEqual(new Array(240).fill(null));
  const every = LINE_BINS / 240;
  const one = {
    ...empty,
    low: empty.low.with(every, 1.23456789),
    high: empty.high.with(every, 2.00000001),
  };
  expect([small(one).low.slice(0, 3), small(one).high[1]]).toEqual([[null, 1.23457, null], 2]);
});

it('a line as a thumbnail is the line itself where it has no more bins', () => {
  const samples = line(1);
  expect(small(samples)).toBe(samples);
  expect(smallDay(dayOf(null))).toEqual(dayOf(null));
  expect([smallDay(dayOf(samples, 0.0123456)).step, smallDay(dayOf(samples, null)).step]).toEqual([
    0.012,
    null,
  ]);
});

const ascent = (count: number): ProfileDay['ascents'][number] => ({
  ...{ start: 0, samples: count },
  at: Array.from({ length: count }, (_, n) => n * 10),
  values: Array.from({ length: count }, (_, n) => (n === 4 ? null : n)),
  ...{ bad: [0, 1, 4], indeterminate: [count - 1] },
});
const profile = (...ascents: ProfileDay['ascents']): ProfileDay => ({
  ...{ kind: 'profile', axis: { name: 'alt', units: 'm' }, ascents },
});

it('ascents as a thumbnail keep their first and their last point and evenly those between, with their marks', () => {
  const samples = profile(ascent(130), ascent(60));
  const [long, short] = small(samples).ascents;
  expect(long?.at.slice(0, 3)).toEqual([0, 30, 60]);
  expect(long?.at.at(-1)).toBe(1290);
  expect(long?.values.slice(0, 3)).toEqual([0, 3, 6]);
  expect(long?.bad).toEqual([0, 1]);
  expect(long?.indeterminate).toEqual([long ? long.at.length - 1 : 0]);
  expect(short).toEqual(ascent(60));
});

it('ascents as a thumbnail end their marks at their last point also where that is between two that are kept', () => {
  const samples = profile(ascent(122));
  const [made] = small(samples).ascents;
  expect([made?.at.at(-2), made?.at.at(-1)]).toEqual([1200, 1210]);
  expect(made?.indeterminate).toEqual([(made?.at.length ?? 0) - 1]);
});

/** An image of one column. */
const column = (cells: string, height: number): ImageDay => ({
  ...{ kind: 'image', axis: { name: 'alt', units: 'm' }, bottom: 0, top: 9, range: null },
  ...{ width: 1, height, cells, bad: [], indeterminate: [] },
});

const image = (width: number, height: number, cells: Uint8Array): ImageDay => ({
  ...{ kind: 'image', axis: { name: 'alt', units: 'm' }, bottom: 0, top: 9, range: null },
  ...{ width, height, cells: textOfCells(cells) },
  bad: [
    [0, 3],
    [5, 9],
  ],
  indeterminate: [[width - 1, width]],
});

it('an image as a thumbnail takes the first cell with a value of those across, of the middle row of those down', () => {
  const cells = new Uint8Array(480 * 180);
  cells.fill(9, 480, 960); // the second of three rows
  cells[480 * 4 + 4 * 7 + 2] = 5; // alone among the four of a bin
  cells[480 * 4 + 4 * 8 + 0] = 6;
  cells[480 * 4 + 4 * 8 + 1] = 7;
  const made = small(image(480, 180, cells));
  expect([made.width, made.height]).toEqual([120, 60]);
  const some = cellsOf(made);
  expect([...some.subarray(0, 120)]).toEqual(new Array(120).fill(9));
  expect([...some.subarray(126, 130)]).toEqual([0, 5, 6, 0]);
  expect(some.subarray(240).some((cell) => cell !== 0)).toBe(false);
  expect(made.bad).toEqual([
    [0, 1],
    [1, 3],
  ]);
  expect(made.indeterminate).toEqual([[119, 120]]);
});

it('an image as a thumbnail is the image itself where it is as small in one direction', () => {
  for (const [width, height] of [
    [120, 180],
    [480, 60],
  ] as const) {
    const samples = image(width, height, new Uint8Array(width * height));
    expect(small(samples)).toBe(samples);
  }
});

it('the cells of an image are base64 as others write it, and as many as its size demands', () => {
  for (let length = 0; length < 9; length++) {
    const bytes = Uint8Array.from({ length }, (_, n) => 255 - n * 31);
    const text = Buffer.from(bytes).toString('base64');
    expect(textOfCells(bytes)).toBe(text);
    const of = (height: number) => cellsOf(column(text, height));
    expect(of(length)).toEqual(bytes);
    expect(of(length + 2)).toEqual(Uint8Array.from([...bytes, 0, 0]));
    expect(of(Math.max(0, length - 1))).toEqual(bytes.subarray(0, Math.max(0, length - 1)));
  }
  const many = Uint8Array.from({ length: 100_000 }, (_, n) => n * 7);
  expect(textOfCells(many)).toBe(Buffer.from(many).toString('base64'));
});
