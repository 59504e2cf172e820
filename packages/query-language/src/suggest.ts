// Suggestions for misspelt words, as requests ask for them: the kinds term and phrase, within
// limits.
import * as z from 'zod';
import { refuse } from './kinds.ts';

/** Most suggesters of one request, and characters of a text. */
const MOST_SUGGESTERS = 16;
const LONGEST_TEXT = 1024;

const field = z.string().min(1).max(256);
const text = z.string().max(LONGEST_TEXT);

const term = z.strictObject({
  field,
  size: z.number().int().min(1).max(50).exactOptional(),
  sort: z.enum(['score', 'frequency']).exactOptional(),
  suggest_mode: z.enum(['missing', 'popular', 'always']).exactOptional(),
  max_edits: z.union([z.literal(1), z.literal(2)]).exactOptional(),
  prefix_length: z.number().int().min(0).max(32).exactOptional(),
  min_word_length: z.number().int().min(1).max(32).exactOptional(),
  /**
   * Words that occur in more documents than this count as right; below 1: a share of the documents.
   */
  max_term_freq: z.number().min(0).exactOptional(),
});

const phrase = z.strictObject({
  field,
  size: z.number().int().min(1).max(50).exactOptional(),
  /** At most this many words are changed; below 1: a share of the words. */
  max_errors: z.number().min(0).max(32).exactOptional(),
  /** How much better than the text itself a phrase has to be. */
  confidence: z.number().min(0).exactOptional(),
  highlight: z
    .strictObject({ pre_tag: z.string().max(64), post_tag: z.string().max(64) })
    .exactOptional(),
});

const suggester = z
  .strictObject({
    text: text.exactOptional(),
    term: term.exactOptional(),
    phrase: phrase.exactOptional(),
  })
  .refine((one) => (one.term === undefined) !== (one.phrase === undefined), {
    error: 'expected either term or phrase',
  });
export type Suggester = z.infer<typeof suggester>;

/**
 * Name -> suggester; the key `text` holds the text of all suggesters that have none of their own.
 */
export type Suggesters = { readonly [name: string]: Suggester | string };

export const suggesters: z.ZodType<Suggesters> = z
  .record(z.string().min(1).max(256), z.unknown())
  .transform((input, context): Suggesters => {
    const names = Object.keys(input);
    if (names.length > MOST_SUGGESTERS + 1)
      return refuse(context, `has more than ${MOST_SUGGESTERS} suggesters`, input, []);
    const read: Record<string, Suggester | string> = {};
    for (const name of names) {
      const parsed = (name === 'text' ? text : suggester).safeParse(input[name]);
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        return refuse(context, issue?.message ?? 'cannot be understood', input[name], [
          name,
          ...(issue?.path ?? []),
        ]);
      }
      read[name] = parsed.data;
    }
    return read;
  });
