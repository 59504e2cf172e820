// Whose quality reports a result shows: the whole datastream's, or those of the measurement that is
// looked at (decision 1033). Pure.
import type { DqrDate } from '@isobar/contract/catalogue/metadata-document.ts';
import { chosen, type Search, searchText, viewOf } from '@isobar/contract/search/filter.ts';
import { type ResultRow, readDqrDates } from './row.ts';

type Named = Pick<
  ResultRow,
  'measurementCode' | 'measurementName' | 'varName' | 'instrumentName' | 'instrumentCode'
>;

/**
 * The code of the measurement whose reports are shown; null: those of the whole datastream. It is
 * the row's own in the measurement view and where it is the one measurement chosen; in the product
 * view also where a word of the text names it, unless the text spells the product's own name. If
 * several are chosen, the reports are not narrowed.
 */
export function measurementLookedAt(row: Named, search: Search): string | null {
  if (row.measurementCode === '') return null;
  if (viewOf(search) === 'measurement') return row.measurementCode;
  const wanted = chosen(search, 'primary_meas_type_code');
  if (wanted.length > 1) return null;
  if (wanted.length === 1) return wanted[0] === row.measurementCode ? row.measurementCode : null;
  const words = wordsOf(searchText(search).replace(OPERATORS, ' '));
  if (words.length === 0 || spellsProduct(words, row)) return null;
  const own = [...wordsOf(row.measurementName), row.varName, row.measurementCode].map(lower);
  return words.some((word) => own.some((one) => fits(word, one))) ? row.measurementCode : null;
}

/** The reports of a row as `measurementLookedAt` says. */
export function reportDatesOf(
  row: Named & Pick<ResultRow, 'datastream' | 'datastreams' | 'dqrDates'>,
  search: Search,
): readonly DqrDate[] {
  return measurementLookedAt(row, search) === null ? wholeDates(row) : row.dqrDates;
}

/**
 * Every report of the row's datastream; a document without the list of its datastreams has only its
 * own.
 */
export function wholeDates(
  row: Pick<ResultRow, 'datastream' | 'datastreams' | 'dqrDates'>,
): readonly DqrDate[] {
  const entry = row.datastreams.find((one) => one.datastream === row.datastream);
  return entry ? readDqrDates(entry.dqrDates) : row.dqrDates;
}

const OPERATORS = /\b(?:AND|OR|NOT)\b|[a-zA-Z_.]+:/g;
const lower = (text: string): string => text.toLowerCase();

/** Words in lower case; a trailing '*' stays. */
const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}_]+\*?/gu) ?? [];

/** As search finds words: whole, in either number, or by their beginning where they end in '*'. */
function fits(word: string, own: string): boolean {
  if (word.endsWith('*')) return word.length > 1 && own.startsWith(word.slice(0, -1));
  return singular(word) === singular(own);
}

const singular = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;

/** Two or more adjacent words of the product's name. */
function spellsProduct(words: readonly string[], row: Named): boolean {
  if (words.length < 2) return false;
  const name = ` ${wordsOf(`${row.instrumentName} ${row.instrumentCode}`).map(singular).join(' ')} `;
  return name.includes(` ${words.map(singular).join(' ')} `);
}
