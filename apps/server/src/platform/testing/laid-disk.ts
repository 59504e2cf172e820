// What a disk holds after each step, as the system has it in memory and as a power cut would leave
// it.
import { dirname } from 'node:path';
import type { DiskOperation } from '../files/disk.ts';

/** Name -> content, of everything below a folder. */
export type Image = ReadonlyMap<string, Buffer | 'folder'>;

/** The path of whatever is not below the folder that is watched. */
export const OUTSIDE = '..';

export interface Step {
  readonly do: DiskOperation['do'] | 'nothing';
  readonly path: string;
  readonly to: string | null;
  /** What was written, or what was found in the file. */
  readonly seen: Buffer | null;
  /** Where in the file the bytes were written. */
  readonly at: number;
  /** Which call in the sources does it. */
  readonly site: string | null;
}

interface Content {
  /** The content that the system has in memory. */
  now: Buffer;
  /** The content that the disk has; null: never flushed. */
  kept: Buffer | null;
  /** As the disk may have it while flushed bytes are being overwritten. */
  torn: Buffer | null;
}
type Names = Map<string, Content | 'folder'>;

export class LaidDisk {
  readonly #now: Names = new Map();
  readonly #kept: Names = new Map();
  readonly #without: { readonly site: string; readonly what: string } | null;
  /** What was removed since and has not come again. */
  readonly #removed = new Set<string>();
  /**
   * For each rename that is left out: the temporary name, which is never used, and the final name,
   * which is used at once.
   */
  readonly #atOnce = new Map<string, string>();

  constructor(
    begin: Image,
    steps: readonly Step[],
    without: { readonly site: string; readonly what: string } | null,
  ) {
    this.#without = without;
    for (const [name, bytes] of begin) {
      const what = bytes === 'folder' ? bytes : contentOf(bytes);
      this.#now.set(name, what);
      this.#kept.set(name, what);
    }
    for (const step of steps)
      if (step.do === 'rename' && step.to !== null && this.#isLeftOut(step))
        this.#atOnce.set(step.path, step.to);
  }

  take(step: Step): void {
    const path = this.#nameOf(step.path);
    const to = this.#nameOf(step.to ?? OUTSIDE);
    this.#removed.delete(step.to === null ? path : to);
    switch (step.do) {
      case 'write': {
        const content = this.#content(path, null);
        const written = step.seen ?? NOTHING;
        content.now = Buffer.concat([content.now.subarray(0, step.at), written]);
        if (step.at < (content.kept?.length ?? 0))
          content.torn = content.now.subarray(0, step.at + Math.floor(written.length / 2));
        break;
      }
      case 'flush': {
        const content = this.#content(path, step.seen);
        if (!this.#isLeftOut(step)) Object.assign(content, { kept: content.now, torn: null });
        break;
      }
      case 'make folder':
        this.#now.set(path, 'folder');
        break;
      case 'flush folder':
        if (!this.#isLeftOut(step)) this.#flushFolder(path);
        break;
      case 'rename':
        if (!this.#isLeftOut(step)) this.#move(path, to, step.seen);
        break;
      case 'link':
        // Whatever lies outside counts as flushed.
        if (path === OUTSIDE) this.#now.set(to, contentOf(step.seen ?? NOTHING));
        else this.#now.set(to, this.#content(path, step.seen));
        break;
      case 'copy':
        this.#now.set(to, { now: step.seen ?? NOTHING, kept: null, torn: null });
        break;
      case 'remove':
        removeBelow(this.#now, path);
        this.#removed.add(path);
        break;
    }
  }

  /** What a cut at this moment leaves, in three ways: see CUTS. */
  left(): { readonly least: Image; readonly gone: Image; readonly names: Image } {
    const images = { least: new Map(), gone: new Map(), names: new Map() };
    for (const [name, what] of sorted(this.#now)) images.names.set(name, leftOf(what, true));
    for (const [name, what] of sorted(this.#kept)) {
      if (!this.#isReachable(name)) continue;
      images.least.set(name, leftOf(what));
      if (!this.#isRemoved(name)) images.gone.set(name, leftOf(what));
    }
    return images;
  }

  #isRemoved(name: string): boolean {
    for (let at = name; at !== '.' && at !== ''; at = dirname(at))
      if (this.#removed.has(at)) return true;
    return false;
  }

  #isLeftOut(step: Step): boolean {
    return this.#without?.site === step.site && this.#without.what === step.do;
  }

  #nameOf(path: string): string {
    for (const [from, to] of this.#atOnce) {
      if (path === from) return to;
      if (path.startsWith(`${from}/`)) return `${to}${path.slice(from.length)}`;
    }
    return path;
  }

  #content(path: string, seen: Buffer | null): Content {
    const known = this.#now.get(path);
    const content = known && known !== 'folder' ? known : { now: NOTHING, kept: null, torn: null };
    if (seen) content.now = seen;
    this.#now.set(path, content);
    return content;
  }

  #flushFolder(path: string): void {
    for (const [name, what] of this.#now) if (dirname(name) === path) this.#kept.set(name, what);
    for (const name of [...this.#kept.keys()])
      if (dirname(name) === path && !this.#now.has(name)) removeBelow(this.#kept, name);
  }

  #move(from: string, to: string, seen: Buffer | null): void {
    const what = this.#now.get(from);
    if (what === undefined && seen) this.#now.set(to, { now: seen, kept: null, torn: null });
    else if (what === undefined || what === 'folder') {
      this.#now.set(to, 'folder');
      for (const [name, inside] of [...this.#now])
        if (name.startsWith(`${from}/`)) {
          this.#now.delete(name);
          this.#now.set(`${to}${name.slice(from.length)}`, inside);
        }
      // A folder takes its content along: names in it that were flushed stay flushed under its new
      // name.
      for (const [name, inside] of [...this.#kept])
        if (name.startsWith(`${from}/`)) this.#kept.set(`${to}${name.slice(from.length)}`, inside);
    } else this.#now.set(to, what);
    this.#now.delete(from);
  }

  /** A name is worth nothing where that of a folder above it is gone. */
  #isReachable(name: string): boolean {
    for (let at = dirname(name); at !== '.' && at !== ''; at = dirname(at))
      if (!this.#kept.has(at)) return false;
    return true;
  }
}

const NOTHING = Buffer.alloc(0);
const contentOf = (bytes: Buffer): Content => ({ now: bytes, kept: bytes, torn: null });

function leftOf(what: Content | 'folder', mayBeTorn = false): Buffer | 'folder' {
  if (what === 'folder') return what;
  const half = what.now.subarray(0, Math.floor(what.now.length / 2));
  return (mayBeTorn ? what.torn : null) ?? what.kept ?? half;
}

const sorted = (names: Names) => [...names].sort(([a], [b]) => (a < b ? -1 : 1));

function removeBelow(names: Names, path: string): void {
  for (const name of [...names.keys()])
    if (name === path || name.startsWith(`${path}/`)) names.delete(name);
}
