// Data quality reports as both sides name them: ids, and variables as they are sent. Pure.

/** What an id may look like in an address: curated tables may contain ids of other archives. */
export const ANY_REPORT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/;

/** The report id where there is no report. */
export const NO_REPORT = '0';

/** False for '0' and '', which stand for a period without a report to read. */
export const isReport = (id: string): boolean => id !== '' && id !== NO_REPORT;

/** A report's variable as it is sent: two parts, the second being the variable's name. */
export const wireVariable = (datastream: string, variable: string): string =>
  `${datastream}&&${variable}`;

/** The part that is shown. */
export const shownVariable = (written: string): string => {
  const at = written.indexOf('&&');
  return at < 0 ? written : written.slice(at + 2);
};
