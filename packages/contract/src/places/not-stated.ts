// The codes under which data are filed whose files name no place.

/** The site of files that name none: no place on a map, and none to cite. */
export const NO_SITE = 'other';
/**
 * The facility of files that name no station within their site; the tables of an archive may have
 * one of that code too.
 */
export const NO_FACILITY = 'X1';
