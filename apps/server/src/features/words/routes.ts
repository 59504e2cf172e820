// GET {words}/understand: what a typed text means here. POST {words}/opened: a data product was looked at.
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { openedProduct } from '@isobar/contract/calls/words.ts';
import { LONGEST_WORDS } from '@isobar/contract/search/free-text.ts';
import type { Understood } from '@isobar/contract/words/understood.ts';
import * as z from 'zod';
import type { Words } from '../../core/words/words.ts';
import type { Http } from '../../platform/http.ts';

export interface WordsFeature {
  readonly words: Pick<Words, 'understand'>;
  /** Counts words that found nothing; absent: nothing is counted. */
  readonly countMissing: (understood: Understood) => void;
  /** Counts a look at a product; unknown products are passed over. */
  readonly countOpened: (product: string) => Promise<void>;
}

export function registerWords<S>(http: Http<S>, feature: WordsFeature): void {
  const { words, countMissing, countOpened } = feature;
  http.route({
    method: 'GET',
    url: `${SERVICE_PATHS.words}/understand`,
    summary:
      'What a typed text means: places, times and levels as filters, things measured, words that occur nowhere',
    session: 'none',
    query: z.strictObject({
      text: z.string().trim().min(1).max(LONGEST_WORDS),
      /** Still being typed: what it lacks tells nothing. */
      typing: z.enum(['true', 'false']).optional(),
    }),
    act: async ({ query: { text, typing }, reply }): Promise<Understood> => {
      reply.header('cache-control', 'private, max-age=60');
      const understood = await words.understand(text);
      if (typing !== 'true') countMissing(understood);
      return understood;
    },
  });
  http.route({
    method: 'POST',
    url: `${SERVICE_PATHS.words}/opened`,
    summary: 'Counts that the details of a data product were opened; who it was is not kept',
    session: 'none',
    perMinute: 60,
    body: openedProduct,
    act: async ({ body: { product }, reply }) => {
      await countOpened(product);
      return reply.code(204).send();
    },
  });
}
