// What the conventions of measuring networks say of a file's place and product: which global
// attributes tell what.

type Attributes = Readonly<Record<string, string>>;

/** Texts as the files have them; '' where they do not tell. */
export interface Stated {
  /** What the site is known by: its code is made of it. */
  readonly site: string;
  /** The name of the site as displayed; the code where the file states no name. */
  readonly siteName: string;
  /** Station, platform or instrument within the site. */
  readonly facility: string;
  /** Kind of instrument or product. */
  readonly kind: string;
  /** What the files of one series have in common; '': the files' title has to serve. */
  readonly series: string;
  readonly level: string;
}

interface Convention {
  readonly is: (attributes: Attributes, fileName: string) => boolean;
  readonly site: readonly string[];
  readonly siteName?: readonly string[];
  readonly facility: readonly string[];
  readonly kind: readonly string[];
  readonly level: readonly string[];
  /** Parts of the file's name that tell the kind, where attributes do not. */
  readonly kindInName?: RegExp;
  /** Matches the part of the file's name that distinguishes series of the same kind. */
  readonly seriesInName?: RegExp;
  /**
   * True: titles do not name the series, since they name the day or are the same in all files; the
   * kind, or `seriesInName`, does.
   */
  readonly byKind?: boolean;
}

const LEVELS = ['data_level', 'processing_level', 'DATA_LEVEL'];

/** The first that fits counts; names are those of the conventions as they are published. */
const CONVENTIONS: readonly Convention[] = [
  {
    // NCAS-AMF and its successors: platform is the place, the name is
    // INSTRUMENT_PLATFORM_DATE_PRODUCT_vN.nc.
    is: ({ Conventions = '' }) => /\bNCAS-/i.test(Conventions),
    site: ['platform'],
    siteName: ['location_keywords', 'platform'],
    facility: [],
    kind: ['instrument', 'source'],
    level: LEVELS,
    kindInName: /^([a-z0-9-]+)_[a-z0-9-]+_\d{8}[^_]*_([a-z0-9-]+)/i,
    byKind: true,
  },
  {
    is: ({ cloudnet_file_type }) => cloudnet_file_type !== undefined,
    site: ['location'],
    facility: [],
    kind: ['cloudnet_file_type'],
    level: LEVELS,
    // DATE_SITE_INSTRUMENT.nc, or DATE_SITE_PRODUCT.nc
    seriesInName: /^\d{8}_[a-z0-9-]+_([a-z0-9-]+)/i,
    byKind: true,
  },
  {
    // E-PROFILE: the WIGOS identifier is the station, instrument_id tells several at one station
    // apart.
    is: ({ wigos_station_id, wmo_id }) => (wigos_station_id ?? wmo_id) !== undefined,
    site: ['wigos_station_id', 'wmo_id'],
    siteName: ['site_location', 'location', 'station_name'],
    facility: ['instrument_id'],
    kind: ['instrument_type', 'instrument_model'],
    level: LEVELS,
    byKind: true,
  },
  {
    // EARLINET and ACTRIS aerosol remote sensing: a three-letter station, times as
    // measurement_start_datetime.
    is: ({ station_ID, measurement_start_datetime }) =>
      station_ID !== undefined && measurement_start_datetime !== undefined,
    site: ['station_ID'],
    siteName: ['location', 'institution'],
    facility: ['system', 'hoi_system_ID'],
    kind: ['measurement_type'],
    level: LEVELS,
    kindInName: /^(EARLINET_[A-Za-z]+)_[a-z0-9]{3}_(Lev\d+_[a-z0-9]+)_/,
    byKind: true,
  },
  {
    // GEOMS, as NDACC has it: DATA_SOURCE is 'INSTRUMENT.GAS_OWNER001'.
    is: ({ DATA_LOCATION, DATA_SOURCE }) =>
      DATA_LOCATION !== undefined && DATA_SOURCE !== undefined,
    site: ['DATA_LOCATION'],
    facility: [],
    kind: ['DATA_SOURCE'],
    level: ['DATA_LEVEL'],
    byKind: true,
  },
];

/** ACDD, and whatever else files use to say the same. */
const GENERAL: Convention = {
  is: () => true,
  site: [
    ...['site_id', 'site', 'site_name', 'station_id', 'station_name', 'institution'],
    'creator_institution',
  ],
  siteName: ['site_name', 'station_name'],
  facility: ['facility_id', 'facility_name', 'station_name', 'platform_id', 'platform'],
  kind: ['instrument_class', 'instrument_id', 'instrument'],
  level: LEVELS,
};

export function statedBy(attributes: Attributes, fileName: string): Stated {
  const convention = CONVENTIONS.find(({ is }) => is(attributes, fileName)) ?? GENERAL;
  const first = (names: readonly string[]): string =>
    names.map((name) => trimmed(attributes, name)).find((value) => value !== '') ?? '';
  const kind = inName(convention.kindInName, fileName) || first(convention.kind);
  const site = first(convention.site);
  return {
    site,
    siteName: first(convention.siteName ?? []) || site,
    facility: first(convention.facility),
    kind,
    series: convention.byKind ? inName(convention.seriesInName, fileName) || kind : '',
    level: first(convention.level),
  };
}

const trimmed = (attributes: Attributes, name: string): string =>
  Object.hasOwn(attributes, name) ? (attributes[name]?.trim() ?? '') : '';

const inName = (pattern: RegExp | undefined, fileName: string): string =>
  pattern ? (pattern.exec(fileName)?.slice(1).join(' ') ?? '') : '';
