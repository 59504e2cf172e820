// A small catalogue in the form of the metadata index, for the calls of the portal: sites,
// products, levels, other repositories.
import { GROUP_FIELDS, METADATA_FIELDS } from '@isobar/contract/catalogue/metadata-document.ts';
import { EPOCH_FIELDS } from '@isobar/contract/catalogue/small-documents.ts';
import type { Document, SearchIndex } from '../../search-index.ts';

/** Fills the index `catalogue` and the index `epochs`. */
export async function fillCatalogue(index: Pick<SearchIndex, 'replace'>): Promise<void> {
  await index.replace('catalogue', METADATA_FIELDS, GROUP_FIELDS, CATALOGUE);
  await index.replace('epochs', EPOCH_FIELDS, [], EPOCHS);
}

const SITES = [
  { site_code: 'sgp', site_name: 'Southern Great Plains', site_type: 'P', at: [36.605, -97.485] },
  { site_code: 'nsa', site_name: 'North Slope of Alaska', site_type: 'P', at: [71.323, -156.616] },
  { site_code: 'oli', site_name: 'Oliktok Point, Alaska', site_type: 'M', at: [70.495, -149.886] },
  {
    site_code: 'twp',
    site_name: 'Tropical Western Pacific',
    site_type: 'I',
    at: [-0.521, 166.916],
  },
  { site_code: 'sea', site_name: 'Aboard a ship', site_type: 'M', at: null },
] as const;
const FACILITIES = ['C1', 'E13', 'M1'];

const PRODUCTS = [
  {
    code: 'met',
    name: 'Surface Meteorological Instrumentation (met)',
    category: ['sfcmet', 'Surface Meteorology'],
    source: 'armobs',
    levels: ['00', 'a1', 'b1'],
    variables: ['temp_mean', 'rh_mean', 'atmos_pressure'],
  },
  {
    code: 'ceil',
    name: 'Ceilometer (ceil)',
    category: ['cloud', 'Cloud Properties'],
    source: 'armobs',
    levels: ['b1'],
    variables: ['first_cbh', 'backscatter'],
  },
  {
    code: 'kazrarscl',
    name: 'Active Remote Sensing of Clouds: cloud base and radar',
    category: ['cloud', 'Cloud Properties'],
    source: 'armderiv',
    levels: ['c0', 'c1'],
    variables: ['first_cbh'],
  },
  {
    code: 'aosmet',
    name: 'Meteorology of the Aerosol Observing System',
    category: ['aeros', 'Aerosols'],
    source: 'armobs',
    levels: ['a1'],
    variables: ['temp_mean', 'concentration'],
  },
  {
    code: 'uavcpc',
    name: 'Particle counter aboard an aircraft',
    category: ['airborne', 'Airborne Observations'],
    source: 'iop',
    levels: ['a0'],
    variables: ['concentration'],
  },
] as const;

const VARIABLES = {
  temp_mean: ['Temperature mean', 'atmtemp', 'Atmospheric temperature', 'atmstate', 'sfcmet'],
  rh_mean: ['Relative humidity', 'atmmoist', 'Atmospheric moisture', 'atmstate', 'sfcmet'],
  atmos_pressure: ['Pressure', 'atmpres', 'Atmospheric pressure', 'atmstate', 'sfcmet'],
  first_cbh: ['First cloud base height', 'cldbase', 'Cloud base height', 'cloud', 'macro'],
  backscatter: ['Backscatter', 'bscatter', 'Backscatter depolarization', 'cloud', 'macro'],
  concentration: ['Number of particles', 'partconc', 'Particle concentration', 'aeros', 'micchem'],
} as const;

const CATEGORIES: Readonly<Record<string, string>> = {
  atmstate: 'Atmospheric State',
  cloud: 'Cloud Properties',
  aeros: 'Aerosols',
};

type Site = (typeof SITES)[number];
type Product = (typeof PRODUCTS)[number];

const CATALOGUE: readonly Document[] = [
  ...SITES.flatMap((site, s) =>
    PRODUCTS.flatMap((product, p) =>
      (s + p) % 4 === 3 ? [] : documentsOf(site, product, s * PRODUCTS.length + p),
    ),
  ),
  ...['ACTRIS', 'SAT'].flatMap((repository, r) =>
    [0, 1, 2].map((i) => ({
      id: `${repository}_${i}`,
      instrument_id: `${repository}_${i}`,
      instrument_measurement_id: `${repository}_${i}`,
      name: ['Ozone column', 'Cloud mask', 'Aerosol optical depth'][i],
      alternateName: `record ${i}`,
      description: 'Seen from elsewhere: temperature and clouds.',
      keywords: ['satellite', `mission ${r}`],
      source_class_code: 'extobs',
      data_repository: repository,
      start_date: `200${i}-01-01T00:00:00Z`,
      end_date: `201${r}-12-31T23:59:59Z`,
    })),
  ),
];

const EPOCHS: readonly Document[] = [
  ['tonga_blast', 'Tonga', ['sgp', 'twp']],
  ['clear', 'Clear sky', ['sgp']],
  ['snow', 'Snow', ['nsa', 'oli']],
].map(([code, name, sites]) => ({
  id: String(code),
  epoch_code: code,
  epoch_name: name,
  epoch_desc: `${name} days`,
  epoch_times: '["2022-01-15","2022-01-16"]',
  site_codes: sites,
}));

function documentsOf(site: Site, product: Product, n: number): Document[] {
  const facility = FACILITIES[n % 3] as string;
  return product.levels.flatMap((level, l) => {
    const datastream = `${site.site_code}${product.code}${facility}.${level}`;
    const year = 1993 + ((n * 7) % 20);
    return product.variables.map((name, v) => {
      const [description, type, typeName, category, subcategory] = VARIABLES[name];
      const best = l === product.levels.length - 1;
      return {
        id: `${datastream}_${name}_${subcategory}_${product.code}_${product.category[0]}`,
        datastream,
        instrument_id: product.code,
        instrument_measurement_id: `${product.code}_${type}`,
        measurement_id: `${datastream}_${type}`,
        instrument_code: product.code,
        instrument_name: product.name,
        instrument_name_text: product.name,
        instrument_class_code: product.code,
        instrument_class_name: product.name.split(' (')[0],
        instrument_category_code: [product.category[0], ...(n % 2 ? ['radio'] : [])],
        instrument_category_name: [product.category[1], ...(n % 2 ? ['Radiometric'] : [])],
        var_name: name,
        var_name_desc: description,
        primary_meas_type_code: type,
        primary_meas_type_name: typeName,
        primary_meas_type_desc: `${typeName} of the air.`,
        meas_category_code: [category, ...(v === 1 ? ['radio'] : [])],
        meas_category_name: [CATEGORIES[category], ...(v === 1 ? ['Radiometric'] : [])],
        meas_subcategory_code: [`${category}.${subcategory}`],
        meas_subcategory_name: [subcategory.toUpperCase()],
        source_class_code: product.source,
        source_class_name: product.source === 'iop' ? 'Field Campaign Data' : 'ARM Observations',
        source_class_weight: product.source === 'iop' ? 9 : 1,
        dataLevel: level,
        data_level_desc: `Level ${level}`,
        description: `${product.name.split(' ')[0]} at ${site.site_name}`,
        site_code: site.site_code,
        site_name: site.site_name,
        site_type: site.site_type,
        facility_code: facility,
        facility_name: `${facility}, ${site.site_name}`,
        ffac: `${site.site_code}.${facility}`,
        location: site.at ? site.at.join(',') : 'NULL',
        ...(site.at ? { geo: { lat: site.at[0], lon: site.at[1] } } : {}),
        ...(best && v < 2 ? { priority: 1 + (n % 3) } : {}),
        datastreams: '[]',
        dqr_dates: `[["${year}010100","${year}010200","D${n}",3]]`,
        start_date: `${year}-03-01T00:00:00Z`,
        end_date: `${year + 4}-10-1${l}T23:59:59Z`,
        timestamp: `${year + 4}-10-1${l}T23:59:59Z`,
        data_repository: 'ARM',
        name: product.name,
        limited_access: n % 5 === 0,
        has_plots: n % 2 === 0,
        ...(product.source === 'iop'
          ? { iopShortName: `${site.site_code}air`, iopLongName: `Flights over ${site.site_name}` }
          : {}),
        ...(n % 3 === 0 ? { epoch_codes: ['tonga_blast'], epochs: ['Tonga'] } : {}),
        ...(product.code === 'kazrarscl' ? { scan_names: ['ppi', 'rhi'].slice(n % 2) } : {}),
      };
    });
  });
}
