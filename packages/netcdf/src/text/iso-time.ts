// Writes times as UTC ISO 8601 text, such as 2019-01-01T00:00:30Z, straight into bytes.
import { putPadded, putText } from './number-text.ts';

/** A time is never longer than this. */
export const LONGEST_TIME = 34;

const DAY = 86400;
const COLON = 58;
const POINT = 46;
const ZERO = 48;
const Z = 90;

/** Keeps the last day, since times that follow one another mostly share it. */
export class IsoTime {
  private day = Number.NaN;
  private prefix = '';

  /**
   * Writes `seconds` since 1970 UTC at `at`, where LONGEST_TIME bytes are free, with as many
   * decimals (up to six) as it has; nothing for a missing time. Gives where it ends.
   */
  put(bytes: Uint8Array, at: number, seconds: number): number {
    const micros = Math.round(seconds * 1e6);
    const whole = Math.floor(micros / 1e6);
    const day = Math.floor(whole / DAY);
    if (day !== this.day) {
      const date = new Date(day * DAY * 1000);
      if (Number.isNaN(date.getTime())) return at;
      this.day = day;
      this.prefix = date.toISOString().slice(0, -13);
    }
    const ofDay = whole - day * DAY;
    let end = putText(bytes, at, this.prefix);
    end = putPadded(bytes, end, Math.floor(ofDay / 3600), 2);
    bytes[end++] = COLON;
    end = putPadded(bytes, end, Math.floor(ofDay / 60) % 60, 2);
    bytes[end++] = COLON;
    end = putPadded(bytes, end, ofDay % 60, 2);
    const fraction = micros - whole * 1e6;
    if (fraction > 0) {
      bytes[end++] = POINT;
      end = putPadded(bytes, end, fraction, 6);
      while (bytes[end - 1] === ZERO) end--;
    }
    bytes[end++] = Z;
    return end;
  }

  text(seconds: number): string {
    const bytes = new Uint8Array(LONGEST_TIME);
    return String.fromCharCode(...bytes.subarray(0, this.put(bytes, 0, seconds)));
  }
}
