// What the indexes of a folder show, where other homes have indexes of the same store: a small file
// beside them, and a lock.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../platform/files/disk.ts';
import { codeOf } from '../../platform/text/unknown.ts';
import type { Followed } from '../../ports/search-index.ts';
import { FolderLock } from './folder.ts';

const NOTE = 'followed';

export class FollowedFolder implements Followed {
  readonly #path: string;
  readonly #lock: FolderLock;
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#path = join(folder, NOTE);
    this.#lock = new FolderLock(`${this.#path}.lock`);
  }

  async read(): Promise<string | null> {
    try {
      return (await readFile(this.#path, 'utf8')).trim();
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  note(state: string): Promise<void> {
    return writeDurably(this.#path, `${state}\n`);
  }

  alone<T>(act: () => Promise<T>): Promise<T> {
    const held = () => this.#lock.hold(act);
    const next = this.#last.then(held, held);
    this.#last = next.catch(() => {});
    return next;
  }

  /** Resolves when nothing is in work any more. */
  async close(): Promise<void> {
    await this.#last;
    this.#lock.close();
  }
}
