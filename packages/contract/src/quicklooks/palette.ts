// The colours of images: even steps of lightness from dark blue through green to yellow, which readers who see colours
// differently can tell apart. Pure.
import type { ImageDay, ValueRange } from './day.ts';

export type Rgb = readonly [red: number, green: number, blue: number];
export type Theme = 'light' | 'dark';

const ANCHORS = [
  ['440154', '482475', '414487', '355f8d', '2a788e', '21918c'],
  ['22a884', '44bf70', '7ad151', 'bddf26', 'fde725'],
].flat();

/** In each theme, the end of the colours that comes closest to the background is cut off. */
const PART = { light: [0, 0.95], dark: [0.2, 1] } as const;

const COLOURS = 240;

const steps = (theme: Theme): readonly Rgb[] => {
  const [from, to] = PART[theme];
  return Array.from({ length: COLOURS }, (_, i): Rgb => {
    const at = (from + (to - from) * (i / (COLOURS - 1))) * (ANCHORS.length - 1);
    const below = Math.min(Math.floor(at), ANCHORS.length - 2);
    const [one, next] = [rgbOf(ANCHORS[below] ?? ''), rgbOf(ANCHORS[below + 1] ?? '')];
    const mix = (channel: 0 | 1 | 2): number =>
      Math.round(one[channel] + (next[channel] - one[channel]) * (at - below));
    return [mix(0), mix(1), mix(2)];
  });
};

const rgbOf = (hex: string): Rgb => {
  const number = Number.parseInt(hex, 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
};

/** The colours of each theme, from the lowest value to the highest. */
export const PALETTES: Readonly<Record<Theme, readonly Rgb[]>> = {
  light: steps('light'),
  dark: steps('dark'),
};

/**
 * For each byte of an image (0: no value), its colour on a scale that may differ from the image's own: 0 is none, 1
 * the first of the palette.
 */
export function colouring(own: NonNullable<ImageDay['range']>, scale: ValueRange): Uint8Array {
  const colours = new Uint8Array(256);
  for (let byte = 1; byte < 256; byte++) {
    const value = valueOfByte(byte, own);
    const share = scale.logarithmic
      ? Math.log(Math.max(value, scale.low) / scale.low) / Math.log(scale.high / scale.low)
      : (value - scale.low) / (scale.high - scale.low);
    colours[byte] = 1 + Math.round(Math.min(1, Math.max(0, share)) * (COLOURS - 1));
  }
  return colours;
}

/** The byte of a value, 1 to 255; values out of range are put at its ends. */
export function byteOf(value: number, { low, high, logarithmic }: ValueRange): number {
  const share = logarithmic
    ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
    : (value - low) / (high - low);
  return 1 + Math.round(Math.min(1, Math.max(0, share)) * 254);
}

/** The value that a byte stands for. */
export function valueOfByte(byte: number, { low, high, logarithmic }: ValueRange): number {
  const share = (byte - 1) / 254;
  return logarithmic ? low * (high / low) ** share : low + share * (high - low);
}
