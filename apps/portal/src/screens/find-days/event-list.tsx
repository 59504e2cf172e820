// Events, the longest first: when, how long, the extremes of each condition, and the hours around
// it as a small plot.
import type { Clause, EventReply } from '@isobar/contract/calls/facts.ts';
import { formatCount, plural } from '@isobar/contract/count.ts';
import { DAY_SECONDS, formatDay, parseInstant } from '@isobar/contract/time.ts';
import { useState } from 'react';
import { dayHref } from '../../parts/day-address.ts';
import { Button } from '../../ui/button.tsx';
import { short } from './condition-row.tsx';
import { useHours } from './days-queries.ts';

const SHOWN = 8;
const MORE = 20;

type Event = EventReply['events'][number];

export function EventList(props: {
  readonly reply: EventReply;
  readonly clauses: readonly Clause[];
}) {
  const { reply, clauses } = props;
  const [shown, setShown] = useState(SHOWN);
  const rest = reply.events.length - shown;
  return (
    <section aria-labelledby="days-events">
      <h2 id="days-events" className="title-2 border-b border-rule pb-2">
        Events, longest first
      </h2>
      <ol>
        {reply.events.slice(0, shown).map((event) => (
          <EventRow key={event.start} event={event} clauses={clauses} units={reply.units} />
        ))}
      </ol>
      {rest > 0 && (
        <Button look="quiet" className="mt-2" onClick={() => setShown(shown + MORE)}>
          Show {plural(Math.min(MORE, rest), 'more event')} of {formatCount(rest)}
        </Button>
      )}
      {reply.total > reply.events.length && (
        <p className="mt-1 text-sm text-ink-2">
          The longest {formatCount(reply.events.length)} of {formatCount(reply.total)} are listed.
        </p>
      )}
    </section>
  );
}

function EventRow(props: {
  readonly event: Event;
  readonly clauses: readonly Clause[];
  readonly units: readonly string[];
}) {
  const { event, clauses, units } = props;
  const [first] = clauses;
  if (!first) return null;
  const day = event.start.slice(0, 10);
  const last = formatDay((parseInstant(event.end) ?? 0) - 1);
  return (
    <li className="grid grid-cols-[8.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1 border-b border-rule py-2.5 sm:grid-cols-[8.5rem_minmax(0,1fr)_10rem]">
      <p className="text-sm">
        <a className="link font-strong tabular-nums" href={dayHref(first, day)}>
          {day}
        </a>
        <span className="block text-ink-2 tabular-nums">
          {event.start.slice(11, 16)} to {last === day ? '' : `${last.slice(5)} `}
          {event.end.slice(11, 16)}
        </span>
        <span className="block text-ink-2">{plural(event.hours, 'hour')}</span>
      </p>
      <EventPlot event={event} clause={first} />
      <ul className="text-sm max-sm:col-span-2 max-sm:flex max-sm:flex-wrap max-sm:gap-x-4">
        {clauses.map((clause, n) => {
          const { least = 0, most = 0 } = event.clauses[n] ?? {};
          return (
            <li key={JSON.stringify(clause)}>
              {clause.comparison === '<' ? `down to ${short(least)}` : `up to ${short(most)}`}{' '}
              <span className="text-ink-2">
                {units[n]}
                {clauses.length > 1 && ` ${clause.variable}`}
              </span>
            </li>
          );
        })}
      </ul>
    </li>
  );
}

const [WIDTH, HEIGHT] = [300, 44];
/** A plot shows the days of the event, at most so many. */
const MOST_DAYS = 7;

function EventPlot({ event, clause }: { readonly event: Event; readonly clause: Clause }) {
  const [start, end] = [parseInstant(event.start) ?? 0, parseInstant(event.end) ?? 0];
  const first = Math.floor(start / DAY_SECONDS) * DAY_SECONDS;
  const last = Math.min(end - 1, first + MOST_DAYS * DAY_SECONDS - 1);
  const { data, isError } = useHours(clause, formatDay(first), formatDay(last));
  if (isError) return <p className="text-sm text-ink-2">No plot</p>;
  if (!data) return <span className="skeleton block h-11" aria-hidden />;
  const values = data[clause.statistic];
  const there = values.filter((one) => one !== null);
  const [low, high] = [Math.min(...there, clause.value), Math.max(...there, clause.value)];
  const x = (hour: number): number => (hour / values.length) * WIDTH;
  const y = (value: number): number =>
    high === low ? HEIGHT / 2 : 3 + (1 - (value - low) / (high - low)) * (HEIGHT - 6);
  const path = values
    .map((value, hour) =>
      value === null
        ? ''
        : `${(values[hour - 1] ?? null) === null ? 'M' : 'L'}${x(hour + 0.5)} ${y(value)}`,
    )
    .join('');
  const [from, to] = [x((start - first) / 3600), x(Math.min(values.length, (end - first) / 3600))];
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-11 w-full"
      preserveAspectRatio="none"
      aria-hidden
    >
      <rect x={from} y={0} width={to - from} height={HEIGHT} fill="var(--accent-soft)" />
      <path
        d={`M0 ${y(clause.value)}H${WIDTH}`}
        stroke="var(--ink-2)"
        strokeDasharray="2 4"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={path}
        fill="none"
        stroke="var(--accent)"
        strokeWidth={1.6}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
