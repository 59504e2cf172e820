// The wall of months: a row for each month of the year, a column for each year, each cell a small
// timeline. No script.
import { formatDay } from '@isobar/contract/time.ts';
import { type Html, html } from '../../platform/text/html.ts';
import type { Mark } from './picture.ts';

/** Columns; of longer records the last ones are shown. */
const MOST_YEARS = 60;
const MOST_MARKS = 4000;
const LEFT = 22;
const WIDTH = 1000;
const ROW = 17;
/** The line of all years, below the years; the months begin below it. */
const LINE = 20;
const TOP = 42;
/** Between two years. */
const GAP = 1.6;
const MONTHS = 'JFMAMJJASOND';

/** Heights tell the classes apart as well as colours do. */
const BARS: Readonly<Record<Mark['className'], readonly [y: number, height: number]>> = {
  missing: [4, 6],
  suspect: [2.5, 9],
  incorrect: [1, 12],
  note: [12, 1.6],
  framed: [0, 14],
};

export interface Span {
  readonly start: number;
  /** Null: still going on. */
  readonly end: number | null;
}

type Drawn = { readonly start: number; readonly end: number };

const drawnOf = (spans: readonly Span[], start: number, end: number): readonly Drawn[] =>
  spans.map((span) => ({ start: Math.max(start, span.start), end: span.end ?? end }));

interface Wall {
  readonly firstYear: number;
  readonly years: number;
  readonly column: number;
}

/**
 * The record in one line and month by month, on one axis of years. Seconds UTC. `marks`: what
 * reports and gaps say; they lie over the record.
 */
export function monthWall(
  start: number,
  end: number,
  marks: readonly (Span & { readonly className: Mark['className'] })[],
  label: string,
): Html {
  const wall = wallOf(start, end);
  const shown = marks.slice(0, MOST_MARKS);
  const classes = [...Map.groupBy(shown, (mark) => mark.className)].sort(
    ([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b),
  );
  const line = (spans: readonly Drawn[], bar: readonly [number, number]): string =>
    along(wall, spans, bar);
  return picture(
    wall,
    label,
    html`<path class="routine" d="${cells(wall, [{ start, end }], [4, 6])}"/>${classes.map(
      ([name, spans]) =>
        html`<path class="${name}" d="${cells(wall, drawnOf(spans, start, end), BARS[name])}"/>`,
    )}<path class="routine" d="${line([{ start, end }], [4, 6])}"/>${classes.map(
      ([name, spans]) =>
        html`<path class="${name}" d="${line(drawnOf(spans, start, end), BARS[name])}"/>`,
    )}`,
  );
}

const ORDER: readonly string[] = ['note', 'missing', 'suspect', 'incorrect', 'framed'];

/** How many of some records there are in each month, shown by the height of its bar. */
export function heldWall(spans: readonly { start: number; end: number }[], label: string): Html {
  const wall = wallOf(
    Math.min(...spans.map((span) => span.start)),
    Math.max(...spans.map((span) => span.end)),
  );
  const held = new Array<number>(wall.years * 12).fill(0);
  for (const { start, end } of spans) {
    const from = Math.max(0, monthAt(wall, start));
    const to = Math.min(held.length - 1, monthAt(wall, end));
    for (let month = from; month <= to; month++) held[month] = (held[month] ?? 0) + 1;
  }
  const most = Math.max(1, ...held);
  const path = held
    .map((count, month) => {
      if (count === 0) return '';
      const height = round(2 + (count / most) * 11);
      const x = LEFT + Math.floor(month / 12) * wall.column;
      const y = TOP + (month % 12) * ROW + 14 - height;
      return `M${round(x)} ${round(y)}h${round(wall.column - GAP)}v${height}h-${round(wall.column - GAP)}z`;
    })
    .join('');
  return picture(wall, label, html`<path class="routine" d="${path}"/>`);
}

function picture(wall: Wall, label: string, inside: Html): Html {
  const height = TOP + 12 * ROW;
  const step = Math.max(1, Math.ceil(wall.years / 14));
  const years = [];
  for (let year = 0; year < wall.years; year++) {
    const told = wall.firstYear + year;
    if (told % step === 0 && year * wall.column < WIDTH - LEFT - 30)
      years.push(html`<text x="${round(LEFT + year * wall.column)}" y="11">${told}</text>`);
  }
  return html`<div class="wide" tabindex="0" role="group" aria-label="By month and year"><svg class="wall" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${label}">${years}${[
    ...MONTHS,
  ].map(
    (letter, row) => html`<text x="4" y="${TOP + row * ROW + 12}">${letter}</text>`,
  )}${inside}</svg></div>`;
}

function wallOf(start: number, end: number): Wall {
  const last = yearOf(end);
  const firstYear = Math.max(yearOf(start), last - MOST_YEARS + 1);
  const years = last - firstYear + 1;
  return { firstYear, years, column: (WIDTH - LEFT) / years };
}

/** All of the record in one line, on the years of the columns. */
function along(
  wall: Wall,
  spans: readonly Drawn[],
  [y, height]: readonly [number, number],
): string {
  const most = wall.years * wall.column - GAP;
  const x = (at: number): number => {
    const month = monthAt(wall, at);
    const [first, next] = [monthStart(wall, month), monthStart(wall, month + 1)];
    const months = month + (at - first) / (next - first);
    return Math.min(most, Math.max(0, (months / 12) * wall.column));
  };
  return spans
    .map(({ start, end }) => {
      const [left, right] = [x(start), x(Math.max(start, end))];
      const long = round(Math.max(1.2, right - left));
      return `M${round(LEFT + left)} ${round(LINE + y)}h${long}v${height}h-${long}z`;
    })
    .join('');
}

/** The cells' parts that some spans cover, as one path. */
function cells(
  wall: Wall,
  spans: readonly { readonly start: number; readonly end: number }[],
  [y, height]: readonly [number, number],
): string {
  const parts: string[] = [];
  for (const { start, end } of spans) {
    const from = Math.max(0, monthAt(wall, start));
    const to = Math.min(wall.years * 12 - 1, monthAt(wall, Math.max(start, end)));
    for (let month = from; month <= to; month++) {
      const [first, next] = [monthStart(wall, month), monthStart(wall, month + 1)];
      const width = wall.column - GAP;
      const left = ((Math.max(start, first) - first) / (next - first)) * width;
      const right = ((Math.min(end, next) - first) / (next - first)) * width;
      const x = LEFT + Math.floor(month / 12) * wall.column + left;
      const long = round(Math.max(0.7, right - left));
      parts.push(`M${round(x)} ${round(TOP + (month % 12) * ROW + y)}h${long}v${height}h-${long}z`);
    }
  }
  return parts.join('');
}

const yearOf = (seconds: number): number => Number(formatDay(seconds).slice(0, 4));

/** Months since the first of the wall. */
function monthAt(wall: Wall, seconds: number): number {
  const day = formatDay(seconds);
  return (Number(day.slice(0, 4)) - wall.firstYear) * 12 + Number(day.slice(5, 7)) - 1;
}

const monthStart = (wall: Wall, month: number): number =>
  Date.UTC(wall.firstYear + Math.floor(month / 12), month % 12, 1) / 1000;

const round = (value: number): number => Math.round(value * 10) / 10;
