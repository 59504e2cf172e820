// What was read into a text or left out of it, in plain sentences, for programs: the screen shows
// the same with its buttons. Pure.
import type { Understood } from '@isobar/contract/words/understood.ts';

/** None where every word was taken as it was typed. */
export function understoodNotes(understood: Understood): readonly string[] {
  const { typed, mended, pieces, filters, unclear, partial, cut } = understood;
  const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
  const told = (words: readonly string[], what: (list: string, many: boolean) => string) =>
    words.length > 0 ? [what(quoted(words), words.length > 1)] : [];
  const near = pieces.filter((piece) => piece.near).flatMap(({ meaning }) => meaning ?? []);
  return [
    ...(mended === typed ? [] : [`Searched for '${mended}' instead of '${typed}'`]),
    ...(cut ? ['Only the beginning of the text was read'] : []),
    ...told(
      pieces.filter((piece) => piece.missing).map((piece) => piece.typed),
      (list, many) => `No data have the ${many ? 'words' : 'word'} ${list}, left out of the search`,
    ),
    ...told(
      filters.filter(({ dropped }) => dropped).map((filter) => filter.typed),
      (list, many) =>
        `Nothing of this has data for ${list}, so ${many ? 'they are' : 'it is'} left out`,
    ),
    ...told(unclear, (list) => `${list} is no time without a year, and was left out`),
    ...(near.length > 0 ? [`Similar in meaning, but not as typed: ${quoted(near)}`] : []),
    ...(partial ? ['No record matches all words: the best partial matches come first'] : []),
  ];
}
