// What the tours of the search screen show, step by step, and the cookie that remembers who took
// one. Data and pure functions.
import { EMPTY_SEARCH, type Search, setFilter } from '@isobar/contract/search/filter.ts';

export type TourStep = {
  readonly title: string;
  readonly text: string;
  /** The first of these that is visible is highlighted. */
  readonly targets: readonly string[];
  /** Where the tour goes when this step is left for the next. */
  readonly leadsTo?: Search;
};

const SEARCH_TEXT: TourStep = {
  title: 'Search text',
  text: 'Type what you look for: a measurement, an instrument, a site, a datastream. Suggestions come as you type; AND, OR and “quotes” narrow the words.',
  targets: ['search:has(#search-box)'],
};
const FILTERS: TourStep = {
  title: 'Filters',
  text: 'Narrow the results by date, category, site and more. Tick as many values as you like, then press Apply in their group.',
  targets: ['[data-tour=filters]'],
};
const DISPLAY: TourStep = {
  title: 'Display options',
  text: 'See data products or single measurements, recommended data or everything, and choose what the timelines show.',
  targets: ['[data-tour=display]'],
};

export const TOURS = {
  guided: {
    label: 'Guided tour',
    steps: [
      // The steps that follow need results to point at (part 1 section 2).
      { ...SEARCH_TEXT, leadsTo: setFilter(EMPTY_SEARCH, 'meas_category_code', ['aeros']) },
      FILTERS,
      DISPLAY,
      {
        title: 'Results',
        text: 'Each row is a data product with its availability and quality over time, all on one axis. Zoom with the buttons, or with + and −.',
        targets: ['[data-tour=results]'],
      },
      {
        title: 'Order data',
        text: '“Get data” puts a product into your cart, from where you order its files.',
        targets: ['[data-tour=order]'],
      },
      {
        title: 'Data locations',
        text: 'Open a row to see at which sites and facilities it was measured, and tick those that you need.',
        targets: ['[data-tour=places]', '[data-tour=order]'],
      },
      {
        title: 'Details icon',
        text: 'The name of a product leads to its details; so does “View Details” in the menu of its row.',
        targets: ['[data-tour=details]'],
      },
      {
        title: 'Full details',
        text: 'See data levels, the full quality timeline with every report, all variables, and a map.',
        targets: ['[data-tour=details]'],
      },
      {
        title: 'Account',
        text: 'Signed in, you see your orders, keep your cart and your searches, and set your preferences.',
        targets: ['header a[href^="#/account"]'],
      },
      {
        title: 'Support',
        text: 'Is something missing or unclear? Write to us.',
        targets: ['header [data-tour=support]'],
      },
    ],
  },
  sidebar: {
    label: 'Tour of the sidebar',
    steps: [
      FILTERS,
      {
        title: 'Date range',
        text: 'Type days as YYYY-MM-DD or choose them in the calendar. Data that overlap the range are found.',
        targets: ['[data-tour=dates]', '[data-tour=filters]'],
      },
      {
        title: 'Sort',
        text: 'Values are sorted by count; here you can sort them by name.',
        targets: ['[data-tour=sort]', '[data-tour=filters]'],
      },
      {
        title: 'Advanced filters',
        text: 'Open this for facilities, data levels, sources, epochs and more.',
        targets: ['[data-tour=advanced]', '[data-tour=filters]'],
      },
    ],
  },
  top: {
    label: 'Tour of the top bar',
    steps: [
      SEARCH_TEXT,
      {
        title: 'Other repositories',
        text: 'This switch adds records of satellites and partner archives to the results.',
        targets: ['[data-tour=external]', '[data-tour=display]'],
      },
      DISPLAY,
      {
        title: 'Save and share',
        text: 'Save a search under a name, copy it as a link, curl or Python, or download the list.',
        targets: ['[data-tour=along]', '[data-tour=display]'],
      },
    ],
  },
} as const satisfies Record<string, { label: string; steps: readonly TourStep[] }>;

export type TourName = keyof typeof TOURS;

/** 'tour_guided=taken; …': kept for ten years. */
export const tourCookie = (name: TourName): string =>
  `tour_${name}=taken; max-age=${10 * 365 * 86_400}; path=/; samesite=lax`;

/** `cookies`: as in document.cookie. */
export const tookTour = (cookies: string, name: TourName): boolean =>
  cookies.split('; ').includes(`tour_${name}=taken`);
