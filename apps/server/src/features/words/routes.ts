// GET {words}/understand: what a typed text means here. POST {words}/opened: a data product was
// looked at.
import { openedCall, understand } from '@isobar/contract/calls/words.ts';
import type { Understood } from '@isobar/contract/words/understood.ts';
import type { Words } from '../../core/words/current-vocabulary.ts';
import type { Http } from '../../platform/http/http.ts';

export interface WordsFeature {
  readonly words: Pick<Words, 'understand'>;
  /** Counts words that found nothing; absent: nothing is counted. */
  readonly countMissing: (understood: Understood) => void;
  /** Counts a view of a product; unknown products are ignored. */
  readonly countOpened: (product: string) => Promise<void>;
}

export function registerWords<S>(http: Http<S>, feature: WordsFeature): void {
  const { words, countMissing, countOpened } = feature;
  http.route(understand, async ({ query: { text, typing }, reply }): Promise<Understood> => {
    reply.header('cache-control', 'private, max-age=60');
    const understood = await words.understand(text);
    if (typing !== 'true') countMissing(understood);
    return understood;
  });
  http.route(openedCall, async ({ body: { product }, reply }) => {
    await countOpened(product);
    return reply.code(204).send();
  });
}
