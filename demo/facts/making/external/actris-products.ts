// Products of a European data centre: stations and the kinds of data that such stations give, in our own words.

export interface Station {
  readonly name: string;
  readonly country: string;
  readonly code: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
  readonly start: number;
}

type StationLine = readonly [string, string, string, number, number, number, number];

const STATION_LINES: readonly StationLine[] = [
  ['Hyytiala', 'Finland', 'SMR', 61.84, 24.29, 181, 2006],
  ['Jungfraujoch', 'Switzerland', 'JFJ', 46.55, 7.99, 3580, 1995],
  ['Mace Head', 'Ireland', 'MHD', 53.33, -9.9, 5, 2001],
  ['Melpitz', 'Germany', 'MEL', 51.53, 12.93, 86, 2008],
  ['Cabauw', 'Netherlands', 'CBW', 51.97, 4.93, 1, 2008],
  ['Granada', 'Spain', 'GRA', 37.16, -3.61, 680, 2010],
  ['Potenza', 'Italy', 'POT', 40.6, 15.72, 760, 2004],
  ['Lindenberg', 'Germany', 'LIN', 52.21, 14.12, 104, 2004],
  ['Ny-Alesund, Zeppelin', 'Norway', 'ZEP', 78.91, 11.89, 474, 2000],
  ['Puy de Dome', 'France', 'PUY', 45.77, 2.97, 1465, 2007],
  ['Palaiseau', 'France', 'SIR', 48.71, 2.21, 156, 2003],
  ['Leipzig', 'Germany', 'LEI', 51.35, 12.43, 125, 2006],
  ['Finokalia', 'Greece', 'FIN', 35.34, 25.67, 250, 2008],
  ['Evora', 'Portugal', 'EVO', 38.57, -7.91, 293, 2009],
  ['Payerne', 'Switzerland', 'PAY', 46.81, 6.94, 491, 2008],
];

export const STATIONS: readonly Station[] = STATION_LINES.map(
  ([name, country, code, latitude, longitude, altitude, start]) => ({
    name,
    country,
    code,
    latitude,
    longitude,
    altitude,
    start,
  }),
);

export interface Kind {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly instrument: string;
  readonly level: string;
  readonly every: string;
  readonly keywords: readonly string[];
  readonly unit: 'in situ' | 'aerosol remote sensing' | 'cloud remote sensing' | 'trace gases';
}

export const KINDS: readonly Kind[] = [
  {
    id: 'aerosol-scattering',
    title: 'Aerosol light scattering',
    about: 'Scattering and backscattering of dried particles at three wavelengths, hour by hour.',
    instrument: 'Nephelometer',
    level: '2',
    every: '1 hour',
    keywords: ['Aerosol scattering', 'Aerosol backscatter'],
    unit: 'in situ',
  },
  {
    id: 'aerosol-absorption',
    title: 'Aerosol light absorption',
    about: 'Absorption of particles on a filter and the mass of black carbon that it stands for.',
    instrument: 'Filter absorption photometer',
    level: '2',
    every: '1 hour',
    keywords: ['Aerosol absorption', 'Equivalent black carbon'],
    unit: 'in situ',
  },
  {
    id: 'particle-size-distribution',
    title: 'Particle number size distribution',
    about: 'Number of particles by mobility diameter between some 10 and 800 nm.',
    instrument: 'Mobility particle size spectrometer',
    level: '2',
    every: '1 hour',
    keywords: ['Aerosol particle size distribution', 'Particle number concentration'],
    unit: 'in situ',
  },
  {
    id: 'lidar-backscatter',
    title: 'Lidar backscatter and extinction profiles',
    about:
      'Profiles of aerosol backscatter, extinction and depolarization from measurements on set days.',
    instrument: 'Raman lidar',
    level: '2',
    every: 'about 3 times a week',
    keywords: ['Aerosol backscatter', 'Aerosol extinction', 'Lidar'],
    unit: 'aerosol remote sensing',
  },
  {
    id: 'cloud-classification',
    title: 'Cloud target classification',
    about:
      'Kind of every cloud volume above the station from radar, lidar and microwave radiometer together.',
    instrument: 'Cloud radar, lidar, microwave radiometer',
    level: '2',
    every: '30 seconds',
    keywords: ['Cloud phase', 'Cloud boundaries', 'Drizzle'],
    unit: 'cloud remote sensing',
  },
  {
    id: 'volatile-organics',
    title: 'Volatile organic gases',
    about: 'Hydrocarbons and oxygenated organic gases in sampled air.',
    instrument: 'Gas chromatograph',
    level: '2',
    every: '4 hours',
    keywords: ['Volatile organic compounds', 'Ozone precursors'],
    unit: 'trace gases',
  },
];

/** Which kinds a station gives: three each in rotation, and remote sensing where the code implies it. */
export function kindsOf(index: number): readonly Kind[] {
  return [0, 1, 3].map((step) => KINDS[(index + step) % KINDS.length] as Kind);
}
