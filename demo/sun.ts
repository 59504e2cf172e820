// Where the sun stands, good to about 0.01 degrees of declination: enough for sunrise, seasons and
// air mass.

const RAD = Math.PI / 180;

/**
 * Angles in radians, distance factor without unit (1 at the mean distance; multiply the solar
 * constant by it).
 */
export interface SunOfDay {
  readonly declination: number;
  /** True solar time minus mean solar time, in hours. */
  readonly equationOfTime: number;
  readonly distanceFactor: number;
}

/** The slow part of the sun's place, renewed every ten minutes. `t` in seconds UTC. */
export function sunOfDay(t: number): SunOfDay {
  const tenth = Math.floor(t / 600);
  if (tenth !== lastTenth) {
    lastTenth = tenth;
    lastSun = slowSun(tenth * 600);
  }
  return lastSun;
}

function slowSun(t: number): SunOfDay {
  const days = t / 86_400 - 10_957.5; // since 2000-01-01T12:00Z
  const anomaly = (357.529 + 0.98560028 * days) * RAD;
  const meanLongitude = 280.459 + 0.98564736 * days;
  const longitude =
    (meanLongitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * RAD;
  const obliquity = 23.439 * RAD;
  const rightAscension = Math.atan2(Math.cos(obliquity) * Math.sin(longitude), Math.cos(longitude));
  const difference = (meanLongitude * RAD - rightAscension) / (15 * RAD);
  return {
    declination: Math.asin(Math.sin(obliquity) * Math.sin(longitude)),
    equationOfTime: difference - 24 * Math.round(difference / 24),
    distanceFactor: (1 + 0.0167 * Math.cos(anomaly)) ** 2,
  };
}

let lastTenth = 0;
let lastSun: SunOfDay = slowSun(0);

/** Cosine of the zenith angle, negative at night. Degrees north and east, seconds UTC. */
export function cosineOfZenith(day: SunOfDay, t: number, latitude: number, longitude: number) {
  const hourAngle = hourAngleOf(day, t, longitude);
  const phi = latitude * RAD;
  return (
    Math.sin(phi) * Math.sin(day.declination) +
    Math.cos(phi) * Math.cos(day.declination) * Math.cos(hourAngle)
  );
}

/** Degrees clockwise from north. */
export function solarAzimuth(day: SunOfDay, t: number, latitude: number, longitude: number) {
  const hourAngle = hourAngleOf(day, t, longitude);
  const phi = latitude * RAD;
  const east = -Math.cos(day.declination) * Math.sin(hourAngle);
  const north =
    Math.cos(phi) * Math.sin(day.declination) -
    Math.sin(phi) * Math.cos(day.declination) * Math.cos(hourAngle);
  return (Math.atan2(east, north) / RAD + 360) % 360;
}

/** Local mean solar time in hours [0, 24). */
export function solarHour(t: number, longitude: number): number {
  const hours = t / 3600 + longitude / 15;
  return hours - 24 * Math.floor(hours / 24);
}

/**
 * Relative optical air mass (1 overhead, about 38 at the horizon); `mu` is the cosine of the zenith
 * angle.
 */
export function airMass(mu: number): number {
  const elevation = Math.max(0, Math.asin(Math.min(1, mu)) / RAD);
  return 1 / (Math.max(0, mu) + 0.50572 * (elevation + 6.07995) ** -1.6364);
}

function hourAngleOf(day: SunOfDay, t: number, longitude: number): number {
  return (solarHour(t, longitude) + day.equationOfTime - 12) * 15 * RAD;
}
