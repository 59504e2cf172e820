// What a plot is made of, and who reads it from the archive.

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

/** Whether somebody waits for it. What is made ahead waits until nobody does. */
export type Urgency = 'seen' | 'ahead';

/** Reads days away from the loop that answers calls. */
export interface Plotter {
  /**
   * The day (contract/quicklooks/day.ts) as JSON. Throws Problem 'unavailable' when too many wait, 'timeout' when it takes
   * too long.
   */
  read(job: PlotJob, urgency: Urgency): Promise<string>;
  /** Seconds since somebody last waited. */
  quietFor(): number;
  close(): Promise<void>;
}
