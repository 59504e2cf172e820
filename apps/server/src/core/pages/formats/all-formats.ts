// Every form that a thing comes in: its ending, media type, and what makes it.

import { xmlDocument } from '../../../platform/text/xml.ts';
import type { CitationContext, CitedData } from '../../citation/cited.ts';
import { cslItem } from '../../citation/csl.ts';
import { bibtexEntry, citationKey, risEntry } from '../../citation/exports.ts';
import type { Publisher, Thing } from '../thing.ts';
import { dataciteOf, dataciteXml } from './datacite-xml.ts';
import { dublinCore } from './dublin-core.ts';
import { isoRecord } from './iso-19115.ts';
import { jsonLd } from './json-ld.ts';

export interface FormatInput {
  readonly thing: Thing;
  readonly publisher: Publisher;
  /** Seconds UTC: when its record changed last, and now. */
  readonly modified: number;
  readonly now: number;
}

export interface PageFormat {
  /** After the address of the page, with its dot. */
  readonly ending: string;
  readonly type: string;
  readonly name: string;
  /** True for what only data have. */
  readonly dataOnly: boolean;
  readonly make: (input: FormatInput) => string;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const cited = (
  make: (data: CitedData, context: CitationContext) => string,
): ((input: FormatInput) => string) => {
  return ({ thing, publisher, now }) =>
    thing.cited ? make(thing.cited, { ...publisher, accessed: now }) : '';
};

/** In the order of preference where a client takes several alike. */
export const FORMATS: readonly PageFormat[] = [
  {
    ending: '.jsonld',
    type: 'application/ld+json',
    name: 'JSON-LD (schema.org)',
    dataOnly: false,
    make: ({ thing, publisher, modified }) => json(jsonLd(thing, publisher, modified)),
  },
  {
    ending: '.datacite.json',
    type: 'application/vnd.datacite.datacite+json',
    name: 'DataCite JSON',
    dataOnly: false,
    make: ({ thing, publisher, now }) => json(dataciteOf(thing, publisher, now)),
  },
  {
    ending: '.datacite.xml',
    type: 'application/vnd.datacite.datacite+xml',
    name: 'DataCite XML',
    dataOnly: false,
    make: ({ thing, publisher, now }) =>
      xmlDocument(dataciteXml(dataciteOf(thing, publisher, now))),
  },
  {
    ending: '.iso.xml',
    type: 'application/vnd.iso.19115-3+xml',
    name: 'ISO 19115-3',
    dataOnly: false,
    make: ({ thing, publisher, modified }) => xmlDocument(isoRecord(thing, publisher, modified)),
  },
  {
    ending: '.dc.xml',
    type: 'application/xml',
    name: 'Dublin Core',
    dataOnly: false,
    make: ({ thing, publisher }) => xmlDocument(dublinCore(thing, publisher)),
  },
  {
    ending: '.bib',
    type: 'application/x-bibtex',
    name: 'BibTeX',
    dataOnly: true,
    make: cited((data, context) => bibtexEntry(data, context, citationKey(data))),
  },
  {
    ending: '.ris',
    type: 'application/x-research-info-systems',
    name: 'RIS',
    dataOnly: true,
    make: cited(risEntry),
  },
  {
    ending: '.csl.json',
    type: 'application/vnd.citationstyles.csl+json',
    name: 'CSL-JSON',
    dataOnly: true,
    make: cited((data, context) => json(cslItem(data, context, citationKey(data)))),
  },
];

export const formatsOf = (thing: Pick<Thing, 'cited'>): readonly PageFormat[] =>
  FORMATS.filter((format) => thing.cited !== null || !format.dataOnly);

/**
 * 'sgpmetE13.b1.datacite.xml' -> its name and its form; without an ending of ours the form is
 * undefined.
 */
export function splitEnding(name: string): {
  readonly id: string;
  readonly format: PageFormat | undefined;
} {
  const format = FORMATS.toSorted((a, b) => b.ending.length - a.ending.length).find(
    ({ ending }) => name.endsWith(ending) && name.length > ending.length,
  );
  return format
    ? { id: name.slice(0, -format.ending.length), format }
    : { id: name, format: undefined };
}
