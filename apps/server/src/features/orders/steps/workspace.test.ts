// Folders of units: finished once, also where two workers make the same one; and what a killed
// process left half is looked at again.
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWorkspace } from './workspace.ts';

const PLAN = { orderId: 1, inputs: [], treatments: [], units: [] };
const resultOf = (file: string) => ({ files: [], missing: [{ file, reason: 'away' }], empty: [] });
let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'isobar-workspace-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

it('a unit that two workers finish is the one that was there first, and nothing is left of the other', async () => {
  const workspace = openWorkspace(home, 1, 0);
  await workspace.writePlan(PLAN);
  const [one, two] = [await workspace.beginUnit(3, 'a/1'), await workspace.beginUnit(3, 'b/2')];
  expect(one).not.toBe(two);
  await workspace.finishUnit(3, one, resultOf('first'));
  await workspace.finishUnit(3, two, resultOf('second'));
  expect(await workspace.readUnit(3)).toEqual(resultOf('first'));
  expect(await readdir(join(workspace.folder, 'units'))).toEqual(['3']);
  expect(await workspace.doneUnits()).toEqual(new Set([3]));
});

it('a unit that cannot have its name is not taken for one that another finished', async () => {
  const workspace = openWorkspace(home, 1, 0);
  await workspace.writePlan(PLAN);
  const begun = await workspace.beginUnit(3, 'a/1');
  await writeFile(join(workspace.folder, 'units', '3'), 'in the way');
  await expect(workspace.finishUnit(3, begun, resultOf('first'))).rejects.toMatchObject({
    code: 'ENOTDIR',
  });
});

it('a folder of units begins a unit in an empty folder, whatever was left of it', async () => {
  const workspace = openWorkspace(home, 1, 0);
  const begun = await workspace.beginUnit(0, 'a/1');
  await writeFile(join(begun, 'half'), 'x');
  expect(await readdir(await workspace.beginUnit(0, 'a/1'))).toEqual([]);
  expect(await workspace.doneUnits()).toEqual(new Set());
});

it('a folder of units knows nothing before there is anything, the last of what it noted, and no half line', async () => {
  const workspace = openWorkspace(home, 1, 0);
  expect(await workspace.readPlan()).toBeNull();
  expect(await workspace.readChecked()).toEqual(new Map());
  expect(await workspace.doneUnits()).toEqual(new Set());
  await workspace.writePlan(PLAN);
  expect(await workspace.readPlan()).toEqual(PLAN);
  const found = { input: 4, bytes: 1, sha256: 'ab', missing: null };
  await workspace.addChecked({ ...found, bytes: 9 });
  await appendFile(join(workspace.folder, 'inputs.jsonl'), '\n{"input":5,"by');
  await workspace.addChecked(found);
  expect(await workspace.readChecked()).toEqual(new Map([[4, found]]));
  expect(await openWorkspace(home, 1, 1).readPlan()).toBeNull(); // another round
});
