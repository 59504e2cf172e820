// Which made things (plots of a day, blocks of arrays) are kept on disk, made when, and how much they are together.
import type { Log } from '../platform/log/log.ts';
import type { Blobs } from '../ports/blobs.ts';

export interface KeptIndexInput {
  readonly blobs: Blobs;
  readonly log: Log;
  /** The day since 1970. */
  readonly today: () => number;
  /** The first part of their keys. */
  readonly folder: string;
  /** What earlier versions kept there, in other forms; it is removed. */
  readonly former?: string;
}

/** `made`: the day since 1970 on which it was. */
type Entry = { readonly made: number; readonly bytes: number };

export const keptKey = (folder: string, made: number, tag: string): string =>
  `${folder}/${made}/${tag}`;

export function openKeptIndex({ blobs, log, today, folder, former }: KeptIndexInput) {
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

  return {
    load,
    /** Also what another process has kept since the last listing. */
    async find(tag: string): Promise<Entry | undefined> {
      await load();
      return known.get(tag) ?? (await keptByOther(tag));
    },
    add,
    forget,
    bytes: () => bytes,
    size: () => known.size,
    oldestFirst: () => [...known],
  };
}
