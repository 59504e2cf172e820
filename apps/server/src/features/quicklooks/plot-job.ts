// What a plot is made of, and who makes it.

export type PlotSize = 'full' | 'small';

export type PlotJob = {
  /** Paths inside the archive of the files that hold samples of the day, in order of time. */
  readonly files: readonly string[];
  readonly datastream: string;
  readonly variable: string;
  /** Midnight UTC, seconds since 1970. */
  readonly day: number;
  readonly size: PlotSize;
};

/** Draws away from the loop that answers calls. */
export interface Plotter {
  /** The plot as SVG. Throws Problem 'unavailable' when too many wait, 'timeout' when it takes too long. */
  draw(job: PlotJob): Promise<string>;
  close(): Promise<void>;
}
