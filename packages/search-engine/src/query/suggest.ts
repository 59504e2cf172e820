// Suggestions for misspelt words: `suggest` in its kinds term and phrase.

import type { SuggestResults } from '@isobar/query-language/result.ts';
import type { Suggesters } from '@isobar/query-language/suggest.ts';
import { illegal } from '../language/refusal.ts';
import type { Context } from './context.ts';
import { phraseEntries } from './suggest-phrase.ts';
import { termEntries } from './suggest-term.ts';

export function suggest(asked: Suggesters, context: Context): SuggestResults {
  const { text: shared, ...named } = asked;
  return Object.fromEntries(
    Object.entries(named).map(([name, suggester]) => {
      if (typeof suggester !== 'object') return [name, []];
      const text = suggester.text ?? (typeof shared === 'string' ? shared : undefined);
      if (text === undefined) throw illegal(`The required text option is missing in [${name}]`);
      const entries =
        suggester.term !== undefined
          ? termEntries(text, suggester.term, context)
          : suggester.phrase !== undefined
            ? phraseEntries(text, suggester.phrase, context)
            : [];
      return [name, entries];
    }),
  );
}
