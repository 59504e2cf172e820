// Former ways of writing things, and how often each may still occur. The numbers only fall.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What to look for, in which sources, how often it may occur, and what replaces it. */
const FORMER = [
  {
    what: 'an address of a service as text: write baseOf, pathOf or addressOf of its call',
    in: 'apps/{server,portal}/src/**/*.{ts,tsx}',
    pattern: /\/services\//g,
    most: 0,
  },
  {
    what: 'a call of the portal by address and schema: use ask of lib/ask',
    in: 'apps/portal/src/{app,parts,screens,ui}/**/*.{ts,tsx}',
    pattern: /lib\/request\.ts/g,
    most: 0,
  },
  {
    what: 'a number of an address that is 0 where the text is empty: use numberText of contract/calls',
    in: 'packages/{contract,query-language}/src/**/*.ts',
    pattern: /z\.coerce\.number/g,
    most: 0,
  },
  {
    what: 'a thread of its own: a task belongs to the worker pool (decision 198)',
    in: '{apps/server,packages/*}/src/**/*.ts',
    pattern: /\bnew (?:Worker|Thread)\(/g,
    most: 8,
  },
];

/** A line for each that occurs more often than it may. */
export function notFallen(root) {
  return FORMER.flatMap(({ what, in: files, pattern, most }) => {
    const count = globSync(files, { cwd: root })
      .filter((file) => !/\.test\.|\/testing\//.test(file))
      .reduce(
        (sum, file) => sum + (readFileSync(join(root, file), 'utf8').match(pattern)?.length ?? 0),
        0,
      );
    if (count <= most) return [];
    return [
      `${count} instead of ${most} times ${what}${count < most ? ': note the new number in scripts/ratchets.mjs' : ''}`,
    ];
  });
}
