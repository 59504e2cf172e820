// The measures of the timeline of sites (part 1 section 9).
import type { Site } from '@isobar/contract/places/sites.ts';
import type { CSSProperties } from 'react';

const PADDING = 7;
/** On a phone the page itself scrolls, and the list of rows has its full height. */
const HEIGHT = 400;
const MOVE_MS = 700;
const ROW = 30;
/** When there are few, there is room for taller ones. */
const TALL_ROW = 40;
const FEW = 25;

/** Read by location-search.css. A site and each of its facilities is an event. */
export function timelineMeasures(sites: readonly Site[]): CSSProperties {
  const events = sites.reduce((sum, { facilities }) => sum + 1 + facilities.length, 0);
  const measures = {
    '--place-padding': `${PADDING}px`,
    '--place-height': `${HEIGHT}px`,
    '--place-moves': `${MOVE_MS}ms`,
    '--place-row': `${events < FEW ? TALL_ROW : ROW}px`,
  };
  return measures as CSSProperties; // React's type has no custom properties
}
