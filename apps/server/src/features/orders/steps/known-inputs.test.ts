// Units that are one series: what the index knows of their inputs spares looking at them, and
// changes no byte.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeHere, fillRows } from '../../../core/series/fill-rows.ts';
import { writeMetFile } from '../testing/met-file.ts';
import { openedForEach } from '../testing/opened-for-each.ts';
import { addMetDays, DAY, JANUARY_1, requestOf } from '../testing/order-fixture.ts';
import { verifyOrder } from '../verify.ts';
import { knownInputs } from './known-inputs.ts';
import { makeUnit } from './make-unit.ts';
import { measureFile } from './measure.ts';
import type { CheckedInput, Plan } from './plan.ts';
import type { UnitInput } from './unit-input.ts';

const MET = 'sgpmetE13.b1';
const here = openedForEach();

/**
 * Three days that the index knows, as a unit on a time grid; `opened`: numbers of the inputs, as
 * they are opened by the unit.
 */
async function threeKnownDays() {
  const { house } = here;
  const names = await addMetDays(house, MET, 3);
  const { store, archive } = house.worker;
  const filled = fillRows({ store, describe: describeHere(archive) });
  while (!(await filled.next()).done);
  const plan: Plan = {
    orderId: 1,
    inputs: names.map((fileName, n) => ({
      ...{ datastream: MET, fileName, path: fileName, size: 1 },
      ...{ start: JANUARY_1 + n * DAY, end: JANUARY_1 + (n + 1) * DAY - 1 },
    })),
    treatments: [
      {
        ...{ datastream: MET, variables: [], ranges: null, masks: [], maskAssessed: [] },
        ...{ joinTo: null },
        grid: { step: 3600, variables: [{ name: 'temp_mean', method: 'mean' }], leftOut: [] },
      },
    ],
    units: [{ make: 'netcdf', treatment: 0, inputs: [0, 1, 2], folder: '' }],
  };
  const opened: number[] = [];
  const made = async (folder: string, isKnown: boolean) => {
    const checked = new Map<number, CheckedInput>();
    for (const [n, name] of names.entries()) {
      const { bytes, sha256 } = await measureFile(join(house.archiveFolder, name));
      checked.set(n, { input: n, bytes, sha256, missing: null });
    }
    const output = join(house.folder, folder);
    await mkdir(output);
    opened.length = 0;
    const input: UnitInput = {
      ...{ plan, checked, folder: output, inputs: [0, 1, 2], unit: plan.units[0]! },
      open: async (n) => {
        opened.push(n);
        return await archive.open(names[n] ?? '');
      },
      ...{ signal: new AbortController().signal, orderId: 1, orderDate: 0, version: '1' },
      ...{ failures: 0, onProgress: () => {} },
      ...(isKnown && { known: (inputs) => knownInputs(house.worker, plan, checked, inputs) }),
    };
    return await makeUnit(input);
  };
  return { names, opened, made };
}

it('a unit that is one series opens no input before its values where the index knows it, and has the same bytes', async () => {
  const { made, opened } = await threeKnownDays();
  const looked = await made('looked', false);
  // Once to look, once for values; the last time their checksums are compared.
  expect(opened.toSorted()).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2]);
  const known = await made('known', true);
  expect(opened.toSorted()).toEqual([0, 1, 2]);
  expect(known.missing).toEqual([]);
  expect(known.files[0]?.sha256).toBe(looked.files[0]?.sha256);
});

it('a unit that is one series takes an input that was replaced since the index described it as it is now', async () => {
  const { names, made } = await threeKnownDays();
  const path = join(here.house.archiveFolder, names[1] ?? '');
  const start = JANUARY_1 + DAY + 60; // of the same size
  await writeMetFile(path, { datastream: MET, start, samples: DAY / 600, step: 600 });
  const known = await made('known', true);
  expect(known.missing).toEqual([]);
  const looked = await made('looked', false);
  expect(known.files[0]?.sha256).toBe(looked.files[0]?.sha256);
});

it('a unit of an order that is one series is made again by its recipe, which has no index, to the same bytes [AV18] [AR16]', async () => {
  const { names } = await threeKnownDays();
  expect(names).toHaveLength(3);
  const request = (more: object) =>
    requestOf(MET, '2019-01-01', '2019-01-03', { variables: ['temp_mean'] }, more);
  const { house, ada } = here;
  for (const more of [{ timeGrid: { step: 3600 } }, { oneFile: { every: 2 } }]) {
    const { orderId } = await ada.delivered(request(more));
    const again = await verifyOrder({ archive: house.worker.archive, blobs: house.blobs }, orderId);
    expect(again.differences).toEqual([]);
  }
});
