// A thing as simple Dublin Core, in the container that OAI-PMH defines.

import { doiAddress } from '@isobar/contract/doi.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { element, type Xml } from '../../../platform/text/xml.ts';
import { LICENCE } from '../../citation/datacite.ts';
import { KIND_WORDS, type Publisher, pathOf, type Thing } from '../thing.ts';

const LISTED = 50;

export function dublinCore(thing: Thing, publisher: Publisher): Xml {
  const url = publisher.url + pathOf(thing.kind, thing.id);
  const creators =
    thing.cited && thing.cited.authors.length > 0
      ? thing.cited.authors.map((one) =>
          one.givenNames ? `${one.familyName}, ${one.givenNames}` : one.familyName,
        )
      : [publisher.publisher];
  const dc = (name: string, ...values: readonly string[]): readonly Xml[] =>
    values.filter(Boolean).map((value) => element(`dc:${name}`, {}, value));
  return element(
    'oai_dc:dc',
    {
      'xmlns:oai_dc': 'http://www.openarchives.org/OAI/2.0/oai_dc/',
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation':
        'http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
    },
    dc('title', thing.title),
    dc('creator', ...creators),
    dc('subject', ...thing.keywords),
    dc('description', thing.description),
    dc('publisher', publisher.publisher),
    dc(
      'contributor',
      ...thing.people
        .filter((one) => one.role !== 'author')
        .map((one) => (one.givenNames ? `${one.familyName}, ${one.givenNames}` : one.familyName)),
    ),
    dc(
      'date',
      thing.start === null
        ? ''
        : `${formatDay(thing.start)}/${thing.end === null ? '' : formatDay(thing.end)}`,
    ),
    dc('type', thing.cited ? 'Dataset' : KIND_WORDS[thing.kind]),
    dc('format', thing.cited ? 'application/x-netcdf' : 'text/html'),
    dc('identifier', url, thing.cited?.doi ? doiAddress(thing.cited.doi) : ''),
    dc('language', 'en'),
    dc(
      'relation',
      ...thing.related.slice(0, LISTED).map((one) => publisher.url + pathOf(one.kind, one.id)),
    ),
    dc(
      'coverage',
      ...thing.places
        .slice(0, LISTED)
        .map((place) => `${place.name}: ${place.latitude}, ${place.longitude}`),
    ),
    dc('rights', LICENCE.url),
  );
}
