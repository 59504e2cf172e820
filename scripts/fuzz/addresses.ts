// Reads and writes 100,000 made-up addresses: nothing throws, and what was written reads back the
// same.
import {
  formatAddress,
  parseAddress,
  resultsHref,
} from '../../packages/contract/src/search/address.ts';
import { dice, inputs } from './_dice.ts';

const INPUTS = inputs(100_000);
const LONGEST_MS = 2000;

const PIECES = [
  's',
  '::',
  '/',
  ',',
  '%',
  '%25',
  '%2F',
  '%zz',
  '*',
  '?',
  '#',
  'site_code',
  'sgp',
  'd',
  'start_date',
  '2019-01-01',
  '2019-13-45',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  '\ud800',
  '\udc00',
  '\u202e',
  '\0',
  ' ',
  '"',
  "'",
  '<script>',
  '=',
  '&',
  'ä',
  '𝒳',
  '-1',
  '1e309',
  'NaN',
  'null',
  'e',
  'id',
  'q'.repeat(300),
];
const NAMES = [
  'page',
  'rows',
  'sort',
  'view',
  'data',
  'external',
  'fields',
  'facets',
  'details',
  'showDetails',
  'dataLevel',
  'report',
  '__proto__',
  'constructor',
];
const VALUES = [
  '0',
  '1',
  '-1',
  '1.5',
  '99999999999999999999',
  '',
  'true',
  'all',
  'NaN',
  'constructor',
  '__proto__',
  '\ud800',
  'measurement',
  '100',
];

const { below, pick, seed } = dice();
const text = (): string => Array.from({ length: below(14) }, () => pick(PIECES)).join('');
let slowest = 0;
for (let i = 0; i < INPUTS; i++) {
  const path = text();
  const query = Object.fromEntries(
    Array.from({ length: below(5) }, () => [pick(NAMES), below(2) ? pick(VALUES) : text()]),
  );
  const began = performance.now();
  try {
    const { search } = parseAddress({ path, query });
    const href = resultsHref(search);
    decodeURIComponent(href.replaceAll('%25', ''));
    const again = parseAddress(formatAddress(search)).search;
    if (JSON.stringify(again) !== JSON.stringify(search))
      throw new Error(`${JSON.stringify(search)} became ${JSON.stringify(again)}`);
  } catch (error) {
    console.error(`seed ${seed}, input ${i}: ${JSON.stringify({ path, query })}`, error);
    process.exit(1);
  }
  slowest = Math.max(slowest, performance.now() - began);
}
console.log(
  `${INPUTS} addresses, seed ${seed}: none failed, the slowest took ${slowest.toFixed(1)} ms`,
);
if (slowest > LONGEST_MS) process.exit(1);
