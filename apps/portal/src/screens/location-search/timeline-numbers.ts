// The measures of the timeline of sites (part 1 section 9).

import type { CSSProperties } from 'react';
import type { Site } from '../../lib/places/sites.ts';

const PADDING = 7;
/** On a phone the page itself scrolls, and the list of rows has its full height. */
const HEIGHT = 400;
const MOVE_MS = 700;
const ROW = 30;
/** The height of a row when there are fewer than FEW of them. */
const TALL_ROW = 40;
const FEW = 25;

/**
 * Custom properties for location-search.css. Rows are counted as events: one for each site and each
 * facility.
 */
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
