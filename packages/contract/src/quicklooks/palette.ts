// The colours of images: even steps of lightness from dark blue through green to yellow, which
// readers who see colours differently can tell apart. Pure.
import type { ImageClass, ImageDay, ValueRange } from './day.ts';

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
  return Array.from({ length: COLOURS }, (_, i) =>
    mixed(ANCHORS, from + (to - from) * (i / (COLOURS - 1))),
  );
};

/** The colour at a share of the way along some anchors. */
function mixed(anchors: readonly string[], share: number): Rgb {
  const at = share * (anchors.length - 1);
  const below = Math.min(Math.floor(at), anchors.length - 2);
  const [one, next] = [rgbOf(anchors[below] ?? ''), rgbOf(anchors[below + 1] ?? '')];
  const mix = (channel: 0 | 1 | 2): number =>
    Math.round(one[channel] + (next[channel] - one[channel]) * (at - below));
  return [mix(0), mix(1), mix(2)];
}

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
 * For each byte of an image (0: no value), its colour on a scale that may differ from the image's
 * own: 0 is none, 1 the first of the palette.
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

/**
 * From what comes down or near through nothing to what goes up or away: blue, grey, red; even in
 * lightness on both sides.
 */
const TWO_SIDED: Readonly<Record<Theme, readonly string[]>> = {
  light: ['14365f', '2166ac', '74add1', 'c3cdd3', 'f4a582', 'ca4a3a', '7a0f1d'],
  dark: ['9bd0ff', '4393d8', '2a6190', '3a474f', '9a4a35', 'd9694c', 'ffb49a'],
};
const twoSided = (theme: Theme): readonly Rgb[] =>
  Array.from({ length: COLOURS }, (_, i) => mixed(TWO_SIDED[theme], i / (COLOURS - 1)));
const DIVERGING: Readonly<Record<Theme, readonly Rgb[]>> = {
  light: twoSided('light'),
  dark: twoSided('dark'),
};

/** The colours of an image's scale, from the lowest value to the highest. */
export const paletteOf = ({ diverging }: Pick<ImageDay, 'diverging'>, theme: Theme) =>
  diverging ? DIVERGING[theme] : PALETTES[theme];

/**
 * What a class is called, its colour in each theme; the first that fits counts. A class without
 * anything has the colour of paper in the shade.
 */
const CLASS_COLOURS: readonly (readonly [name: RegExp, light: string, dark: string])[] = [
  [/^(clear|none|no )/, 'e4e9ea', '1d2930'],
  [/mixed/, '8257ab', 'b58adb'],
  [/drizzle/, '2a9d8f', '57c4b7'],
  [/rain/, '1d4e89', '5b8fd6'],
  [/snow|graupel/, 'c26d9a', 'e39cc2'],
  [/ice/, '5fb3d4', '9bd7ee'],
  [/liquid/, 'd08c1f', 'f0b543'],
  [/cloud/, '3a7ca5', '7cb9de'],
];
/** Of the other classes, in their order. */
const OTHER_CLASSES: readonly (readonly [light: string, dark: string])[] = [
  ['0b5c7a', '7cc6de'],
  ['c8671b', 'f2a65a'],
  ['4f8a3c', '93cf7c'],
  ['8257ab', 'b58adb'],
  ['a83f5b', 'f08ba5'],
  ['8a7a12', 'd9c95a'],
  ['4c60c4', '94a4ff'],
];

export function classColours(classes: readonly ImageClass[], theme: Theme): readonly Rgb[] {
  const column = theme === 'light' ? 0 : 1;
  let others = 0;
  return classes.map(({ name }) => {
    const known = CLASS_COLOURS.find(([pattern]) => pattern.test(name.toLowerCase()));
    const of = known?.slice(1) ?? OTHER_CLASSES[others++ % OTHER_CLASSES.length];
    return rgbOf(String(of?.[column] ?? ''));
  });
}

/**
 * How the cells of an image are painted: for each byte the colour, 0 for none and 1 for the first
 * of the palette.
 */
export function paintOf(
  image: ImageDay,
  scale: ValueRange,
  theme: Theme,
): { readonly colours: Uint8Array; readonly palette: readonly Rgb[] } {
  const { range, classes } = image;
  const palette = paletteOf(image, theme);
  if (!range) return { colours: new Uint8Array(256), palette };
  if (!classes) return { colours: colouring(range, scale), palette };
  const colours = new Uint8Array(256);
  for (let byte = 1; byte < 256; byte++) {
    const value = Math.round(valueOfByte(byte, range));
    colours[byte] = 1 + classes.findIndex((one) => one.value === value); // 0: no class of the file
  }
  return { colours, palette: classColours(classes, theme) };
}
