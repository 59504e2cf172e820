// The days of each year as a line of cells: tones differ in height and outline too, so that they
// survive without colour.

import type { EventReply } from '@isobar/contract/calls/facts.ts';
import { plural } from '@isobar/contract/count.ts';
import { DAY_SECONDS, formatDay, parseDay } from '@isobar/contract/time.ts';
import { TableHead } from '../../ui/table.tsx';

export type DayTone = 'found' | 'nearly' | 'not' | 'unknown' | 'empty';

/** Of each day from the first to the last that was searched. */
export function tonesOf(reply: EventReply): ReadonlyMap<string, DayTone> {
  const tones = new Map<string, DayTone>();
  const first = parseDay(reply.start.slice(0, 10)) ?? 0;
  const last =
    (parseDay(reply.end.slice(0, 10)) ?? 0) - (reply.end.slice(11) === '00:00:00Z' ? 1 : 0);
  for (let day = first; day <= last; day += DAY_SECONDS) tones.set(formatDay(day), 'not');
  const set = (days: readonly string[], tone: DayTone): void => {
    for (const day of days) if (tones.has(day)) tones.set(day, tone);
  };
  set(reply.unknownDays, 'unknown');
  set(reply.emptyDays, 'empty');
  set(
    reply.nearly.map(({ day }) => day),
    'nearly',
  );
  set(reply.days, 'found');
  return tones;
}

const NAMES: Readonly<Record<DayTone, string>> = {
  found: 'found',
  nearly: 'good but for one datastream',
  not: 'measured, not found',
  unknown: 'partly unknown',
  empty: 'no data',
};

const HEIGHT = 18;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function YearCalendar(props: {
  readonly reply: EventReply;
  readonly months: readonly number[] | undefined;
  readonly onDay: (day: string) => void;
}) {
  const { reply, months, onDay } = props;
  const tones = tonesOf(reply);
  const isIn = (day: string): boolean => !months || months.includes(Number(day.slice(5, 7)));
  const years = Map.groupBy(
    [...tones].filter(([day]) => isIn(day)),
    ([day]) => day.slice(0, 4),
  );
  const used = [...new Set([...years.values()].flat().map(([, tone]) => tone))];
  const rows = [...years].reverse();
  return (
    <div>
      <div className="grid grid-cols-[3rem_minmax(0,1fr)_2.5rem] items-center gap-x-2 gap-y-1.5 text-sm tabular-nums">
        <span />
        <span className="grid grid-cols-12 text-xs text-ink-2" aria-hidden>
          {MONTHS.map((name) => (
            <span key={name} className="truncate border-l border-rule-2 pl-1">
              <span className="max-sm:hidden">{name}</span>
              <span className="sm:hidden">{name.slice(0, 1)}</span>
            </span>
          ))}
        </span>
        <span className="text-right text-ink-2">days</span>
        {rows.map(([year, days]) => (
          <YearRow key={year} year={year} days={days} onDay={onDay} />
        ))}
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2">
        {(['found', 'nearly', 'not', 'unknown', 'empty'] as const)
          .filter((tone) => used.includes(tone))
          .map((tone) => (
            <li key={tone} className="inline-flex items-center gap-1.5">
              <svg width="10" height={HEIGHT} aria-hidden>
                <Cell tone={tone} x={1} width={8} />
              </svg>
              {NAMES[tone]}
            </li>
          ))}
      </ul>
      <details className="mt-2 text-sm">
        <summary className="cursor-pointer text-ink-2">As a table</summary>
        <div className="mt-2 max-h-96 overflow-y-auto">
          <table className="w-full max-w-[40rem] text-left tabular-nums">
            <TableHead
              row="text-ink-2"
              cell="font-normal"
              heads={[{ name: 'Year', className: 'py-1' }, 'Days', 'Which']}
            />
            <tbody>
              {rows.map(([year, days]) => {
                const found = days.filter(([, tone]) => tone === 'found').map(([day]) => day);
                return (
                  <tr key={year} className="border-t border-rule align-top">
                    <th className="py-1 pr-4 font-normal">{year}</th>
                    <td className="pr-4">{found.length}</td>
                    <td>{found.map((day) => day.slice(5)).join(' ')}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  );
}

function YearRow(props: {
  readonly year: string;
  readonly days: readonly (readonly [string, DayTone])[];
  readonly onDay: (day: string) => void;
}) {
  const { year, days, onDay } = props;
  const count = (tone: DayTone): number => days.filter(([, one]) => one === tone).length;
  const start = (parseDay(`${year}-01-01`) ?? 0) / DAY_SECONDS;
  const placeOf = (day: string): number => (parseDay(day) ?? 0) / DAY_SECONDS - start;
  const found = count('found');
  return (
    <>
      <span className="text-ink-2">{year}</span>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list of events and the table lead to the same days by keyboard */}
      <svg
        viewBox={`0 0 366 ${HEIGHT}`}
        className="h-[18px] w-full cursor-pointer"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${year}: ${plural(found, 'day')} found, ${count('unknown')} unknown, ${count('empty')} without data`}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const at = Math.floor(((event.clientX - box.left) / box.width) * 366);
          const day = days.find(([name]) => placeOf(name) === at);
          if (day) onDay(day[0]);
        }}
      >
        {runs(days, placeOf).map(({ from, to, tone }) => (
          <Run key={from} from={from} to={to} tone={tone} />
        ))}
      </svg>
      <span className="text-right">{found}</span>
    </>
  );
}

/** Days in a row of one tone are one shape. */
function runs(days: readonly (readonly [string, DayTone])[], placeOf: (day: string) => number) {
  const found: { from: number; to: number; tone: DayTone }[] = [];
  for (const [day, tone] of days) {
    const at = placeOf(day);
    const last = found.at(-1);
    if (last && last.tone === tone && last.to === at) last.to = at + 1;
    else found.push({ from: at, to: at + 1, tone });
  }
  return found;
}

const Run = ({
  from,
  to,
  tone,
}: {
  readonly from: number;
  readonly to: number;
  readonly tone: DayTone;
}) => (
  <Cell tone={tone} x={from} width={Math.max(0.75, to - from - (tone === 'found' ? 0.15 : 0))} />
);

/**
 * Found is the tallest and filled; nearly is half as tall; not found is a thin band; unknown and
 * empty are outlines.
 */
function Cell({
  tone,
  x,
  width,
}: {
  readonly tone: DayTone;
  readonly x: number;
  readonly width: number;
}) {
  const outline = { fill: 'none', vectorEffect: 'non-scaling-stroke' } as const;
  if (tone === 'found')
    return <rect x={x} y={0} width={width} height={HEIGHT} fill="var(--accent)" />;
  if (tone === 'nearly')
    return <rect x={x} y={5} width={width} height={8} fill="var(--q-suspect)" />;
  if (tone === 'not') return <rect x={x} y={7} width={width} height={4} fill="var(--rule)" />;
  if (tone === 'unknown')
    return (
      <rect
        {...outline}
        x={x}
        y={3}
        width={width}
        height={HEIGHT - 6}
        stroke="var(--q-incorrect)"
      />
    );
  return (
    <path
      {...outline}
      d={`M${x} ${HEIGHT / 2}h${width}`}
      stroke="var(--q-missing-line)"
      strokeDasharray="2 3"
    />
  );
}
