// The folder for files in the making: swept when its process has ended, kept while it lives.
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { openWorkFolder } from './work-folder.ts';

const ID = '01234567-0123-0123-0123-0123456789ab';
let parent: string;
beforeEach(() => {
  parent = temporaryFolder();
});

async function left(host: string, pid: number, minutesAgo = 0): Promise<string> {
  const name = `${host}.${pid}.${ID}`;
  await mkdir(join(parent, name));
  await writeFile(join(parent, name, 'month.csv'), 'x');
  const at = new Date(Date.now() - minutesAgo * 60_000);
  await utimes(join(parent, name), at, at);
  return name;
}

it('the sweep of work folders removes what a process left that was killed, and keeps what living ones have', async () => {
  const gone = spawnSync(process.execPath, ['-e', '0']).pid;
  await left(hostname(), gone);
  await left(hostname(), process.pid); // of an earlier process with the same number
  const alive = await left(hostname(), process.ppid);
  const elsewhere = await left('elsewhere', gone);
  await left('abandoned-elsewhere', gone, 60);
  const orders = join(parent, '1001'); // the scratch folder of an order, whatever its age
  await mkdir(orders);
  await utimes(orders, new Date(0), new Date(0));
  const work = await openWorkFolder(parent);
  const second = await openWorkFolder(parent);
  const names = await readdir(parent);
  expect(names).toHaveLength(5);
  expect(names).toEqual(expect.arrayContaining([alive, elsewhere, '1001']));
  await second.close();
  await work.close();
  expect((await readdir(parent)).sort()).toEqual([alive, elsewhere, '1001'].sort());
});
