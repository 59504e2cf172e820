// Blocks of hour facts: every value comes back exactly, whatever it is, small where values have
// decimals, and old blocks are read and repacked.
import { constants, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { temporaryStore } from '../../store/testing/temporary-store.ts';
import {
  COUNTS,
  decodeHours,
  emptyHours,
  encodeHours,
  type HourColumns,
  isOldBlock,
  VALUES,
  YEAR_HOURS,
} from './hour-columns.ts';
import { repackNext } from './repack.ts';
import { plainMean } from './value-forms.ts';

const ALL = [...COUNTS, ...VALUES] as const;

/** A block as version 1 wrote it. */
function oldBlock(hours: HourColumns): Buffer {
  const parts = ALL.map((name) => {
    const column = hours[name];
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    const planes = new Uint8Array(bytes.length);
    for (let plane = 0; plane < 4; plane++)
      for (let row = 0; row < YEAR_HOURS; row++)
        planes[plane * YEAR_HOURS + row] = bytes[row * 4 + plane]!;
    return zstdCompressSync(planes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } });
  });
  const head = Buffer.alloc(1 + 4 * ALL.length);
  head.writeUInt8(1, 0);
  for (const [n, part] of parts.entries()) head.writeUInt32LE(part.length, 1 + n * 4);
  return Buffer.concat([head, ...parts]);
}

const bits = (column: Float32Array | Uint32Array): Uint8Array =>
  new Uint8Array(column.slice().buffer);

function expectSame(one: HourColumns, other: HourColumns): void {
  for (const name of ALL) expect(bits(one[name]), name).toEqual(bits(other[name]));
}

/**
 * A year of samples with two decimals in single precision, sixty an hour, with hours without any.
 */
function decimalYear(): HourColumns {
  const hours = emptyHours();
  for (let hour = 0; hour < YEAR_HOURS; hour++) {
    if (hour % 50 === 0) {
      hours.missing[hour] = 60;
      continue;
    }
    const samples = Array.from({ length: 60 }, (_, n) => {
      const at = hour * 60 + n;
      return Math.fround(Math.round((10 * Math.sin(at / 900) + Math.sin(at * 7.3)) * 100) / 100);
    });
    hours.valid[hour] = 60;
    hours.mean[hour] = plainMean(
      samples.reduce((sum, one) => sum + one, 0),
      60,
    );
    hours.min[hour] = Math.min(...samples);
    hours.max[hour] = Math.max(...samples);
  }
  return hours;
}

it('[FX1] a block of hour columns gives back every value exactly, of any size and sign, with gaps, infinite and negative zero', () => {
  const value = fc.oneof(
    fc.float({ noNaN: true }),
    fc.constantFrom(0, -0, Infinity, -Infinity, 1e38, -1e-38),
    fc.integer({ min: -100_000, max: 100_000 }).map((n) => Math.fround(n / 100)),
  );
  const rows = fc.array(fc.record({ at: fc.nat(YEAR_HOURS - 1), value, count: fc.nat(3000) }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(rows, fc.boolean(), (some, isRagged) => {
      const hours = emptyHours();
      for (const { at, value: own, count } of some) {
        hours.valid[at] = isRagged ? count : count + 1;
        hours.bad[at] = count;
        hours.mean[at] = own;
        hours.max[at] = own;
        if (!isRagged) hours.min[at] = own;
      }
      expectSame(decodeHours(encodeHours(hours), ALL), hours);
      for (const name of ALL)
        expect(bits(decodeHours(encodeHours(hours), [name])[name])).toEqual(bits(hours[name]));
    }),
    { numRuns: 60 },
  );
});

it('a block of hour columns stores samples with decimals in two thirds of the room that their bits took', () => {
  const hours = decimalYear();
  const block = encodeHours(hours);
  expectSame(decodeHours(block, ALL), hours);
  expect(block.length).toBeLessThan((oldBlock(hours).length * 2) / 3);
  expect(encodeHours(emptyHours()).length).toBeLessThan(40);
});

it('a block of hour columns computes a mean that is near sum / count, and the same for the same samples in any order', () => {
  const decimal = fc.integer({ min: -50_000, max: 50_000 }).map((n) => Math.fround(n / 100));
  const sample = fc.oneof(decimal, fc.float({ noNaN: true, noDefaultInfinity: true }));
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1, maxLength: 100 }), (samples) => {
      const sum = samples.reduce((total, one) => total + one, 0);
      const mean = plainMean(sum, samples.length);
      const exact = sum / samples.length;
      expect(Math.abs(mean - exact)).toBeLessThanOrEqual(Math.abs(exact) * 2e-7);
    }),
    { numRuns: 500 },
  );
  const decimals = [0.1, 0.2, 0.7, 21.35, 3.01].map(Math.fround);
  const sumOf = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0);
  expect(plainMean(sumOf(decimals), 5)).toBe(plainMean(sumOf(decimals.toReversed()), 5));
});

it('a block of hour columns reads blocks of the version before, and repacks them a datastream at a time, once', async () => {
  const store = await temporaryStore();
  const hours = decimalYear();
  const old = oldBlock(hours);
  expectSame(decodeHours(old, ALL), hours);
  expect([isOldBlock(old), isOldBlock(encodeHours(hours))]).toEqual([true, false]);
  for (const datastream of ['a.b1', 'b.b1'])
    await store.db
      .insertInto('hour_facts')
      .values({
        ...{ datastream, variable: 'temp', units: 'degC', year: 2019 },
        ...{ dimensions: 1, block: old },
      })
      .execute();
  const isOld = async () =>
    (await store.db.selectFrom('hour_facts').select('block').orderBy('datastream').execute()).map(
      ({ block }) => isOldBlock(block),
    );
  expect(await repackNext(store.db)).toBe(true);
  expect(await isOld()).toEqual([false, true]);
  while (await repackNext(store.db));
  expect(await isOld()).toEqual([false, false]);
  const row = await store.db.selectFrom('hour_facts').select('block').executeTakeFirstOrThrow();
  expectSame(decodeHours(row.block, ALL), hours);
  expect(await repackNext(store.db)).toBe(false);
  await store.close();
});

it('a block of hour columns refuses a block that is damaged or of a later version', () => {
  const block = encodeHours(decimalYear());
  expect(() => decodeHours(block.subarray(0, 10), ['mean'])).toThrow(/unknown version/);
  const later = Buffer.from(block);
  later[0] = 9;
  expect(() => decodeHours(later, ['mean'])).toThrow(/unknown version/);
  expect(() => decodeHours(block.subarray(0, block.length - 50), ['max'])).toThrow();
});
