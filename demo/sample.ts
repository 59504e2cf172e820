// One sample: a place at a second, and everything that a signal may ask about it, worked out when
// first asked.
import { spread } from './hash.ts';
import { solarAzimuth } from './sun.ts';
import type { Climate, Place, Position } from './weather/place.ts';
import { emptyRadiation, type Radiation, radiationAt } from './weather/radiation.ts';
import { emptyWeather, type Weather, weatherAt } from './weather/weather.ts';

/** A value by sample and element (row-major within the record). NaN means that there is none. */
export type Signal = (sample: Sample, element: number) => number;

let ticks = 0;

/**
 * Used again and again: `at` moves it to another second. `salt` belongs to the variable that is
 * being worked out.
 */
export class Sample {
  readonly place: Place;
  readonly climate: Climate;
  /** Belongs to the stream: two instruments of a kind at one place do not share their noise. */
  readonly seed: number;
  salt = 0;
  time = 0;
  /** Number of this record in its file, and of the records in the file. */
  record = 0;
  records = 1;
  /** Seconds UTC of the first record of the file. */
  first = 0;
  /** Scan of the file; '' for instruments that do not scan. */
  scan = '';
  position: Position;
  /** Metres above ground or sea: 0 except on aircraft, balloons and sondes. */
  height = 0;
  /**
   * A new number each time that any sample moves to another second: a key for what signals
   * remember.
   */
  tick = 0;
  readonly #weather: Weather;
  readonly #radiation: Radiation = emptyRadiation();
  #weatherTick = -1;
  #radiationTick = -1;

  constructor(place: Place, seed: number) {
    this.place = place;
    this.climate = place.climate;
    this.seed = seed;
    this.#weather = emptyWeather(place.climate.seed);
    this.position = place.position ?? place.climate;
  }

  at(time: number, record: number): void {
    this.time = time;
    this.record = record;
    this.tick = ++ticks;
    if (this.place.track) {
      const position = this.place.track(time);
      this.position = position;
      this.height = position.height;
    }
  }

  /** The weather at the ground below. */
  get weather(): Weather {
    if (this.#weatherTick !== this.tick) {
      this.#weatherTick = this.tick;
      const { latitude, longitude, altitude } = this.position;
      const ground = this.place.track ? altitude - this.height : altitude;
      const where = { latitude, longitude, altitude: ground };
      weatherAt(this.#weather, this.climate, where, this.time);
    }
    return this.#weather;
  }

  get radiation(): Radiation {
    if (this.#radiationTick !== this.tick) {
      radiationAt(this.#radiation, this.weather, this.climate);
      this.#radiationTick = this.tick;
    }
    return this.#radiation;
  }

  /** Degrees clockwise from north. */
  get solarAzimuth(): number {
    const { latitude, longitude } = this.position;
    return solarAzimuth(this.weather.sun, this.time, latitude, longitude);
  }

  /** Noise of this variable at this second and element, in (-1, 1), 0 most likely. */
  noise(element = 0): number {
    return spread(this.salt ^ Math.imul(element, 0x9e3779b1), Math.round(this.time * 100));
  }
}
