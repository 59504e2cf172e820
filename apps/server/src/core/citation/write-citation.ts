// Writes citations in any format of the store: the archive's own, a style, or a record for a
// reference manager.

import { Problem } from '@isobar/contract/problem.ts';
import { htmlText } from '../../platform/text/html-text.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import type { TableRow } from '../tables/schemas.ts';
import { citationText } from './citation.ts';
import { type CitationContext, type CitedData, productTitle } from './cited.ts';
import { type CslItem, cslItem } from './csl.ts';
import { dataciteRecord } from './datacite.ts';
import { bibtexEntry, citationKey, risEntry } from './exports.ts';
import type { Styles } from './styles.ts';

export type CitationFormat = TableRow<'citation-formats.csv'>;

/** The archive's own form: always there, whatever the table says. */
const OWN: CitationFormat = { code: 'arm', label: '', kind: 'arm', style: '' };

/** The store of formats; the archive's own form comes first and carries the archive's name. */
export function formatsOf(tables: CuratedTables, archiveName: string): readonly CitationFormat[] {
  const rows = tables.rows['citation-formats.csv'];
  const own = rows.find((row) => row.kind === 'arm') ?? OWN;
  return [{ ...own, label: own.label || archiveName }, ...rows.filter((row) => row.kind !== 'arm')];
}

/** Throws 'bad-request' naming the formats that there are. */
export function formatNamed(formats: readonly CitationFormat[], code: string): CitationFormat {
  const found = formats.find((format) => format.code === code.toLowerCase());
  if (found) return found;
  const known = formats.map((format) => format.code).join(', ');
  throw new Problem(
    'bad-request',
    `query.citationType: there is no '${code}'; known are ${known}.`,
  );
}

export interface WrittenCitation {
  readonly text: string;
  readonly html: string;
}

/** One citation for each. */
export async function writeCitations(
  styles: Styles,
  format: CitationFormat,
  all: readonly CitedData[],
  context: CitationContext,
): Promise<readonly WrittenCitation[]> {
  const { kind } = format;
  if (kind === 'style') {
    const items = all.map((data) => codesKept(cslItem(data, context, citationKey(data)), data));
    const made = await styles.apply(format.style || format.code, items);
    return made.map(({ text, html }) => ({ text: text.replace(/^1\. /, ''), html: inline(html) }));
  }
  return all.map((data) => {
    const text = PLAIN[kind](data, context);
    return { text, html: htmlText(text) };
  });
}

/**
 * Some styles begin each word of a title with a capital; in ours only the name of the product
 * consists of words, the rest of names and codes.
 */
function codesKept(item: CslItem, data: CitedData): CslItem {
  const name = productTitle(data);
  const rest = item.title.slice(name.length);
  return rest === '' ? item : { ...item, title: `${name}<span class="nocase">${rest}</span>` };
}

const PLAIN: Readonly<
  Record<
    Exclude<CitationFormat['kind'], 'style'>,
    (data: CitedData, context: CitationContext) => string
  >
> = {
  arm: citationText,
  bibtex: (data, context) => bibtexEntry(data, context, citationKey(data)),
  ris: risEntry,
  'csl-json': (data, context) => JSON.stringify(cslItem(data, context, citationKey(data)), null, 2),
  'datacite-json': (data, context) => JSON.stringify(dataciteRecord(data, context), null, 2),
};

/**
 * What a style makes, without its blocks and numbers: `<i>`, `<b>`, `<sup>` and `<sub>` are left.
 */
const inline = (html: string): string =>
  html
    .replace(/<div class="csl-left-margin">.*?<\/div>/g, '')
    .replace(/<(?!\/?(?:i|b|sup|sub)>)[^>]*>/g, '')
    .trim();

/** What is cited, and the day on which it was accessed. */
export interface ToCite {
  readonly data: CitedData;
  readonly context: CitationContext;
}

/** Many as one file: lists become one list, entries follow each other. */
export async function writeCitationFile(
  styles: Styles,
  format: CitationFormat,
  all: readonly ToCite[],
): Promise<string> {
  const keyed = uniqueKeys(all);
  switch (format.kind) {
    case 'csl-json':
      return json(keyed.map(([{ data, context }, key]) => cslItem(data, context, key)));
    case 'datacite-json':
      return json(all.map(({ data, context }) => dataciteRecord(data, context)));
    case 'bibtex':
      return keyed.map(([{ data, context }, key]) => bibtexEntry(data, context, key)).join('\n');
    default: {
      const texts: string[] = [];
      for (const { data, context } of all)
        for (const { text } of await writeCitations(styles, format, [data], context))
          texts.push(text.endsWith('\n') ? text : `${text}\n`);
      return texts.join('\n');
    }
  }
}

/** Gives each entry of a file a key of its own. */
function uniqueKeys(all: readonly ToCite[]): readonly (readonly [ToCite, string])[] {
  const met = new Map<string, number>();
  return all.map((one) => {
    const key = citationKey(one.data);
    const times = (met.get(key) ?? 0) + 1;
    met.set(key, times);
    return [one, times === 1 ? key : `${key}-${times}`] as const;
  });
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Ending and media type of a file of such citations. */
export const FILE_KINDS: Readonly<
  Record<CitationFormat['kind'], { readonly extension: string; readonly type: string }>
> = {
  arm: { extension: 'txt', type: 'text/plain; charset=utf-8' },
  style: { extension: 'txt', type: 'text/plain; charset=utf-8' },
  bibtex: { extension: 'bib', type: 'application/x-bibtex; charset=utf-8' },
  ris: { extension: 'ris', type: 'application/x-research-info-systems; charset=utf-8' },
  'csl-json': {
    extension: 'json',
    type: 'application/vnd.citationstyles.csl+json; charset=utf-8',
  },
  'datacite-json': {
    extension: 'json',
    type: 'application/vnd.datacite.datacite+json; charset=utf-8',
  },
};
