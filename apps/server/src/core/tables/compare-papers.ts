// Compares a row of papers.csv with what the registries of DOIs know: what the row lacks, and where
// the two differ. Pure.
import type { Work } from '../../ports/doi-lookup.ts';

export interface PaperCells {
  readonly title: string;
  readonly authors: string;
  readonly year: string;
  readonly journal: string;
}

export interface Compared {
  /** Cells that are empty in the row and known there. */
  readonly lacking: Readonly<Partial<PaperCells>>;
  /** The differences in words, one sentence for each. */
  readonly differences: readonly string[];
}

export function compare(row: PaperCells, work: Work): Compared {
  const known = cellsOf(work);
  const lacking: Partial<Record<keyof PaperCells, string>> = {};
  const differences: string[] = [];
  for (const name of ['title', 'authors', 'year', 'journal'] as const) {
    if (known[name] === '') continue;
    if (row[name] === '') lacking[name] = known[name];
    else if (!isSame(name, row[name], known[name], work))
      differences.push(`${name}: "${row[name]}" here, "${known[name]}" there`);
  }
  return { lacking, differences };
}

/** Longer lists of authors are cut to the first author. */
const MOST_NAMED = 8;

function cellsOf({ title, authors, year, journal, volume, pages }: Work): PaperCells {
  const names = authors.map(({ family, given }) => `${family}${initials(given)}`);
  return {
    title,
    authors:
      names.length > MOST_NAMED ? `${names[0]}, et al.` : names.join(', ').replace(LAST_COMMA, and),
    year,
    journal: [journal, [volume, pages].filter(Boolean).join(', ')].filter(Boolean).join(' '),
  };
}

const LAST_COMMA = /, (?=[^,]*(?:, [^,]*)?$)/;
const and = (comma: string, at: number, whole: string): string =>
  whole.slice(0, at).includes(',') ? ', & ' : comma;

/** ', J. H.' */
const initials = (given: string): string => {
  const letters = given.split(/[\s.-]+/).filter(Boolean);
  return letters.length === 0 ? '' : `, ${letters.map((one) => `${[...one][0]}.`).join(' ')}`;
};

/**
 * Whether a cell agrees with the registries: same year, same letters in the title, the first author
 * at the front, and the volume named with the journal. Other spelling is left to the table.
 */
function isSame(name: keyof PaperCells, own: string, known: string, work: Work): boolean {
  if (name === 'year') return own === known;
  if (name === 'title') return letters(own) === letters(known);
  if (name === 'authors') return letters(own).startsWith(letters(work.authors[0]?.family ?? ''));
  return work.volume === '' || own.includes(work.volume);
}

const letters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
