// Longitudes on a map that goes around the earth. MapLibre reports its centre within 180 degrees,
// so that it jumps at the date line. Pure.
import type { Corner } from '@isobar/contract/places/shape.ts';

/**
 * Degrees to add to the map's own longitude after its centre has moved, so that the sum does not
 * jump at the date line.
 */
export const shiftAfter = (turn: number, before: number, now: number): number =>
  now - before > 180 ? turn - 360 : now - before < -180 ? turn + 360 : turn;

/**
 * The same corners, with the westernmost between 180 west and 180 east, however often the map went
 * around.
 */
export function fromTheWest(corners: readonly Corner[]): readonly Corner[] {
  const west = Math.min(...corners.map(([lon]) => lon));
  const shift = -360 * Math.floor((west + 180) / 360);
  return shift === 0 || corners.length === 0
    ? corners
    : corners.map(([lon, lat]): Corner => [lon + shift, lat]);
}
