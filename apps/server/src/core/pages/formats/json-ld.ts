// A thing as schema.org: a Dataset for data, what else it is for the rest. Search engines read it
// inside the page.

import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { doiAddress } from '@isobar/contract/doi.ts';
import { formatDay, formatInstant } from '@isobar/contract/time.ts';
import { citedAddress } from '../../citation/cited.ts';
import { LICENCE } from '../../citation/datacite.ts';
import { type Kind, type Publisher, pathOf, type Thing } from '../thing.ts';

const TYPES: Readonly<Record<Kind, string>> = {
  product: 'Dataset',
  datastream: 'Dataset',
  site: 'Place',
  facility: 'Place',
  instrument: 'Product',
  campaign: 'Event',
  measurement: 'DefinedTerm',
  report: 'Report',
  order: 'Dataset',
};

export const isData = ({ kind }: Pick<Thing, 'kind'>): boolean => TYPES[kind] === 'Dataset';

/** `modified`: when its record changed last, seconds UTC. */
export function jsonLd(
  thing: Thing,
  publisher: Publisher,
  modified: number,
): Record<string, unknown> {
  const url = publisher.url + pathOf(thing.kind, thing.id);
  const common = {
    '@context': 'https://schema.org/',
    '@type': TYPES[thing.kind],
    '@id': url,
    url,
    name: thing.title,
    description: description(thing),
    identifier: identifiers(thing),
  };
  if (isData(thing)) return { ...common, ...dataset(thing, publisher, modified) };
  // Related data sets get no type: search engines demand a full description of anything typed as a
  // Dataset.
  const related = thing.related.slice(0, 100).map(({ kind, id, title }) => ({
    ...(TYPES[kind] === 'Dataset' ? {} : { '@type': TYPES[kind] }),
    '@id': publisher.url + pathOf(kind, id),
    name: title || id,
  }));
  const told = (name: string) => (related.length > 0 ? { [name]: related } : {});
  switch (TYPES[thing.kind]) {
    case 'Place':
      return {
        ...common,
        ...geo(thing),
        ...(thing.kind === 'site' ? told('containsPlace') : { containedInPlace: related[0] }),
      };
    case 'Event':
      return { ...common, ...dates(thing), ...told('about') };
    case 'DefinedTerm':
      return { ...common, termCode: thing.id };
    case 'Report':
      return { ...common, ...told('about'), publisher: organisation(publisher) };
    default:
      return { ...common, ...told('isRelatedTo') };
  }
}

/** Search engines want 50 to 5000 characters of a data set. */
function description({ description: text, title, facts }: Thing): string {
  const long =
    text.length >= 50
      ? text
      : `${text} ${title}. ${facts.map(([name, value]) => `${name}: ${value}`).join('. ')}.`;
  return long.slice(0, 5000);
}

const identifiers = ({ id, cited }: Thing): unknown =>
  cited?.doi
    ? [
        id,
        {
          '@type': 'PropertyValue',
          propertyID: 'https://registry.identifiers.org/registry/doi',
          value: `doi:${cited.doi}`,
          url: doiAddress(cited.doi),
        },
      ]
    : [id];

function dataset(thing: Thing, publisher: Publisher, modified: number): Record<string, unknown> {
  const url = publisher.url + pathOf(thing.kind, thing.id);
  return {
    isAccessibleForFree: true,
    license: LICENCE.url,
    keywords: thing.keywords,
    creator:
      thing.cited && thing.cited.authors.length > 0
        ? thing.cited.authors.map(personOf)
        : organisation(publisher),
    publisher: organisation(publisher),
    includedInDataCatalog: {
      '@type': 'DataCatalog',
      name: publisher.title,
      url: `${publisher.url}/`,
    },
    ...(thing.cited?.doi ? { sameAs: citedAddress(thing.cited, publisher) } : {}),
    ...(thing.cited?.version ? { version: thing.cited.version } : {}),
    // What was ordered does not change any more.
    ...(thing.kind === 'order' ? {} : { dateModified: formatInstant(modified) }),
    ...techniques(thing),
    ...(thing.start === null
      ? {}
      : {
          temporalCoverage: `${formatDay(thing.start)}/${thing.end === null ? '..' : formatDay(thing.end)}`,
          datePublished: formatDay(thing.start).slice(0, 4),
        }),
    ...(thing.places.length > 0
      ? {
          spatialCoverage: thing.places
            .slice(0, 50)
            .map((place) => ({ '@type': 'Place', ...spot(place) })),
        }
      : {}),
    ...(thing.variables.length > 0
      ? {
          variableMeasured: thing.variables.map((one) => ({
            '@type': 'PropertyValue',
            name: one.name,
            ...(one.longName ? { description: one.longName } : {}),
            ...(one.units ? { unitText: one.units } : {}),
            ...(one.standardName ? { alternateName: one.standardName } : {}),
          })),
        }
      : {}),
    ...(thing.size ? { size: `${thing.size.files} files, ${thing.size.bytes} bytes` } : {}),
    ...parts(thing, publisher),
    subjectOf: [
      ...thing.papers.map((paper) => ({
        '@type': 'ScholarlyArticle',
        name: paper.title,
        url: doiAddress(paper.doi),
      })),
      {
        '@type': 'DataDownload',
        name: 'DataCite record',
        contentUrl: `${url}.datacite.json`,
        encodingFormat: 'application/vnd.datacite.datacite+json',
      },
    ],
    // Search engines report a download without an address as an error, so data that are made when
    // ordered are described as an action.
    ...(thing.downloads.length > 0
      ? {
          distribution: thing.downloads.map(({ name, path, type }) => ({
            '@type': 'DataDownload',
            name,
            contentUrl: publisher.url + path,
            encodingFormat: type,
          })),
        }
      : {}),
    potentialAction: {
      '@type': 'OrderAction',
      name: 'Order as NetCDF, CSV or ICARTT',
      target: `${publisher.url}${SERVICE_PATHS.portal}#${thing.portalPath}`,
    },
  };
}

/** The instruments that it was measured with. */
function techniques({ related }: Thing): Record<string, unknown> {
  const names = related.filter((one) => one.kind === 'instrument').map((one) => one.title);
  return names.length > 0 ? { measurementTechnique: names } : {};
}

/**
 * Nodes, not texts: a program follows `@id`, and does not have to guess that a text is an address.
 */
function parts({ related }: Thing, { url }: Publisher): Record<string, unknown> {
  const of = (relation: string) =>
    related
      .filter((one) => one.relation === relation)
      .slice(0, 100)
      .map(({ kind, id, title }) => {
        const address = url + pathOf(kind, id);
        return { '@id': address, url: address, name: title || id };
      });
  const [within] = of('isPartOf');
  const has = of('hasPart');
  const based = of('isDerivedFrom');
  return {
    ...(within ? { isPartOf: within } : {}),
    ...(has.length > 0 ? { hasPart: has } : {}),
    ...(based.length > 0 ? { isBasedOn: based } : {}),
  };
}

const personOf = (p: {
  familyName: string;
  givenNames: string;
  orcid: string;
  affiliation: string;
}) =>
  p.givenNames
    ? {
        '@type': 'Person',
        ...(p.orcid ? { '@id': `https://orcid.org/${p.orcid}` } : {}),
        name: `${p.givenNames} ${p.familyName}`,
        givenName: p.givenNames,
        familyName: p.familyName,
        ...(p.affiliation ? { affiliation: { '@type': 'Organization', name: p.affiliation } } : {}),
      }
    : { '@type': 'Organization', name: p.familyName };

const organisation = ({ publisher, url }: Publisher) => ({
  '@type': 'Organization',
  name: publisher,
  url: `${url}/`,
});

const dates = ({ start, end }: Thing) => ({
  ...(start === null ? {} : { startDate: formatDay(start) }),
  ...(end === null ? {} : { endDate: formatDay(end) }),
});

const spot = (place: Thing['places'][number]) => ({
  name: place.name,
  geo: {
    '@type': 'GeoCoordinates',
    latitude: place.latitude,
    longitude: place.longitude,
    ...(place.elevation === null ? {} : { elevation: place.elevation }),
  },
});

const geo = ({ places: [place] }: Thing) => (place ? { geo: spot(place).geo } : {});
