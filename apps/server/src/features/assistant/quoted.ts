// Text of records on its way to an assistant: without markup, hidden characters and links, and
// never long. Pure.
import { plainLine } from '@isobar/contract/plain-text.ts';
import sanitize from 'sanitize-html';

export const LONGEST_NAME = 200;
export const LONGEST_TEXT = 2000;
/** Longer texts are cut before they are read. */
const MOST_READ = 20_000;
/** Markup within markup within markup. */
const MOST_ROUNDS = 4;

/**
 * Characters that are invisible, and that a model reads: zero width, variation and tag characters,
 * private use.
 */
const HIDDEN = /[\p{Cf}\p{Co}\p{Cn}]|\p{Variation_Selector}|\p{Default_Ignorable_Code_Point}/gu;
/** Pictures and links of Markdown: a client that draws them would fetch their address. */
const MARKDOWN_LINK = /!?\[([^\]]{0,500})\]\([^)]{0,2000}\)/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};

/** One line of plain text; '…' at its end where it was cut. */
export function quoted(text: string, most: number = LONGEST_NAME): string {
  let plain = text.slice(0, MOST_READ).normalize('NFKC').replace(HIDDEN, '');
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = plain;
    plain = sanitize(plain, { allowedTags: [], allowedAttributes: {} })
      .replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
      .replace(MARKDOWN_LINK, '$1');
    if (plain === before) break;
  }
  const line = plainLine(plain).replace(/\s+/g, ' ');
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line;
}

/** Names that can do no harm outside of `quoted`: no blanks, no markup. */
const IDENTIFIER = /^[A-Za-z0-9][\w.+-]{0,119}$/;
export const isIdentifier = (name: string): boolean => IDENTIFIER.test(name);

/** The first of a list, and how many more there are. */
export const firstOf = <T>(
  list: readonly T[],
  most: number,
): { readonly first: T[]; readonly more: number } => ({
  first: list.slice(0, most),
  more: Math.max(0, list.length - most),
});
