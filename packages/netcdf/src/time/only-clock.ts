// Finds the variable that counts time in files where none is called time; the reader and the
// catalogue look for it in the same way.

/** What has to be known of a variable, which may be open or known by its header alone. */
export interface MaybeClock {
  readonly name: string;
  readonly dimensions: readonly string[];
  readonly standardName: string | undefined;
  /** Its units name an epoch. */
  readonly countsTime: boolean;
}

/**
 * The only variable that counts time and has no dimension but one called time, such as XTIME of
 * WRF; undefined if there are several, since it is ambiguous which is meant. Neither `time_offset`,
 * which counts from another variable, nor the time at which a forecast was begun is meant.
 */
export function onlyClock<T>(
  variables: readonly T[],
  ask: (variable: T) => MaybeClock,
): T | undefined {
  const clocks = variables.filter((variable) => {
    const { name, dimensions, standardName, countsTime } = ask(variable);
    return (
      dimensions.length === 1 &&
      dimensions[0]?.toLowerCase() === 'time' &&
      name !== 'time_offset' &&
      standardName !== 'forecast_reference_time' &&
      countsTime
    );
  });
  return clocks.length === 1 ? clocks[0] : undefined;
}
