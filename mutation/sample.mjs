// Draws a sample of a target's mutants, in proportion to the size of each file, by a seed.
import { createHash } from 'node:crypto';

/**
 * `mutants`: id, fileName, location, mutatorName, replacement. Returns the ids in random order, which is the same for the same seed
 * and sources.
 */
export function chosen(mutants, size, seed) {
  if (size >= mutants.length) return shuffled(mutants, seed).map(({ id }) => id);
  const files = Object.entries(Object.groupBy(mutants, ({ fileName }) => fileName));
  const shares = files.map(([file, own]) => ({
    file,
    own,
    whole: Math.floor((size * own.length) / mutants.length),
    rest: ((size * own.length) / mutants.length) % 1,
  }));
  let left = size - shares.reduce((sum, { whole }) => sum + whole, 0);
  const ids = new Set();
  for (const { own, whole } of shares.sort((a, b) => b.rest - a.rest || (a.file < b.file ? -1 : 1)))
    for (const { id } of shuffled(own, seed).slice(0, left-- > 0 ? whole + 1 : whole)) ids.add(id);
  return shuffled(mutants, seed).flatMap(({ id }) => (ids.has(id) ? [id] : []));
}

/** The 95 % confidence interval (Wilson) of the share noticed, in percent, when `noticed` of `tried` random changes were. */
export function interval(noticed, tried) {
  if (tried === 0) return [0, 100];
  const z = 1.96;
  const share = noticed / tried;
  const middle = share + (z * z) / (2 * tried);
  const wide = z * Math.sqrt((share * (1 - share)) / tried + (z * z) / (4 * tried * tried));
  return [middle - wide, middle + wide].map((bound) => (100 * bound) / (1 + (z * z) / tried));
}

/** The order does not depend on where the project lies, nor on ids, which change with every edit. */
function shuffled(mutants, seed) {
  const key = ({ location, mutatorName, replacement }) =>
    createHash('sha256')
      .update(JSON.stringify([seed, location, mutatorName, replacement]))
      .digest('hex');
  return mutants
    .map((mutant) => ({ id: mutant.id, key: key(mutant) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}
