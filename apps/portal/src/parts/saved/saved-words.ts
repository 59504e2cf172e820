// Names and descriptions of saved searches. Pure.

import type { Clause, EventSearch } from '@isobar/contract/calls/facts.ts';
import { LONGEST_NAME, type SavedSearch } from '@isobar/contract/calls/saved-searches.ts';
import { parseDays } from '@isobar/contract/facts/days-address.ts';
import { parseAddress, resultsHref } from '@isobar/contract/search/address.ts';
import { crumbsOf, type Search } from '@isobar/contract/search/filter.ts';
import { crumbText, type ResultPage } from '../../lib/search/read-results.ts';

/** Names of codes, as far as they are known. */
export type Labels = ResultPage['labels'];

/** 'Southern Great Plains, Ceilometer': the words of the chips, as far as they fit a name. */
export const nameOfSearch = (search: Search, labels: Labels): string =>
  cut(
    crumbsOf(search)
      .map((crumb) => crumbText(crumb, labels))
      .join(', '),
  );

/** 'temp_mean above 30 at sgpmetE13.b1'. */
export const nameOfDays = (search: EventSearch): string =>
  cut(conditionsOf(search).join(', ') || 'Days');

const cut = (text: string): string =>
  text.length <= LONGEST_NAME ? text : `${text.slice(0, LONGEST_NAME - 1).trimEnd()}…`;

const WORDS = { '>': 'above', '<': 'below', between: 'between' } as const;

const clauseWords = ({ datastream, variable, statistic, comparison, value, upTo }: Clause) =>
  `${statistic === 'mean' ? '' : `${statistic} of `}${variable} ${WORDS[comparison]} ${value}${upTo === undefined ? '' : ` and ${upTo}`} at ${datastream}`;

const conditionsOf = ({ clauses, variables }: EventSearch): string[] => [
  ...clauses.map(clauseWords),
  ...variables.map(({ datastream, variable }) => `good ${variable} at ${datastream}`),
];

/**
 * 'Site Southern Great Plains · Category cloud · all data', codes where no name is known; of days
 * their conditions.
 */
export function describeSaved({ kind, address }: SavedSearch, labels: Labels): string {
  if (kind === 'days') {
    const { search } = parseDays(address.path);
    const hours = search.hours > 1 ? [`at least ${search.hours} h in a row`] : [];
    return [...conditionsOf(search), ...hours].join(' · ');
  }
  const { search } = parseAddress(address);
  const filters = crumbsOf(search).map((crumb) => `${crumb.label} ${crumbText(crumb, labels)}`);
  return [...filters, ...(search.data === 'all' ? ['all data'] : [])].join(' · ');
}

export const hrefOfSaved = ({ kind, address }: SavedSearch): string =>
  kind === 'days' ? `#/days?${address.path}` : resultsHref(parseAddress(address).search);
