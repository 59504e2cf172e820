// How the code of a site or facility is shown beside its name: researchers use short codes; long
// ones only repeat the name.

/** 'sgp' -> 'SGP', 'E13' -> 'E13'; '' for codes that were derived from a name. */
export const shownCode = (code: string): string =>
  code.length <= LONGEST ? code.toUpperCase() : '';

const LONGEST = 4;
