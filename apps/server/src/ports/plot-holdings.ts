// Port: which variables of which datastreams have plots on which days.

/** Days as numbers since 1970: disjoint ranges with `after` not included, ascending. */
export type DayRuns = readonly (readonly [first: number, after: number])[];

/** Every one of these variables has a plot on every one of these days. */
export interface PlotHolding {
  readonly ds: string;
  /** None: nothing of the datastream is drawn. */
  readonly variables: readonly string[];
  readonly days: DayRuns;
}

export interface PlotHoldings {
  /** Of the named datastreams, or of all; ascending by name. Null: there are more than `most`. */
  of(names: readonly string[] | null, most: number): Promise<readonly PlotHolding[] | null>;
}
