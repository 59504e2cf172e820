// The one time axis of all campaign cards: years of their first and last campaigns.
import type { CampaignCardDocument } from '@isobar/contract/catalogue/small-documents.ts';
import { parseDay } from '@isobar/contract/time.ts';

const TICK_YEARS = 10;

export type YearAxis = {
  /** The place of a day YYYY-MM-DD on the axis, 0 to 1; null for a text that is no day. */
  readonly at: (day: string) => number | null;
  /** The years that are written under the axis, each with its place, 0 to 1. */
  readonly years: readonly { readonly year: number; readonly at: number }[];
};

export function axisOf(cards: readonly CampaignCardDocument[]): YearAxis {
  const starts = cards.flatMap(({ links }) => links.flatMap(({ start }) => parseDay(start) ?? []));
  const first = yearOf(Math.min(...starts));
  const last = yearOf(Math.max(...starts)) + 1;
  const at = (year: number): number => (year - first) / Math.max(1, last - first);
  const from = Math.ceil(first / TICK_YEARS) * TICK_YEARS;
  const years: { year: number; at: number }[] = [];
  for (let year = from; starts.length > 0 && year <= last; year += TICK_YEARS)
    years.push({ year, at: at(year) });
  return {
    at: (day) => {
      const seconds = parseDay(day);
      return seconds === null ? null : at(yearsAt(seconds));
    },
    years,
  };
}

/** 2019.5 in the middle of 2019; seconds UTC. */
function yearsAt(seconds: number): number {
  const year = new Date(seconds * 1000).getUTCFullYear();
  const [from, to] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
  return year + (seconds * 1000 - from) / (to - from);
}

const yearOf = (seconds: number): number => Math.floor(yearsAt(seconds));

/** '1994 to 2019'; '' without dates. */
export function yearsOf({ links }: Pick<CampaignCardDocument, 'links'>): string {
  const years = links
    .map(({ start }) => start.slice(0, 4))
    .filter(Boolean)
    .sort();
  const [first, last] = [years[0], years.at(-1)];
  if (!first) return '';
  return first === last ? first : `${first} to ${last}`;
}
