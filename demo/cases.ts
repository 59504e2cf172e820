// Illustrated days of the demo archive: what a radar saw above the site, and the clouds that
// drifted over it, hour by hour.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY, HOUR } from './clock.ts';
import { wave } from './hash.ts';
import { emptySky, reflectivityAt, skyAt } from './weather/echo.ts';
import { CLIMATES, type Climate } from './weather/place.ts';
import { emptyWeather, weatherAt } from './weather/weather.ts';

interface CaseOf {
  readonly site: string;
  readonly date: string;
}

const WIDTH = 720;
const HEIGHT = 300;
const LEFT = 34;
const BOTTOM = 20;
/** Top of the plot, metres. */
const TOP = 12_000;
/** dBZ of the first and of the last colour. */
const ECHOES = [-50, 25] as const;
/** Columns, or rows, that are drawn before the loop yields. */
const LINES_PER_TURN = 40;
const SIDE = 240;
/** Kilometres from side to side of a frame. */
const AREA = 240;

type Colour = readonly [number, number, number];
const STOPS: readonly Colour[] = [
  [68, 1, 84],
  [71, 45, 123],
  [59, 82, 139],
  [44, 114, 142],
  [33, 145, 140],
  [40, 174, 128],
  [94, 201, 98],
  [173, 220, 48],
  [253, 231, 37],
];
const SHADES = 60;
/**
 * The background of a plot, the colour of its axes, and the part of the colour scale that stands
 * out from the background.
 */
const LOOKS: Readonly<
  Record<'light' | 'dark', { ground: Colour; ink: Colour; heat: readonly [number, number] }>
> = {
  light: { ground: [255, 255, 255], ink: [95, 105, 112], heat: [0, 0.95] },
  dark: { ground: [16, 25, 30], ink: [160, 174, 182], heat: [0.2, 1] },
};
const SEA: Colour = [30, 58, 95];
const LAND: Colour = [104, 116, 84];
const MARK: Colour = [208, 60, 40];
const WHITE: Colour = [250, 250, 250];
const INK = SHADES + 1;
const GROUND = SHADES + 2;

/** SHADES colours between two parts of the scale. */
const heatOf = ([first, last]: readonly [number, number]): readonly Colour[] =>
  Array.from({ length: SHADES }, (_, n) => {
    const at = (first + (n / (SHADES - 1)) * (last - first)) * (STOPS.length - 1);
    const low = STOPS[Math.floor(at)] ?? WHITE;
    const high = STOPS[Math.min(STOPS.length - 1, Math.floor(at) + 1)] ?? WHITE;
    const part = at - Math.floor(at);
    const mix = (a: number, b: number): number => Math.round(a + (b - a) * part);
    return [mix(low[0], high[0]), mix(low[1], high[1]), mix(low[2], high[2])];
  });

export const demoCases = {
  has: ({ site, date }: CaseOf): boolean =>
    CLIMATES.has(site) &&
    midnightOf(date) >= Date.UTC(1992, 0, 1) / 1000 &&
    midnightOf(date) < Date.now() / 1000,
  frames: 24,
  plot: async ({ site, date }: CaseOf, theme: keyof typeof LOOKS) => {
    const climate = climateOf(site);
    const { ground, ink, heat } = LOOKS[theme];
    const indexes = new Uint8Array(WIDTH * HEIGHT).fill(GROUND);
    const weather = emptyWeather(climate.seed);
    const sky = emptySky();
    const across = WIDTH - LEFT;
    const down = HEIGHT - BOTTOM;
    const start = midnightOf(date);
    for (let x = 0; x < across; x++) {
      const t = start + (x / across) * DAY;
      weatherAt(weather, climate, climate, t);
      skyAt(sky, weather, t, climate.seed);
      for (let y = 0; y < down; y++) {
        const echo = reflectivityAt(sky, weather, (1 - y / down) * TOP);
        if (echo <= ECHOES[0]) continue;
        const share = Math.min(1, (echo - ECHOES[0]) / (ECHOES[1] - ECHOES[0]));
        indexes[y * WIDTH + LEFT + x] = 1 + Math.round(share * (SHADES - 1));
      }
      if (x % LINES_PER_TURN === 0) await nextTurn();
    }
    axes(indexes);
    return { width: WIDTH, height: HEIGHT, indexes, palette: [...heatOf(heat), ink, ground] };
  },
  frame: async ({ site, date }: CaseOf, at: number) => {
    const climate = climateOf(site);
    const weather = emptyWeather(climate.seed);
    const t = midnightOf(date) + at * HOUR;
    weatherAt(weather, climate, climate, t);
    const indexes = await clouds(climate, weather, t, at);
    return { width: SIDE, height: SIDE, indexes, palette: MAP };
  },
};

const CLOUDS = 12;
/** Clouds of this thickness are drawn solid; the ground shows through thinner ones. */
const THICKEST = 1.5;
const MAP: readonly Colour[] = [
  SEA,
  LAND,
  MARK,
  ...Array.from({ length: CLOUDS }, (_, n): Colour => {
    const part = 0.35 + (0.65 * n) / (CLOUDS - 1);
    const mix = (low: number): number => Math.round(low + (250 - low) * part);
    return [mix(SEA[0]), mix(SEA[1]), mix(SEA[2])];
  }),
  WHITE,
];

/** Clouds as the wind carries them over the site, which is in the middle; the clock below. */
async function clouds(
  climate: Climate,
  weather: ReturnType<typeof emptyWeather>,
  t: number,
  hour: number,
): Promise<Uint8Array> {
  const indexes = new Uint8Array(SIDE * SIDE);
  const toward = ((weather.windDirection + 180) * Math.PI) / 180;
  const carried = (weather.windSpeed * 2.2 * (t % DAY)) / 1000;
  const [east, north] = [Math.sin(toward) * carried, Math.cos(toward) * carried];
  const cover = Math.max(weather.low.cover, 0.7 * weather.middle.cover, 0.4 * weather.high.cover);
  const isLand = climate.surface !== 'sea';
  for (let y = 0; y < SIDE; y++) {
    if (y % LINES_PER_TURN === 0) await nextTurn();
    for (let x = 0; x < SIDE; x++) {
      const u = (x / SIDE - 0.5) * AREA - east;
      const v = (0.5 - y / SIDE) * AREA - north;
      const thick = noise(climate.seed, u, v, t) + cover * 1.5 - 0.9;
      const ground = isLand || Math.hypot(x - SIDE / 2, (y - SIDE / 2) * 1.6) < 9 ? 2 : 1;
      const shade = Math.floor(Math.min(0.999, thick / THICKEST) * CLOUDS);
      indexes[y * SIDE + x] = thick > 0 ? 4 + shade : ground;
    }
  }
  for (const [dx, dy] of CROSS) indexes[(SIDE / 2 + dy) * SIDE + SIDE / 2 + dx] = 3;
  for (let y = SIDE - 20; y < SIDE; y++) indexes.fill(1, y * SIDE, y * SIDE + 60);
  text(
    { indexes, width: SIDE },
    `${String(hour).padStart(2, '0')} UTC`,
    [6, SIDE - 16],
    MAP.length,
  );
  return indexes;
}

const CROSS: readonly (readonly [number, number])[] = [-4, -3, -2, -1, 0, 1, 2, 3, 4].flatMap(
  (n): (readonly [number, number])[] => [
    [n, 0],
    [0, n],
  ],
);

/** Two octaves of smooth noise, 0 to 1 at most times; it changes slowly while it drifts. */
const noise = (seed: number, u: number, v: number, t: number): number =>
  0.5 + 0.5 * flat(seed + 11, u, v, 34) + 0.2 * flat(seed + 5000, u + wave(seed, t, 20_000), v, 11);

/** Smooth noise over a plane: blends the noise along the two nearest lines. */
function flat(seed: number, u: number, v: number, size: number): number {
  const line = Math.floor(v / size);
  const between = part(v, size);
  return wave(seed + line, u, size) * (1 - between) + wave(seed + line + 1, u, size) * between;
}

const part = (value: number, size: number): number => {
  const f = value / size - Math.floor(value / size);
  return f * f * (3 - 2 * f);
};

/** Hours below, kilometres at the left. */
function axes(indexes: Uint8Array): void {
  const canvas = { indexes, width: WIDTH };
  const down = HEIGHT - BOTTOM;
  for (let x = LEFT; x < WIDTH; x++) indexes[down * WIDTH + x] = INK;
  for (let y = 0; y <= down; y++) indexes[y * WIDTH + LEFT - 1] = INK;
  for (let hour = 0; hour <= 24; hour += 3) {
    const x = LEFT + Math.round((hour / 24) * (WIDTH - LEFT - 1));
    for (let y = down; y < down + 4; y++) indexes[y * WIDTH + x] = INK;
    const label = hour === 24 ? 'UTC' : String(hour).padStart(2, '0');
    text(canvas, label, [Math.min(x - 7, WIDTH - 30), down + 7], INK);
  }
  for (let km = 0; km < 12; km += 2) {
    const y = down - Math.round((km / 12) * down);
    for (let x = LEFT - 5; x < LEFT; x++) indexes[y * WIDTH + x] = INK;
    text(canvas, String(km).padStart(2, ' '), [6, Math.max(0, y - 5)], INK);
  }
  text(canvas, 'km', [6, 2], INK);
}

/** Three by five dots for each sign, a row in three bits. */
const SIGNS: Readonly<Record<string, readonly number[]>> = {
  '0': [7, 5, 5, 5, 7],
  '1': [2, 6, 2, 2, 7],
  '2': [7, 1, 7, 4, 7],
  '3': [7, 1, 7, 1, 7],
  '4': [5, 5, 7, 1, 1],
  '5': [7, 4, 7, 1, 7],
  '6': [7, 4, 7, 5, 7],
  '7': [7, 1, 2, 2, 2],
  '8': [7, 5, 7, 5, 7],
  '9': [7, 5, 7, 1, 7],
  U: [5, 5, 5, 5, 7],
  T: [7, 2, 2, 2, 2],
  C: [7, 4, 4, 4, 7],
  k: [4, 5, 6, 5, 5],
  m: [0, 7, 7, 5, 5],
};

/** A picture: the colour of each dot, row by row. */
interface Canvas {
  readonly indexes: Uint8Array;
  readonly width: number;
}

function text(
  { indexes, width }: Canvas,
  words: string,
  [left, top]: readonly [left: number, top: number],
  index: number,
): void {
  [...words].forEach((sign, at) => {
    (SIGNS[sign] ?? []).forEach((bits, row) => {
      for (let column = 0; column < 3; column++)
        if (bits & (4 >> column))
          for (const [dx, dy] of [
            [0, 0],
            [1, 0],
            [0, 1],
            [1, 1],
          ] as const) {
            const x = left + at * 8 + column * 2 + dx;
            const y = top + row * 2 + dy;
            if (x >= 0 && x < width) indexes[y * width + x] = index;
          }
    });
  });
}

function climateOf(site: string): Climate {
  const climate = CLIMATES.get(site);
  if (!climate) throw new Error(`The site ${site} has no climate.`);
  return climate;
}

const midnightOf = (date: string): number =>
  Date.UTC(Number(date.slice(0, 4)), Number(date.slice(4, 6)) - 1, Number(date.slice(6, 8))) / 1000;
