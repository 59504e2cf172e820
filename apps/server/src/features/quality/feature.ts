// What the quality service works with.
import type { Kysely } from 'kysely';
import type { OrderedLookUp } from '../../core/quality/ordered.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Tables } from '../../store/tables.ts';

export interface QualityFeature {
  readonly orders: OrderedLookUp;
  readonly db: Kysely<Tables>;
  /** The tables as they are now, with the reports that operators wrote. */
  readonly tables: () => Promise<CuratedTables>;
  /** Where the quality service is instead; undefined: here. */
  readonly elsewhere: string | undefined;
}
