// Watches the times of each input go by: how many repeat or go back, which a reader of the output
// has to know.
import type { MaskTally } from './mask.ts';

/**
 * How many of `times` repeat the one before, and how many are earlier than it; `before`: the time
 * before the first.
 */
export function countTimes(times: Float64Array, before = Number.NaN): Found {
  let last = before;
  const found = { repeated: 0, decreasing: 0 };
  for (const time of times) {
    if (Number.isNaN(time)) continue;
    if (time === last) found.repeated++;
    else if (time < last) found.decreasing++;
    last = time;
  }
  return found;
}

export class TimeOrder {
  private readonly told: string[] = [];
  private name = '';
  private last = Number.NaN;
  private repeated = 0;
  private decreasing = 0;

  /** The times that follow are those of another input. */
  begin(name: string): void {
    this.end();
    this.name = name;
    this.last = Number.NaN;
  }

  see(times: Float64Array): void {
    const { repeated, decreasing } = countTimes(times, this.last);
    this.repeated += repeated;
    this.decreasing += decreasing;
    this.last = times.findLast((time) => !Number.isNaN(time)) ?? this.last;
  }

  notes({ timelessRows }: Pick<MaskTally, 'timelessRows'>): string[] {
    this.end();
    const rows = timelessRows === 1 ? '1 row has' : `${timelessRows} rows have`;
    return timelessRows === 0
      ? this.told
      : [...this.told, `${rows} no time, so no report's dates could be applied to them`];
  }

  private end(): void {
    const { repeated, decreasing } = this;
    const found = timesInWords({ repeated, decreasing });
    if (found) this.told.push(`${this.name}: ${found}`);
    [this.repeated, this.decreasing] = [0, 0];
  }
}

interface Found {
  readonly repeated: number;
  readonly decreasing: number;
}

/** undefined when each time is later than the one before. */
export function timesInWords({ repeated, decreasing }: Found): string | undefined {
  const parts = [
    ...(repeated > 0
      ? [`${repeated} ${repeated === 1 ? 'time repeats' : 'times repeat'} the one before`]
      : []),
    ...(decreasing > 0
      ? [`${decreasing} ${decreasing === 1 ? 'time is' : 'times are'} earlier than the one before`]
      : []),
  ];
  return parts.length > 0
    ? `${parts.join(' and ')}; its rows are in the order of the archive`
    : undefined;
}
