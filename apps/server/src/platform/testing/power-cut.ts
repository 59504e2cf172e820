// A disk that loses power: remembers what was written, flushed and renamed, and makes the folder anew as a cut would leave it.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type DiskOperation, watchDisk } from '../disk.ts';

/**
 * What survives. `least`: only what was flushed, under names that were. `names`: all names, but of each content only what was
 * flushed, and half of what was not: a disk may write in any order.
 */
export const CUTS = ['least', 'names'] as const;
export type Cut = (typeof CUTS)[number];

interface Content {
  /** As the system has it in memory. */
  now: Buffer;
  /** As the disk has it; null: never flushed. */
  kept: Buffer | null;
}
type Names = Map<string, Content | 'folder'>;

export interface Moment {
  /** What was done last before the cut. */
  readonly after: string;
  readonly now: Names;
  readonly kept: Names;
  readonly contents: ReadonlyMap<Content, Content>;
  /** Whatever the test wants to know about this moment. */
  readonly mark: unknown;
}

export class PowerCuts {
  readonly #root: string;
  readonly #mark: () => unknown;
  readonly #now: Names = new Map();
  readonly #kept: Names = new Map();
  readonly moments: Moment[] = [];

  /** Watches everything below `root` from now on; what is there already is on the disk. `mark` is asked at each moment. */
  constructor(root: string, mark: () => unknown) {
    this.#root = root;
    this.#mark = mark;
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const bytes = entry.isFile() ? readFileSync(path) : null;
      const what = bytes ? { now: bytes, kept: bytes } : ('folder' as const);
      this.#now.set(relative(root, path), what);
      this.#kept.set(relative(root, path), what);
    }
    watchDisk((operation) => this.#take(operation));
    this.#remember('begin');
  }

  stop(): void {
    watchDisk(undefined);
    this.#remember('the end');
  }

  #take(operation: DiskOperation): void {
    const path = this.#inside(operation.path);
    const to = 'to' in operation ? this.#inside(operation.to) : null;
    if (path === null && to === null) return;
    // Before what was just done is counted: the mark may tell of what was acknowledged in between.
    switch (operation.do) {
      case 'write': {
        const content = this.#content(path!, false);
        content.now = Buffer.concat([content.now.subarray(0, operation.at), operation.bytes]);
        break;
      }
      case 'flush': {
        const content = this.#content(path!, true);
        content.kept = content.now;
        break;
      }
      case 'make folder':
        this.#now.set(path!, 'folder');
        break;
      case 'flush folder':
        for (const [name, what] of this.#now)
          if (dirname(name) === path) this.#kept.set(name, what);
        for (const name of this.#kept.keys())
          if (dirname(name) === path && !this.#now.has(name)) this.#lose(name);
        break;
      case 'rename':
        this.#move(path!, to!);
        break;
      case 'link':
        this.#now.set(to!, this.#content(path!, true));
        break;
      case 'copy':
        this.#now.set(to!, { now: readFileSync(operation.to), kept: null });
        break;
      case 'remove':
        for (const name of [...this.#now.keys()])
          if (name === path || name.startsWith(`${path}/`)) this.#now.delete(name);
        break;
    }
    this.#remember(`${operation.do} ${path ?? to}${to === null ? '' : ` -> ${to}`}`);
  }

  #lose(path: string): void {
    for (const name of [...this.#kept.keys()])
      if (name === path || name.startsWith(`${path}/`)) this.#kept.delete(name);
  }

  /** Of a file that somebody else wrote (a library) nothing is known until it is flushed, linked or renamed. */
  #content(path: string, fromDisk: boolean): Content {
    const known = this.#now.get(path);
    const content = known && known !== 'folder' ? known : { now: Buffer.alloc(0), kept: null };
    const real = join(this.#root, path);
    if (fromDisk && existsSync(real) && statSync(real).isFile()) content.now = readFileSync(real);
    this.#now.set(path, content);
    return content;
  }

  #move(from: string, to: string): void {
    const what = this.#now.get(from);
    const real = join(this.#root, to);
    if (what === undefined && statSync(real).isFile())
      this.#now.set(to, { now: readFileSync(real), kept: null });
    else if (what === undefined || what === 'folder') {
      this.#now.set(to, 'folder');
      for (const [name, inside] of [...this.#now])
        if (name.startsWith(`${from}/`)) {
          this.#now.delete(name);
          this.#now.set(`${to}${name.slice(from.length)}`, inside);
        }
      // On a disk the folder takes with it what it holds: names in it that were flushed stay so under its new name.
      for (const [name, inside] of [...this.#kept])
        if (name.startsWith(`${from}/`)) this.#kept.set(`${to}${name.slice(from.length)}`, inside);
    } else this.#now.set(to, what);
    this.#now.delete(from);
  }

  #remember(after: string): void {
    const contents = new Map<Content, Content>();
    for (const what of [...this.#now.values(), ...this.#kept.values()])
      if (what !== 'folder') contents.set(what, { ...what });
    this.moments.push({
      after,
      now: new Map(this.#now),
      kept: new Map(this.#kept),
      contents,
      mark: this.#mark(),
    });
  }

  #inside(path: string): string | null {
    const name = relative(this.#root, path);
    return name.startsWith('..') ? null : name || '.';
  }
}

/** Makes `folder` as the disk would be found after a cut at that moment. */
export function afterCut(moment: Moment, cut: Cut, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const names = cut === 'least' ? moment.kept : moment.now;
  for (const [name, what] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const path = join(folder, name);
    if (cut === 'least' && !isReachable(name, moment.kept)) continue;
    if (what === 'folder') mkdirSync(path, { recursive: true });
    else {
      mkdirSync(dirname(path), { recursive: true });
      const { now, kept } = moment.contents.get(what) ?? what;
      writeFileSync(path, kept ?? now.subarray(0, Math.floor(now.length / 2)));
    }
  }
}

/** A name is worth nothing where that of a folder above it is gone. */
function isReachable(name: string, kept: Names): boolean {
  for (let at = dirname(name); at !== '.' && at !== ''; at = dirname(at))
    if (kept.get(at) !== 'folder' && !kept.has(at)) return false;
  return true;
}
