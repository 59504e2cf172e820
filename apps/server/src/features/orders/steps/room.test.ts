// Room on the disk: what is needed, what never fits, what fits later.
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { RESERVE } from '../../../platform/files/reserve.ts';
import { isPassing, waitingFor } from './passing.ts';
import type { Plan } from './plan.ts';
import { bytesNeeded, checkBothDisks, checkRoom, diskOf, limitsOf, neverFits } from './room.ts';

const treatment = (variables: string[]) => ({
  datastream: 'sgpmetE13.b1',
  variables,
  ranges: null,
  masks: [],
  maskAssessed: [],
  joinTo: null,
});
const input = (size: number) => ({
  datastream: 'sgpmetE13.b1',
  fileName: `${size}`,
  path: `${size}`,
  size,
  start: 0,
  end: 1,
});
const plan: Plan = {
  orderId: 1,
  inputs: [input(10), input(200), input(3000)],
  treatments: [treatment([]), treatment(['temp_mean'])],
  units: [
    { make: 'copy', treatment: 0, inputs: [0, 1], folder: '' },
    { make: 'netcdf', treatment: 1, inputs: [1], folder: '' },
    { make: 'csv', treatment: 0, inputs: [2], folder: '' },
  ],
};

it('the check of disk space counts what is written as large as it was read, and nothing of what was chosen from it', () => {
  expect(bytesNeeded(plan, plan.units)).toBe(3210);
  expect(bytesNeeded(plan, plan.units.slice(1))).toBe(3000);
  expect(bytesNeeded(plan, plan.units.slice(1, 2))).toBe(0);
});

it('the check of disk space tells what never fits from what fits later', () => {
  const disk = { free: RESERVE + 100, total: RESERVE + 1000 };
  expect(neverFits(disk, 1000)).toBeNull();
  expect(neverFits({ free: 0, total: 2e12 }, 7e12)).toBe(
    'The order takes 7.00 TB; the disk for deliveries holds 2.00 TB, of which 256 MB are kept free.',
  );
  expect(() => checkRoom(disk, 100)).not.toThrow();
  let error: unknown;
  try {
    checkRoom(disk, 101);
  } catch (thrown) {
    error = thrown;
  }
  expect(isPassing(error)).toBe(true);
  expect(waitingFor(error)).toContain('waiting for disk space');
});

it('the check of disk space looks at the disk', async () => {
  const { free, total } = await diskOf(tmpdir());
  expect(free).toBeGreaterThan(0);
  expect(total).toBeGreaterThanOrEqual(free);
});

it('the check of disk space lets a unit take what one order may, more only of large inputs, and says why not', async () => {
  const small = limitsOf(1e6, 1000, tmpdir());
  expect(small.maximumClaim).toBe(1e6);
  expect(await small.roomFor({ bytes: 1e6, isCompressed: false })).toBeUndefined();
  expect(await small.roomFor({ bytes: 1e6 + 1, isCompressed: true })).toMatch(
    /^It would hold a little more than 1 MB; one order may take 1 MB\.$/,
  );
  expect(limitsOf(1e6, 1e6, tmpdir()).maximumClaim).toBe(1e8);
  const { total, free } = await diskOf(tmpdir());
  const huge = limitsOf(Number.MAX_SAFE_INTEGER, 1000, tmpdir());
  expect(await huge.roomFor({ bytes: 2 * total, isCompressed: false })).toMatch(
    /the disk for deliveries holds/,
  );
  if (free > RESERVE * 3)
    // what is compressed takes little more than what it is made of
    expect(await huge.roomFor({ bytes: 2 * total, isCompressed: true })).toBeUndefined();
});

it('the check of disk space asks both disks, and the one for deliveries for its documents as well', async () => {
  const ask = (room: number | null, bytes: number) =>
    checkBothDisks(tmpdir(), { room: async () => room }, bytes);
  await expect(ask(null, 1000)).resolves.toBeUndefined();
  await expect(ask(1e6 + 1000, 1000)).resolves.toBeUndefined();
  const full = { code: 'ENOSPC', message: expect.stringContaining('no room for another 1.00 kB') };
  await expect(ask(1e6 + 999, 1000)).rejects.toMatchObject(full);
  await expect(ask(0, 1000)).rejects.toMatchObject(full);
  await expect(ask(null, Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({ code: 'ENOSPC' });
});

it('the check of disk space waits where the disk has room but not now, and refuses what grows beyond it packed', async () => {
  const { total, free } = await diskOf(tmpdir());
  const unit = limitsOf(Number.MAX_SAFE_INTEGER, total, tmpdir());
  expect(await unit.roomFor({ bytes: 8 * total, isCompressed: true })).toMatch(/disk .* holds/);
  // Just so much that its reserve on top of four times the inputs is more than there is.
  const grown = limitsOf(Number.MAX_SAFE_INTEGER, (total - RESERVE) / 4, tmpdir());
  expect(await grown.roomFor({ bytes: 8 * total, isCompressed: true })).toMatch(/disk .* holds/);
  if (total - free < 1e9) return; // nothing is stored there that could be in the way
  const later = Math.floor((free + total) / 2) - RESERVE;
  await expect(unit.roomFor({ bytes: later, isCompressed: false })).rejects.toMatchObject({
    code: 'ENOSPC',
  });
});
