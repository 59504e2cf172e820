// How moving platforms go: ships between ports, ice floes, aircraft around their site, tethered
// balloons.
import { DAY, HOUR } from './clock.ts';
import { hashText, unit, wave } from './hash.ts';
import { climateOf, type Track } from './weather/place.ts';

type Waypoint = readonly [day: string, latitude: number, longitude: number];

/** Rough courses: enough for sun, climate and a track on a map. */
const COURSES: Readonly<Record<string, readonly Waypoint[]>> = {
  mos: [
    ['2019-08-31', 69.7, 18.9],
    ['2019-09-28', 81, 120],
    ['2019-10-05', 85, 133],
    ['2019-12-31', 86.6, 117],
    ['2020-02-24', 88.3, 48],
    ['2020-04-20', 84.4, 14],
    ['2020-06-15', 82, 9],
    ['2020-07-31', 79.2, 1],
    ['2020-08-21', 88, 100],
    ['2020-09-20', 88.6, 110],
    ['2020-10-12', 78, 15],
    ['2020-10-31', 69.7, 18.9],
  ],
  acx: [
    ['2015-01-01', 21.3, -157.9],
    ['2015-01-14', 24, -152],
    ['2015-01-24', 37.8, -124],
    ['2015-01-30', 35.5, -129],
    ['2015-02-06', 36.8, -126],
    ['2015-02-16', 37.8, -122.8],
  ],
  shb: [
    ['1997-10-01', 75.3, -142.7],
    ['1998-01-01', 75, -150],
    ['1998-04-01', 75.9, -166],
    ['1998-07-01', 78.1, -167],
    ['1998-10-12', 80.3, -162],
  ],
};

/** Ships that go to and fro: two ends and the days out, at the far end, back, and in port. */
const FERRIES: Readonly<
  Record<string, { ends: readonly [number, number, number, number]; days: readonly number[] }>
> = {
  mag: { ends: [33.74, -118.27, 21.31, -157.87], days: [5.5, 1, 5.5, 2] },
  mar: { ends: [-43.1, 147.7, -66.2, 110.2], days: [11, 13, 11, 8] },
};

/** The track of a facility; null when it is stationary (or its place is unknown). */
export function trackOf(site: string, facility: string): Track | null {
  if (/^[FU]\d/.test(facility)) return aircraft(site, facility);
  const course = COURSES[site];
  if (course) return drift(course);
  const ferry = FERRIES[site];
  return ferry ? sail(ferry.ends, ferry.days) : null;
}

export interface Sortie {
  readonly takeOff: number;
  readonly landing: number;
}

/**
 * The flight of an aircraft on the UTC day that starts at `day`; null on most days. All its
 * instruments share it.
 */
export function sortieOf(site: string, facility: string, day: number): Sortie | null {
  const seed = hashText(`${site}${facility}`);
  const number = Math.round(day / DAY);
  if (unit(seed, number) > 0.27) return null;
  const noon = day + (12 - climateOf(site).longitude / 15) * HOUR;
  const takeOff = Math.round((noon + (unit(seed + 1, number) - 0.75) * 4 * HOUR) / 60) * 60;
  const start = Math.max(day, Math.min(day + 19 * HOUR, takeOff));
  return {
    takeOff: start,
    landing: start + Math.round((1.9 + 2.1 * unit(seed + 2, number)) * 60) * 60,
  };
}

/** Hours in which the tethered balloon flies on the UTC day; null on most days. */
export function tetherOf(site: string, facility: string, day: number): Sortie | null {
  const seed = hashText(`tether ${site}${facility}`);
  const number = Math.round(day / DAY);
  if (unit(seed, number) > 0.09) return null;
  const morning = day + ((((8.5 - climateOf(site).longitude / 15) % 24) + 24) % 24) * HOUR;
  const takeOff = Math.round(Math.min(morning, day + 18 * HOUR) / 60) * 60;
  return { takeOff, landing: takeOff + Math.round((2.5 + 2.5 * unit(seed + 2, number)) * 60) * 60 };
}

/** Metres above ground of the tethered balloon: up and down again, some three times a flight. */
export function tetherHeight(sortie: Sortie, t: number): number {
  const share = (t - sortie.takeOff) / (sortie.landing - sortie.takeOff);
  if (share <= 0 || share >= 1) return 0;
  const top = 450 + 800 * unit(Math.round(sortie.takeOff), 7);
  return top * Math.sin(3 * Math.PI * share) ** 2;
}

/** Legs at steps of height around the site, with a climb before and a descent after. */
function aircraft(site: string, facility: string): Track {
  const climate = climateOf(site);
  const seed = hashText(`${site}${facility}`);
  const ceiling = facility.startsWith('U') ? 1_700 : 4_600;
  return (t) => {
    const day = Math.floor(t / DAY) * DAY;
    const sortie = sortieOf(site, facility, day) ?? sortieOf(site, facility, day - DAY);
    const since = sortie ? t - sortie.takeOff : 0;
    const left = sortie ? sortie.landing - t : 0;
    const ramp = Math.max(0, Math.min(1, since / 900, left / 900));
    const leg = 0.35 + 0.65 * (0.5 + 0.5 * wave(seed + 9, t, 1_500));
    const height = ramp * ceiling * leg;
    const angle = since / 420;
    const radius = ramp * (0.12 + 0.1 * wave(seed + 10, t, 2_400));
    const shrink = Math.cos((climate.latitude * Math.PI) / 180);
    return {
      latitude: climate.latitude + radius * Math.sin(angle),
      longitude: climate.longitude + (radius * Math.cos(angle * 0.7)) / shrink,
      altitude: climate.altitude + height,
      height,
    };
  };
}

function drift(course: readonly Waypoint[]): Track {
  const times = course.map(([day]) => Date.parse(`${day}T00:00:00Z`) / 1000);
  return (t) => {
    let i = 0;
    while (i < course.length - 2 && (times[i + 1] ?? 0) <= t) i++;
    const [, fromLatitude, fromLongitude] = course[i] ?? ['', 0, 0];
    const [, toLatitude, toLongitude] = course[i + 1] ?? ['', 0, 0];
    const from = times[i] ?? 0;
    const share = Math.max(0, Math.min(1, (t - from) / ((times[i + 1] ?? 0) - from)));
    return {
      latitude: fromLatitude + (toLatitude - fromLatitude) * share,
      longitude: fromLongitude + (toLongitude - fromLongitude) * share,
      altitude: 15,
      height: 0,
    };
  };
}

function sail(ends: readonly [number, number, number, number], days: readonly number[]): Track {
  const [out = 1, away = 1, back = 1, port = 1] = days;
  const round = (out + away + back + port) * DAY;
  return (t) => {
    const d = (t - round * Math.floor(t / round)) / DAY;
    const share = d < out ? d / out : d < out + away ? 1 : Math.max(0, 1 - (d - out - away) / back);
    return {
      latitude: ends[0] + (ends[2] - ends[0]) * share,
      longitude: ends[1] + (ends[3] - ends[1]) * share,
      altitude: 18,
      height: 0,
    };
  };
}
