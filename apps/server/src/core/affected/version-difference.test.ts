// Which former version of a file someone has, by checksum, size and time of delivery.
import { expect, it } from 'vitest';
import { formerVersion } from './version-difference.ts';

const row = (replaced_at: number, more: object = {}) => ({
  ...{ replaced_at, noticed_at: replaced_at, size: 100, sha256: null as string | null, ...more },
});
const [a, b] = ['a', 'b'].map((one) => one.repeat(64));

it('takes the last version where nothing is known of the one that the user has', () => {
  const rows = [row(10), row(20)];
  expect(formerVersion(rows, {})).toBe(rows[1]);
  expect(formerVersion([], { since: 5 })).toBeUndefined();
});

it('takes the version of the same checksum, whenever it was replaced', () => {
  const rows = [row(10, { sha256: a }), row(20, { sha256: b })];
  expect(formerVersion(rows, { sha256: a, since: 15 })).toBe(rows[0]);
});

it('takes the first version that was replaced after the delivery, unless checksum or size show a different one', () => {
  const rows = [row(10), row(20), row(30)];
  expect(formerVersion(rows, { sha256: a, bytes: 100, since: 15 })).toBe(rows[1]);
  expect(formerVersion(rows, { sha256: a, bytes: 101, since: 15 })).toBeUndefined();
  expect(formerVersion([row(20, { sha256: b })], { sha256: a, since: 15 })).toBeUndefined();
  expect(formerVersion(rows, { sha256: a, since: 31 })).toBeUndefined();
});

it('knows nothing of a version that was delivered and replaced on a day whose first version is kept', () => {
  const rows = [row(10, { noticed_at: 18 }), row(30)];
  expect(formerVersion(rows, { bytes: 100, since: 15 })).toBeUndefined();
  expect(formerVersion(rows, { bytes: 100, since: 20 })).toBe(rows[1]);
});
