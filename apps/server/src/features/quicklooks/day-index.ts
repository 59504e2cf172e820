// Which days are kept on disk, made when, and how much they are together.
import type { Log } from '../../platform/log.ts';
import type { Blobs } from '../../ports/blobs.ts';

const FOLDER = 'days';
/** What was kept there by earlier versions, in other forms. */
const FORMER = 'plots';

/** `made`: the day since 1970 on which it was. */
type Entry = { readonly made: number; readonly bytes: number };

export const keyOf = (made: number, tag: string): string => `${FOLDER}/${made}/${tag}`;

export function openDayIndex(blobs: Blobs, log: Log, today: () => number) {
  let known = new Map<string, Entry>();
  let bytes = 0;
  let loaded: Promise<void> | undefined;
  let loadedOn = -1;

  /** What is on disk, looked through once a day: another process may make days ahead. */
  function load(): Promise<void> {
    if (loaded && loadedOn === today()) return loaded;
    const isFirst = loaded === undefined;
    loadedOn = today();
    const looking = look(isFirst).catch((error: unknown) => {
      log.warn({ err: error }, 'kept plots cannot be looked through');
    });
    loaded = isFirst ? looking : loaded;
    return loaded ?? looking;
  }

  async function look(isFirst: boolean): Promise<void> {
    if (isFirst) await blobs.removeAll(FORMER);
    const found: [string, Entry][] = [];
    for await (const { key, bytes: size } of blobs.list(FOLDER)) {
      const [, made, tag] = key.split('/');
      if (tag) found.push([tag, { made: Number(made), bytes: size }]);
    }
    found.sort((a, b) => a[1].made - b[1].made);
    known = new Map([...found, ...known]);
    bytes = [...known.values()].reduce((sum, entry) => sum + entry.bytes, 0);
  }

  async function keptByOther(tag: string): Promise<Entry | undefined> {
    for (const made of [today(), today() - 1]) {
      const found = await blobs.stat(keyOf(made, tag));
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
    /** Also what another process has kept since the last look. */
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
