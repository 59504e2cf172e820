// Compares the DOIs of the tables with their registries: papers are checked and completed, DOIs of
// data must be registered.
import { Problem } from '@isobar/contract/problem.ts';
import { formatDay } from '@isobar/contract/time.ts';
import type { DoiLookup, Work } from '../../ports/doi-lookup.ts';
import { compare } from './compare-papers.ts';
import type { TableEditor } from './table-editor.ts';
import type { RowChange } from './table-text.ts';

type Tell = (line: string) => void;

/** Failures one after the other, after which nothing more is asked. */
const MOST_FAILURES = 3;

/**
 * Compares the papers with what the registries know; true when every DOI is registered and nothing
 * differs. With `keep`, empty cells are filled, so that a new row may consist of its DOI alone, and
 * rows without differences get the date of the look-up.
 */
export async function lookUpPapers(
  editor: TableEditor,
  lookup: DoiLookup,
  keep: boolean,
  tell: Tell,
): Promise<boolean> {
  const { columns, rows, digest } = await editor.read('papers.csv');
  const find = tolerant(lookup);
  const today = formatDay(Date.now() / 1000);
  const changes: RowChange[] = [];
  let right = true;
  for (const [row, { cells }] of rows.entries()) {
    const of = (name: string): string => cells[columns.indexOf(name)] ?? '';
    const doi = of('doi');
    const work = await find(doi);
    if (!work || work === 'unanswered') {
      right = false;
      tell(unfound(doi, work));
      continue;
    }
    const own = {
      title: of('title'),
      authors: of('authors'),
      year: of('year'),
      journal: of('journal'),
    };
    const { lacking, differences } = compare(own, work);
    if (differences.length > 0) right = false;
    // A table of an operator may have fewer columns.
    const filled = Object.entries(lacking).filter(([name]) => columns.includes(name));
    const does = `${keep ? 'filled' : 'can fill'} ${filled.map(([name]) => name).join(', ')}`;
    const findings = [...differences, ...(filled.length > 0 ? [does] : [])];
    tell(`${doi}: ${findings.join('; ') || 'the same as here'}`);
    const noted = differences.length === 0 && columns.includes('looked_up');
    changes.push({
      row,
      cells: { ...Object.fromEntries(filled), ...(noted ? { looked_up: today } : {}) },
    });
  }
  if (!keep || changes.length === 0) return right;
  const { problem } = await editor.change('papers.csv', digest, changes, true);
  if (problem !== null) throw new Problem('bad-request', problem);
  return right;
}

/** Reports which DOIs of data are not registered; true when all are. */
export async function lookUpData(
  editor: TableEditor,
  lookup: DoiLookup,
  tell: Tell,
): Promise<boolean> {
  const { columns, rows } = await editor.read('dois.csv');
  const all = rows.map(({ cells }) => cells[columns.indexOf('doi')] ?? '');
  const dois = new Set(all.filter((doi) => doi !== ''));
  const find = tolerant(lookup);
  let registered = 0;
  for (const doi of dois) {
    const work = await find(doi);
    if (!work || work === 'unanswered') tell(unfound(doi, work));
    else registered++;
  }
  tell(`dois.csv: ${registered} of ${dois.size} DOIs are registered`);
  return registered === dois.size;
}

const unfound = (doi: string, work: 'unanswered' | null): string =>
  `${doi}: ${work ? 'its registry does not answer' : 'no registry knows it'}`;

/**
 * One DOI that cannot be looked up does not stop the others; several failures in a row mean that no
 * registry can be reached.
 */
function tolerant(lookup: DoiLookup): (doi: string) => Promise<Work | null | 'unanswered'> {
  let failures = 0;
  return async (doi) => {
    try {
      const work = await lookup.find(doi);
      failures = 0;
      return work;
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'unavailable')) throw error;
      if (++failures >= MOST_FAILURES) throw error;
      return 'unanswered';
    }
  };
}
