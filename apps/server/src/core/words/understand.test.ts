// Places, times and levels become filters, words what they mean; and nothing that only looks like one of them does.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  replaceTyped,
  withoutTyped,
} from '../../../../portal/src/screens/data-search/typed-parts.ts';
import { namesIn } from './exact.ts';
import { smallVocabulary } from './testing/small-vocabulary.ts';
import { doubtful, understand } from './understand.ts';

const vocabulary = smallVocabulary();
const today = '2026-11-22';
const of = (text: string) => understand(text, vocabulary, { today });

/** Filters as 'site sgp', 'from 2019-01-01', 'to 2019-12-31', 'level b1'. */
const NAMES: Readonly<Record<string, string>> = {
  site_code: 'site',
  ffac: 'facility',
  iopShortName: 'campaign',
  dataLevel: 'level',
  start_date: 'from',
  end_date: 'to',
};
const filters = (text: string): string =>
  of(text)
    .filters.flatMap(({ values }) =>
      values.map(([field, list]) => `${NAMES[field]} ${list.join('+')}`),
    )
    .join(', ');
const meanings = (text: string) => of(text).pieces.map(({ meaning, read }) => meaning ?? read);

describe('places, times and levels', () => {
  it.each([
    ['SGP temperature 2019', 'site sgp, from 2019-01-01, to 2019-12-31'],
    ['acceleration in m/s²', ''],
    ['aerosol at ENA since 2020', 'site ena, from 2020-01-01'],
    ['winter 2021 radar reflectivity b1', 'from 2020-12-01, to 2021-02-28, level b1'],
    ['MOSAiC lidar', 'site mos'],
    ['3 Jan 2019 sonde Barrow', 'site nsa, from 2019-01-03, to 2019-01-03'],
    ['first week of July 2015', 'from 2015-07-01, to 2015-07-07'],
    ['temperature 2015-2018', 'from 2015-01-01, to 2018-12-31'],
    ['temperature from 2015 to 2018', 'from 2015-01-01, to 2018-12-31'],
    ['aod between March 2018 and May 2018', 'from 2018-03-01, to 2018-05-31'],
    ['June to August 2019 lidar', 'from 2019-06-01, to 2019-08-31'],
    ['lidar Jun-Aug 2019', 'from 2019-06-01, to 2019-08-31'],
    ['sonde Dec 2019 - Feb 2020', 'from 2019-12-01, to 2020-02-29'],
    ['lidar nov-feb 2019', 'from 2018-11-01, to 2019-02-28'],
    ['January 3-7, 2019', 'from 2019-01-03, to 2019-01-07'],
    ['3 to 7 January 2019', 'from 2019-01-03, to 2019-01-07'],
    ['28 Dec to 3 Jan 2020', 'from 2019-12-28, to 2020-01-03'],
    ['June 3rd, 2017 sonde', 'from 2017-06-03, to 2017-06-03'],
    ['3rd of June 2017', 'from 2017-06-03, to 2017-06-03'],
    ['17-Jun-2014 kappa', 'from 2014-06-17, to 2014-06-17'],
    ['sonde 2019-01-03', 'from 2019-01-03, to 2019-01-03'],
    ['sonde 20190103', 'from 2019-01-03, to 2019-01-03'],
    ['sonde 3.1.2019', 'from 2019-01-03, to 2019-01-03'],
    ['sonde 25/12/2018', 'from 2018-12-25, to 2018-12-25'],
    ['sonde 2018-06', 'from 2018-06-01, to 2018-06-30'],
    ['sonde 06/2018', 'from 2018-06-01, to 2018-06-30'],
    ['aerosol before 2005', 'to 2004-12-31'],
    ['aerosol after 2019', 'from 2020-01-01'],
    ['aerosol after 3 March 2019', 'from 2019-03-04'],
    ['aerosol until 2010', 'to 2010-12-31'],
    ['aerosol from 2010 to present', 'from 2010-01-01'],
    ['aerosol from 2015 on', 'from 2015-01-01'],
    ['aerosol in the 1990s', 'from 1990-01-01, to 1999-12-31'],
    ['aerosol Q3 2019', 'from 2019-07-01, to 2019-09-30'],
    ['second half of 2019', 'from 2019-07-01, to 2019-12-31'],
    ['early March 2018', 'from 2018-03-01, to 2018-03-10'],
    ['mid-July 2016', 'from 2016-07-11, to 2016-07-20'],
    ['late 2016', 'from 2016-09-01, to 2016-12-31'],
    ['last week of July 2015', 'from 2015-07-25, to 2015-07-31'],
    ['week of 3 May 2019', 'from 2019-05-03, to 2019-05-09'],
    ['winter 2020/21 lidar', 'from 2020-12-01, to 2021-02-28'],
    ['summer of 2015', 'from 2015-06-01, to 2015-08-31'],
    ['JJA 2015', 'from 2015-06-01, to 2015-08-31'],
    ['DJF 2019/2020 lidar', 'from 2019-12-01, to 2020-02-29'],
    ['fall 2018 sonde', 'from 2018-09-01, to 2018-11-30'],
    ['CACTI summer 2019', 'site cor, from 2018-12-01, to 2019-02-28'],
    ['MARCUS winter 2018 lidar', 'site mar, from 2018-06-01, to 2018-08-31'],
    ['temperature last 3 days', 'from 2026-11-20, to 2026-11-22'],
    ['temperature yesterday', 'from 2026-11-21, to 2026-11-21'],
    ['temperature last month', 'from 2026-10-01, to 2026-10-31'],
    ['temperature last year', 'from 2025-01-01, to 2025-12-31'],
    ['temperature this year', 'from 2026-01-01, to 2026-12-31'],
    ['temperature last decade', 'from 2016-11-23, to 2026-11-22'],
    ['temperature past two decades', 'from 2006-11-23, to 2026-11-22'],
    ['temperature last couple of years', 'from 2024-11-23, to 2026-11-22'],
    ['temperature past 24h', 'from 2026-11-21, to 2026-11-22'],
    ['temperature last week', 'from 2026-11-09, to 2026-11-15'],
    ['temperature last summer', 'from 2026-06-01, to 2026-08-31'],
    ['lidar Azores', 'site ena+grw'],
    ['lidar in Oklahoma', 'site sgp'],
    ['Manus sonde', 'site twp, facility twp.C1'],
    ['SGP C1 lidar', 'site sgp, facility sgp.C1'],
    ['sgp e13 temperature', 'site sgp, facility sgp.E13'],
    ["rain Feb '18", 'from 2018-02-01, to 2018-02-28'],
    ["3 Feb '98 lidar", 'from 1998-02-03, to 1998-02-03'],
    ["lidar Feb 3, '18", 'from 2018-02-03, to 2018-02-03'],
    ["lidar '98", 'from 1998-01-01, to 1998-12-31'],
    ["winter '18 lidar", 'from 2017-12-01, to 2018-02-28'],
    ['lidar 2022 week 20', 'from 2022-05-16, to 2022-05-22'],
    ['week 20 of 2022', 'from 2022-05-16, to 2022-05-22'],
    ['week 53 of 2020', 'from 2020-12-28, to 2021-01-03'],
    ['week 53 of 2019', 'from 2019-01-01, to 2019-12-31'],
    ['lidar 2022-W01', 'from 2022-01-03, to 2022-01-09'],
    ['w10 2019', 'from 2019-01-01, to 2019-12-31'],
    ['lidar H2 2019', 'from 2019-07-01, to 2019-12-31'],
    ['day 60 of 2020 lidar', 'from 2020-02-29, to 2020-02-29'],
    ['lidar 2019 doy 366', 'from 2019-01-01, to 2019-12-31'],
    ['2013-08-01/2013-08-31 aerosol', 'from 2013-08-01, to 2013-08-31'],
    ['lidar Jan/Feb 2019', 'from 2019-01-01, to 2019-02-28'],
    ['lidar 2005 onwards', 'from 2005-01-01'],
    ['lidar no later than 2016', 'to 2016-12-31'],
    ['lidar not before 2016', 'from 2016-01-01'],
    ['lidar in 2015/16', 'from 2015-01-01, to 2016-12-31'],
    ['lidar in the 90s', 'from 1990-01-01, to 1999-12-31'],
    ['lidar 90s mean', ''],
    ['grw lidar', 'site grw'],
    ['lidar Tracer', 'site hou'],
    ['sgp c1 temperature', 'site sgp, facility sgp.C1'],
    ['sgp b1 temperature', 'site sgp, level b1'],
    ['sgp temperature c1', 'site sgp, level c1'],
    ['what was the temperature at SGP in 2019?', 'site sgp, from 2019-01-01, to 2019-12-31'],
    ['ACE-ENA aerosol', 'campaign aaf2017aceena'],
    ['TRACER lidar', 'site hou'],
    ['at LASIC aerosol', 'site asi'],
    ['level a1 lidar', 'level a1'],
    ['b1 or c1 lidar', 'level b1, level c1'],
    ['sgp and nsa temperature', 'site sgp, site nsa'],
    ['southern great plains lidar may 2019', 'site sgp, from 2019-05-01, to 2019-05-31'],
  ])('%s', (text, expected) => {
    expect(filters(text)).toBe(expected);
  });

  it.each([
    'fall velocity',
    'tracer gas',
    'mosaic of images',
    'asi sky images',
    'ASI sky images',
    '915 MHz radar reflectivity',
    '1064 nm lidar',
    '2000 m lidar',
    'radiosonde RS92',
    'mar lidar',
    'c band radar',
    'may have lidar',
    'march of the aerosol',
    'temperature 1020 hPa',
    'version 2019 lidar',
    'sgpmetE13.b1',
    '2019-13-45',
    'spring',
    'cor lidar',
  ])('%s has no filter', (text) => {
    expect(filters(text)).toBe('');
  });

  it('a word that is also a place is that place where the archive has it nowhere', () => {
    expect(doubtful('tracer lidar', vocabulary, today).places).toEqual(['tracer']);
    const { filters } = understand('tracer lidar', vocabulary, {
      today,
      absent: new Set(['tracer']),
    });
    expect(filters.map(({ typed, values }) => [typed, values])).toEqual([
      ['tracer', [['site_code', ['hou']]]],
    ]);
  });

  it.each([
    ['lidar in Tracer', 'site hou'],
    ['lidar at Tracer', 'site hou'],
    ['lidar in tracer', ''],
    ['lidar tracer', ''],
    ['lidar Tracer 2022', 'site hou, from 2022-01-01, to 2022-12-31'],
    ['Tracer lidar', ''],
  ])('%s: behind in or at, a capital makes it the place', (text, told) => {
    expect(filters(text)).toBe(told);
  });

  it('says which months and hemisphere a season took', () => {
    expect(of('winter 2021').filters[0]?.meaning).toBe('2020-12 to 2021-02, northern hemisphere');
    expect(of('CACTI winter 2019').filters[1]?.meaning).toBe(
      '2019-06 to 2019-08, southern hemisphere',
    );
  });

  it('tells of a month that lacks its year', () => {
    expect(of('july aerosol')).toMatchObject({ unclear: ['july'], filters: [] });
  });
});

describe('words', () => {
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

  it('keeps the text, and reports its correction', () => {
    expect(of('temprature at SGP')).toMatchObject({
      typed: 'temprature at SGP',
      mended: 'temperature at SGP',
    });
    expect(of('temprature "cloud base" lidr*').mended).toBe('temperature "cloud base" lidr*');
    expect(of('"cloud base" temperature').mended).toBe('"cloud base" temperature');
    expect(of('what about rain? *').mended).toBe('what about rain? *');
  });

  it('does not correct what the archive has, or what a datastream begins with', () => {
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

  it('takes the beginning of a known word for that word, also where codes begin so', () => {
    const { mended } = understand('temperat', vocabulary, { today, begun: new Set(['temperat']) });
    expect(mended).toBe('temperature');
  });

  it('leaves what is written in the search language exactly so', () => {
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

  it('leaves out what is negated with not', () => {
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

  it('takes a model of a thing for the thing, unless the archive has that model', () => {
    expect(doubtful('nephelometer3 lidar', vocabulary, today).unknown).toEqual(['nephelometer3']);
    expect(of('nephelometer3').mended).toBe('nephelometer');
    const rules = { today, known: new Set(['nephelometer3']) };
    expect(understand('nephelometer3', vocabulary, rules).mended).toBe('nephelometer3');
    expect(of('metavg').mended).toBe('metavg');
    expect(of('ceilxyz').mended).toBe('ceil');
    expect(of('sgpmetavg').mended).toBe('sgp met');
    expect(of('rs41 co2 pm2.5').mended).toBe('rs41 co2 pm2.5');
  });

  it('takes a part of the text away', () => {
    expect(withoutTyped('SGP temperature 2019', 'SGP')).toBe('temperature 2019');
    expect(withoutTyped('SGP temperature', 'nothing')).toBe('SGP temperature');
    expect(replaceTyped('SGP blorf', 'blorf', 'lidar')).toBe('SGP lidar');
  });
});

describe('any text', () => {
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

  it('is interpreted without an error, and in the same way each time', () => {
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

  it('keeps every phrase in quotes as it is', () => {
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
    expect(of(long).pieces).toEqual([{ typed: long, read: long, kind: 'exact' }]);
  });
});

it('a name that a variable of the archive has means that variable, whatever its parts mean', () => {
  const names = new Set(['temp_mean', 'T_2m']);
  const read = (text: string) =>
    understand(text, vocabulary, { today, names }).pieces.map(({ kind, read: as }) => [kind, as]);
  expect(read('temp_mean')).toEqual([['exact', 'temp_mean']]);
  expect(read('  temp_mean  T_2m')).toEqual([
    ['exact', 'temp_mean'],
    ['exact', 'T_2m'],
  ]);
  expect(understand('temp_mean 2019', vocabulary, { today, names }).filters).toHaveLength(1);
  expect(read('"of temp_mean"')).toEqual([['exact', '"of temp_mean"']]);
  expect(read('temp_means')[0]?.[0]).not.toBe('exact');
  expect(namesIn('a temp_mean, 1_b temp_mean c_')).toEqual(['1_b', 'temp_mean', 'c_']);
});
