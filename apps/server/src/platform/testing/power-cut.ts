// A disk that loses power: records what was written, flushed and renamed, and shows what a cut at
// any moment would leave. It can also show this as if one call of the disk layer had not flushed,
// or had written under the final name at once.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type DiskOperation, watchDisk } from '../files/disk.ts';
import { siteNow } from './disk-sites.ts';
import { type Image, LaidDisk, OUTSIDE, type Step } from './laid-disk.ts';

/**
 * What survives, since a disk may write in any order. `least`: only flushed content under flushed
 * names. `gone`: the same, without what was removed. `names`: all names, with the flushed part of
 * each content and half of the part that was not flushed.
 */
export const CUTS = ['least', 'gone', 'names'] as const;
export type Cut = (typeof CUTS)[number];

export interface Moment<M> {
  /** What was done last before the cut. */
  readonly after: string;
  readonly left: Readonly<Record<Cut, Image>>;
  /** Whatever the test wants to know about this moment. */
  readonly mark: M;
}

/** What is left out: one of the operations of a call in the sources. */
export interface LeftOut {
  readonly site: string;
  readonly what: 'flush' | 'flush folder' | 'rename';
}

export class PowerCuts<M> {
  readonly #root: string;
  readonly #mark: () => M;
  readonly #begin: Image;
  readonly #first: M;
  readonly #steps: (Step & { readonly mark: M })[] = [];
  /** Files whose writes were reported. */
  readonly #written = new Set<string>();

  /**
   * Watches everything below `root` from now on; whatever is there already counts as on the disk.
   * `mark` is called at each moment.
   */
  constructor(root: string, mark: () => M) {
    this.#root = root;
    this.#mark = mark;
    this.#begin = imageOf(root);
    this.#first = mark();
    watchDisk((operation) => this.#take(operation));
  }

  stop(): void {
    watchDisk(undefined);
    const step = { do: 'nothing', path: '.', to: null, seen: null, at: 0, site: null } as const;
    this.#steps.push({ ...step, mark: this.#mark() });
  }

  /** Everything that can be left out, each once. */
  leftOuts(): LeftOut[] {
    const found = new Map<string, LeftOut>();
    for (const { do: what, site } of this.#steps)
      if (site !== null && (what === 'flush' || what === 'flush folder' || what === 'rename'))
        found.set(`${site} ${what}`, { site, what });
    return [...found.values()];
  }

  /** Before the first step and after each. */
  *moments(without: LeftOut | null = null): Generator<Moment<M>> {
    const disk = new LaidDisk(this.#begin, this.#steps, without);
    yield { after: 'begin', left: disk.left(), mark: this.#first };
    for (const step of this.#steps) {
      disk.take(step);
      const after = `${step.do} ${step.path}${step.to === null ? '' : ` -> ${step.to}`}`;
      yield { after, left: disk.left(), mark: step.mark };
    }
  }

  #take(operation: DiskOperation): void {
    const path = this.#inside(operation.path);
    const to = 'to' in operation ? this.#inside(operation.to) : null;
    if (path === null && to === null) return;
    const seen = operation.do === 'write' ? Buffer.from(operation.bytes) : this.#seen(operation);
    const at = operation.do === 'write' ? operation.at : 0;
    const [site, mark] = [siteNow(), this.#mark()];
    const step = { path: path ?? OUTSIDE, to, seen, at, site, mark };
    if (operation.do === 'write') this.#written.add(operation.path);
    else if (operation.do === 'flush' && !this.#written.has(operation.path))
      this.#steps.push({ ...step, do: 'write' }); // written by a library, and only seen now
    this.#steps.push({ ...step, do: operation.do });
  }

  /** The writes of a library are not known until its file is flushed, linked, copied or renamed. */
  #seen(operation: DiskOperation): Buffer | null {
    if (!['flush', 'link', 'copy', 'rename'].includes(operation.do)) return null;
    const path = 'to' in operation ? operation.to : operation.path;
    return existsSync(path) && statSync(path).isFile() ? readFileSync(path) : null;
  }

  #inside(path: string): string | null {
    const name = relative(this.#root, path);
    return name.startsWith('..') ? null : name || '.';
  }
}

/** Makes `folder` as the disk is found after the cut. */
export function layOut(image: Image, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, what] of image) {
    const path = join(folder, name);
    if (what === 'folder') mkdirSync(path, { recursive: true });
    else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, what);
    }
  }
}

function imageOf(root: string): Image {
  const found = new Map<string, Buffer | 'folder'>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found.set(relative(root, path), readFileSync(path));
    else if (entry.isDirectory()) found.set(relative(root, path), 'folder');
  }
  return found;
}
