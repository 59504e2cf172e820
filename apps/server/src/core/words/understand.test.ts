// Words become what they mean, and nothing that only looks like a word of the tables does.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  replaceTyped,
  withoutTyped,
} from '../../../../portal/src/screens/data-search/typed-parts.ts';
import { namesIn } from './called.ts';
import { of, today, vocabulary } from './testing/understood.ts';
import { beginningOf, doubtful, understand } from './understand.ts';

const meanings = (text: string) => of(text).pieces.map(({ meaning, read }) => meaning ?? read);

it.each([
  ['PWV', ['precipitable water']],
  ['water vapour columns', ['precipitable water']],
  ['watervapor column', ['precipitable water']],
  ['radio sonde', ['radiosonde']],
  ['nephelo meter', ['Nephelometer']],
  ['aerosols', ['aerosol']],
  ['aerosol optical depth', ['aerosol optical depth']],
  ['κ', ['hygroscopicity kappa']],
  ['CO₂', ['carbon dioxide']],
  ['PM2.5', ['particulate matter']],
  ['soil-moisture', ['Soil moisture']],
  ['volume_fraction_of_condensed_water_in_soil', ['Soil moisture']],
  ['rain rate (mm/h)', ['rain rate']],
  ['lidar data for the doppler', ['lidar', 'doppler']],
  ['temprature', ['air temperature']],
  ['temperat', ['air temperature']],
  ['aresol', ['aerosol']],
  ['celiometer', ['Ceilometer']],
  ['boundarylayer', ['boundary', 'layer']],
  ['moisture of the soil', ['Soil moisture']],
  ['images of the sky', ['sky images']],
  ['column of water vapor at SGP', ['precipitable water']],
  ['lidar doppler', ['Doppler Lidar']],
  ['satellite cloud top height', ['satellite', 'cloud top height']],
  ['air temps', ['air temperature']],
  ['dissipation rate', ['turbulence']],
  ['how strong is atmospheric turbulence', ['turbulence']],
  ['rate rain rate', ['rain rate']],
  ['depth optical of the aerosols', ['aerosol optical depth']],
  ['aerosol and optical depth', ['aerosol', 'optical', 'depth']],
  ['velocity of the fall', ['hydrometeor fall speed']],
  ['sky morning images', ['sky images']],
  ['training images of the sky at night', ['sky images']],
  ['how risky is fall velocity for flying', ['hydrometeor fall speed']],
  ['optical pwv water', ['optical', 'precipitable water']],
  ["the lidar's aerosols", ['lidar', 'aerosol']],
  ["I don't want hourly lidar", ['hourly', 'lidar']],
  ["l'aérosol", ['aerosol']],
  ['lidar 532 nm', ['lidar']],
  ['532nm lidar', ['lidar']],
  ['lidar at 915 MHz', ['lidar']],
  ['aerosol at 0.4% and 30 min', ['aerosol']],
  ['daily mean lidar data for my thesis', ['lidar']],
  ['where is soil moisture?', ['Soil moisture']],
  ['volume_aerosol_ratio_due_to_blorf', ['aerosol']],
  ['CO-16 lidar', ['co', 'lidar']],
  ['aerosol blola', ['aerosol', 'blola']],
])('%s', (text, expected) => {
  expect(meanings(text)).toEqual(expected);
});

it('the meaning of words keeps the text, and reports its correction', () => {
  expect(of('temprature at SGP')).toMatchObject({
    typed: 'temprature at SGP',
    mended: 'temperature at SGP',
  });
  expect(of('temprature "cloud base" lidr*').mended).toBe('temperature "cloud base" lidr*');
  expect(of('"cloud base" temperature').mended).toBe('"cloud base" temperature');
  expect(of('what about rain? *').mended).toBe('what about rain? *');
});

it('the meaning of words does not correct what the archive has, or what a datastream begins with', () => {
  expect(doubtful('sgpmet temprature 2019', vocabulary, today)).toEqual({
    unknown: ['sgpmet', 'temprature'],
    places: [],
  });
  const rules = { today, known: new Set(['temprature']), begun: new Set(['sgpmet']) };
  const pieces = understand('sgpmet temprature', vocabulary, rules).pieces;
  expect(pieces).toEqual([
    { typed: 'sgpmet', read: 'sgpmet', kind: 'word', prefix: true },
    { typed: 'temprature', read: 'temprature', kind: 'word' },
  ]);
});

it('the meaning of words takes the beginning of a known word for that word, also where codes begin so', () => {
  const { mended } = understand('temperat', vocabulary, { today, begun: new Set(['temperat']) });
  expect(mended).toBe('temperature');
});

it('the meaning of words leaves what is written in the search language exactly so', () => {
  expect(of('"July 2015" lidar').pieces.map(({ read }) => read)).toContain('"July 2015"');
  expect(of('"July 2015" lidar').filters).toEqual([]);
  expect(of('site_code:sgp lidar').pieces).toContainEqual(
    expect.objectContaining({ kind: 'exact', read: 'site_code:sgp' }),
  );
  expect(of('temperature AND SGP')).toMatchObject({
    filters: [],
    pieces: [{ kind: 'exact', read: 'temperature AND SGP' }],
  });
  expect(of('temp* -SGP').pieces.map(({ kind }) => kind)).toEqual(['exact', 'exact']);
});

it('the meaning of words leaves out what is negated with not', () => {
  const { pieces } = of('lidar not aerosols');
  expect(pieces).toMatchObject([
    { typed: 'lidar', meaning: 'lidar' },
    { typed: 'not aerosols', meaning: 'aerosol', not: true },
  ]);
  expect(of('aerosol other than the lidar').pieces).toMatchObject([
    { meaning: 'aerosol' },
    { typed: 'other than the lidar', not: true },
  ]);
  expect(of('lidar not SGP')).toMatchObject({
    filters: [],
    pieces: [
      { meaning: 'lidar' },
      { typed: 'not SGP', read: '-site_code:sgp', meaning: 'Southern Great Plains' },
    ],
  });
  expect(of('lidar except Manus').pieces[1]).toMatchObject({ read: '-ffac:twp.C1' });
  expect(of('lidar not blorf').pieces.map(({ not }) => not)).toEqual([undefined, undefined]);
});

it('the meaning of words reads a number below zero as a number, and the same thing once', () => {
  expect(of('temperature of -20').pieces.map(({ kind }) => kind)).not.toContain('exact');
  expect(of('lidar temperature lidar').pieces.map(({ meaning }) => meaning)).toEqual([
    'lidar',
    'air temperature',
  ]);
  expect(of('lidar not lidar').pieces).toHaveLength(2);
});

it('the meaning of words has a beginning up to the end of a word, unless operators tie it together', () => {
  const text = 'lidar observations '.repeat(60);
  expect(beginningOf(text)).toBe(`${'lidar observations '.repeat(31)}lidar`);
  expect(beginningOf(`NOT ${text}`)).toBe(`NOT ${text}`);
  expect(beginningOf('x'.repeat(1200))).toHaveLength(1000);
  expect(beginningOf(' lidar. ')).toBe(' lidar. ');
});

it("the meaning of words leaves out instruments behind 'without' and 'no', not what is measured or where", () => {
  expect(of('aerosol without radiosonde').pieces).toMatchObject([
    { meaning: 'aerosol' },
    { typed: 'without radiosonde', not: true },
  ]);
  expect(of('aerosol, no lidar').pieces[1]).toMatchObject({ typed: 'no lidar', not: true });
  const asked = [...of('lidar without aerosols').pieces, ...of('lidar no SGP').pieces];
  expect(asked.filter(({ not, read }) => not || read.startsWith('-'))).toEqual([]);
});

it('the meaning of words looks for a field by its everyday name, also between operators', () => {
  expect(of('lidar level:b1').pieces[1]).toMatchObject({
    typed: 'level:b1',
    read: 'dataLevel:b1',
  });
  expect(of('level:b1 AND lidar').pieces).toMatchObject([{ read: 'dataLevel:b1 AND lidar' }]);
});

it('the meaning of words takes a model of a thing for the thing, unless the archive has that model', () => {
  expect(doubtful('nephelometer3 lidar', vocabulary, today).unknown).toEqual(['nephelometer3']);
  expect(of('nephelometer3').mended).toBe('nephelometer');
  const rules = { today, known: new Set(['nephelometer3']) };
  expect(understand('nephelometer3', vocabulary, rules).mended).toBe('nephelometer3');
  expect(of('metavg').mended).toBe('metavg');
  expect(of('ceilxyz').mended).toBe('ceil');
  expect(of('sgpmetavg').mended).toBe('sgp met');
  expect(of('rs41 co2 pm2.5').mended).toBe('rs41 co2 pm2.5');
});

it('the meaning of words takes a part of the text away', () => {
  expect(withoutTyped('SGP temperature 2019', 'SGP')).toBe('temperature 2019');
  expect(withoutTyped('SGP temperature', 'nothing')).toBe('SGP temperature');
  expect(replaceTyped('SGP blorf', 'blorf', 'lidar')).toBe('SGP lidar');
});

const bits = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    'SGP',
    '2019',
    'winter',
    'first week of',
    '"',
    'b1',
    'since',
    '-',
    'July',
    'AND',
    '(',
    '3',
    'to',
    'at',
    '\u0001',
  ),
);
const text = fc.array(bits, { maxLength: 14 }).map((parts) => parts.join(' '));

it('any text is interpreted without an error, and in the same way each time', () => {
  fc.assert(
    fc.property(text, (typed) => {
      const understood = of(typed);
      expect(understood.typed).toBe(typed);
      expect(of(typed)).toEqual(understood);
      for (const { typed: part } of understood.filters) expect(typed).toContain(part);
    }),
    { numRuns: 400 },
  );
});

it('any text keeps every phrase in quotes as it is', () => {
  fc.assert(
    fc.property(text, fc.stringMatching(/^[A-Za-z0-9 .:/-]{1,20}$/), (around, phrase) => {
      const typed = `${around.replaceAll('"', '')} "${phrase}"`;
      const { pieces, filters: found } = of(typed);
      expect(
        pieces.some(({ kind, read }) => kind === 'exact' && read.includes(`"${phrase}"`)),
      ).toBe(true);
      for (const { typed: part } of found) expect(part).not.toContain('"');
      expect(of(typed).mended).toContain(`"${phrase}"`);
      expect(of(`temprature ${typed}`).mended).toContain(`"${phrase}"`);
    }),
    { numRuns: 300 },
  );
});

it('any text of great length is searched as typed', () => {
  const long = 'temperature '.repeat(500);
  expect(beginningOf(long).length).toBeLessThan(1000);
  expect(of(long).pieces).toEqual([{ typed: long, read: long, kind: 'exact' }]);
});

it('a name that a variable of the archive has means that variable, whatever its parts mean', () => {
  const called = { variables: new Set(['temp_mean', 'T_2m']), filters: new Map(), title: null };
  const read = (text: string) =>
    understand(text, vocabulary, { today, called }).pieces.map(({ kind, read: as }) => [kind, as]);
  expect(read('temp_mean')).toEqual([['exact', 'temp_mean']]);
  expect(read('  temp_mean  T_2m')).toEqual([
    ['exact', 'temp_mean'],
    ['exact', 'T_2m'],
  ]);
  expect(understand('temp_mean 2019', vocabulary, { today, called }).filters).toHaveLength(1);
  expect(read('"of temp_mean"')).toEqual([['exact', '"of temp_mean"']]);
  expect(read('temp_means')[0]?.[0]).not.toBe('exact');
  expect(read('temp_mean, at noon')).toContainEqual(['exact', 'temp_mean']);
  expect(namesIn('a temp_mean, 1_b temp_mean c_ (T_2m).')).toEqual([
    'temp_mean',
    '1_b',
    'c_',
    'T_2m',
  ]);
});
