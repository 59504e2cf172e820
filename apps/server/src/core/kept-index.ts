// Made things (plots of a day, blocks of arrays) that are kept on disk up to a budget, the oldest
// go first.
import { DAY_SECONDS } from '@isobar/contract/time.ts';
import { RESERVE } from '../platform/files/reserve.ts';
import type { Log } from '../platform/log/log.ts';
import type { Blobs } from '../ports/blobs.ts';

export interface KeptIndexInput {
  readonly blobs: Blobs;
  readonly log: Log;
  /** Milliseconds since 1970; the clock by default. */
  readonly now?: (() => number) | undefined;
  /** Bytes and entries on disk, at most. */
  readonly mostBytes: number;
  readonly mostEntries: number;
  /**
   * Once the budget is exceeded, the oldest are removed until less than this share of it is in use.
   */
  readonly lowered: number;
  /** Called for each that was removed. */
  readonly onRemoved: (tag: string) => void;
  /** The first part of their keys. */
  readonly folder: string;
  /** What earlier versions kept there, in other forms; it is removed. */
  readonly former?: string;
}

/** `made`: the day since 1970 on which it was. */
type Entry = { readonly made: number; readonly bytes: number };

export const keptKey = (folder: string, made: number, tag: string): string =>
  `${folder}/${made}/${tag}`;

/** Where nothing says how much room there is, writing shows it. */
async function fits(blobs: Blobs, more: number): Promise<boolean> {
  const room = await blobs.room().catch(() => null);
  return room === null || room >= RESERVE + more;
}

export function openKeptIndex(input: KeptIndexInput) {
  const { blobs, log, folder, former, now = Date.now } = input;
  const today = (): number => Math.floor(now() / 1000 / DAY_SECONDS);
  const writing = new Set<Promise<void>>();
  let removing: Promise<void> | undefined;
  let known = new Map<string, Entry>();
  let bytes = 0;
  let loaded: Promise<void> | undefined;
  let loadedOn = -1;

  /** What is on disk, listed once a day: another process may make some as well. */
  function load(): Promise<void> {
    if (loaded && loadedOn === today()) return loaded;
    const isFirst = loaded === undefined;
    loadedOn = today();
    const looking = look(isFirst).catch((error: unknown) => {
      log.warn({ err: error, folder }, 'what is kept cannot be listed');
    });
    loaded = isFirst ? looking : loaded;
    return loaded ?? looking;
  }

  async function look(isFirst: boolean): Promise<void> {
    if (isFirst && former) await blobs.removeAll(former);
    const found: [string, Entry][] = [];
    for await (const { key, bytes: size } of blobs.list(folder)) {
      const [, made, tag] = key.split('/');
      if (tag) found.push([tag, { made: Number(made), bytes: size }]);
    }
    found.sort((a, b) => a[1].made - b[1].made);
    known = new Map([...found, ...known]);
    bytes = [...known.values()].reduce((sum, entry) => sum + entry.bytes, 0);
  }

  async function keptByOther(tag: string): Promise<Entry | undefined> {
    for (const made of [today(), today() - 1]) {
      const found = await blobs.stat(keptKey(folder, made, tag));
      if (!found) continue;
      add(tag, { made, bytes: found.bytes });
      return known.get(tag);
    }
    return undefined;
  }

  function add(tag: string, entry: Entry): void {
    forget(tag);
    known.set(tag, entry);
    bytes += entry.bytes;
  }

  function forget(tag: string): void {
    bytes -= known.get(tag)?.bytes ?? 0;
    known.delete(tag);
  }

  /** Whether no more is kept than this share of the budget. */
  const isWithin = (share: number): boolean =>
    bytes <= input.mostBytes * share && known.size <= input.mostEntries * share;

  /**
   * Down to the lowered share once the budget is exceeded, and until there is room for so many
   * bytes.
   */
  async function removeOldest(more: number): Promise<void> {
    await load();
    const share = isWithin(1) ? 1 : input.lowered;
    for (const [tag, { made }] of [...known]) {
      if (isWithin(share) && (await fits(blobs, more))) return;
      await blobs.removeAll(keptKey(folder, made, tag));
      forget(tag);
      input.onRemoved(tag);
    }
  }

  const lower = (more: number): Promise<void> => {
    removing ??= removeOldest(more).finally(() => {
      removing = undefined;
    });
    return removing;
  };

  async function write(tag: string, content: string | Uint8Array): Promise<void> {
    const made = today();
    const size = Buffer.byteLength(content);
    if (!(await fits(blobs, size))) await lower(size);
    if (!(await fits(blobs, size))) return;
    await blobs.put(keptKey(folder, made, tag), content);
    add(tag, { made, bytes: size });
    await lower(0);
  }

  /** In the background; what cannot be kept is made again next time. */
  function keep(tag: string, content: string | Uint8Array): void {
    const put = write(tag, content)
      .catch((error: unknown) => log.warn({ err: error, folder }, 'it could not be kept'))
      .finally(() => writing.delete(put));
    writing.add(put);
  }

  return {
    /** Also what another process has kept since the last listing. */
    async find(tag: string): Promise<Entry | undefined> {
      await load();
      return known.get(tag) ?? (await keptByOther(tag));
    },
    forget,
    keep,
    /** How many are being written. */
    writing: () => writing.size,
    /** Whether less than this share of the budget is in use, and the disk has room. */
    hasRoom: async (share: number): Promise<boolean> => {
      await load();
      const isLow = bytes < input.mostBytes * share && known.size < input.mostEntries * share;
      return isLow && (await fits(blobs, 0));
    },
    /** Resolves when everything that is to be kept is on disk. */
    settled: async (): Promise<void> => {
      await Promise.all(writing);
    },
  };
}
