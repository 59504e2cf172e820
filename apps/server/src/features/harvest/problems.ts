// Everything that a harvest can find wrong with a file or a datastream, and what the operator can
// do about it.

/** Code -> advice, all in one list; the codes are used in the store, the log and the report. */
export const HARVEST_PROBLEMS = {
  // Folders, links and whatever else is not a file.
  'passed-over':
    'Make the folder readable, or give the archive a copy of what the link leads to; what was filed below it stays.',
  // Files that were not filed.
  empty: 'Copy the file again; it holds no bytes.',
  'not-netcdf': 'Move it out of the archive, or give it an archive name if it is raw data.',
  truncated: 'Copy the file again; it ends before its header says it should.',
  corrupt: 'Copy the file again, or ask its producer; its header contradicts itself.',
  unsupported: 'Convert the file to classic NetCDF or NetCDF-4 without that feature.',
  'given-up':
    'Copy the file again, or ask its producer; reading it did not come to an end. It is not tried again until it changes.',
  unreadable:
    'Make it readable for the account that runs the harvest; it is tried again every time.',
  duplicate: 'Keep one of the two files; a name can stand once in a datastream.',
  failed: 'Report this with the file; reading it failed in a way that was not foreseen.',
  // Files that were filed all the same.
  'no-datastream':
    'Nothing, if site, station and product are right; else say in name-patterns.csv what stands where in such names.',
  'no-time':
    "Give it a variable time with units like 'seconds since 2019-01-01 00:00:00' and dates from 1850 to 2299, or time_coverage_start and _end, or say in name-patterns.csv where its name has the date.",
  'no-axis':
    'Nothing, to be found: its dates are those that its attributes, its name or times written out in words tell. Without a time axis it is ordered whole; give it a variable time to have it cut, joined and drawn.',
  'no-records': 'Remove it if it was never meant to hold data; its time axis is empty.',
  'model-calendar':
    "Nothing, if it is right: its dates are those of the model's own calendar. Orders have it as it is, neither cut nor converted.",
  'unread-variable':
    'Nothing, if the variable is not needed; else rewrite it with a filter that is supported (deflate, szip, zstd, bzip2, lz4, blosc).',
  'by-name':
    'Nothing: harvest without --quick opens it; until then its times follow from its name and its neighbours.',
  'other-day': 'Rename it; its name tells another day than its time axis, and the axis counts.',
  // Datastreams.
  'unknown-site': 'Add the site to sites.csv.',
  'unknown-facility': 'Add the facility, with its position, to facilities.csv.',
  'unknown-class': 'Add the class to datastream-classes.csv or instrument-classes.csv.',
  'no-place': 'Give the position in facilities.csv, or in the files as lat and lon.',
  'no-units': 'Give each variable the attribute units (1 where it has none).',
  'unknown-report-variable':
    'Correct the names in quality-reports.csv; no file of the datastream has a variable called so, and nothing is masked by them.',
  'no-measurement':
    'Give variables a standard_name or long_name, or list them in instrument-measurements.csv.',
  'own-measurement':
    'Say what they measure in instrument-measurements.csv, or give the files a standard_name; until then each is a measurement of its own, found by its name alone.',
  'many-variables':
    'Nothing, if those that matter are among them; no more variables of one file are found by name.',
} as const satisfies Record<string, string>;

/**
 * How much a problem costs users who search: 5 the data are not found, 4 not by what they measure
 * or when, 3 not by where or by everyday words, 2 only by codes, 1 nothing.
 */
export const COSTS: Readonly<Record<HarvestProblem, 1 | 2 | 3 | 4 | 5>> = {
  'passed-over': 5,
  empty: 5,
  'not-netcdf': 5,
  truncated: 5,
  corrupt: 5,
  unsupported: 5,
  'given-up': 5,
  unreadable: 5,
  duplicate: 5,
  failed: 5,
  'no-measurement': 4,
  'no-time': 4,
  'no-records': 4,
  'no-place': 3,
  'own-measurement': 3,
  'unread-variable': 3,
  'many-variables': 3,
  'unknown-site': 2,
  'unknown-facility': 2,
  'unknown-class': 2,
  'no-datastream': 1,
  'model-calendar': 1,
  'by-name': 1,
  'other-day': 1,
  'no-axis': 1,
  'no-units': 1,
  'unknown-report-variable': 1,
};

export type HarvestProblem = keyof typeof HARVEST_PROBLEMS;

/** Why a file was not filed. */
export type UnfiledCode = Extract<
  HarvestProblem,
  | 'empty'
  | 'not-netcdf'
  | 'truncated'
  | 'corrupt'
  | 'unsupported'
  | 'unreadable'
  | 'given-up'
  | 'duplicate'
  | 'failed'
>;

/** What a filed file lacks. */
export type Notice = Extract<
  HarvestProblem,
  | 'no-datastream'
  | 'by-name'
  | 'no-time'
  | 'no-axis'
  | 'no-records'
  | 'model-calendar'
  | 'other-day'
  | 'unread-variable'
>;

/** A notice with its subject, in one word of the list that the index keeps. */
export const noticeWith = (notice: Notice, what: string): NoticeText =>
  `${notice}=${what.replaceAll(',', ';')}`;
export type NoticeText = Notice | `${Notice}=${string}`;

/**
 * These depend on more than the file's own bytes, so they are checked again even if the file has
 * not changed.
 */
export const TRIED_AGAIN: readonly string[] = ['unreadable', 'duplicate', 'failed'];
