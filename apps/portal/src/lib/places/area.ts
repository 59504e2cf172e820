// What is wrong with a drawn area, and whether a place or a track is inside. Flat, in degrees.
import { type Corner, FARTHEST_LON, MOST_CORNERS } from '@isobar/contract/places/shape.ts';

const FEWEST_CORNERS = 3;
/** A ten-thousandth of a degree is ten metres: finer than a user can point. */
const DECIMALS = 4;

type Checked = { readonly corners: readonly Corner[] } | { readonly problem: string };

/**
 * Corners as they are kept: not closed, each once, counterclockwise; or what is wrong with them,
 * for a person.
 */
export function checkShape(given: readonly Corner[]): Checked {
  if (given.length > MOST_CORNERS + 1)
    return { problem: `An area has ${MOST_CORNERS} corners at most.` };
  if (!given.every(([lon, lat]) => Number.isFinite(lon) && Number.isFinite(lat)))
    return { problem: 'Every corner needs a latitude and a longitude.' };
  if (given.some(([, lat]) => Math.abs(lat) > 90))
    return { problem: 'Latitudes lie between -90 and 90 degrees.' };
  if (given.some(([lon]) => Math.abs(lon) > FARTHEST_LON))
    return { problem: 'Longitudes lie between -180 and 180 degrees, or up to 360 east.' };
  const corners = withoutRepeats(given);
  if (corners.length < FEWEST_CORNERS)
    return { problem: 'An area needs three different corners at least.' };
  const [west, , east] = boundsOf(corners);
  if (east - west > 360) return { problem: 'An area can go around the earth at most once.' };
  if (isOneLine(corners)) return { problem: 'The corners are on one line.' };
  if (crossesItself(corners)) return { problem: 'The sides of an area must not cross each other.' };
  return { corners: doubleArea(corners) > 0 ? corners : corners.toReversed() };
}

/** Rounded to what a person can point at. */
export const roundedCorner = ([lon, lat]: Corner): Corner => [
  Number(lon.toFixed(DECIMALS)),
  Number(lat.toFixed(DECIMALS)),
];

/** [west, south, east, north] */
export function boundsOf(places: readonly Corner[]): readonly [number, number, number, number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon, lat] of places) {
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return [west, south, east, north];
}

/** Whether a place is inside an area or on its edge, on either side of the date line. */
export const isInShape = (corners: readonly Corner[], [lon, lat]: Corner): boolean =>
  [lon, lon + 360, lon - 360].some((x) => inRing(corners, [x, lat]));

/** Whether a track touches an area: with one of its places, or with a leg that passes through. */
export const trackTouches = (corners: readonly Corner[], track: readonly Corner[]): boolean =>
  track.some((place) => isInShape(corners, place)) ||
  [0, 360, -360].some((shift) =>
    track.some(([lon, lat], i) => {
      const next = track[i + 1];
      if (!next || Math.abs(next[0] - lon) > 180) return false; // a step across the date line
      const leg: readonly [Corner, Corner] = [
        [lon + shift, lat],
        [next[0] + shift, next[1]],
      ];
      return sidesOf(corners).some((side) => sidesMeet(leg, side));
    }),
  );

function inRing(ring: readonly Corner[], place: Corner): boolean {
  const [x, y] = place;
  let inside = false;
  for (const [a, b] of sidesOf(ring)) {
    if (isOn(a, b, place)) return true;
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0])
      inside = !inside;
  }
  return inside;
}

type Side = readonly [Corner, Corner];

const sidesOf = (ring: readonly Corner[]): readonly Side[] =>
  ring.map((corner, i) => [corner, ring[(i + 1) % ring.length] ?? corner]);

/** A closed ring ends where it began; two clicks at one place are one corner. */
function withoutRepeats(given: readonly Corner[]): readonly Corner[] {
  const same = (a: Corner | undefined, b: Corner) => a?.[0] === b[0] && a[1] === b[1];
  const once = given.filter((corner, i) => i === 0 || !same(given[i - 1], corner));
  const first = once[0];
  return first && once.length > 1 && same(once.at(-1), first) ? once.slice(0, -1) : once;
}

/** Positive: counterclockwise. */
const doubleArea = (ring: readonly Corner[]): number =>
  sidesOf(ring).reduce((sum, [a, b]) => sum + (a[0] * b[1] - b[0] * a[1]), 0);

const isOneLine = ([a, b, ...more]: readonly Corner[]): boolean =>
  a !== undefined && b !== undefined && more.every((corner) => turn(a, b, corner) === 0);

/** Sides that are not neighbours must not meet, and neighbours must not overlap. */
function crossesItself(ring: readonly Corner[]): boolean {
  const sides = sidesOf(ring);
  return sides.some((side, i) =>
    sides.some((other, k) => {
      if (k <= i) return false;
      if (k === i + 1) return isOn(side[0], side[1], other[1]) || isOn(other[0], other[1], side[0]);
      if (i === 0 && k === sides.length - 1) return isOn(side[0], side[1], other[0]);
      return sidesMeet(side, other);
    }),
  );
}

const turn = (a: Corner, b: Corner, c: Corner): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

const isOn = (a: Corner, b: Corner, place: Corner): boolean =>
  turn(a, b, place) === 0 &&
  place[0] >= Math.min(a[0], b[0]) &&
  place[0] <= Math.max(a[0], b[0]) &&
  place[1] >= Math.min(a[1], b[1]) &&
  place[1] <= Math.max(a[1], b[1]);

const sidesMeet = ([a, b]: Side, [c, d]: Side): boolean =>
  (turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b)) ||
  isOn(a, b, c) ||
  isOn(a, b, d) ||
  isOn(c, d, a) ||
  isOn(c, d, b);
