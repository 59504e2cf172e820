// The location search is its address: read from it, and every choice goes back into it. Pure.
import { type Corner, formatShape, parseShape } from '@isobar/contract/places/shape.ts';
import type { Terms } from '@isobar/contract/search/filter.ts';
import { parseDay } from '@isobar/contract/time.ts';
import type { Site } from '../../lib/places/sites.ts';

export type PlaceState = {
  /** Site code of 'Filter by site'; '': all sites. */
  readonly site: string;
  readonly area: readonly Corner[] | null;
  /** YYYY-MM-DD; '': open. */
  readonly start: string;
  readonly end: string;
  /** Code of a primary measurement; '': any. */
  readonly measures: string;
  /** The facility whose panel is open; '': none. */
  readonly facility: string;
  /** What the timeline shows: 'all' (View All), 'none', or the key of a site button. */
  readonly rows: string;
  /** The place from which distances are shown, as typed. */
  readonly near: string;
  /** Whether the list is shown instead of the map. */
  readonly list: boolean;
};

export const DEFAULT_STATE: PlaceState = {
  site: '',
  area: null,
  start: '',
  end: '',
  measures: '',
  facility: '',
  rows: 'all',
  near: '',
  list: false,
};

/** Reads the state from an address; parts that mean nothing are ignored. */
export function readState(query: Readonly<Record<string, string>>): PlaceState {
  const day = (text: string | undefined): string =>
    text && /^\d{4}-\d{2}-\d{2}$/.test(text) && parseDay(text) !== null ? text : '';
  const text = (value: string | undefined): string => (value ?? '').slice(0, 200);
  return {
    site: text(query.site).toLowerCase(),
    area: query.shape ? parseShape(query.shape) : null,
    start: day(query.start),
    end: day(query.end),
    measures: text(query.measures),
    facility: text(query.facility),
    rows: text(query.timeline) || 'all',
    near: text(query.near),
    list: query.view === 'list',
  };
}

export function writeState(state: PlaceState): Record<string, string> {
  const all: Readonly<Record<string, string>> = {
    site: state.site,
    shape: state.area ? formatShape(state.area) : '',
    start: state.start,
    end: state.end,
    measures: state.measures,
    facility: state.facility,
    timeline: state.rows === 'all' ? '' : state.rows,
    near: state.near,
    view: state.list ? 'list' : '',
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** The state after Reset, which clears site, area, selection, dates, measurement and distance. */
export const resetState = (state: PlaceState): PlaceState => ({
  ...DEFAULT_STATE,
  list: state.list,
});

export const isDefaultState = (state: PlaceState): boolean =>
  Object.keys(writeState({ ...state, list: false })).length === 0;

/** Dates and measurement as terms of a search. */
export const narrowTerms = ({ start, end, measures }: PlaceState): Terms => ({
  ...(start ? { start_date: [start] } : {}),
  ...(end ? { end_date: [end] } : {}),
  ...(measures ? { primary_meas_type_code: [measures] } : {}),
});

/** Why the timeline's buttons are inactive, in words; null: they are active. */
export function whyTimelineRests({ area, site }: PlaceState): string | null {
  if (area) return 'Shows the drawn area. Reset to choose sites here.';
  if (site) return 'Shows the chosen site. Reset to choose sites here.';
  return null;
}

export type SiteButton = {
  readonly key: string;
  readonly label: string;
  readonly holds: (site: Site) => boolean;
  /** Whether the archive has such a site. */
  readonly there: boolean;
};

/** The buttons of the timeline (section 2). AMF means all mobile sites (decision 1012). */
const BUTTONS = ['sgp', 'nsa', 'ena', 'amf', 'twp', 'bnf'] as const;
const MOBILE = 'amf';

/**
 * An archive without any of these gets buttons for its own six sites with the most data products.
 */
export function siteButtons(sites: readonly Site[]): readonly SiteButton[] {
  const holds = (key: string) => (site: Site) =>
    key === MOBILE ? site.siteType === 'M' : site.siteCode === key;
  const usual = BUTTONS.map((key) => ({
    key,
    label: key.toUpperCase(),
    holds: holds(key),
    there: sites.some(holds(key)),
  }));
  if (sites.length === 0 || usual.some(({ key, there }) => there && key !== MOBILE)) return usual;
  const size = ({ facilities }: Site) => facilities.reduce((sum, f) => sum + f.products, 0);
  return sites
    .toSorted((a, b) => size(b) - size(a))
    .slice(0, BUTTONS.length)
    .map(({ siteCode }) => ({
      key: siteCode,
      label: siteCode.toUpperCase(),
      holds: (site) => site.siteCode === siteCode,
      there: true,
    }));
}

/** The sites that have a row in the timeline. */
export function timelineSites(
  seen: readonly Site[],
  state: PlaceState,
  buttons: readonly SiteButton[],
): readonly Site[] {
  if (whyTimelineRests(state) !== null || state.rows === 'all') return seen;
  const button = buttons.find(({ key }) => key === state.rows);
  return button ? seen.filter(button.holds) : [];
}
