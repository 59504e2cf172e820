// What the words service counts while users search: in the background, and never in the way of an
// answer.
import type { Kysely } from 'kysely';
import { countMissing, countOpened, missingWords, productUse } from '../../core/words/counts.ts';
import { isLearning } from '../../core/words/learning.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SearchReader } from '../../ports/search-index.ts';
import type { Tables } from '../../store/tables.ts';
import type { WordsFeature } from './routes.ts';

type Counting = Pick<WordsFeature, 'countMissing' | 'countOpened'>;

export const COUNTS_NOTHING: Counting = {
  countMissing: () => {},
  countOpened: async () => {},
};

export const countsOf = (
  db: Kysely<Tables>,
  index: Pick<SearchReader, 'search'>,
  log: Log,
): Counting => ({
  countMissing: (understood) => {
    const words = missingWords(understood);
    if (words.length === 0) return;
    const day = new Date().toISOString().slice(0, 10);
    const count = async (): Promise<void> => {
      if (await isLearning(db)) await countMissing(db, words, day);
    };
    count().catch((error: unknown) =>
      log.warn({ err: error }, 'words that found nothing were not counted'),
    );
  },
  countOpened: async (product) => {
    if ((await isLearning(db)) && (await isProduct(index, product))) await countOpened(db, product);
  },
});

async function isProduct(index: Pick<SearchReader, 'search'>, product: string): Promise<boolean> {
  const query = { term: { 'instrument_code.keyword': product } };
  const { hits } = await index.search('metadata', { query, size: 0, track_total_hits: 1 });
  return (hits.total?.value ?? 0) > 0;
}

/** Use as a search weighs it, while operators leave it on. */
export const weighedUse = (db: Kysely<Tables>) => ({
  on: () => isLearning(db),
  weights: async () =>
    (await productUse(db)).map(({ product, weight }) => [product, weight] as const),
});
