// A small vocabulary for tests, as tables would give it.
import type { Vocabulary, VocabularySource } from '../vocabulary.ts';
import { vocabularyFrom } from './shipped-vocabulary.ts';

const site = (code: string, name: string, shortName: string, south = false, known = false) => ({
  code,
  name,
  shortName,
  south,
  known,
});
const row = (
  words: string,
  meaning: string,
  measurements = '',
  classes = '',
  { places = '', campaigns = '' } = {},
): VocabularySource['words'][number] => {
  const list = (text: string) => text.split(' ').filter(Boolean);
  return {
    words: words.split(';'),
    meaning,
    measurements: list(measurements),
    classes: list(classes),
    places: list(places),
    campaigns: list(campaigns),
  };
};
const product = (code: string, name: string) => ({ code, name, description: '' });

const SOURCE: VocabularySource = {
  words: [
    row('air temperature;temperature;temp', 'air temperature', 'atmtemp', 'met sonde'),
    row(
      'pwv;precipitable water;water vapor column',
      'precipitable water',
      'precipwater',
      'mwrret mwr',
    ),
    row('radar reflectivity;reflectivity', 'radar reflectivity', 'radarrefl', 'kazr csapr'),
    row('lidar', 'lidar', '', 'mpl dl'),
    row('radiosonde;sonde;sounding', 'radiosonde', '', 'sonde'),
    row('aerosol', 'aerosol', 'aerosconc', 'cpc'),
    row('aerosol optical depth;aod', 'aerosol optical depth', 'aerosod', 'mfrsr'),
    row('fall speed;fall velocity', 'hydrometeor fall speed', 'hydrometfallvel', 'ldis'),
    row('trace gas;trace gases;tracer gas', 'trace gases', 'tracegas', 'ozone'),
    row('kappa', 'hygroscopicity kappa', 'hygrogrowth', 'ccnkappa'),
    row('pm2.5', 'particulate matter', 'aerosmass', 'pops'),
    row('co2;carbon dioxide', 'carbon dioxide', 'co2conc', 'ghg'),
    row('sky images', 'sky images', 'imagesclouds', 'tsi asi'),
    row('rain rate', 'rain rate', 'precip', 'ldis'),
    row('c band radar', 'C-band radar', 'radarrefl', 'csapr'),
    row('satellite;satellite cloud', 'satellite', '', 'visst'),
    row('cloud top height', 'cloud top height', 'cloudtop', 'arscl'),
    row('turbulence', 'turbulence', 'atmturb dissiprate', 'dlprof'),
    row('oklahoma', 'Southern Great Plains', '', '', { places: 'sgp' }),
    row('barrow;utqiagvik', 'North Slope of Alaska', '', '', { places: 'nsa' }),
    row('azores;graciosa', 'Azores', '', '', { places: 'ena grw' }),
    row('manus', 'Manus', '', '', { places: 'twp.C1' }),
    row('mosaic', 'MOSAiC', '', '', { places: 'mos', campaigns: 'amf2019mosaic' }),
    row('tracer', 'TRACER', '', '', { places: 'hou', campaigns: 'amf2021tracer' }),
    row('marcus', 'MARCUS', '', '', { places: 'mar' }),
    row('ace ena', 'ACE-ENA', '', '', { campaigns: 'aaf2017aceena' }),
    row('ustar;friction velocity', 'friction velocity', 'momflux', 'ecor'),
    { ...row('kipp & zonen', 'instruments made by Kipp & Zonen', '', 'asi cm21'), isMaker: true },
    { ...row('furuno', 'instruments made by Furuno'), isMaker: true, near: ['c band radar'] },
  ],
  measurements: [
    {
      code: 'dissiprate',
      name: 'Dissipation rate',
      description: '',
      standardNames: [],
      classes: [],
    },
    {
      code: 'soilmoist',
      name: 'Soil moisture',
      description: 'Water held in the soil.',
      standardNames: ['volume_fraction_of_condensed_water_in_soil'],
      classes: ['stamp', 'swats'],
    },
  ],
  classes: [
    product('ceil', 'Ceilometer'),
    product('asi', 'All Sky Imager'),
    product('dl', 'Doppler Lidar'),
    product('nephelometer', 'Nephelometer'),
    product('met', 'Surface Meteorological Instrumentation'),
  ],
  sites: [
    site('sgp', 'Southern Great Plains', 'SGP', false, true),
    site('nsa', 'North Slope of Alaska', 'NSA', false, true),
    site('ena', 'Eastern North Atlantic', 'ENA', false, true),
    site('twp', 'Tropical Western Pacific', 'TWP', true, true),
    site('cor', 'Cloud, Aerosol, and Complex Terrain Interactions', 'CACTI', true),
    site('mar', 'Measurements of Aerosols over the Southern Ocean', 'MARCUS', true),
    site('asi', 'Layered Atlantic Smoke Interactions with Clouds', 'LASIC', true),
    site('mos', 'Drifting Observatory', 'MOSAiC'),
    site('grw', 'Marine Boundary Layer', 'CAP-MBL'),
  ],
  facilities: ['sgp.C1', 'sgp.E13', 'twp.C1', 'nsa.C1'],
  campaigns: [{ code: 'aaf2017aceena', name: 'Aerosol and Cloud Experiments' }],
  levels: ['00', 'a0', 'a1', 'b1', 'c1', 's1'],
  texts: ['Planetary boundary layer height', 'microwave radiometer weather station'],
};

/** @internal */
export const smallVocabulary = (): Vocabulary => vocabularyFrom(SOURCE);
