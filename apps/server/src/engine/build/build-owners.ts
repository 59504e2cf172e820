// Which documents the values of a field belong to, as they come in.
import { GrowingInts } from '../memory/growing.ts';

export type Owned = {
  /** By value; null where value i belongs to document i. */
  readonly documents: Int32Array | null;
  /** Whether a document has several values. */
  readonly several: boolean;
};

/** The document that value `i` belongs to. */
export const ownerOf = (documents: Owned['documents'], i: number): number =>
  documents ? (documents[i] as number) : i;

/** Keeps no list where the first documents have one value each: so it is with most fields. */
export class Owners {
  private count = 0;
  private several = false;
  private list: GrowingInts | null = null;
  private last = -1;

  /** Documents come in their order. */
  push(document: number): void {
    if (document === this.last) this.several = true;
    this.last = document;
    if (!this.list && document !== this.count) {
      this.list = new GrowingInts();
      for (let i = 0; i < this.count; i++) this.list.push(i);
    }
    this.list?.push(document);
    this.count++;
  }

  all(): Owned {
    return { documents: this.list?.all() ?? null, several: this.several };
  }
}
