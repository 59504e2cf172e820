// Edits of a typed text: a part of it left out, or another word in its place.

/** What is left of a text without a part of it; the first of several alike goes. */
export const withoutTyped = (text: string, typed: string): string => replaceTyped(text, typed, '');

/** The text with a part of it replaced. */
export function replaceTyped(text: string, typed: string, by: string): string {
  const at = text.indexOf(typed);
  if (at < 0 || typed === '') return text;
  return `${text.slice(0, at)} ${by} ${text.slice(at + typed.length)}`.replace(/\s+/g, ' ').trim();
}
