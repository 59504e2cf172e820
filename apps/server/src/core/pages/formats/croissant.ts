// A datastream as Croissant 1.0: one month of its values as CSV, and a record set that says what
// each column is.

import { formatDay } from '@isobar/contract/time.ts';
import { citationText } from '../../citation/citation.ts';
import { citedAddress } from '../../citation/cited.ts';
import { LICENCE } from '../../citation/datacite.ts';
import type { MonthData } from '../month-data.ts';
import { type Publisher, pathOf, type Thing } from '../thing.ts';

export const CROISSANT_TYPE = 'application/ld+json; profile="http://mlcommons.org/croissant/1.0"';

/** The context of version 1.0, word by word. */
const CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  cr: 'http://mlcommons.org/croissant/',
  rai: 'http://mlcommons.org/croissant/RAI/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileProperty: 'cr:fileProperty',
  fileObject: 'cr:fileObject',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  sc: 'https://schema.org/',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
} as const;

export function croissant(
  thing: Thing,
  publisher: Publisher,
  data: MonthData,
  now: number,
): string {
  const url = publisher.url + pathOf(thing.kind, thing.id);
  const file = `${thing.id}.${data.month}.csv`;
  const about = new Map(thing.variables.map((one) => [one.name, one]));
  const ids = fieldIds(data.columns);
  const field = (column: string, place: number): object => {
    const variable = about.get(column) ?? about.get(column.replace(/(\[\d+\])+$/, ''));
    const told = [variable?.longName, variable?.units && `in ${variable.units}`].filter(Boolean);
    return {
      '@type': 'cr:Field',
      '@id': `samples/${ids[place]}`,
      name: column,
      description: told.join(', ') || (column === data.columns[0] ? 'time, UTC' : column),
      dataType: isText(column, data, variable?.type) ? 'sc:Text' : 'sc:Float',
      source: { fileObject: { '@id': file }, extract: { column } },
    };
  };
  const described = {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: `${thing.id} ${data.month}`,
    description: `${thing.description} ${thing.title}, values of ${data.month}.${data.notes.map((note) => ` Note: ${note}.`).join('')}`,
    url,
    license: LICENCE.url,
    version: semantic(thing.cited?.version ?? ''),
    ...(thing.cited
      ? {
          citeAs: citationText(thing.cited, { ...publisher, accessed: now }),
          sameAs: citedAddress(thing.cited, publisher),
        }
      : {}),
    datePublished: thing.start === null ? data.month : formatDay(thing.start),
    creator: { '@type': 'Organization', name: publisher.publisher },
    keywords: thing.keywords,
    distribution: [
      {
        '@type': 'cr:FileObject',
        '@id': file,
        name: file,
        contentUrl: `${url}/data/${data.month}.csv`,
        contentSize: `${data.csv.length} B`,
        encodingFormat: 'text/csv',
        sha256: data.sha256,
      },
    ],
    recordSet: [
      {
        '@type': 'cr:RecordSet',
        '@id': 'samples',
        name: 'samples',
        description: 'One record for each time.',
        field: data.columns.map(field),
      },
    ],
  };
  return `${JSON.stringify(described, null, 2)}\n`;
}

/**
 * Names of columns, each once and without spaces, which the format has in no id, not even escaped.
 */
export function fieldIds(columns: readonly string[]): readonly string[] {
  const taken = new Set(columns);
  return columns.map((column) => {
    let id = column.replace(/\s/g, '_');
    if (id === column) return id;
    while (taken.has(id)) id += '_';
    taken.add(id);
    return id;
  });
}

/** A version as the format requires it: 'ingest-met-7.6' becomes 7.6.0. */
export function semantic(version: string): string {
  const [, major = '1', minor = '0', patch = '0'] = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return [major, minor, patch].map(Number).join('.');
}

/**
 * Whether a column holds text: the time, or a text variable. All others hold numbers, and are empty
 * where values are missing.
 */
const isText = (column: string, { columns }: MonthData, type: string | undefined): boolean =>
  column === columns[0] || type === 'char' || type === 'string';
