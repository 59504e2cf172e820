// Cells of CSV (RFC 4180), for programs as they are, and for spreadsheets so that no text is taken
// for a formula.
import { isLikeFormula } from '@isobar/netcdf';

export const csvCell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** With an apostrophe before a text that others wrote and a spreadsheet would evaluate. */
export const textCell = (text: string): string => csvCell(isLikeFormula(text) ? `'${text}` : text);
