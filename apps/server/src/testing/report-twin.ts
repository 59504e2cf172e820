// Random quality reports as their table has them, and a slow twin of all that reads them: it
// compares dates as texts, second by second, and calls nothing that a reader calls.
import fc from 'fast-check';

export const STREAM = 'sgpmetE13.b1';
export const OTHER = 'sgpmetE15.b1';
export const VARIABLES = ['temp', 'rh', 'rain'];
export const FIRST = Date.UTC(2020, 0, 1) / 1000;
export const DAY = 86_400;
export const DAYS = 6;
export const LAST = FIRST + DAYS * DAY - 1;
export const STEP = 600;

/** A row as the table has it. */
type Written = {
  readonly dqr_id: string;
  readonly datastream: string;
  readonly quality_code: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly variables: string;
};
export type Range = { readonly start: number; readonly end: number };

export const iso = (second: number): string =>
  new Date(second * 1000).toISOString().replace('.000Z', 'Z');
const day = (second: number): string => iso(second).slice(0, 10);

/**
 * A twin of the readers: does the row concern this second? As texts, cut to the precision in which
 * the row is written.
 */
export const isIn = (row: Written, second: number): boolean =>
  iso(second).slice(0, row.start_time.length) >= row.start_time &&
  (row.end_time === '' || iso(second).slice(0, row.end_time.length) <= row.end_time);

/** None: all variables. */
export const namesOf = (row: Written): readonly string[] => {
  const names = row.variables.split(';').map((name) => name.trim());
  return names.some((name) => name.toLowerCase() === 'all') ? [] : names.filter(Boolean);
};
export const isAbout = (row: Written, variables: readonly string[]): boolean =>
  variables.length === 0 ||
  namesOf(row).length === 0 ||
  namesOf(row).some((name) => variables.includes(name));

/**
 * Two closed spans share a second if and only if the first second of one of them, or its last, is
 * in the other.
 */
export function concerns(
  row: Written,
  ranges: readonly Range[],
  variables: readonly string[],
): boolean {
  if (row.datastream !== STREAM || !isAbout(row, variables)) return false;
  const isInside = (range: Range, second: number) => range.start <= second && second <= range.end;
  const start = Date.parse(row.start_time) / 1000;
  return (
    ranges.length === 0 ||
    ranges.some((range) => isIn(row, range.start) || isIn(row, range.end) || isInside(range, start))
  );
}

const atEdge = fc
  .tuple(fc.integer({ min: -40, max: 6 * DAYS + 40 }), fc.constantFrom(-1, 0, 0, 1))
  .map(([quarter, by]) => FIRST + quarter * 4 * 3600 + by);
/**
 * Days, instants, and instants without their seconds; some ends are open, in each way of writing
 * that.
 */
const dates = fc
  .tuple(atEdge, atEdge, fc.constantFrom(day, iso), fc.constantFrom(day, iso), fc.nat(9))
  .map(([a, b, first, last, open]) => ({
    start_time: first(Math.min(a, b)),
    end_time: open === 0 ? '' : open === 1 ? '3001-01-01' : last(Math.max(a, b)),
  }));
const written: fc.Arbitrary<Written> = fc
  .tuple(
    fc.constantFrom('D200101.1', 'D200101.2', 'D200101.3'),
    fc.constantFrom(STREAM, STREAM, STREAM, OTHER),
    fc.constantFrom('0', '3', '4', '5', '6', '99'),
    dates,
    fc.constantFrom('', 'all', 'ALL', 'temp', 'rh; rain', 'temp;All', 'nothing_here'),
  )
  .map(([dqr_id, datastream, quality_code, when, variables]) => ({
    ...{ dqr_id, datastream, quality_code, variables },
    ...when,
  }));
const range: fc.Arbitrary<Range> = fc
  .tuple(atEdge, atEdge)
  .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));

export const anyCase = fc.record({
  rows: fc.array(written, { maxLength: 7 }),
  ranges: fc.array(range, { maxLength: 4 }),
  variables: fc.subarray(VARIABLES),
});
export type Case = typeof anyCase extends fc.Arbitrary<infer C> ? C : never;

export const sorted = (ids: Iterable<string>): string[] => [...new Set(ids)].sort();
export const idsOf = (rows: readonly Written[]): string[] => sorted(rows.map((row) => row.dqr_id));
/** Every second at which something may begin or end, and its neighbours. */
export const secondsOf = ({ rows, ranges }: Pick<Case, 'rows' | 'ranges'>): number[] => {
  const edges = [
    ...ranges.flatMap(({ start, end }) => [start, end]),
    ...rows.flatMap(({ start_time, end_time }) =>
      [start_time, end_time].map((text) => Date.parse(text) / 1000).filter(Number.isFinite),
    ),
  ].flatMap((edge) => [edge, edge + DAY]);
  return [...new Set(edges.flatMap((edge) => [edge - 1, edge, edge + 1]))]
    .filter((second) => second < FIRST + 400 * DAY)
    .sort((a, b) => a - b);
};

/**
 * Throws where a reader and the twin differ; called a million times, which `expect` is too slow
 * for.
 */
export function agree(isTold: boolean, isSo: boolean, second: number, what: unknown): void {
  if (isTold === isSo) return;
  const says = (is: boolean): string => (is ? 'concerned' : 'not concerned');
  throw new Error(
    `${iso(second)} is ${says(isTold)}, but should be ${says(isSo)}: ${JSON.stringify(what)}`,
  );
}
