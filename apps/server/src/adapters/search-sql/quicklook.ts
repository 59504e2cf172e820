// A quicklook: the plot of one variable of a datastream on one day.
import type { Mapping } from '@isobar/query-language/mapping.ts';

export const PLOT_INDEX = 'quicklooks';

export type QuicklookDocument = {
  readonly id: string;
  /** Address of the plot, relative to the origin; `?size=small` gives a thumbnail. */
  readonly url: string;
  /** YYYYMMDD, UTC. */
  readonly dated: string;
  /** Name of the variable. */
  readonly vn: string;
  /** Datastream. */
  readonly ds: string;
  /** YYYYMM. */
  readonly month: string;
};

export const QUICKLOOK_FIELDS = {
  url: { type: 'text' },
  dated: { type: 'text' },
  vn: { type: 'text' },
  ds: { type: 'text' },
  month: { type: 'text' },
} as const satisfies Mapping;
