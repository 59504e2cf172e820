// Cited data as a DataCite 4.5 record in its JSON form. Pure.

import { formatDay } from '@isobar/contract/time.ts';
import {
  type CitationContext,
  type CitedData,
  citedAddress,
  citedTitle,
  citedYear,
  productTitle,
} from './cited.ts';

/** The licence of everything here, as DataCite and schema.org name it. */
export const LICENCE = {
  name: 'Creative Commons Attribution 4.0 International',
  url: 'https://creativecommons.org/licenses/by/4.0/legalcode',
  id: 'CC-BY-4.0',
} as const;

export interface DataciteRecord {
  readonly doi?: string;
  readonly alternateIdentifiers: readonly {
    alternateIdentifier: string;
    alternateIdentifierType: string;
  }[];
  readonly types: { resourceType: string; resourceTypeGeneral: string };
  readonly creators: readonly DatacitePerson[];
  readonly contributors?: readonly (DatacitePerson & { contributorType: string })[];
  readonly titles: readonly { title: string; titleType?: string }[];
  readonly publisher: { name: string };
  readonly publicationYear: string;
  readonly dates: readonly { date: string; dateType: string; dateInformation?: string }[];
  readonly language: string;
  readonly rightsList: readonly {
    rights: string;
    rightsUri: string;
    rightsIdentifier: string;
    rightsIdentifierScheme: string;
    schemeUri: string;
  }[];
  readonly subjects?: readonly { subject: string }[];
  readonly descriptions?: readonly { description: string; descriptionType: string }[];
  readonly geoLocations?: readonly {
    geoLocationPlace: string;
    geoLocationPoint?: { pointLongitude: number; pointLatitude: number };
  }[];
  readonly relatedIdentifiers?: readonly {
    relatedIdentifier: string;
    relatedIdentifierType: string;
    relationType: string;
  }[];
  readonly formats?: readonly string[];
  readonly sizes?: readonly string[];
  readonly version?: string;
  readonly url: string;
  readonly schemaVersion: 'http://datacite.org/schema/kernel-4';
}

export interface DatacitePerson {
  readonly name: string;
  readonly nameType: 'Personal' | 'Organizational';
  readonly givenName?: string;
  readonly familyName?: string;
  readonly nameIdentifiers?: readonly {
    nameIdentifier: string;
    nameIdentifierScheme: string;
    schemeUri: string;
  }[];
  readonly affiliation?: readonly { name: string }[];
}

export function dataciteRecord(data: CitedData, context: CitationContext): DataciteRecord {
  const url = citedAddress({ ...data, doi: null }, context);
  return {
    ...(data.doi ? { doi: data.doi } : {}),
    alternateIdentifiers: [{ alternateIdentifier: url, alternateIdentifierType: 'URL' }],
    types: { resourceType: 'Observational data', resourceTypeGeneral: 'Dataset' },
    creators:
      data.authors.length > 0
        ? data.authors.map(datacitePerson)
        : [{ name: context.publisher, nameType: 'Organizational' }],
    titles: [
      { title: citedTitle(data) },
      { title: productTitle(data), titleType: 'AlternativeTitle' },
    ],
    publisher: { name: context.publisher },
    publicationYear: String(citedYear(data)),
    dates: [
      ...(data.undated
        ? []
        : [
            {
              date: `${formatDay(data.start)}/${formatDay(data.end)}`,
              dateType: 'Collected' as const,
            },
          ]),
      { date: formatDay(context.accessed), dateType: 'Other', dateInformation: 'accessed' },
    ],
    language: 'en',
    rightsList: [
      {
        rights: LICENCE.name,
        rightsUri: LICENCE.url,
        rightsIdentifier: LICENCE.id,
        rightsIdentifierScheme: 'SPDX',
        schemeUri: 'https://spdx.org/licenses/',
      },
    ],
    ...(data.version ? { version: data.version } : {}),
    url,
    schemaVersion: 'http://datacite.org/schema/kernel-4',
  };
}

export const datacitePerson = (person: {
  readonly familyName: string;
  readonly givenNames: string;
  readonly orcid: string;
  readonly affiliation: string;
}): DatacitePerson => ({
  name: person.givenNames ? `${person.familyName}, ${person.givenNames}` : person.familyName,
  nameType: person.givenNames ? 'Personal' : 'Organizational',
  ...(person.givenNames ? { givenName: person.givenNames, familyName: person.familyName } : {}),
  ...(person.orcid
    ? {
        nameIdentifiers: [
          {
            nameIdentifier: `https://orcid.org/${person.orcid}`,
            nameIdentifierScheme: 'ORCID',
            schemeUri: 'https://orcid.org',
          },
        ],
      }
    : {}),
  ...(person.affiliation ? { affiliation: [{ name: person.affiliation }] } : {}),
});
