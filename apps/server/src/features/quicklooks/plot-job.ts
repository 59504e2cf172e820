// What a plot is made of, and who reads it from the archive.
import type { Urgency } from '../../platform/pool/kinds.ts';

export type PlotSize = 'full' | 'small';

export type PlotJob = {
  /** Paths inside the archive of the files that hold samples of the day, in order of time. */
  readonly files: readonly string[];
  readonly datastream: string;
  readonly variable: string;
  /** Midnight UTC, seconds since 1970. */
  readonly day: number;
  /** How closely it is read. */
  readonly size: PlotSize;
};

/** Reads days away from the loop that answers calls. */
export interface Plotter {
  /**
   * The day (contract/quicklooks/day.ts) as JSON. Throws Problem 'unavailable' when too many wait,
   * 'timeout' when it takes too long.
   */
  read(job: PlotJob, urgency: Urgency): Promise<string>;
  /** Seconds since a caller last waited. */
  quietFor(): number;
}
