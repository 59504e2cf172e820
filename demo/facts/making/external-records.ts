// Records of three repositories for the demo, put together from their lists of products.
import type { ExternalRecord } from '@isobar/contract/catalogue/external-record.ts';
import { hashText, unit } from '../../hash.ts';
import { type Kind, kindsOf, STATIONS, type Station } from './external/actris-products.ts';
import { SATELLITE_PRODUCTS, type SatelliteProduct } from './external/satellite-products.ts';

export function externalRecords(): ExternalRecord[] {
  return [
    ...SATELLITE_PRODUCTS.map((product) =>
      satelliteRecord(product, product.repository === LAADS.repository ? LAADS : GES_DISC),
    ),
    ...STATIONS.flatMap((station, i) => kindsOf(i).map((kind) => stationRecord(station, kind))),
  ];
}

interface Center {
  readonly repository: string;
  readonly code: string;
  readonly publisher: string;
  readonly host: string;
  readonly format: string;
  readonly place: string;
}

const GES_DISC: Center = {
  repository: 'GES DISC',
  code: 'GES_DISC',
  publisher: 'Goddard Earth Sciences Data and Information Services Center',
  host: 'gesdisc.example',
  format: 'netCDF-4',
  place: 'Greenbelt, Maryland, United States',
};

const LAADS: Center = {
  repository: 'LAADS DAAC',
  code: 'LAADS',
  publisher: 'Level-1 and Atmosphere Archive and Distribution System',
  host: 'laads.example',
  format: 'HDF',
  place: 'Greenbelt, Maryland, United States',
};

const LAST_DAY = '2026-09-23';

function satelliteRecord(product: SatelliteProduct, center: Center): ExternalRecord {
  const { id, version, title, start, end } = product;
  const seed = hashText(`${center.code} ${id}`);
  const doi = `10.0000/demo.${center.code.toLowerCase()}.${id.toLowerCase()}`;
  const [south, west, north, east] = product.box ?? [-90, -180, 90, 180];
  const published = addDays(start, 200 + Math.floor(900 * unit(seed, 1)));
  const modified = `202${4 + (seed % 3)}-0${1 + (seed % 8)}-1${seed % 9}`;
  const granules =
    product.pixel === 'not mapped'
      ? 'NO_SPATIAL'
      : product.level.startsWith('3') || product.level === '4'
        ? 'CARTESIAN'
        : 'GEODETIC';
  return {
    alternateName: `${id}.${version}`,
    name: `${title} V${version} (${id})`,
    description: `${product.about} One file covers ${product.every}; a pixel or grid box measures ${product.pixel}. Processing level ${product.level}.`,
    keywords: product.keywords.map((keyword) => `Earth science > Atmosphere > ${keyword}`),
    creator: [
      { name: `${center.repository} user services`, email: `help@${center.host}` },
      {
        name: `${product.instruments[0]} science team`,
        email: `${(product.instruments[0] ?? 'team').toLowerCase().replace(/[^a-z0-9]+/g, '-')}@${center.host}`,
      },
    ],
    doi,
    temporalCoverage: { startDate: start, endDate: end || LAST_DAY, availabilityStarts: published },
    spatialCoverage: [
      { latitude: south, longitude: west },
      { latitude: north, longitude: east },
    ],
    citation: `${product.instruments[0]} science team (${published.slice(0, 4)}). ${title}, version ${version}. ${center.publisher}. https://doi.example/${doi}. Accessed on the day of your order.`,
    acknowledgement: `Please name ${center.publisher} and the ${product.instruments[0]} science team as the source of this data.`,
    data_repository: center.repository,
    concept_id: `C${1_000_000_000 + (seed % 2_000_000_000)}-${center.code}`,
    provider: { name: center.code },
    publisher: { name: center.publisher },
    references: [{ url: `https://${center.host}/datasets/${id}_${version}` }],
    status: end === '' ? 'ACTIVE' : 'COMPLETE',
    processingLevel: product.level,
    spatialResolution: product.pixel,
    temporalResolution: product.every,
    granuleSpatialRepresentation: granules,
    coordinateSystem: granules === 'NO_SPATIAL' ? 'none' : granules,
    locationKeywords: product.box ? ['Region', boxName(product.box)] : ['Global'],
    platforms_list: [...product.platforms],
    instruments_list: [...product.instruments],
    datePublished: published,
    dateModified: modified,
    paginated_data: {
      identification: {
        'Short name': id,
        Version: version,
        Title: title,
        'Processing level': product.level,
        'Collection progress': end === '' ? 'Continues' : 'Complete',
      },
      distribution: {
        Format: center.format,
        'Average file size': `${(1 + 180 * unit(seed, 2)).toFixed(1)} MB`,
        Fees: 'None',
        Access: `https://${center.host}/data/${id}.${version}/`,
      },
      facility: {
        'Data center': center.publisher,
        Place: center.place,
        Platforms: product.platforms.join(', '),
        Instruments: product.instruments.join(', '),
      },
      provenance: {
        'Made from': madeFrom(product),
        'Made by': `${product.instruments[0]} science team`,
        'Last renewed': modified,
      },
      constraints: {
        Use: 'Open to all; name the source',
        Licence: 'Creative Commons Attribution 4.0',
      },
      quality: {
        Compliance: 'CF names and units checked',
        'Quality flags': 'One flag for each pixel; see the user guide',
        Validation:
          unit(seed, 3) < 0.6
            ? 'Stage 2: compared at several places'
            : 'Stage 1: compared at a few places',
      },
    },
  };
}

function stationRecord(station: Station, kind: Kind): ExternalRecord {
  const id = `actris-${station.code.toLowerCase()}-${kind.id}`;
  const seed = hashText(id);
  const doi = `10.0000/demo.actris.${station.code.toLowerCase()}.${kind.id}`;
  const start = `${station.start + Math.floor(5 * unit(seed, 1))}-0${1 + (seed % 9)}-01`;
  const end = unit(seed, 2) < 0.7 ? '2026-06-30' : `${2019 + (seed % 5)}-12-31`;
  const published = addDays(start, 500);
  const publisher = 'ACTRIS Data Centre';
  return {
    alternateName: id,
    name: `${kind.title} at ${station.name}`,
    description: `${kind.about} Measured at ${station.name}, ${station.country}, ${station.altitude} m above sea level, with procedures that all stations of the network share, and checked before it was published.`,
    keywords: [...kind.keywords, kind.unit, station.name],
    creator: [
      {
        name: `${station.name} station team`,
        email: `${station.code.toLowerCase()}@actris.example`,
      },
      { name: 'ACTRIS data support', email: 'support@actris.example' },
    ],
    doi,
    temporalCoverage: {
      startDate: `${start}T00:00:00Z`,
      endDate: `${end}T23:59:59Z`,
      availabilityStarts: `${published}T00:00:00Z`,
    },
    spatialCoverage: [
      { latitude: station.latitude, longitude: station.longitude },
      { latitude: station.latitude, longitude: station.longitude },
    ],
    citation: `${station.name} station team (${published.slice(0, 4)}). ${kind.title} at ${station.name}. ${publisher}. https://doi.example/${doi}`,
    acknowledgement: `Please name ${publisher} and the team of ${station.name}, and send them your paper.`,
    data_repository: 'ACTRIS',
    concept_id: id,
    provider: { name: publisher },
    publisher: { name: publisher },
    references: [{ url: `https://actris.example/data/${id}` }],
    status: end === '2026-06-30' ? 'ACTIVE' : 'COMPLETE',
    processingLevel: kind.level,
    spatialResolution: 'point',
    temporalResolution: kind.every,
    granuleSpatialRepresentation: 'GEODETIC',
    coordinateSystem: 'WGS 84',
    locationKeywords: ['Europe', station.country, station.name],
    platforms_list: [`${station.name} (${station.code})`],
    instruments_list: [kind.instrument],
    datePublished: published,
    dateModified: `2026-0${1 + (seed % 8)}-15`,
    paginated_data: {
      identification: {
        Identifier: id,
        Title: `${kind.title} at ${station.name}`,
        Kind: kind.unit,
        'Data level': kind.level,
      },
      distribution: {
        Format: 'netCDF',
        Protocol: 'HTTP',
        Access: `https://actris.example/data/${id}`,
        Files: String(20 + (seed % 900)),
      },
      facility: {
        Station: station.name,
        Code: station.code,
        Country: station.country,
        Latitude: `${station.latitude} degrees north`,
        Longitude: `${station.longitude} degrees east`,
        Altitude: `${station.altitude} m`,
      },
      provenance: {
        Instrument: kind.instrument,
        'Made by': `${station.name} station team`,
        Steps: 'Raw data, calibration, automatic checks, inspection, hourly means',
      },
      constraints: {
        Licence: 'Creative Commons Attribution 4.0',
        Use: 'Offer co-authorship where the data carries your result',
      },
      quality: {
        Compliance: 'ACTRIS compliant',
        'Checked by': 'Station team and data centre',
        Uncertainty: `${3 + (seed % 18)} %`,
      },
    },
  };
}

const madeFrom = ({ level, instruments }: SatelliteProduct): string =>
  level === '4'
    ? 'Observations taken into a model'
    : level.startsWith('3')
      ? `Level 2 data of ${instruments.join(' and ')}`
      : level.startsWith('2')
        ? `Level 1 radiances of ${instruments.join(' and ')}`
        : `Raw counts of ${instruments.join(' and ')}`;

const boxName = ([south, , north]: readonly [number, number, number, number]): string =>
  south < 0 ? `Between ${-south} degrees south and ${north} degrees north` : 'North America';

function addDays(day: string, days: number): string {
  const t = Math.min(
    Date.parse(`${day}T00:00:00Z`) + days * 86_400_000,
    Date.parse('2026-03-01T00:00:00Z'),
  );
  return new Date(t).toISOString().slice(0, 10);
}
