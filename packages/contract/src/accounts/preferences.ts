// What a person prefers, each under its name, and the defaults while nothing is saved (part 2
// sections 3 and 9).
import * as z from 'zod/mini';

/** Preferences are stored per person under this application. */
export const PREFERENCE_APPLICATION = 'discovery';

/** Name of a preference -> shape of its value and the default. Values travel as JSON text. */
export const PREFERENCES = {
  email: {
    /**
     * html: confirmations as HTML, else plain text. notify: a mail when an order is complete.
     * affected: a mail, once a day at most, when data of an order changed since.
     */
    shape: z.object({
      notify: z._default(z.boolean(), true),
      html: z._default(z.boolean(), true),
      affected: z._default(z.boolean(), true),
    }),
    initial: { notify: true, html: true, affected: true },
  },
  search: {
    /** recommended: only recommended data, else all. */
    shape: z.object({ recommended: z.boolean() }),
    initial: { recommended: true },
  },
  dqrResolutionBasedOnZoom: { shape: z.boolean(), initial: true },
  mlRecommendation: { shape: z.boolean(), initial: true },
} as const;

export type PreferenceName = keyof typeof PREFERENCES;

/**
 * The JSON of a saved preference; undefined if it is not JSON. Old values were written with single
 * quotes, which are read as double ones.
 */
export function parseSaved(text: string): unknown {
  for (const candidate of [text, text.replaceAll("'", '"')]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // Not JSON in this form: the loop goes on to the next one.
    }
  }
  return undefined;
}
