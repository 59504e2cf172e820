// The latest days that a search for days finds, as Atom: an entry a day, which stays the same
// whatever is found later.
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import type { EventReply, EventSearch } from '@isobar/contract/calls/facts.ts';
import { plural } from '@isobar/contract/count.ts';
import { formatDays } from '@isobar/contract/facts/days-address.ts';
import { DAY_SECONDS, formatInstant, parseDay } from '@isobar/contract/time.ts';
import { element, xmlDocument } from '../../platform/text/xml.ts';

const ENTRIES = 50;

export interface FeedPublisher {
  readonly url: string;
  readonly title: string;
  readonly publisher: string;
}

/** Entries are dated by the end of their day, when its data are whole. */
export function daysAtom(
  { url, title, publisher }: FeedPublisher,
  search: EventSearch,
  { days, events }: EventReply,
): string {
  const query = formatDays(search);
  const self = `${url}${SERVICE_PATHS.events}/days.atom?search=${encodeURIComponent(query)}`;
  const page = `${url}${SERVICE_PATHS.portal}#/days?${query}`;
  const newest = days.slice(-ENTRIES).reverse();
  const endOf = (day: string): string => formatInstant((parseDay(day) ?? 0) + DAY_SECONDS);
  const about = [...search.clauses, ...search.variables].map(
    (one) => `${one.datastream} ${one.variable}`,
  );
  return xmlDocument(
    element(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom' },
      element('id', {}, self),
      element('title', {}, `Days · ${about.join(', ')} · ${title}`),
      element('updated', {}, newest[0] ? endOf(newest[0]) : '1970-01-01T00:00:00Z'),
      element('author', {}, element('name', {}, publisher)),
      element('link', { rel: 'self', type: 'application/atom+xml', href: self }),
      element('link', { rel: 'alternate', type: 'text/html', href: page }),
      newest.map((day) => {
        const longest = events.find((event) => event.start.slice(0, 10) === day);
        return element(
          'entry',
          {},
          element('id', {}, `${self}#${day}`),
          element('title', {}, day),
          element('updated', {}, endOf(day)),
          element('link', { rel: 'alternate', type: 'text/html', href: page }),
          element(
            'summary',
            {},
            longest
              ? `${plural(longest.hours, 'hour')} from ${longest.start}`
              : `All of ${about.join(', ')} is good, or an event goes on.`,
          ),
        );
      }),
    ),
  );
}
