import type { Rgb } from '@isobar/contract/quicklooks/palette.ts';

/**
 * Colours one pixel of an image (`at`: its place, row by row). Images have hundred thousands, so it
 * allocates nothing.
 */
export function setPixel(data: Uint8ClampedArray, at: number, colour: Rgb, alpha = 255): void {
  data[at * 4] = colour[0];
  data[at * 4 + 1] = colour[1];
  data[at * 4 + 2] = colour[2];
  data[at * 4 + 3] = alpha;
}
