// The facilities of an opened row as lines: the level that each shows, when it has data, and their order. Pure.
import { compareDataLevels } from '@isobar/contract/catalogue/data-level.ts';
import { type Span, unionOf } from '@isobar/contract/quality/timeline.ts';
import type { Place, PlaceDatastream } from '@isobar/contract/search/plan-details.ts';
import { rowSpan } from './page-spans.ts';

export type FacilityLine = {
  readonly place: Place;
  /** The level that is drawn: the row's own where the facility has it, else the highest. */
  readonly stream: PlaceDatastream;
  readonly span: Span | null;
  /** Where any of its levels has data. */
  readonly union: readonly Span[];
  /** Whether there are data in the chosen dates; true where none are chosen. */
  readonly inDates: boolean;
};

/** Facilities with data in the chosen dates come first, otherwise in the order of the places. */
export function facilityLines(
  places: readonly Place[],
  level: string,
  dates: Span | null,
): readonly FacilityLine[] {
  const lines = places.flatMap((place): FacilityLine[] => {
    const streams = place.datastreams.toSorted((a, b) =>
      compareDataLevels(a.dataLevel, b.dataLevel),
    );
    const stream = streams.find((one) => one.dataLevel === level) ?? streams.at(-1);
    if (!stream) return [];
    const union = unionOf(streams.map(rowSpan).filter((span) => span !== null));
    const inDates =
      dates === null || union.some((span) => span[0] < dates[1] && span[1] > dates[0]);
    return [{ place, stream, span: rowSpan(stream), union, inDates }];
  });
  return [...lines.filter((line) => line.inDates), ...lines.filter((line) => !line.inDates)];
}
