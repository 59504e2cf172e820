// How a data product is called.
import type { CuratedTables } from './curated-tables.ts';

/**
 * As the table of datastream classes names it, else as its files do, else as its instrument class
 * is called; else its code. `title`: that of its files, empty where names of files say what they
 * are.
 */
export const productName = (
  tables: Pick<CuratedTables, 'datastreamClass' | 'instrumentClass' | 'instrumentClassOf'>,
  code: string,
  title = '',
): string =>
  tables.datastreamClass(code)?.name ||
  title ||
  tables.instrumentClass(tables.instrumentClassOf(code) ?? code)?.instrument_class_name ||
  code;

/** The name, unless it is the code, beside which it is shown. */
export const otherName = (code: string, name: string): string => (name === code ? '' : name);
