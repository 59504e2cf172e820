// What every archive store keeps to, shown on the first files of its own listing.
import { dirname } from 'node:path/posix';
import { NetcdfError } from '@isobar/netcdf';
import { afterEach, expect, it } from 'vitest';
import type { ArchiveEntry, ArchiveStore } from '../archive.ts';

/** Files that are looked into: enough to meet every kind, few enough for a large archive. */
const SAMPLE = 12;
/** Files that are listed at most. */
const LISTED = 20_000;

/** `open` gives an archive that holds at least one file of two bytes or more. */
export function archiveSuite(open: () => Promise<ArchiveStore>): void {
  const opened: ArchiveStore[] = [];
  const archive = async (): Promise<ArchiveStore> => {
    const store = await open();
    opened.push(store);
    return store;
  };
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  it('an archive lists every file once, with a path inside the archive, a size and a date', async () => {
    let count = 0;
    const paths = new Set<string>();
    for await (const entry of (await archive()).list()) {
      paths.add(entry.path);
      if (++count === LISTED) break;
      if (count > SAMPLE) continue;
      expect(entry.path).toMatch(/^[^/](.*[^/])?$/);
      expect(entry.path.split('/')).not.toContain('..');
      expect(Number.isInteger(entry.size) && entry.size >= 0).toBe(true);
      expect(entry.modified).toBeGreaterThan(0);
      if (entry.known) expect(entry.known.start).toBeLessThanOrEqual(entry.known.end);
    }
    expect(count).toBeGreaterThan(0);
    expect(paths.size).toBe(count);
  });

  it('an archive lists the same again', async () => {
    const store = await archive();
    const byPath = (a: ArchiveEntry, b: ArchiveEntry) => (a.path < b.path ? -1 : 1);
    const first = (await sample(store)).sort(byPath);
    expect((await sample(store)).sort(byPath)).toEqual(first);
  });

  it('an archive returns one file as its listing shows it, and none that the listing leaves out', async () => {
    const store = await archive();
    const entries = await sample(store);
    for (const entry of entries) expect(await store.look(entry.path)).toEqual(entry);
    const { path } = entries[0] ?? { path: '' };
    const strange = ['', '.', '/', '..', '../outside.nc', 'a//b', 'a\0b', path.slice(0, -1)];
    for (const other of [...strange, `${path}.none`, `${path}/below`, dirname(path), '.hidden'])
      expect([other, await store.look(other)]).toEqual([other, null]);
  });

  it('an archive opens the files that it lists, with the listed length, in any ranges', async () => {
    const store = await archive();
    for (const entry of await sample(store)) {
      const source = await store.open(entry.path);
      expect(source.size).toBe(entry.size);
      const whole = await source.read(0, Math.min(source.size, 200_000));
      const middle = Math.floor(whole.length / 2);
      const part = await source.read(middle, Math.min(1000, whole.length - middle));
      expect(
        Buffer.from(part).equals(Buffer.from(whole.subarray(middle, middle + part.length))),
      ).toBe(true);
      expect((await source.read(0, 1)).length).toBe(Math.min(1, entry.size));
      expect((await source.read(Math.max(0, entry.size - 3), 100)).length).toBe(
        Math.min(3, entry.size),
      );
      expect((await source.read(entry.size, 10)).length).toBe(0);
      await source.close();
    }
  });

  it('an archive gives bytes that the caller may overwrite', async () => {
    const store = await archive();
    const entry = (await sample(store)).find((candidate) => candidate.size > 1);
    const source = await store.open(entry?.path ?? '');
    const first = await source.read(0, 2);
    const kept = [...first];
    first.fill(0xff);
    expect([...(await source.read(0, 2))]).toEqual(kept);
    await source.close();
  });

  it('an archive says when a file is not there', async () => {
    const store = await archive();
    const [entry] = await sample(store);
    for (const path of ['nowhere/nothing.nc', `${entry?.path}.none`, `${entry?.path}/below`])
      await expect(refusal(store, path)).resolves.toBe('not-found');
  });

  it.each(['../outside.nc', 'a/../../outside.nc', '/etc/hostname', '', '.', 'a//b', 'a\0b'])(
    'an archive does not open %j',
    async (path) => {
      const store = await archive();
      expect(await refusal(store, path)).toBe('not-found');
      expect(store.localPath?.(path) ?? null).toBeNull();
    },
  );
}

async function sample(store: ArchiveStore): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  for await (const entry of store.list()) {
    entries.push(entry);
    if (entries.length === SAMPLE) break;
  }
  return entries;
}

/** The code of the error that opening throws. */
async function refusal(store: ArchiveStore, path: string): Promise<string> {
  const source = await store.open(path).catch((error: unknown) => error);
  if (source instanceof NetcdfError) return `netcdf ${source.code}`;
  return source instanceof Error && 'code' in source ? String(source.code) : 'opened';
}
