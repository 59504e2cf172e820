// Cells of CSV (RFC 4180), for programs as they are, and for spreadsheets so that no text is taken for a formula.

/** What a spreadsheet takes for a formula: also behind quotes and spaces, which some leave out, and in full-width letters. */
const LIKE_FORMULA = /^(?:["'\s\p{Cc}]*[=+\-@＝＋－＠]|[\t\r])/u;

export const csvCell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** With an apostrophe before a text that others wrote and a spreadsheet would evaluate. */
export const textCell = (text: string): string =>
  csvCell(LIKE_FORMULA.test(text) ? `'${text}` : text);
