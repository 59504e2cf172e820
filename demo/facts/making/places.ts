// Sites and facilities.
import { textOf } from '../../csv.ts';
import type { Facts, Tables } from './table.ts';

/** Names of sites for which the facts have only a code; any other such site is called 'Site CODE'. */
const NAMELESS: Readonly<Record<string, string>> = {
  osc: 'Off-site campaigns',
  dmf: 'Data Management Facility test site',
};

/** Positions that no table of facts has: towns near enough for a map and a climate. */
const NEAR: Readonly<Record<string, readonly [number, number, number, string]>> = {
  'crg.M1': [39.32, -76.59, 60, 'Clifton Park, Baltimore, Maryland'],
  'crg.S2': [39.42, -77.22, 180, 'Rural Maryland'],
  'crg.S3': [39.0, -76.4, 5, 'Chesapeake Bay, Maryland'],
  'crg.S5': [39.25, -76.71, 60, 'Baltimore County, Maryland'],
  'crg.S6': [39.33, -76.42, 10, 'Baltimore County, Maryland'],
  'crg.S7': [39.16, -76.9, 110, 'Howard County, Maryland'],
  'crg.S8': [39.46, -76.64, 130, 'Baltimore County, Maryland'],
  'dst.M1': [33.48, -112.1, 340, 'Phoenix, Arizona'],
  'kcg.S2': [-40.683, 144.69, 90, 'kennaook / Cape Grim, Tasmania'],
  'kcg.S3': [-40.683, 144.69, 94, 'kennaook / Cape Grim, Tasmania'],
  'kcg.X30': [-40.683, 144.69, 94, 'kennaook / Cape Grim, Tasmania'],
};

/** Facilities for sites that have none in any table of facts. */
const ADDED = ['blr.M1', 'dna.M1', 'wbu.X1', 'rld.X1', 'nic.X1', 'isp.X1', 'rev.X1', 'dmf.X1'];

const KIND: Readonly<Record<string, string>> = { M: 'main mobile', X: 'external' };

export function placeTables(facts: Facts): Tables {
  const sites = facts.read('sites').map((row) => {
    const code = textOf(row, 'site_code');
    const start = textOf(row, 'start_date') || textOf(row, 'first_listed_data_date');
    const end = textOf(row, 'end_date');
    return {
      site_code: code,
      site_name: textOf(row, 'site_name') || NAMELESS[code] || `Site ${code.toUpperCase()}`,
      site_type: textOf(row, 'site_type') || 'X',
      country: textOf(row, 'country'),
      region: textOf(row, 'region'),
      short_name: textOf(row, 'short_name') || code.toUpperCase(),
      start_date: start,
      end_date: end,
    };
  });
  const facilities = facts.read('facilities').map((row) => {
    const site = textOf(row, 'site_code');
    const code = textOf(row, 'facility_code');
    const near = NEAR[`${site}.${code}`];
    const place = textOf(row, 'place') || near?.[3] || '';
    const position = textOf(row, 'latitude') !== '';
    return {
      site_code: site,
      facility_code: code,
      facility_name: facilityName(textOf(row, 'facility_name'), place, code),
      place,
      facility_kind: textOf(row, 'facility_kind'),
      latitude: position ? textOf(row, 'latitude') : String(near?.[0] ?? ''),
      longitude: position ? textOf(row, 'longitude') : String(near?.[1] ?? ''),
      elevation_m: position ? textOf(row, 'elevation_m') : String(near?.[2] ?? ''),
      platform: position
        ? 'known'
        : near
          ? 'approximate'
          : isMoving(site, code)
            ? 'moving'
            : 'unknown',
      start_date: textOf(row, 'start_date'),
      end_date: textOf(row, 'end_date'),
    };
  });
  const added = ADDED.map((key) => {
    const [site = '', code = ''] = key.split('.');
    return {
      site_code: site,
      facility_code: code,
      facility_name: namedByKind(code),
      place: '',
      facility_kind: KIND[code.slice(0, 1)] ?? '',
      latitude: '',
      longitude: '',
      elevation_m: '',
      platform: 'unknown',
      start_date: '',
      end_date: '',
    };
  });
  return { sites, facilities: [...facilities, ...added] };
}

/** 'Main mobile facility', which says more than repeating its code. */
function namedByKind(code: string): string {
  const kind = KIND[code.slice(0, 1)] ?? '';
  return `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)} facility`.trim();
}

/** Notes after a semicolon or in brackets are not part of a name. */
function facilityName(name: string, place: string, code: string): string {
  const short = name.split(';')[0]?.trim() ?? '';
  return short || place || `Facility ${code}`;
}

const isMoving = (site: string, code: string): boolean =>
  /^[FU]/.test(code) || ['acx', 'mag', 'mar', 'mos', 'shb'].includes(site);
