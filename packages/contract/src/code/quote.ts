// Texts as literals of each language: whatever a text contains, it remains one literal. Pure.

/**
 * No name, code or address contains control characters other than blanks; nothing may hide or
 * reorder a line of code either.
 */
const clean = (text: string): string =>
  text.toWellFormed().replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');

/** One line after the comment sign. */
export const comment = (mark: string, text: string): string =>
  `${mark} ${clean(text).replace(/\s+/g, ' ').trim()}`;

/** Within double quotes: backslashes, with everything beyond ASCII as `\uXXXX` or `\UXXXXXXXX`. */
function doubleQuoted(text: string, also: RegExp): string {
  const inner = clean(text)
    .replace(/[\\"]/g, '\\$&')
    .replace(also, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replace(/[^\x20-\x7e]/gu, (sign) => {
      const code = (sign.codePointAt(0) ?? 0).toString(16);
      return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`;
    });
  return `"${inner}"`;
}

const NOTHING = /(?!)/g;

export const pythonText = (text: string): string => doubleQuoted(text, NOTHING);
export const rText = (text: string): string => doubleQuoted(text, NOTHING);
/** A dollar sign would start an interpolation. */
export const juliaText = (text: string): string => doubleQuoted(text, /\$/g);

/**
 * Within single quotes, which have no escapes: quotes are doubled, and a line end or a tab is
 * joined as a number.
 */
export function matlabText(text: string): string {
  const parts = clean(text)
    .split(/([\n\t])/)
    .filter((part) => part !== '')
    .map((part) =>
      part === '\n' ? 'char(10)' : part === '\t' ? 'char(9)' : `'${part.replaceAll("'", "''")}'`,
    );
  return parts.length > 1 ? `[${parts.join(' ')}]` : (parts[0] ?? "''");
}

/** Within single quotes of a POSIX shell. */
export const shellText = (text: string): string => `'${clean(text).replaceAll("'", `'\\''`)}'`;
