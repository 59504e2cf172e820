// What a search means: the filters that were chosen together with the dates, places, levels and
// instruments of its words.

import { LONGEST_WORDS } from '@isobar/query-language/bounds.ts';
import { readAs } from '../words/read-as.ts';
import type { Understood } from '../words/understood.ts';
import { chosen, type Search, searchText } from './filter.ts';
import { openParents } from './query-text.ts';

/**
 * Everything that follows from a search reads these, so that rows, cart, code and counts are about
 * the same data.
 */
export type Meaning = {
  /** First and last day, YYYY-MM-DD UTC, both included; null where open. */
  readonly start: string | null;
  readonly end: string | null;
  /** Code of the epoch; with one there are no dates. */
  readonly epoch: string | null;
  /**
   * Codes of whole sites, and facilities as 'sgp.E13': data of any of these. Both empty: of every
   * place.
   */
  readonly sites: readonly string[];
  readonly facilities: readonly string[];
  /** A drawn area, 'lon lat, lon lat, …'; null: none. */
  readonly area: string | null;
  /** Data levels and datastreams; empty: all. */
  readonly levels: readonly string[];
  readonly datastreams: readonly string[];
  /** Instrument classes that were chosen, or else that the words mean, best first; empty: all. */
  readonly instruments: readonly string[];
};

/**
 * The search with what its words say among its filters; a filter that was chosen precedes words
 * about the same field. Reading it twice changes nothing. Text that is searched as typed has no
 * further meaning. Its terms are for queries only: an address keeps what was typed and chosen.
 */
export function meantSearch(search: Search): Search {
  const { understood } = search;
  if (understood === null) return search;
  const isOfText = !search.asTyped && understood.typed === searchText(search);
  return isOfText ? readAs(search, understood) : { ...search, understood: null };
}

/**
 * The text of a search whose words can be understood; null: there is none, or it is searched as
 * typed.
 */
export function wordsOf(search: Search): string | null {
  const text = searchText(search);
  const isWordy = text.trim() !== '' && text.length <= LONGEST_WORDS;
  return isWordy && !search.asTyped ? text : null;
}

/** The search with the meaning that was found for its words. */
export const withMeaning = (search: Search, understood: Understood): Search => ({
  ...search,
  understood: { ...understood, typed: searchText(search) },
});

export function meaningOf(search: Search): Meaning {
  const meant = meantSearch(search);
  const facilities = chosen(meant, 'ffac');
  const epoch = chosen(meant, 'epoch_codes')[0] ?? null;
  return {
    start: chosen(meant, 'start_date')[0]?.slice(0, 10) ?? null,
    end: chosen(meant, 'end_date')[0]?.slice(0, 10) ?? null,
    epoch,
    sites: openParents(chosen(meant, 'site_code'), facilities),
    facilities,
    area: chosen(meant, 'shape')[0] ?? null,
    levels: chosen(meant, 'dataLevel'),
    datastreams: chosen(meant, 'datastream'),
    instruments: instrumentsOf(meant),
  };
}

function instrumentsOf(meant: Search): readonly string[] {
  const classes = chosen(meant, 'instrument_class_code');
  if (classes.length > 0) return classes;
  const pieces = meant.understood?.pieces.filter(({ not, missing }) => !not && !missing) ?? [];
  return [...new Set(pieces.flatMap((piece) => piece.classes ?? []))];
}

/** Whether the search says where. */
export const isPlaced = ({ sites, facilities, area }: Meaning): boolean =>
  sites.length + facilities.length > 0 || area !== null;

/** Whether the search says when, by dates. */
export const isDated = ({ start, end }: Meaning): boolean => start !== null || end !== null;
