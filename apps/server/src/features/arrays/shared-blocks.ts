// Blocks that are being made: once for all who want them, and urgent as soon as one of these is a
// reader.
import type { Urgency } from '../../platform/pool/kinds.ts';
import { shared } from '../../platform/text/shared.ts';
import type { KeptBlock } from './kept-blocks.ts';

export class SharedBlocks {
  private readonly making = shared<KeptBlock>();
  /** Tags of blocks that a reader waits for; others are made ahead. */
  private readonly wanted = new Set<string>();

  /** The block of this tag, made by `make` unless it is being made. */
  async of(tag: string, isWanted: boolean, make: () => Promise<KeptBlock>): Promise<KeptBlock> {
    if (isWanted) this.wanted.add(tag);
    try {
      return await this.making(tag, make);
    } finally {
      if (isWanted) this.wanted.delete(tag);
    }
  }

  /** Of a task that makes all of these. */
  urgencyOf(tags: readonly string[]): () => Urgency {
    return () => (tags.some((tag) => this.wanted.has(tag)) ? 'seen' : 'ahead');
  }
}
