// Two homes, a store and a file that any of them may have edited or removed: which version counts.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exchangeOf } from './exchange-plan.ts';

it.each([
  ['an edit in the home goes into the store', 'b', 'a', 'a', 'give'],
  ['a new file of the home goes into the store', 'a', undefined, undefined, 'give'],
  ['an edit in the store goes into the home', 'a', 'a', 'b', 'take'],
  ['a home without the file takes it', undefined, undefined, 'a', 'take'],
  ['of two edits that of the store counts, and the other is kept', 'b', 'a', 'c', 'replace'],
  ['a home that never met the store keeps what it had beside', 'b', undefined, 'a', 'replace'],
  ['a file that was removed in the home goes from the store', undefined, 'a', 'a', 'forget'],
  ['a file that was removed and edited elsewhere comes back', undefined, 'a', 'b', 'take'],
  ['a file that was removed in the store goes from the home', 'a', 'a', undefined, 'remove'],
  ['a file that was edited here and removed there stays', 'b', 'a', undefined, 'give'],
  ['nothing is done about what is the same', 'a', undefined, 'a', 'same'],
] as const)('%s', (_, own, common, stored, expected) => {
  expect(exchangeOf({ own, common, stored }, true)).toBe(expected);
});

it.each([
  ['removed in the home', undefined, 'a', 'a', 'take'],
  ['not in the store any more', 'a', 'a', undefined, 'give'],
] as const)('a table that is %s comes back', (_, own, common, stored, expected) => {
  expect(exchangeOf({ own, common, stored }, false)).toBe(expected);
});

it('homes that exchange in any order end with the same file, and none of its versions is lost unseen', () => {
  const home = fc.nat(2);
  const step = fc.oneof(
    fc.record({ do: fc.constant('edit' as const), home, to: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ do: fc.constant('exchange' as const), home }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const own: (string | undefined)[] = [undefined, undefined, undefined];
      const common: (string | undefined)[] = [undefined, undefined, undefined];
      let stored: string | undefined;
      const seen = new Set<string>();
      const exchange = (n: number): void => {
        const act = exchangeOf({ own: own[n], common: common[n], stored }, false);
        if (act === 'give') stored = own[n];
        if (act === 'replace' && own[n] !== undefined) seen.add(own[n]);
        if (act === 'take' || act === 'replace') own[n] = stored;
        if (stored !== undefined) seen.add(stored);
        if (own[n] === stored) common[n] = own[n];
      };
      for (const one of steps) {
        if (one.do === 'exchange') exchange(one.home);
        else {
          const before = own[one.home];
          own[one.home] = one.to;
          // edited twice in a row
          if (before !== undefined && before !== common[one.home]) seen.add(before);
        }
      }
      const last = own.filter((each) => each !== undefined);
      for (const n of [0, 1, 2, 0, 1, 2]) exchange(n);
      expect(new Set(own).size).toBe(1);
      for (const each of last) expect(seen.has(each)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
