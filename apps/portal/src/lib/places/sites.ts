// The sites of an archive with their facilities, as the location search shows them: groups, kinds
// of marks, headline.

import type { Corner } from '@isobar/contract/places/shape.ts';
import { isInShape, trackTouches } from './area.ts';

/** Degrees north and east. */
export type LatLon = { readonly lat: number; readonly lon: number };

export type Facility = {
  /** Site, dot, facility: 'sgp.C1'. */
  readonly facilityCode: string;
  readonly facilityName: string;
  /** The facility alone: 'C1'. */
  readonly code: string;
  readonly siteCode: string;
  readonly siteType: string;
  /** null: its place is unknown, or it moves. */
  readonly at: LatLon | null;
  /** Where a ship or an aircraft went, in the order of time; empty for fixed places. */
  readonly track: readonly Corner[];
  /** First and last sample, milliseconds since 1970 UTC. */
  readonly start: number | null;
  readonly end: number | null;
  readonly products: number;
};

export type Site = {
  readonly siteCode: string;
  readonly siteName: string;
  /**
   * P fixed, L long-term, M mobile, I intermediate or inactive, X external, T test; empty where
   * unknown.
   */
  readonly siteType: string;
  readonly facilities: readonly Facility[];
  readonly start: number | null;
  readonly end: number | null;
};

/** A record of a site or facility, as the metadata service gives it. */
export type SitePlace = {
  readonly siteCode: string;
  readonly siteName: string;
  readonly siteType: string;
  readonly facilityCode: string;
  readonly facilityName: string;
  /** Site, dot, facility. */
  readonly ffac: string;
  /** 'latitude,longitude'. */
  readonly location: string;
  /** First and last sample, milliseconds since 1970 UTC. */
  readonly start: number | null;
  readonly end: number | null;
  readonly products: number;
};

/** The kind of a mark on the map. Long-term sites are drawn as fixed ones (decision 1012). */
export type MarkKind = 'site' | 'mobile' | 'inactive' | 'other';
export const markOf = (siteType: string): MarkKind =>
  siteType === 'P' || siteType === 'L'
    ? 'site'
    : siteType === 'M'
      ? 'mobile'
      : siteType === 'I'
        ? 'inactive'
        : 'other';

/** The legend, in the archive's own name (decision 1028). */
export const markLabel = (kind: MarkKind, archiveName: string): string =>
  ({
    site: `${archiveName} Site`,
    mobile: 'Mobile Site',
    inactive: `${archiveName} Site - Inactive`,
    other: 'Other site',
  })[kind];

/**
 * Groups of the select 'Filter by site' and of the timeline, in their order; other groups follow
 * under a name of their own.
 */
export const SITE_GROUPS = ['P', 'L', 'M', 'I'] as const;
const OTHER_GROUPS = ['X', 'T'] as const;

export type SiteGroup = { readonly type: string; readonly sites: readonly Site[] };

/** Fixed sites oldest first, mobile ones newest first; groups without a site are left out. */
export function groupSites(sites: readonly Site[]): readonly SiteGroup[] {
  const known: readonly string[] = [...SITE_GROUPS, ...OTHER_GROUPS];
  return [...known, '']
    .map((type) => ({
      type,
      sites: sites
        .filter(({ siteType }) => (type === '' ? !known.includes(siteType) : siteType === type))
        .toSorted(
          (a, b) =>
            (type === 'M' ? -1 : 1) * ((a.start ?? Infinity) - (b.start ?? Infinity) || 0) ||
            a.siteCode.localeCompare(b.siteCode),
        ),
    }))
    .filter((group) => group.sites.length > 0);
}

/**
 * -9999,-9999, 'NULL' and anything that is not a place: null. Latitude is clamped to 85, longitude
 * to 180: the edges of a flat map.
 */
export function readLocation(text: string): LatLon | null {
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [lat, lon] = parts;
  if (parts.length !== 2 || lat === undefined || lon === undefined) return null;
  if (!Number.isFinite(lat) || !Number.isFinite(lon) || (lat <= -9999 && lon <= -9999)) return null;
  return { lat: Math.min(85, Math.max(-85, lat)), lon: Math.min(180, Math.max(-180, lon)) };
}

/** Made once: `localeCompare` makes one for every pair, 200 ms for 3,000 facilities. */
const BY_NUMBER = new Intl.Collator('en', { numeric: true });

/** Records of facilities, gathered into sites, each once; facilities in the order C1, E2, E13. */
export function sitesOf(
  places: readonly SitePlace[],
  tracks: ReadonlyMap<string, readonly Corner[]> = new Map(),
): readonly Site[] {
  const bySite = new Map<string, { place: SitePlace; facilities: Map<string, Facility> }>();
  for (const place of places) {
    const { siteCode, ffac } = place;
    if (siteCode === '' || ffac === '') continue;
    const site = bySite.get(siteCode) ?? { place, facilities: new Map() };
    bySite.set(siteCode, site);
    const track = tracks.get(ffac) ?? [];
    site.facilities.set(ffac, {
      facilityCode: ffac,
      facilityName: place.facilityName,
      code: place.facilityCode || ffac.slice(siteCode.length + 1),
      siteCode,
      siteType: place.siteType,
      at: track.length > 1 ? null : readLocation(place.location),
      track,
      start: place.start,
      end: place.end,
      products: place.products,
    });
  }
  return [...bySite.values()].map(({ place, facilities }) => {
    const all = [...facilities.values()].toSorted((a, b) => BY_NUMBER.compare(a.code, b.code));
    return {
      siteCode: place.siteCode,
      siteName: place.siteName || place.siteCode.toUpperCase(),
      siteType: place.siteType,
      facilities: all,
      start: extreme(all, 'start', Math.min),
      end: extreme(all, 'end', Math.max),
    };
  });
}

/** Sites with only those facilities that a condition keeps. */
export const narrowSites = (
  sites: readonly Site[],
  keeps: (facility: Facility) => boolean,
): readonly Site[] =>
  sites
    .map((site) => ({ ...site, facilities: site.facilities.filter(keeps) }))
    .filter(({ facilities }) => facilities.length > 0);

/**
 * Where a facility is marked: a moving one at the middle of its track; null: its place is unknown.
 */
export function standsAt({ at, track }: Pick<Facility, 'at' | 'track'>): LatLon | null {
  const middle = track[Math.floor(track.length / 2)];
  return at ?? (middle ? { lon: middle[0], lat: middle[1] } : null);
}

/** Whether a facility is in an area or passed through it. */
export const isWithin = (corners: readonly Corner[], { at, track }: Facility): boolean =>
  track.length > 1
    ? trackTouches(corners, track)
    : at !== null && isInShape(corners, [at.lon, at.lat]);

/** 'Viewing All Locations', or what is left of them. */
export function headlineOf(seen: readonly Site[], all: boolean): string {
  if (all) return 'Viewing All Locations';
  const facilities = seen.reduce((sum, site) => sum + site.facilities.length, 0);
  return `Viewing ${counted(seen.length, 'site', 'sites')} and ${counted(facilities, 'facility', 'facilities')}`;
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

function extreme(
  facilities: readonly Facility[],
  field: 'start' | 'end',
  of: (...values: number[]) => number,
): number | null {
  const values = facilities.flatMap((facility) => facility[field] ?? []);
  return values.length > 0 ? values.reduce((a, b) => of(a, b)) : null;
}
