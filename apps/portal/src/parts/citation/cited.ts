// The data that the panel cites: datastream objects as timeline, cart and orders have them (I014).
// Pure.

export type CitationDatastream = {
  readonly dataLevels: readonly {
    readonly datastream: string;
    readonly dataLevel: string;
    /** YYYY-MM-DD or ISO, UTC. */
    readonly dates: readonly { readonly startDate: string; readonly endDate: string }[];
  }[];
};

export type Cited = {
  readonly datastream: string;
  /** YYYY-MM-DD, UTC: earliest start and latest end; empty where no dates are chosen. */
  readonly startDate: string;
  readonly endDate: string;
};

/** Each datastream once, from its earliest start to its latest end. */
export function citedOf(objects: readonly CitationDatastream[]): readonly Cited[] {
  const levels = objects.flatMap((one) => one.dataLevels);
  return [...Map.groupBy(levels, (level) => level.datastream)].map(([datastream, same]) => {
    const dates = same.flatMap((level) => level.dates);
    const starts = dates.map((range) => range.startDate.slice(0, 10)).sort();
    const ends = dates.map((range) => range.endDate.slice(0, 10)).sort();
    return { datastream, startDate: starts[0] ?? '', endDate: ends.at(-1) ?? '' };
  });
}
