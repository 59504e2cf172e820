// Citations for reference managers: BibTeX and RIS. Pure.

import { formatDay } from '@isobar/contract/time.ts';
import {
  type CitationContext,
  type CitedData,
  type CitedPerson,
  citedAddress,
  citedTitle,
  citedYear,
} from './cited.ts';

/** A key that BibTeX takes: letters, digits, colon, dot, hyphen and underscore. */
export const citationKey = (data: CitedData): string =>
  [
    data.datastream || data.productCode,
    ...(data.undated ? [] : [data.start, data.end].map(formatDay)),
  ]
    .join('_')
    .replace(/[^A-Za-z0-9:._-]+/g, '-');

/** `@misc`, which every BibTeX style knows (only biblatex has `@dataset`). */
export function bibtexEntry(data: CitedData, context: CitationContext, key: string): string {
  const fields: readonly (readonly [string, string])[] = [
    ['author', bibtexAuthors(data, context)],
    ['title', `{${tex(citedTitle(data))}}`],
    ['year', String(citedYear(data))],
    ['publisher', tex(context.publisher)],
    ...(data.version ? [['version', tex(data.version)] as const] : []),
    ...(data.doi ? [['doi', data.doi] as const] : []),
    ['url', texAddress(citedAddress(data, context))],
    ['urldate', formatDay(context.accessed)],
    ['note', `[Data set]. Accessed ${formatDay(context.accessed)}`],
  ];
  return `@misc{${key},\n${fields.map(([name, value]) => `  ${name} = {${value}}`).join(',\n')}\n}\n`;
}

function bibtexAuthors({ authors }: CitedData, { publisher }: CitationContext): string {
  if (authors.length === 0) return `{${tex(publisher)}}`;
  return authors
    .map(({ familyName, givenNames }) =>
      givenNames ? `${tex(familyName)}, ${tex(givenNames)}` : `{${tex(familyName)}}`,
    )
    .join(' and ');
}

const TEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};
const tex = (text: string): string =>
  plain(text).replace(/[\\{}~^#$%&_]/g, (sign) => TEX[sign] ?? `\\${sign}`);

/** In an address every character stands for itself, except those that would end the field. */
const texAddress = (url: string): string => url.replace(/[{}\\]/g, encodeURIComponent);

export function risEntry(data: CitedData, context: CitationContext): string {
  const authors = data.authors.length > 0 ? data.authors.map(risName) : [context.publisher];
  const lines: readonly (readonly [string, string])[] = [
    ['TY', 'DATA'],
    ...authors.map((name) => ['AU', name] as const),
    ['TI', citedTitle(data)],
    ['PY', String(citedYear(data))],
    ['PB', context.publisher],
    ...(data.version ? [['ET', data.version] as const] : []),
    ...(data.doi ? [['DO', data.doi] as const] : []),
    ['UR', citedAddress(data, context)],
    ['Y2', formatDay(context.accessed).replaceAll('-', '/')],
    ['ER', ''],
  ];
  return `${lines.map(([tag, value]) => `${tag}  - ${plain(value)}`).join('\r\n')}\r\n`;
}

const risName = ({ familyName, givenNames }: CitedPerson): string =>
  givenNames ? `${familyName}, ${givenNames}` : familyName;

/** Puts the text on one line. */
const plain = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
