// The library reports each missing name as an error; thousands of them in one worker leave its
// memory as it was.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDataset } from '../open.ts';
import { Hdf5Writer } from './hdf5-writer.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'isobar-errors-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('headers without attributes, of which each reports a few dozen missing names, are read as often as one likes', async () => {
  const path = join(folder, 'bare.nc');
  const variables = Array.from({ length: 12 }, (_, n) => `v${n}`);
  const writer = await Hdf5Writer.create(
    path,
    {
      dimensions: [],
      attributes: [],
      variables: variables.map((name) => ({ name, type: 'int', dimensions: [], attributes: [] })),
    },
    0,
  );
  for (const [n, name] of variables.entries()) await writer.writeFixed(name, Int32Array.of(n));
  await writer.close();
  for (let round = 0; round < 100; round++) {
    const dataset = await openDataset(path);
    expect(dataset.variables.map(({ name }) => name)).toEqual(variables);
    expect(await dataset.read('v7')).toEqual(Int32Array.of(7));
    await dataset.close();
  }
}, 60_000);
