// The form in which names of accounts are compared. Pure.
import { domainToASCII } from 'node:url';
import { confusables } from 'unicode-confusables';

/**
 * The form in which names are compared: compatible forms of a character are one (NFKC), case,
 * invisible characters and dots at the end do not count, letters of other scripts that look like
 * ASCII letters are those (Unicode Technical Standard 39), and the domain of an address is in its
 * ASCII form. Two names that a mail server, a directory or a reader may take for one have the same
 * key; it is never shown and no mail is sent to it.
 */
export function nameKey(name: string): string {
  const key = asLatin(folded(name.trim())).replace(/[.\u3002]+$/, '');
  const at = key.lastIndexOf('@');
  if (at < 0) return key;
  const domain = key.slice(at + 1);
  return `${key.slice(0, at)}@${domainToASCII(domain) || domain}`;
}

const ASCII = /^\p{ASCII}*$/u;

/**
 * ASCII characters stay as they are: to a reader 'rn' and 'm' may be alike, but both are names that
 * users have.
 */
const asLatin = (text: string): string =>
  ASCII.test(text)
    ? text
    : confusables(text)
        .map(({ point, similarTo = point }) =>
          ASCII.test(point) || !ASCII.test(similarTo) ? point : similarTo.toLowerCase(),
        )
        .join('');

/**
 * Upper case between two lower cases unites what has several lower-case forms, such as 'ß' and
 * 'ss', or the two forms of sigma.
 */
const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i') // what is left of a capital I with a dot
    .normalize('NFKC');
