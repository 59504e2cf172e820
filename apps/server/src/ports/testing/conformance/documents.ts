// The documents that the conformance cases ask about: small, but with every kind of field, list,
// gap and unusual character.
import type { Mapping } from '@isobar/query-language/mapping.ts';
import type { Document } from '../../search-index.ts';

export const MAPPING: Mapping = {
  title: { type: 'text' },
  body: { type: 'text' },
  tags: { type: 'text', list: true },
  code: { type: 'keyword' },
  group: { type: 'text' },
  part: { type: 'keyword' },
  n: { type: 'integer' },
  many: { type: 'integer', list: true },
  x: { type: 'double' },
  day: { type: 'date' },
  days: { type: 'date', list: true },
  flag: { type: 'boolean' },
  geo: { type: 'geo_point' },
  area: { type: 'geo_shape' },
  'o.in': { type: 'keyword' },
  note: { type: 'stored' },
};
export const GROUPS = ['group', 'part'];

const TITLES = [
  'Surface meteorology',
  'Cloud radar moments',
  'cloud base height from the ceilometer',
  'Raman lidar: water vapor',
  'sgpmetE13.b1 daily file',
  'Ünïcode and naïve cafés',
  '日本の雲 cloud',
  'Wi-fi and O’Neill’s 10.5 x_y',
  'Aerosol optical depth, 500 nm',
  'cloud cloud cloud',
];
const TAGS = ['aeros', 'cloud', 'radio', 'sfcprop', 'Cloud Mask', 'é'];
const CODES = ['A', 'B', 'a', 'C d', 'Z', 'zz', 'sgp.C1', 'sgp.E13', '😀', 'ﬀ', ''];
const SENTENCES = [
  'The radar looks up and sees cloud droplets and rain.',
  'A lidar measures the cloud base, the aerosol and the height of the boundary layer.',
  'Temperature, pressure and humidity at two meters; wind at ten meters.',
  'Rain gauge with a tipping bucket. Rain rate in millimeters per hour.',
];

/** Document number i; what it has follows from i alone. */
function documentOf(i: number): Document {
  const has = (every: number, rest = 0) => i % every !== rest;
  const day = `20${String(1 + (i % 9)).padStart(2, '0')}-0${1 + (i % 8)}-1${i % 10}T0${i % 10}:30:00Z`;
  return {
    id: `d${i}`,
    ...(has(11) ? { title: TITLES[i % TITLES.length] } : {}),
    ...(has(4) ? { body: SENTENCES.slice(i % 3, (i % 3) + 1 + (i % 2)).join(' ') } : {}),
    ...(has(5) ? { tags: i % 3 === 0 ? [TAGS[i % 6], TAGS[(i + 2) % 6]] : TAGS[i % 6] } : {}),
    ...(has(7, 3) ? { code: CODES[(i * 7) % CODES.length] } : {}),
    ...(has(13, 5) ? { group: `g${i % 6}` } : {}),
    part: `g${i % 6}_${i % 2}`,
    ...(has(6, 1) ? { n: ((i * 5) % 17) - 4 } : {}),
    ...(has(3, 2) ? { many: [i % 5, (i * 3) % 7] } : {}),
    ...(has(8, 6) ? { x: ((i * 11) % 23) / 4 - 1.5 } : {}),
    ...(has(9, 4) ? { day } : {}),
    ...(has(5, 2) ? { days: [day, '2004-02-29T12:00:00Z'] } : {}),
    ...(has(4, 3) ? { flag: i % 3 === 0 } : {}),
    ...(has(6, 5) ? { geo: { lat: ((i * 13) % 140) - 69.5, lon: ((i * 29) % 340) - 169.5 } } : {}),
    ...(i % 7 === 0 ? { area: square(((i * 13) % 100) - 50, ((i * 29) % 300) - 150) } : {}),
    o: { in: CODES[i % 4], deep: [{ y: i }, { z: 1 }] },
    note: { any: [i] },
    unmapped: 'found by no query',
  };
}

const square = (lat: number, lon: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [lon, lat],
      [lon + 20.5, lat],
      [lon + 20.5, lat + 10.5],
      [lon, lat + 10.5],
      [lon, lat],
    ],
  ],
});

export const DOCUMENTS: readonly Document[] = Array.from({ length: 66 }, (_, i) => documentOf(i));
