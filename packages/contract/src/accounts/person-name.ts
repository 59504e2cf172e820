// What a person's name may hold, wherever it comes from: a form, a sign-in site, the command line.
// Pure.

/**
 * Control characters, separators of lines and paragraphs, marks that turn the direction of the text
 * around them (a name could reverse the words of a mail or a log line), and the brackets of HTML.
 * Letters of every script pass, with the joiners that Persian and Indic names need.
 */
const NOT_IN_A_NAME = '\\p{Cc}\\p{Zl}\\p{Zp}<>\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';

/** Matches a name, also an empty one. */
export const PERSON_NAME = new RegExp(`^[^${NOT_IN_A_NAME}]*$`, 'u');

export const LONGEST_NAME = 100;

const REMOVED = new RegExp(`[${NOT_IN_A_NAME}]+`, 'gu');

/** The name without what is in no name, at most `LONGEST_NAME` characters. */
export const plainName = (text: string): string =>
  [...text.replace(REMOVED, ' ').replace(/ +/g, ' ').trim()].slice(0, LONGEST_NAME).join('').trim();
