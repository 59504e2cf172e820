// Keeps spreadsheets from taking texts of an archive for formulas: a cell that begins like one is
// made plain.

/**
 * A cell may begin after any of these: spreadsheets divide cells differently from country to
 * country.
 */
const DIVIDERS = /([,;\t])/;
/** Also behind quotes and spaces, which some programs leave out, and in full-width letters. */
const LIKE_FORMULA = /^(?:["'\s\p{Cc}]*[=+\-@＝＋－＠]|[\t\r])/u;
const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

/** Whether a spreadsheet would take a text for a formula. */
export const isLikeFormula = (text: string): boolean => LIKE_FORMULA.test(text);

/**
 * A heading: with an apostrophe before it when it begins like a formula, as in the other downloads.
 * Numbers stay.
 */
export const defused = (text: string): string =>
  isLikeFormula(text) && !NUMBER.test(text) ? `'${text}` : text;

/** A comment line, which a spreadsheet divides into cells: each of them made plain. */
export const defusedLine = (line: string): string =>
  line
    .split(DIVIDERS)
    .map((piece, i) => (i === 0 || DIVIDERS.test(piece) ? piece : defused(piece)))
    .join('');
