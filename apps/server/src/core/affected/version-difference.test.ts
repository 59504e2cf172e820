// Which former version of a file someone has, by checksum, size and time of delivery.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FormerFacts } from './former-facts.ts';
import { compareFacts, formerVersion } from './version-difference.ts';

const row = (replaced_at: number, more: object = {}) => ({
  ...{ replaced_at, noticed_at: replaced_at, size: 100, sha256: null as string | null, ...more },
});
const [a, b] = ['a', 'b'].map((one) => one.repeat(64));

it('the difference from a version takes the last version where nothing is known of the one that the user has', () => {
  const rows = [row(10), row(20)];
  expect(formerVersion(rows, {})).toBe(rows[1]);
  expect(formerVersion([], { since: 5 })).toBeUndefined();
});

it('the difference from a version takes the version of the same checksum, whenever it was replaced', () => {
  const rows = [row(10, { sha256: a }), row(20, { sha256: b })];
  expect(formerVersion(rows, { sha256: a, since: 15 })).toBe(rows[0]);
});

it('the difference from a version takes the first version that was replaced after the delivery, unless checksum or size show a different one', () => {
  const rows = [row(10), row(20), row(30)];
  expect(formerVersion(rows, { sha256: a, bytes: 100, since: 15 })).toBe(rows[1]);
  expect(formerVersion(rows, { sha256: a, bytes: 101, since: 15 })).toBeUndefined();
  expect(formerVersion([row(20, { sha256: b })], { sha256: a, since: 15 })).toBeUndefined();
  expect(formerVersion(rows, { sha256: a, since: 31 })).toBeUndefined();
});

it('the difference from a version knows nothing of a version that was delivered and replaced on a day whose first version is kept', () => {
  const rows = [row(10, { noticed_at: 18 }), row(30)];
  expect(formerVersion(rows, { bytes: 100, since: 15 })).toBeUndefined();
  expect(formerVersion(rows, { bytes: 100, since: 20 })).toBe(rows[1]);
});

const hour = (at: number) =>
  fc.tuple(fc.nat(2), fc.nat(1), fc.nat(1), fc.nat(3)).map(([valid, bad, missing, value]) => ({
    ...{ at, valid, bad, missing },
    ...(valid === 0
      ? { mean: null, min: null, max: null }
      : { mean: value, min: value - 1, max: value + 1 }),
  }));
const facts: fc.Arbitrary<FormerFacts> = fc
  .uniqueArray(fc.constantFrom('a m', 'a km', 'b m', 'c 1'), { maxLength: 4 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) => {
        const [variable = '', units = ''] = name.split(' ');
        const hours = fc
          .subarray([0, 1, 2], { minLength: 1 })
          .chain((ats) => fc.tuple(...ats.map(hour)));
        return hours.map((own) => ({ variable, units, hours: own }));
      }),
    ),
  );

it('facts of two versions differ in the hours that both have, and in all hours of a variable that one of them lacks', () => {
  const none = { valid: 0, bad: 0, missing: 0, mean: null, min: null, max: null };
  fc.assert(
    fc.property(facts, facts, (before, now) => {
      const names = [...before, ...now].map(({ variable, units }) => `${variable} ${units}`);
      const expected = [...new Set(names)].map((name) => {
        const of = (all: FormerFacts) =>
          all.find(({ variable, units }) => `${variable} ${units}` === name)?.hours;
        const [old, fresh] = [of(before), of(now)];
        const at = (n: number) =>
          [old, fresh].map((hours) => ({ ...none, ...hours?.find((one) => one.at === n), at: n }));
        const ats = [0, 1, 2].filter((n) => {
          const has = [old, fresh].map((hours) => hours?.some((one) => one.at === n) ?? null);
          return !has.includes(false) && has.includes(true);
        });
        const differing = ats.filter((n) => JSON.stringify(at(n)[0]) !== JSON.stringify(at(n)[1]));
        const sum = (which: 0 | 1) => ats.reduce((all, n) => all + (at(n)[which]?.valid ?? 0), 0);
        return [name, ats.length, differing.length, sum(0), sum(1)] as const;
      });
      const { variables, unchanged } = compareFacts(before, now);
      const shown = variables.map((one) => [
        ...[`${one.variable} ${one.units}`, one.hours, one.hoursDiffering],
        ...[one.valuesBefore, one.valuesNow],
      ]);
      const changed = expected.filter(([, , differing]) => differing > 0);
      expect(shown.toSorted()).toEqual(changed.toSorted());
      expect(unchanged).toEqual(
        expected
          .filter(([, , differing]) => differing === 0)
          .map(([name]) => name.split(' ')[0])
          .toSorted(),
      );
      const counts = variables.map(({ hoursDiffering }) => hoursDiffering);
      expect(counts).toEqual(counts.toSorted((x, y) => y - x));
    }),
  );
});
