// The address of a feed of a search: any reader of Atom follows it, without an account.
import { daysFeed } from '@isobar/contract/calls/fact-calls.ts';
import { dataFeed, reportsFeed } from '@isobar/contract/calls/page-calls.ts';
import { type Address, formatAddress } from '@isobar/contract/search/address.ts';
import { type Search, setData, setPage } from '@isobar/contract/search/filter.ts';
import { addressOf } from '../../lib/ask.ts';
import type { Services } from '../../lib/service-address.ts';

const FEEDS = { data: dataFeed, reports: reportsFeed } as const;
export type Feed = keyof typeof FEEDS;

export function feedOfAddress(config: Services, feed: Feed, { path, query }: Address): string {
  const asked = new URLSearchParams(query).toString();
  const search = asked === '' ? path : `${path}?${asked}`;
  return new URL(addressOf(config, FEEDS[feed], { query: { search } }), location.origin).href;
}

/** `search`: as facts/days-address.ts writes it. */
export const feedOfDays = (config: Services, search: string): string =>
  new URL(addressOf(config, daysFeed, { query: { search } }), location.origin).href;

/** Exactly what the search shows, whatever the subscriber's own preferences are. */
export const feedOfSearch = (
  config: Services,
  feed: Feed,
  search: Search,
  recommended: boolean,
): string =>
  feedOfAddress(
    config,
    feed,
    formatAddress(setData(setPage(search, 1), recommended ? 'recommended' : 'all')),
  );
