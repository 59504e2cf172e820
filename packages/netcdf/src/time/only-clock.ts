// The variable that counts time where none is called so: the reader and the catalogue look for it in the same way.

/** What is asked of a variable, whether it is open or only its header is known. */
export interface MaybeClock {
  readonly name: string;
  readonly dimensions: readonly string[];
  readonly standardName: string | undefined;
  /** Its units tell an epoch. */
  readonly countsTime: boolean;
}

/**
 * The only variable that counts time along nothing but a dimension called time, such as XTIME of WRF; of several nobody
 * knows which is meant. `time_offset` counts from another variable, and the time at which a forecast was begun is not its own.
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
