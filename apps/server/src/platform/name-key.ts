// The form in which names of accounts are compared. Pure.
import { domainToASCII } from 'node:url';

/**
 * The form in which names are compared: compatible forms of a character are one (NFKC), case and invisible characters do not count,
 * and the domain of an address is in its ASCII form. Two names that a mail server, a directory or a reader may take for one
 * have the same key; it is never shown and no mail is sent to it.
 */
export function nameKey(name: string): string {
  const key = folded(name.trim());
  const at = key.lastIndexOf('@');
  if (at < 0) return key;
  const domain = key.slice(at + 1).replace(/\.$/, '');
  return `${key.slice(0, at)}@${domainToASCII(domain) || domain}`;
}

/** Upper case between two lower cases unites what has several lower-case forms, such as 'ß' and 'ss', or the two forms of sigma. */
const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC');
