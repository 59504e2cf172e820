// When a mutant needs no further test file.
import { existsSync, readFileSync } from 'node:fs';

/** Lines of JSON that a run has written so far. */
export function linesOf(results) {
  if (!existsSync(results)) return [];
  return readFileSync(results, 'utf8')
    .split('\n')
    .slice(0, -1) // a last line without its end is being written
    .map((line) => JSON.parse(line));
}

/**
 * How much a test file counts that loads the changed place and calls nothing of it, such as a
 * function that is a constant.
 */
const LOADED_ONLY = 0.5;

/**
 * Mutants that a test file noticed, and those that survived `enough` test files that reach them.
 */
export function settledOf(lines, enough) {
  const survived = new Map();
  const settled = new Set();
  for (const { id, status, isLoadedOnly } of lines) {
    if (status === 'killed' || status === 'late') settled.add(id);
    if (status !== 'survived') continue;
    survived.set(id, (survived.get(id) ?? 0) + (isLoadedOnly ? LOADED_ONLY : 1));
    if (survived.get(id) >= enough) settled.add(id);
  }
  return settled;
}
