// Fronts that pass for certain: rain of some hours on the days on which cloud radars open, so that
// their plots have a melting layer.
import { HOUR } from '../clock.ts';
import { numberOf, readTable, textOf } from '../csv.ts';

export interface Front {
  /** Seconds UTC at the reference position of the site. */
  readonly start: number;
  readonly end: number;
  /**
   * Degrees C that its air is milder than the air before: in winter it would bring snow, which has
   * no melting layer.
   */
  readonly warmer: number;
}

const FRONTS: ReadonlyMap<string, readonly Front[]> = Map.groupBy(
  readTable('facts/fronts.csv').map((row) => {
    const start = Date.parse(textOf(row, 'start')) / 1000;
    const end = start + (numberOf(row, 'hours') ?? 0) * HOUR;
    return { site: textOf(row, 'site'), start, end, warmer: numberOf(row, 'warmer') ?? 0 };
  }),
  ({ site }) => site,
);

export const frontsOf = (site: string): readonly Front[] => FRONTS.get(site) ?? [];

/** The front overhead; null nearly always. */
export function frontAt(fronts: readonly Front[], t: number): Front | null {
  for (const front of fronts) if (t > front.start && t < front.end) return front;
  return null;
}

/** From 0 at both ends of a front to 1 in its middle. */
export const strengthAt = ({ start, end }: Front, t: number): number =>
  Math.sin((Math.PI * (t - start)) / (end - start));
