// Which datastream a file belongs to: by its name, else by what its header says, else by what it is called.
import {
  type DatastreamParts,
  formatDatastream,
  parseDatastream,
} from '@isobar/contract/catalogue/datastream.ts';
import { type FileName, stemOf } from './file-name.ts';

export interface Identity extends DatastreamParts {
  readonly datastream: string;
  /** How it was found; 'guessed' ones are worth telling the operator. */
  readonly from: 'name' | 'header' | 'guessed';
}

type Attributes = Readonly<Record<string, string>>;

/**
 * The datastream of a file. Files of other archives are put together by their title or id (dates left out), else by
 * their name without dates; institution, platform and level serve as site, facility and data level. Codes made so are
 * lower-case words joined by hyphens.
 */
export function identify(
  name: FileName | null,
  fileName: string,
  attributes: Attributes | null,
): Identity {
  if (name) return { ...name.parts, datastream: name.datastream, from: 'name' };
  const told = attributes && (named(attributes) ?? composed(attributes));
  if (told) return { ...told, datastream: formatDatastream(told), from: 'header' };
  const partly = withoutFacility(fileName, attributes ?? {});
  if (partly) return partly;
  return guess(fileName, attributes ?? {});
}

/** `sgpmetE13.b1` in an attribute of that name. */
function named(attributes: Attributes): DatastreamParts | null {
  for (const attribute of ['datastream', '_datastream', 'zeb_platform']) {
    const parts = parseDatastream(attributes[attribute] ?? '');
    if (parts) return parts;
  }
  return null;
}

/** site_id, platform_id, facility_id and data_level together; older files write the facility as 'E13 : Lamont'. */
function composed(attributes: Attributes): DatastreamParts | null {
  const [site, platform, facility, level] = [
    attributes.site_id,
    attributes.platform_id,
    /^[A-Z]\d+/.exec(attributes.facility_id ?? '')?.[0],
    attributes.data_level,
  ];
  if (!site || !platform || !facility || !level) return null;
  return parseDatastream(`${site}${platform}${facility}.${level}`);
}

/** A product of a whole site names no facility: `twpvisstgridirtemp.c1.20050705.000000.nc`. */
const OF_A_SITE = /^([a-z]{3})([a-z0-9][a-z0-9-]*)\.(0[01]|[a-z]\d)\.\d{8}\.\d{6}\./;

function withoutFacility(fileName: string, attributes: Attributes): Identity | null {
  const match = OF_A_SITE.exec(fileName);
  if (!match) return null;
  const [, siteCode = '', classCode = '', dataLevel = ''] = match;
  return {
    datastream: `${siteCode}${classCode}.${dataLevel}`,
    siteCode,
    classCode,
    facilityCode: /^[A-Z]\d+/.exec(attributes.facility_id ?? '')?.[0] ?? 'X1',
    dataLevel,
    from: 'header',
  };
}

function guess(fileName: string, attributes: Attributes): Identity {
  const first = (names: readonly string[]): string =>
    names.map((name) => attributes[name]?.trim() ?? '').find((value) => value !== '') ?? '';
  const series = slug(stemOf(first(['id', 'title']))) || slug(stemOf(fileName)) || 'unnamed';
  const site = slug(first(['site_id', 'site', 'station_id', 'institution', 'creator_institution']));
  const facility = slug(first(['facility_id', 'station_name', 'platform_id', 'platform']));
  const level = first(['data_level', 'processing_level']).toLowerCase();
  return {
    datastream: series,
    siteCode: site || 'other',
    classCode: slug(first(['instrument_class', 'instrument_id', 'instrument'])) || series,
    facilityCode: facility || 'X1',
    dataLevel: /^([a-z]\d|00|01)$/.test(level) ? level : '',
    from: 'guessed',
  };
}

const LONGEST_CODE = 60;

/** 'Surface Temperature (2 m)' -> 'surface-temperature-2-m': safe in addresses, folders and query strings. */
export function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .slice(0, LONGEST_CODE)
    .replace(/^-+|-+$/g, '');
}
