// A made-up catalogue for measuring search: the fields, sizes and skews of a real one, the same
// documents with every run.
import type { Mapping } from '@isobar/query-language/mapping.ts';

/** Numbers from 0 up to 1, the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export type Dice = {
  /** A whole number from 0 up to but without `n`. */
  readonly below: (n: number) => number;
  readonly chance: (p: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
};

export function dice(seed: number): Dice {
  const next = randomNumbers(seed);
  const below = (n: number) => Math.floor(next() * n);
  return {
    below,
    chance: (p) => next() < p,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
  };
}

const text = { type: 'text' } as const;
const list = { type: 'text', list: true } as const;
/** Fields as the metadata index has them. */
export const MAPPING: Mapping = {
  id: text,
  instrument_id: text,
  instrument_measurement_id: text,
  instrument_code: text,
  instrument_name: text,
  instrument_class_code: text,
  instrument_class_name: text,
  instrument_category_code: text,
  meas_category_code: list,
  meas_subcategory_code: list,
  primary_meas_type_code: text,
  primary_meas_type_name: text,
  var_name: text,
  source_class_code: text,
  source_class_weight: { type: 'integer' },
  dataLevel: text,
  priority: { type: 'integer' },
  site_code: text,
  site_type: text,
  facility_code: text,
  datastream: text,
  data_repository: text,
  iopShortName: text,
  epoch_codes: list,
  results_data_type: text,
  limited_access: { type: 'boolean' },
  model_type: text,
  doi: text,
  start_date: { type: 'date' },
  end_date: { type: 'date' },
  name: text,
  description: text,
};
export const GROUPS = ['instrument_id', 'instrument_measurement_id'];

/** Facets of the main search, each counted by distinct groups. */
export const FACETS = [
  'meas_category_code',
  'meas_subcategory_code',
  'primary_meas_type_code',
  'site_code',
  'site_type',
  'iopShortName',
  'datastream',
  'facility_code',
  'instrument_class_code',
  'instrument_code',
  'dataLevel',
  'source_class_code',
  'epoch_codes',
  'instrument_category_code',
  'model_type',
];

const SYLLABLES = 'ra di o me ter ae ro sol clo ud pre cip wind tem per hu mi li dar spec'.split(
  ' ',
);
const LEVELS = '00 a0 a1 b1 b2 c1 c2 c0 s1 s2 m1 b0 a2 c3 b3 s0 c4 m0 a3 fc'.split(' ');
export const SOURCES =
  'armobs armderiv extobs extderiv evalderiv evalobs armmod extmod pi fc iop c'.split(' ');
export const CATEGORIES = ['aeros', 'atmstate', 'cloud', 'radio', 'sfcprop', 'other'];
const DATASTREAMS = 12_000;

export type Catalogue = ReturnType<typeof catalogue>;

/** The codes and names that documents and queries draw from. */
export function catalogue() {
  const d = dice(42);
  const words = makeWords(d, 9000);
  const word = skewed(d, words, 0.95);
  const phrase = (n: number) => {
    let text = word();
    for (let i = 1; i < n; i++) text += ` ${word()}`;
    return text;
  };
  const sites = codes('s', 45);
  const facilities = Array.from({ length: 300 }, (_, i) => {
    const site = Math.floor(45 * (d.below(1000) / 1000) ** 1.6);
    return { site, code: `${sites[site]}.C${i}` };
  });
  const measurements = codes('m', 400).map((code) => ({
    code,
    name: phrase(3),
    subcategories: [...new Set([d.below(30), ...(d.chance(0.25) ? [d.below(30)] : [])])],
  }));
  const classes = codes('ic', 350).map((code) => ({
    code,
    category: `icat${d.below(12)}`,
    name: phrase(3),
    description: phrase(14),
  }));
  const classOf = skewed(d, classes, 0.8);
  const instruments = codes('i', 2000).map((code) => {
    const kind = classOf();
    return {
      code,
      kind,
      name: `${kind.name} ${word()}`,
      source: d.chance(0.5) ? d.below(2) : d.below(12),
      campaign: d.chance(0.2) ? `iop${d.below(500)}` : null,
      priority: d.chance(0.55) ? 1 + d.below(3) : null,
      measured: 2 + Math.floor(40 * (d.below(1000) / 1000) ** 3),
    };
  });
  const instrumentOf = skewed(d, instruments, 0.75);
  const facilityOf = skewed(d, facilities, 0.8);
  const streams = Array.from({ length: DATASTREAMS }, (_, i) => {
    const instrument = instruments[i] ?? instrumentOf();
    const facility = facilityOf();
    const level = d.pick(LEVELS);
    const year = 1992 + d.below(32);
    return {
      name: `${sites[facility.site]}${instrument.code}C${i}.${level}`,
      instrument,
      facility,
      level,
      group: `${instrument.code}_${i & 3}`,
      start: day(d, year),
      end: day(d, Math.min(2026, year + d.below(20))),
      repository: d.chance(0.85) ? 'ARM' : d.pick(['ARM', 'GESDISC', 'LAADS', 'ACTRIS']),
      epochs: d.chance(0.1) ? [...new Set([d.below(15), d.below(15)])].map((e) => `ep${e}`) : [],
    };
  });
  return { words, sites, facilities, measurements, classes, streams, phrase };
}

/** `count` documents, about as many for each datastream. */
export function* documents(count: number, from: Catalogue = catalogue()) {
  const d = dice(7);
  let number = 0;
  for (const [i, stream] of from.streams.entries()) {
    const upTo = Math.floor(((i + 1) * count) / from.streams.length);
    for (let k = 0; number < upTo; k++, number++) {
      const { instrument } = stream;
      const offset = i * 7 + k * 13 + (k > instrument.measured ? d.below(400) : 0);
      const measurement = from.measurements[offset % 400] as Catalogue['measurements'][number];
      yield documentOf(number, stream, measurement, from, d);
    }
  }
}

function documentOf(
  number: number,
  stream: Catalogue['streams'][number],
  measurement: Catalogue['measurements'][number],
  from: Catalogue,
  d: Dice,
) {
  const { instrument, facility } = stream;
  const { site } = facility;
  const { kind } = instrument;
  return {
    id: `${stream.name}_${measurement.code}_${number}`,
    instrument_id: stream.group,
    instrument_measurement_id: `${stream.group}_${measurement.code}`,
    instrument_code: instrument.code,
    instrument_name: instrument.name,
    instrument_class_code: kind.code,
    instrument_class_name: kind.name,
    instrument_category_code: kind.category,
    meas_category_code: [...new Set(measurement.subcategories.map((s) => CATEGORIES[s % 6]))],
    meas_subcategory_code: measurement.subcategories.map((s) => `${CATEGORIES[s % 6]}.sub${s}`),
    primary_meas_type_code: measurement.code,
    primary_meas_type_name: measurement.name,
    var_name: `v${(number * 31) % 3000}`,
    source_class_code: SOURCES[instrument.source],
    source_class_weight: instrument.source,
    dataLevel: stream.level,
    priority: d.chance(0.8) ? instrument.priority : null,
    site_code: from.sites[site],
    site_type: 'PLMIXT'[site % 6],
    facility_code: facility.code,
    datastream: stream.name,
    data_repository: stream.repository,
    iopShortName: instrument.campaign,
    epoch_codes: stream.epochs,
    results_data_type: d.chance(0.5) ? 'a' : 'b',
    limited_access: d.chance(0.02),
    model_type: instrument.source === 6 ? `mt${number % 8}` : null,
    doi: `10.5439/${1_000_000 + (number % 2000)}`,
    start_date: `${stream.start}T00:00:00Z`,
    end_date: `${stream.end}T23:59:59Z`,
    name: `${instrument.name} ${measurement.name}`,
    description: `${kind.description} ${from.phrase(20)}`,
  };
}

function makeWords(d: Dice, count: number): string[] {
  const words = new Set<string>();
  while (words.size < count) {
    const word = Array.from({ length: 2 + d.below(3) }, () => d.pick(SYLLABLES)).join('');
    if (word.length > 3) words.add(word);
  }
  return [...words];
}

/** Draws from a list, its first members most often. */
function skewed<T>(d: Dice, items: readonly T[], exponent: number): () => T {
  const sums = new Float64Array(items.length);
  let total = 0;
  for (let i = 0; i < items.length; i++) {
    total += 1 / (i + 1) ** exponent;
    sums[i] = total;
  }
  return () => {
    const wanted = (d.below(1 << 30) / (1 << 30)) * total;
    let low = 0;
    let high = items.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) < wanted) low = middle + 1;
      else high = middle;
    }
    return items[low] as T;
  };
}

const codes = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => prefix + i.toString(36).padStart(3, '0'));

const day = (d: Dice, year: number): string =>
  `${year}-${String(1 + d.below(12)).padStart(2, '0')}-${String(1 + d.below(28)).padStart(2, '0')}`;
