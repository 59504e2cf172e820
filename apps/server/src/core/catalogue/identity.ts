// Which datastream a file belongs to: by its name, else by what its header says, else by what it is
// called.
import {
  type DatastreamParts,
  formatDatastream,
  parseDatastream,
} from '@isobar/contract/catalogue/datastream.ts';
import { NO_FACILITY, NO_SITE } from '@isobar/contract/places/not-stated.ts';
import { statedBy } from './conventions.ts';
import { type FileName, stemOf } from './file-name.ts';
import type { NamedByPattern } from './name-patterns.ts';

export interface Identity extends DatastreamParts {
  readonly datastream: string;
  /**
   * How it was found: by an archive name, a pattern of the operator, the header; or put together
   * from what there is.
   */
  readonly from: 'name' | 'pattern' | 'header' | 'guessed';
}

type Attributes = Readonly<Record<string, string>>;

/**
 * The datastream of a file. For files of other archives, the class is made from what the convention
 * of their network gives (`conventions.ts`), else from their title or id (dates left out), else
 * from their name without dates; institution, platform and level serve as site, facility and data
 * level. Codes made so are lower-case words joined by hyphens.
 */
export function identify(
  name: FileName | null,
  fileName: string,
  attributes: Attributes | null,
  pattern: NamedByPattern | null = null,
): Identity {
  if (name) return { ...name.parts, datastream: name.datastream, from: 'name' };
  const told = attributes && (named(attributes) ?? composed(attributes));
  if (told) return { ...told, datastream: formatDatastream(told), from: 'header' };
  const partly = withoutFacility(fileName, attributes ?? {});
  if (partly) return partly;
  return guess(fileName, attributes ?? {}, pattern);
}

/** `sgpmetE13.b1` in an attribute of that name. */
function named(attributes: Attributes): DatastreamParts | null {
  for (const attribute of ['datastream', '_datastream', 'zeb_platform']) {
    const parts = parseDatastream(attributes[attribute] ?? '');
    if (parts) return parts;
  }
  return null;
}

/**
 * site_id, platform_id, facility_id and data_level together; older files write the facility as 'E13
 * : Lamont'.
 */
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

function guess(fileName: string, attributes: Attributes, pattern: NamedByPattern | null): Identity {
  const told = statedBy(attributes, fileName);
  const site = slug(pattern?.site || told.site);
  const facility = slug(pattern?.facility || told.facility);
  const titled = [attributes.id, attributes.title].filter((text) => text && !isUnique(text));
  const stem = slug(stemOf(titled[0]?.trim() ?? '')) || slug(stemOf(fileName)) || 'unnamed';
  const kind = slug(pattern?.kind || told.kind);
  const series = slug(pattern?.kind || told.series) || stem;
  return {
    datastream: slug(pattern?.datastream ?? '') || seriesAt(series, site, facility),
    siteCode: site || NO_SITE,
    classCode: kind || series,
    facilityCode: facility || NO_FACILITY,
    dataLevel: levelOf(pattern?.level || told.level),
    from: pattern ? 'pattern' : 'guessed',
  };
}

/**
 * Many stations may share a title, so site and facility are added to it unless it contains them.
 */
function seriesAt(series: string, site: string, facility: string): string {
  const has = (part: string): boolean => part === '' || `-${series}-`.includes(`-${part}-`);
  return slug([series, ...[site, facility].filter((part) => !has(part))].join('-'), LONGEST_SERIES);
}

/** An identifier that differs for each file does not name a series. */
const isUnique = (text: string): boolean => /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}/i.test(text);

/** 'b1' and 'c1' as they are; 'Level 2', 'L2a' and '2' as l2, l2a and l2. */
function levelOf(text: string): string {
  const level = text.toLowerCase();
  if (/^([a-z]\d|00|01)$/.test(level)) return level;
  const number = /^(?:level|lev|l)?[\s_-]*(\d)\s?([a-z]?)$/.exec(level);
  return number ? `l${number[1]}${number[2]}` : '';
}

const LONGEST_CODE = 60;
const LONGEST_SERIES = 120;

/**
 * 'Surface Temperature (2 m)' -> 'surface-temperature-2-m': safe in addresses, folders and query
 * strings.
 */
export function slug(text: string, longest = LONGEST_CODE): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '');
}
