// Which inputs of a delivery changed since: real files in a folder, the file index, and former
// versions.
import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileChange } from '@isobar/contract/orders/changes.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { openDiskArchive } from '../../adapters/archive-disk.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import { temporaryStore } from '../../store/testing/temporary-store.ts';
import { fileChanges } from './compare-files.ts';
import type { KeptInput } from './evidence.ts';

const DAY = 86_400;
const START = Date.UTC(2019, 0, 1) / 1000;
/** The last sample of the first file, and a delivery long after it. */
const END = START + DAY - 60;
const LATER = END + 400 * DAY;

const store = await temporaryStore();
const { db } = store;
const folder = join(store.folder, 'archive');
await mkdir(folder);
const archive = await openDiskArchive(folder);
afterAll(() => store.close());
beforeEach(async () => {
  await store.empty();
  await rm(folder, { recursive: true });
  await mkdir(folder);
  await writeFile(join(folder, 'any'), ''); // an empty folder is a disk that is away
});

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** An input that was delivered with these bytes. */
const input = (file: string, text: string, more: Partial<KeptInput> = {}): KeptInput => ({
  ...{ datastream: 'a.b1', file, path: file, bytes: text.length, sha256: sumOf(text) },
  ...{ start: START, end: END, holdings: [0], delivered: [`${file}.custom`], ...more },
});

interface Indexed {
  readonly datastream?: string;
  readonly size?: number;
  readonly sha256?: string | null;
  readonly start?: number;
  readonly end?: number;
  readonly modifiedMs?: number;
}

const row = (file: string, more: Indexed) => ({
  ...{ datastream: more.datastream ?? 'a.b1', file_name: file, path: file },
  ...{ size: more.size ?? 0, sha256: more.sha256 ?? null, scan_name: null, named: 1 as const },
  ...{ start_s: more.start ?? START, end_s: more.end ?? END, modified_ms: more.modifiedMs ?? 0 },
});

/** Notes a file in the index, and writes it where there is a text. */
async function present(file: string, text: string | null, more: Indexed = {}): Promise<void> {
  if (text !== null) await writeFile(join(folder, file), text);
  const size = more.size ?? text?.length ?? 0;
  await db
    .insertInto('files')
    .values(row(file, { ...more, size }))
    .execute();
}

async function former(file: string, day: string, datastream = 'a.b1'): Promise<void> {
  await db
    .insertInto('former_files')
    .values({
      ...{ datastream, file_name: file, path: file, day, size: 1, sha256: null, facts: null },
      ...{ start_s: START, end_s: END, gone: 0, noticed_at: 0, replaced_at: 0 },
    })
    .execute();
}

const unreadable = (path: string) =>
  db
    .insertInto('unreadable_files')
    .values({ path, code: 'header', reason: '', size: 1, modified_ms: 0 })
    .execute();

interface Compared {
  readonly madeAt?: number;
  readonly checkedAt?: number | null;
  readonly from?: ArchiveStore;
  readonly signal?: AbortSignal;
  readonly onRead?: () => void;
}

const compare = (inputs: readonly KeptInput[], more: Compared = {}): Promise<FileChange[]> =>
  fileChanges(
    {
      ...{ db, archive: more.from ?? archive, signal: more.signal ?? AbortSignal.timeout(60_000) },
      ...(more.onRead ? { onRead: more.onRead } : {}),
    },
    { madeAt: more.madeAt ?? LATER, checkedAt: more.checkedAt ?? null, inputs },
  );

const kinds = async (inputs: readonly KeptInput[], more: Compared = {}) =>
  (await compare(inputs, more)).map(({ kind, file }) => `${kind} ${file}`);

const storedSum = async (file: string) =>
  (
    await db
      .selectFrom('files')
      .select('sha256')
      .where('file_name', '=', file)
      .executeTakeFirstOrThrow()
  ).sha256;

it('the comparison of files calls a file grown where it was delivered within two days of its last sample and has more of the same', async () => {
  const fresh = END + 2 * DAY - 1;
  const longer = { end: END + 3600 };
  await present('a', 'one two', longer);
  const before = input('a', 'one');
  expect(await kinds([before], { madeAt: fresh })).toEqual(['grown a']);
  expect(await kinds([before], { madeAt: END - 60 })).toEqual(['grown a']);
  expect(await kinds([before], { madeAt: END + 2 * DAY })).toEqual(['replaced a']);
  expect(await kinds([before], { madeAt: LATER })).toEqual(['replaced a']);
  // The index has whole seconds, and a delivery those of the file.
  const fraction = input('a', 'one', { start: START + 0.5 });
  expect(await kinds([fraction], { madeAt: fresh })).toEqual(['grown a']);
  const otherStart = input('a', 'one', { start: START + 1 });
  expect(await kinds([otherStart], { madeAt: fresh })).toEqual(['replaced a']);
  const sameEnd = input('a', 'one', longer);
  expect(await kinds([sameEnd], { madeAt: fresh })).toEqual(['replaced a']);
  const sameSize = input('a', 'one six');
  expect(await kinds([sameSize], { madeAt: fresh, checkedAt: null })).toEqual(['replaced a']);
  const smaller = input('a', 'one two three');
  expect(await kinds([smaller], { madeAt: fresh })).toEqual(['replaced a']);
});

it('the comparison of files states what a replaced file was and is, and when that was last noticed', async () => {
  await present('a', 'new text');
  for (const day of ['2020-02-02', '2020-03-03', '2020-01-01']) await former('a', day);
  await former('a', '2021-01-01', 'b.b1');
  expect(await compare([input('a', 'text')])).toEqual([
    {
      ...{ kind: 'replaced', datastream: 'a.b1', file: 'a', noticed: '2020-03-03' },
      ...{ start: formatInstant(START), end: formatInstant(END), delivered: ['a.custom'] },
      before: { file: 'a', bytes: 4, sha256: sumOf('text') },
      now: [{ file: 'a', bytes: 8, sha256: sumOf('new text') }],
    },
  ]);
});

it('the comparison of files reads a file whose checksum is unknown only where it may differ, and notes the checksum', async () => {
  let reads = 0;
  const onRead = () => reads++;
  await present('a', 'two', { modifiedMs: LATER * 1000 });
  await present('b', 'two', { modifiedMs: 0 });
  expect(await kinds([input('a', 'one')], { onRead })).toEqual([]);
  expect(reads).toBe(0);
  // An hour later it was written again: with the same size it is read once, until the harvest sees
  // a difference.
  await db
    .updateTable('files')
    .set({ modified_ms: LATER * 1000 + 1 })
    .where('file_name', '=', 'a')
    .execute();
  expect(await kinds([input('a', 'one')], { onRead, checkedAt: LATER })).toEqual([]);
  expect(await kinds([input('a', 'one'), input('b', 'one')], { onRead })).toEqual(['replaced a']);
  expect(await storedSum('a')).toBe(sumOf('two'));
  expect(await storedSum('b')).toBeNull();
  expect(await kinds([input('a', 'one')], { onRead })).toEqual(['replaced a']);
  expect(await kinds([input('a', 'two')], { onRead })).toEqual([]);
  expect(reads).toBe(1);
});

it('the comparison of files reports no change where the bytes are the same whatever the index shows', async () => {
  await present('a', 'one');
  await former('a', '2020-01-01');
  expect(await kinds([input('a', 'one')])).toEqual([]);
  await present('b', 'one', { size: 9, sha256: sumOf('one') });
  expect(await kinds([input('b', 'one')])).toEqual([]);
});

it('the comparison of files reads a file that was replaced by one of the same size and an old date', async () => {
  await present('a', 'two');
  expect(await kinds([input('a', 'one')])).toEqual([]);
  await former('a', '2020-01-01');
  expect(await kinds([input('a', 'one')])).toEqual(['replaced a']);
});

it('the comparison of files calls a file withdrawn that the index has no more, though it is still in the archive', async () => {
  await writeFile(join(folder, 'a'), 'one');
  expect(await kinds([input('a', 'one')])).toEqual(['withdrawn a']);
});

it('the comparison of files notes no checksum of a file that is being written, and believes its size', async () => {
  await present('a', 'longer than the index has it', { size: 5 });
  const [change] = await compare([input('a', 'one')]);
  expect(change).toMatchObject({ kind: 'replaced', now: [{ bytes: 5, sha256: null }] });
  expect(await storedSum('a')).toBeNull();
});

it('the comparison of files calls a file that cannot be read replaced by its size alone', async () => {
  await present('a', null, { size: 3 });
  await present('b', null, { size: 4 });
  for (const file of ['a', 'b']) await former(file, '2020-01-01');
  expect(await kinds([input('a', 'one'), input('b', 'one')])).toEqual(['replaced b']);
});

it('the comparison of files finds changes of each datastream among more files than one query names', async () => {
  const names = Array.from({ length: 601 }, (_, n) => `f${n}`);
  for (const datastream of ['a.b1', 'b.b1']) {
    const rows = names.flatMap((file, n) =>
      n % 250 === 3
        ? []
        : [row(file, { datastream, size: 3, sha256: sumOf(n % 100 < 2 ? 'two' : 'one') })],
    );
    await db.insertInto('files').values(rows).execute();
  }
  const inputs = names.flatMap((file) => [
    input(file, 'one', { datastream: 'b.b1' }),
    input(file, 'one'),
  ]);
  const changed = names.flatMap((file, n) => {
    if (n % 250 === 3) return [`withdrawn ${file}`];
    return n % 100 < 2 ? [`replaced ${file}`] : [];
  });
  expect(await kinds(inputs)).toEqual([...changed, ...changed]);
});

it('the comparison of files lists in place of a withdrawn file others of its datastream that share a second with it, at most ten, by time', async () => {
  const gone = input('gone', 'one', { start: START + 100.5, end: START + 200.5 });
  await present('own', 'own', { start: START + 150, end: START + 160 });
  await present('other', 'x', { datastream: 'b.b1', start: START + 150, end: START + 160 });
  await present('before', 'x', { start: START, end: START + 99 });
  await present('after', 'x', { start: START + 201, end: START + 300 });
  const own = input('own', 'own');
  const nowOf = async () => (await compare([gone, own]))[0]?.now.map(({ file }) => file);
  expect(await nowOf()).toEqual([]);
  await present('last second', 'x', { start: START + 200, end: START + 300 });
  await present('first second', 'xyz', { start: START, end: START + 100 });
  expect(await nowOf()).toEqual(['first second', 'last second']);
  expect((await compare([gone]))[0]).toMatchObject({
    ...{ kind: 'withdrawn', noticed: null, before: { bytes: 3 } },
    now: [{ file: 'first second', bytes: 3, sha256: null }, { file: 'own' }, {}],
  });
  for (let n = 0; n < 12; n++) await present(`p${n}`, 'x', { start: START + 110 + n });
  expect(await nowOf()).toEqual(['first second', ...Array.from({ length: 9 }, (_, n) => `p${n}`)]);
});

it('the comparison of files compares a file whose header can no longer be read by its bytes', async () => {
  for (const file of ['a', 'b', 'c']) await unreadable(file);
  await writeFile(join(folder, 'a'), 'one');
  await writeFile(join(folder, 'b'), 'other');
  await former('b', '2020-01-01');
  const found = await compare(['a', 'b', 'c'].map((file) => input(file, 'one')));
  expect(found.map(({ kind, file, noticed, now }) => ({ kind, file, noticed, now }))).toEqual([
    {
      ...{ kind: 'replaced', file: 'b', noticed: '2020-01-01' },
      now: [{ file: 'b', bytes: 5, sha256: sumOf('other') }],
    },
    { kind: 'withdrawn', file: 'c', noticed: null, now: [] },
  ]);
});

/** The archive, of which opening a file fails or does something else first. */
const opening = (before: () => void): ArchiveStore => ({
  ...archive,
  open: async (path) => {
    before();
    return await archive.open(path);
  },
});

it('the comparison of files finds nothing out while the archive is away, and calls no file withdrawn or replaced then', async () => {
  const from = opening(() => {
    throw new Problem('unavailable', 'The archive is away.');
  });
  await unreadable('a');
  await present('b', 'other');
  for (const file of ['a', 'b'])
    await expect(compare([input(file, 'one')], { from })).rejects.toThrow('The archive is away.');
});

it('the comparison of files ends without a finding when it is aborted while it reads', async () => {
  for (const file of ['a', 'b']) await writeFile(join(folder, file), 'one');
  await unreadable('a');
  await present('b', null, { size: 5 });
  for (const file of ['a', 'b']) {
    const stop = new AbortController();
    const from = opening(() => stop.abort(new Error('stopped')));
    const { signal } = stop;
    await expect(compare([input(file, 'one')], { from, signal })).rejects.toThrow('stopped');
  }
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(compare([input('c', 'one')], { signal: stopped })).rejects.toThrow('stopped');
});
