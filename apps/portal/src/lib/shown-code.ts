// How the code of a site or facility stands beside its name: short ones are what researchers say, long ones repeat the name.

/** 'sgp' -> 'SGP', 'E13' -> 'E13'; '' for codes that were derived from a name. */
export const shownCode = (code: string): string =>
  code.length <= LONGEST ? code.toUpperCase() : '';

const LONGEST = 4;
