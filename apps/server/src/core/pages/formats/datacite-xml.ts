// A thing as a DataCite 4.5 record: JSON as the registry takes it, and the same as XML.

import { formatDay } from '@isobar/contract/time.ts';
import { element, type Xml } from '../../../platform/text/xml.ts';
import type { CitedData } from '../../citation/cited.ts';
import {
  type DataciteRecord,
  datacitePerson,
  dataciteRecord,
  LICENCE,
} from '../../citation/datacite.ts';
import { KIND_WORDS, type Kind, type Publisher, pathOf, type Thing } from '../thing.ts';

/** DataCite's general types. */
const GENERAL: Readonly<Record<Kind, string>> = {
  product: 'Collection',
  datastream: 'Dataset',
  site: 'Other',
  facility: 'Other',
  instrument: 'Instrument',
  campaign: 'Event',
  measurement: 'Other',
  report: 'Report',
  order: 'Dataset',
};

const CONTRIBUTORS: Readonly<Record<string, string>> = {
  lead: 'ProjectLeader',
  associate: 'ProjectMember',
  developer: 'Producer',
  translator: 'DataCurator',
  mentor: 'DataManager',
  contact: 'ContactPerson',
};

const RELATIONS = {
  isPartOf: 'IsPartOf',
  hasPart: 'HasPart',
  isDerivedFrom: 'IsDerivedFrom',
  isSourceOf: 'IsSourceOf',
  about: 'References',
} as const;

const LISTED = 100;

export function dataciteOf(thing: Thing, publisher: Publisher, now: number): DataciteRecord {
  const url = publisher.url + pathOf(thing.kind, thing.id);
  const base = dataciteRecord(thing.cited ?? asCited(thing, now), { ...publisher, accessed: now });
  const { version: _, ...plain } = base;
  const contributors = thing.people.flatMap((person) => {
    const contributorType = CONTRIBUTORS[person.role];
    return contributorType ? [{ ...datacitePerson(person), contributorType }] : [];
  });
  return {
    ...(thing.cited?.version ? base : plain),
    alternateIdentifiers: [{ alternateIdentifier: url, alternateIdentifierType: 'URL' }],
    types: { resourceType: KIND_WORDS[thing.kind], resourceTypeGeneral: GENERAL[thing.kind] },
    ...(contributors.length > 0 ? { contributors } : {}),
    titles: [{ title: thing.title }],
    dates:
      thing.start === null
        ? []
        : [
            {
              date: `${formatDay(thing.start)}/${thing.end === null ? '' : formatDay(thing.end)}`,
              dateType: thing.cited ? 'Collected' : 'Valid',
            },
          ],
    ...(thing.keywords.length > 0
      ? { subjects: thing.keywords.map((subject) => ({ subject })) }
      : {}),
    ...(thing.description
      ? { descriptions: [{ description: thing.description, descriptionType: 'Abstract' }] }
      : {}),
    ...(thing.places.length > 0
      ? {
          geoLocations: thing.places.slice(0, LISTED).map((place) => ({
            geoLocationPlace: place.name,
            geoLocationPoint: {
              pointLongitude: place.longitude,
              pointLatitude: place.latitude,
            },
          })),
        }
      : {}),
    relatedIdentifiers: [
      ...thing.related.slice(0, LISTED).map((one) => ({
        relatedIdentifier: publisher.url + pathOf(one.kind, one.id),
        relatedIdentifierType: 'URL',
        relationType: RELATIONS[one.relation],
      })),
      ...thing.papers.map((paper) => ({
        relatedIdentifier: paper.doi,
        relatedIdentifierType: 'DOI',
        relationType: 'IsCitedBy',
      })),
    ],
    ...(thing.cited ? { formats: ['application/x-netcdf'] } : {}),
    ...(thing.size ? { sizes: [`${thing.size.files} files`, `${thing.size.bytes} bytes`] } : {}),
    url,
  };
}

/** Things other than data have no citation; their record still has a year. */
const asCited = (thing: Thing, now: number): CitedData => ({
  datastream: '',
  product: thing.title,
  productCode: thing.title,
  siteCode: '',
  siteName: '',
  facilityCode: '',
  facilityName: '',
  dataLevel: '',
  start: thing.start ?? now,
  end: thing.end ?? now,
  doi: null,
  authors: [],
  version: '',
});

const KERNEL = 'http://datacite.org/schema/kernel-4';

/** The root element, for a document of its own or inside another. */
export function dataciteXml(record: DataciteRecord): Xml {
  return element(
    'resource',
    {
      xmlns: KERNEL,
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': `${KERNEL} https://schema.datacite.org/meta/kernel-4.5/metadata.xsd`,
    },
    ...required(record),
    ...aboutIt(record),
    ...ofFiles(record),
    ...described(record),
  );
}

/** What every record has. */
const required = (record: DataciteRecord): readonly Xml[] => [
  element('identifier', { identifierType: record.doi ? 'DOI' : 'URL' }, record.doi ?? record.url),
  element(
    'creators',
    {},
    record.creators.map((one) => element('creator', {}, person('creatorName', one))),
  ),
  element(
    'titles',
    {},
    record.titles.map(({ title, titleType }) => element('title', { titleType }, title)),
  ),
  element('publisher', {}, record.publisher.name),
  element('publicationYear', {}, record.publicationYear),
  element(
    'resourceType',
    { resourceTypeGeneral: record.types.resourceTypeGeneral },
    record.types.resourceType,
  ),
];

/** The elements for subjects, contributors, dates and related resources. */
const aboutIt = (record: DataciteRecord): readonly (Xml | null)[] => [
  wrapped(
    'subjects',
    record.subjects?.map(({ subject }) => element('subject', {}, subject)),
  ),
  wrapped(
    'contributors',
    record.contributors?.map((one) =>
      element(
        'contributor',
        { contributorType: one.contributorType },
        person('contributorName', one),
      ),
    ),
  ),
  wrapped(
    'dates',
    record.dates.map(({ date, dateType }) => element('date', { dateType }, date)),
  ),
  element('language', {}, record.language),
  wrapped(
    'alternateIdentifiers',
    record.alternateIdentifiers.map(({ alternateIdentifier, alternateIdentifierType }) =>
      element('alternateIdentifier', { alternateIdentifierType }, alternateIdentifier),
    ),
  ),
  wrapped(
    'relatedIdentifiers',
    record.relatedIdentifiers?.map(({ relatedIdentifier, relatedIdentifierType, relationType }) =>
      element('relatedIdentifier', { relatedIdentifierType, relationType }, relatedIdentifier),
    ),
  ),
];

const ofFiles = (record: DataciteRecord): readonly (Xml | null)[] => [
  wrapped(
    'sizes',
    record.sizes?.map((size) => element('size', {}, size)),
  ),
  wrapped(
    'formats',
    record.formats?.map((format) => element('format', {}, format)),
  ),
  record.version ? element('version', {}, record.version) : null,
];

/** What may be done with it, what it is in words, and where it was measured. */
const described = (record: DataciteRecord): readonly (Xml | null)[] => [
  element(
    'rightsList',
    {},
    element(
      'rights',
      {
        rightsURI: LICENCE.url,
        rightsIdentifier: LICENCE.id,
        rightsIdentifierScheme: 'SPDX',
        schemeURI: 'https://spdx.org/licenses/',
      },
      LICENCE.name,
    ),
  ),
  wrapped(
    'descriptions',
    record.descriptions?.map(({ description, descriptionType }) =>
      element('description', { descriptionType }, description),
    ),
  ),
  wrapped(
    'geoLocations',
    record.geoLocations?.map(({ geoLocationPlace, geoLocationPoint }) =>
      element(
        'geoLocation',
        {},
        element('geoLocationPlace', {}, geoLocationPlace),
        geoLocationPoint
          ? element(
              'geoLocationPoint',
              {},
              element('pointLongitude', {}, geoLocationPoint.pointLongitude),
              element('pointLatitude', {}, geoLocationPoint.pointLatitude),
            )
          : null,
      ),
    ),
  ),
];

/** An element around these elements; null for an empty list. */
const wrapped = (name: string, all: readonly Xml[] = []): Xml | null =>
  all.length > 0 ? element(name, {}, all) : null;

const person = (name: string, one: DataciteRecord['creators'][number]): readonly Xml[] => [
  element(name, { nameType: one.nameType }, one.name),
  ...(one.givenName ? [element('givenName', {}, one.givenName)] : []),
  ...(one.familyName ? [element('familyName', {}, one.familyName)] : []),
  ...(one.nameIdentifiers ?? []).map((id) =>
    element(
      'nameIdentifier',
      { nameIdentifierScheme: id.nameIdentifierScheme, schemeURI: id.schemeUri },
      id.nameIdentifier,
    ),
  ),
  ...(one.affiliation ?? []).map(({ name: of }) => element('affiliation', {}, of)),
];
