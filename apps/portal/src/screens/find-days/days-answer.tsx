// What was found: how many days, what is unknown and why, the years, the events, and what can be
// done with the days.

import { daysFeed } from '@isobar/contract/calls/fact-calls.ts';
import type { EventReply, EventSearch } from '@isobar/contract/calls/facts.ts';
import { formatCount, plural } from '@isobar/contract/count.ts';
import { formatDays } from '@isobar/contract/facts/days-address.ts';
import { daysCsv } from '@isobar/contract/facts/days-csv.ts';
import { Code, Rss, ShoppingBasket } from 'lucide-react';
import { Suspense, useState } from 'react';
import { addressOf } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { saveText } from '../../lib/save-text.ts';
import { type AddedDays, addDays } from '../../parts/cart/add-days.ts';
import { AddedLinks } from '../../parts/cart/added-links.tsx';
import { dayHref } from '../../parts/day-address.ts';
import { SavedButton } from '../../parts/saved/saved-button.tsx';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.tsx';
import { isComputing } from './days-queries.ts';
import { EventList } from './event-list.tsx';
import { YearCalendar } from './year-calendar.tsx';

const CodeDialog = lazyPart(
  'The code',
  () => import('./days-code.tsx').then((module) => module.DaysCodeDialog),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

/** `stale`: an answer to the search before, while the new one is coming. */
export function DaysAnswer(props: {
  readonly search: EventSearch;
  readonly reply: EventReply;
  readonly stale: boolean;
}) {
  const { search, reply, stale } = props;
  const { clauses, variables, months } = search;
  const first = clauses[0] ?? variables[0];
  return (
    <div className={stale ? 'opacity-60' : ''} aria-busy={stale}>
      <Heading {...props} />
      {isComputing(reply) && <NotReady reply={reply} />}
      {reply.days.length + reply.events.length + reply.nearly.length === 0 &&
      !isComputing(reply) ? (
        <EmptyPanel
          title="No days found"
          text="Relax a limit, require fewer hours in a row, or search more months."
        />
      ) : (
        <div className="mt-6 grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
          <section aria-label="Days by year" className="min-w-0">
            <YearCalendar
              reply={reply}
              months={months}
              onDay={(day) => {
                if (first) location.hash = dayHref(first, day);
              }}
            />
          </section>
          {clauses.length > 0 ? (
            <EventList key={JSON.stringify(search)} reply={reply} clauses={clauses} />
          ) : (
            <Nearly reply={reply} />
          )}
        </div>
      )}
    </div>
  );
}

function Heading({ search, reply, stale }: Parameters<typeof DaysAnswer>[0]) {
  const { days, total, events, nearly } = reply;
  const [code, setCode] = useState(false);
  const config = useConfig();
  const feed = (): string =>
    new URL(addressOf(config, daysFeed, { query: { search: formatDays(search) } }), location.origin)
      .href;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 pt-6">
      <h2 className="title" aria-live="polite">
        {countWords(reply)}
      </h2>
      <div className="min-w-0 flex-1 basis-72 text-ink-2">
        {[
          ...(total > 0
            ? [`${plural(total, 'event')}, the longest ${formatCount(events[0]?.hours ?? 0)} h`]
            : []),
          ...(nearly.length > 0
            ? [`${plural(nearly.length, 'day')} good but for one datastream`]
            : []),
        ].join('; ')}
        <Unknown reply={reply} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setCode(true)}>
          <Code size={16} aria-hidden />
          Code to copy
        </Button>
        <Button onClick={() => saveText('days.csv', 'text/csv', daysCsv(reply))} disabled={stale}>
          CSV
        </Button>
        <Button onClick={() => void copyText('Address of the feed', feed())}>
          <Rss size={16} aria-hidden />
          Feed of new days
        </Button>
        <SavedButton days={search} label="Notify me" />
        {days.length > 0 && <Add search={search} days={days} disabled={stale} />}
      </div>
      {code && (
        <Suspense>
          <CodeDialog search={search} onClose={() => setCode(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** How many days were found; none is not claimed before the files have been read. */
function countWords(reply: EventReply): string {
  if (!isComputing(reply)) return plural(reply.days.length, 'day');
  return reply.days.length === 0 ? 'No days yet' : `${plural(reply.days.length, 'day')} so far`;
}

const REASONS: readonly (readonly [keyof EventReply['unknown'], string])[] = [
  ['missing', 'without a value'],
  ['report', 'under a report'],
  ['units', 'in other units'],
  ['limited', 'of limited access'],
  ['computing', 'not read yet'],
];

/** How many hours are unknown, and why. Nothing is claimed of them. */
function Unknown({ reply }: { readonly reply: EventReply }) {
  if (reply.unknownHours === 0) return null;
  return (
    <details className="inline-block align-top">
      <summary className="link ml-2 inline cursor-pointer">
        {plural(reply.unknownHours, 'hour')} unknown
      </summary>
      <ul className="mt-1 text-sm">
        {REASONS.filter(([name]) => reply.unknown[name] > 0).map(([name, text]) => (
          <li key={name}>
            {formatCount(reply.unknown[name])} {text}
          </li>
        ))}
        <li>It is not known whether the conditions hold in them.</li>
      </ul>
    </details>
  );
}

function NotReady({ reply }: { readonly reply: EventReply }) {
  return (
    <p role="status" className="mt-4 rounded-lg bg-warn-soft px-4 py-2.5">
      {reply.factsUntil === null
        ? 'The files of these datastreams are being read for the first time. Days appear here as they are ready; nothing needs to be pressed.'
        : 'Some of the files are still being read, the newest first. Days appear here as they are ready.'}
    </p>
  );
}

const SPOILED = {
  missing: 'values are missing',
  report: 'a report',
  unknown: 'not read yet',
} as const;
const LISTED = 40;

/** Days that are good but for one datastream, which is named. */
function Nearly({ reply }: { readonly reply: EventReply }) {
  if (reply.nearly.length === 0) return null;
  return (
    <section aria-labelledby="days-nearly">
      <h2 id="days-nearly" className="title-2 border-b border-rule pb-2">
        Good except for one datastream
      </h2>
      <ul className="text-sm">
        {reply.nearly.slice(0, LISTED).map(({ day, datastream, variable, reason }) => (
          <li key={day} className="flex flex-wrap gap-x-4 border-b border-rule py-2">
            <a className="link tabular-nums" href={dayHref({ datastream, variable }, day)}>
              {day}
            </a>
            <span className="font-mono">
              {datastream} {variable}
            </span>
            <span className="text-ink-2">{SPOILED[reason]}</span>
          </li>
        ))}
      </ul>
      {reply.nearly.length > LISTED && (
        <p className="mt-2 text-sm text-ink-2">
          {plural(reply.nearly.length - LISTED, 'more day')}: all are in the CSV.
        </p>
      )}
    </section>
  );
}

function Add(props: {
  readonly search: EventSearch;
  readonly days: readonly string[];
  readonly disabled: boolean;
}) {
  const { search, days, disabled } = props;
  const config = useConfig();
  const [busy, setBusy] = useState(false);
  const [added, setAdded] = useState<AddedDays | null>(null);
  const datastreams = [
    ...new Set([...search.clauses, ...search.variables].map((one) => one.datastream)),
  ];
  const add = async (): Promise<void> => {
    setBusy(true);
    try {
      setAdded(await addDays(config, datastreams, days));
    } catch (error) {
      const text = error instanceof Error ? error.message : '';
      toast({ kind: 'problem', title: 'The days could not be added to the cart.', text });
    }
    setBusy(false);
  };
  return (
    <>
      <Button look="primary" busy={busy} disabled={disabled} onClick={() => void add()}>
        <ShoppingBasket size={16} aria-hidden />
        Add {days.length === 1 ? 'this day' : `these ${formatCount(days.length)} days`} to the cart
      </Button>
      <p role="status" className="basis-full text-right empty:hidden">
        {added && (
          <>
            {added.datastreams > 0
              ? `${plural(days.length, 'day')} of ${plural(added.datastreams, 'datastream')} ${days.length === 1 ? 'is' : 'are'} in the cart. `
              : 'Nothing was added. '}
            {added.left.length > 0 && `No data on these days: ${added.left.join(', ')}. `}
            {added.datastreams > 0 && (
              <AddedLinks
                onUndo={() => {
                  added.undo();
                  setAdded(null);
                  toast({ title: 'Your cart was restored.' });
                }}
              />
            )}
          </>
        )}
      </p>
    </>
  );
}
