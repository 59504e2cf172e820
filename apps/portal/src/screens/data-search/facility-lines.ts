// The facilities of an opened row as lines: the level that each shows, when it has data, and their
// order. Pure.
import { compareDataLevels } from '@isobar/contract/catalogue/data-level.ts';
import { type Span, unionOf } from '@isobar/contract/quality/timeline.ts';
import type { Meaning } from '@isobar/contract/search/meaning.ts';
import { hasMeantDates, isMeantPlace } from '../../lib/search/meant-places.ts';
import type { Place, PlaceDatastream } from '../../lib/search/plan-details.ts';
import { rowSpan } from './page-spans.ts';

export type FacilityLine = {
  readonly place: Place;
  /** The level that is drawn: the row's own where the facility has it, else the highest. */
  readonly stream: PlaceDatastream;
  readonly span: Span | null;
  /** Where any of its levels has data. */
  readonly union: readonly Span[];
  /** Whether there are data in the dates of the search; true where it has none. */
  readonly inDates: boolean;
  /**
   * Whether it is among the places of the search and has a datastream of it; true where the search
   * names neither.
   */
  readonly meant: boolean;
};

/**
 * Facilities that match the search in place and dates come first, then those at its places only;
 * otherwise in the order of the places.
 */
export function facilityLines(
  places: readonly Place[],
  level: string,
  meaning: Meaning,
): readonly FacilityLine[] {
  const lines = places.flatMap((place): FacilityLine[] => {
    const streams = place.datastreams.toSorted((a, b) =>
      compareDataLevels(a.dataLevel, b.dataLevel),
    );
    const stream = streams.find((one) => one.dataLevel === level) ?? streams.at(-1);
    if (!stream) return [];
    const union = unionOf(streams.map(rowSpan).filter((span) => span !== null));
    const inDates = hasMeantDates(meaning, place);
    const meant = isMeantPlace(meaning, place);
    return [{ place, stream, span: rowSpan(stream), union, inDates, meant }];
  });
  return lines.toSorted((a, b) => rank(a) - rank(b));
}

const rank = ({ inDates, meant }: FacilityLine): number => (meant ? 0 : 2) + (inDates ? 0 : 1);

/** How many of the lines match the search; these are sorted first. */
export const matchingLines = (lines: readonly FacilityLine[]): number =>
  lines.filter((line) => line.inDates && line.meant).length;
