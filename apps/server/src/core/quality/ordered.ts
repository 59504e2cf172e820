// The interface through which the quality service learns what was ordered; another feature
// implements it.
import type { Holding } from '@isobar/contract/quality/affected.ts';
import type { DataQuality } from '@isobar/contract/quality/data-quality.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';

export interface Ordered {
  readonly orderId: number;
  /** Seconds UTC. */
  readonly orderDate: number;
  /** Null: not delivered yet. */
  readonly completedAt: number | null;
  /** `flagged`: classes of reports whose values the order turns into -9999. */
  readonly holdings: readonly (Holding & { readonly flagged: readonly string[] })[];
  /**
   * Reports that concern the delivery; before it is delivered, those that concern what would be
   * delivered now.
   */
  quality(tables: CuratedTables): Promise<readonly DataQuality[]>;
}

export interface OrderedLookUp {
  /**
   * For its owner, or a caller with its share link. Throws 'no-session' for a caller with neither a
   * session nor a link, and 'not-found' for orders of others.
   */
  one(
    asked: { readonly orderId: number; readonly key?: string | undefined },
    personId: string | null,
  ): Promise<Ordered>;
  /** The latest orders of a person, newest first; returns whether there are older ones. */
  of(personId: string): AsyncGenerator<Ordered, boolean>;
}
