// The folder of an embedded index that several processes share: what has changed in it, its locks,
// and what an ended process left behind.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NO_STAMP, SegmentFolder, type Stamp, sameStamp } from './folder.ts';
import { FollowedFolder } from './followed.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'isobar-folder-'));
});
afterEach(() => rm(root, { recursive: true }));
const write = (name: string, text: string) => writeFile(join(root, name), text);

it('the stamp of an index changes with its file and with its changes, and with nothing else', async () => {
  const folder = new SegmentFolder(root);
  const seen: Stamp[] = [NO_STAMP];
  /** Whether the stamp is one that was not there before. */
  const isNew = async () => {
    const now = (await folder.stamps()).get('one') ?? NO_STAMP;
    const isKnown = seen.some((before) => sameStamp(before, now));
    seen.push(now);
    return !isKnown;
  };
  expect(await isNew()).toBe(false);
  for (const [name, text] of [
    ['one.1.changes', 'a'],
    ['one.segment', 'whole'],
    ['one.segment', 'other'],
    ['one.1.changes', 'ab'],
    ['one.2.changes', 'ab'],
  ] as const) {
    await sleep(5); // a file system may count milliseconds
    await write(name, text);
    expect(await isNew(), `${name} ${text}`).toBe(true);
    expect(await isNew()).toBe(false);
  }
  for (const name of ['two.segment', 'one.segment.7.x', 'one.txt', 'note']) {
    await write(name, 'other');
    expect(await isNew(), name).toBe(false);
  }
  expect([...(await folder.stamps()).keys()].toSorted()).toEqual(['one', 'two']);
  folder.close();
});

it('half-written files of processes that have ended are removed, and those of processes that run are kept', async () => {
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  const kept = [`one.segment.${process.pid}.a`, `one.segment.${process.ppid}.b`, 'one.segment'];
  const left = [`one.segment.${ended}.c`, 'one.segment.0.d', 'one.segment.-1.e', 'one.segment.x.f'];
  const folder = new SegmentFolder(root);
  for (const name of [...kept, ...left]) await write(name, '');
  await write('segment.7.txt', '');
  await folder.sweep();
  const there = (await readdir(root)).filter((name) => name.includes('segment'));
  expect(there.toSorted()).toEqual([...kept, 'segment.7.txt'].toSorted());
  folder.close();
});

it('a new file of an index gets its name only when it is put in place', async () => {
  const folder = new SegmentFolder(root);
  const beside = folder.pathBeside('one');
  expect(folder.pathBeside('one')).not.toBe(beside);
  await writeFile(beside, 'new');
  expect((await folder.stamps()).size).toBe(0);
  await folder.put(beside, 'one');
  expect(await readFile(folder.path('one'), 'utf8')).toBe('new');
  expect((await readdir(root)).filter((name) => name.includes('segment'))).toEqual(['one.segment']);
  folder.close();
});

/** Ten acts by turns, which say when they begin and end; every third fails. */
async function acts(sharing: readonly (<T>(act: () => Promise<T>) => Promise<T>)[]) {
  const said: string[] = [];
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) =>
      sharing[n % sharing.length]?.(async () => {
        said.push('begins');
        await sleep(3);
        said.push('ends');
        if (n % 3 === 0) throw new Error(`act ${n}`);
        return n;
      }),
    ),
  );
  const failed = results.map(({ status }, n) => (status === 'rejected') === (n % 3 === 0));
  return { said: said.join(' '), isAsExpected: failed.every(Boolean) };
}
const IN_TURN = Array.from({ length: 10 }, () => 'begins ends').join(' ');

it('of two holders of a folder one at a time changes what is noted, in whatever way an act ends', async () => {
  const [one, two] = [new FollowedFolder(root), new FollowedFolder(root)];
  const both = [one, two].map((each) => each.alone.bind(each));
  expect(await acts(both)).toEqual({ said: IN_TURN, isAsExpected: true });
  await Promise.all([one.close(), two.close()]);
});

it('acts over one folder that is locked wait for each other', async () => {
  const folders = [1, 2].map(() => new SegmentFolder(root));
  const said: string[] = [];
  await Promise.all(
    folders.map((folder) =>
      folder.change(async () => {
        said.push('begins');
        await sleep(30);
        said.push('ends');
      }),
    ),
  );
  expect(said).toEqual(['begins', 'ends', 'begins', 'ends']);
  for (const folder of folders) folder.close();
});

it('a note is read as it was written last, is none before, and one that cannot be read is an error', async () => {
  const followed = new FollowedFolder(root);
  expect(await followed.read()).toBeNull();
  await followed.note('seven');
  await followed.note('eight');
  expect(await new FollowedFolder(root).read()).toBe('eight');
  await rm(join(root, 'followed'));
  await mkdir(join(root, 'followed'));
  await expect(followed.read()).rejects.toThrow(/EISDIR/);
});

it('a folder is closed when the last act has ended, and refuses acts afterwards', async () => {
  const followed = new FollowedFolder(root);
  let hasEnded = false;
  const act = followed.alone(async () => {
    await sleep(20);
    hasEnded = true;
  });
  await followed.close();
  expect(hasEnded).toBe(true);
  await act;
  await expect(followed.alone(async () => 1)).rejects.toThrow();
});
