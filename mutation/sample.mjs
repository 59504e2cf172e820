// Which mutants of a file are tried when not all are, and what a share of them says of all.
import { createHash } from 'node:crypto';

/**
 * The order does not depend on where the project is stored, nor on ids, which change with every
 * edit: a larger sample begins with the smaller.
 */
export const inRandomOrder = (mutants, seed) =>
  mutants
    .map((mutant) => ({ mutant, key: keyOf(mutant, seed) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ mutant }) => mutant);

const keyOf = ({ location, mutatorName, replacement }, seed) =>
  createHash('sha256')
    .update(JSON.stringify([seed, location, mutatorName, replacement]))
    .digest('hex');

/**
 * The 95 % confidence interval (Wilson) of the share killed, in percent, when `killed` of `tried`
 * random mutants were.
 */
export function interval(killed, tried) {
  if (tried === 0) return [0, 100];
  const z = 1.96;
  const share = killed / tried;
  const middle = share + (z * z) / (2 * tried);
  const wide = z * Math.sqrt((share * (1 - share)) / tried + (z * z) / (4 * tried * tried));
  return [middle - wide, middle + wide].map((bound) => (100 * bound) / (1 + (z * z) / tried));
}
