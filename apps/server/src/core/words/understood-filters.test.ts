// Places, times and levels of a text become filters, and nothing that only looks like one of them
// does.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { filters, of, today, vocabulary } from './testing/understood.ts';
import { doubtful, understand } from './understand.ts';

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
  ['sonde 2018-10', 'from 2018-10-01, to 2018-10-31'],
  ['sonde 2018/11', 'from 2018-11-01, to 2018-11-30'],
  ['sonde 12/2018', 'from 2018-12-01, to 2018-12-31'],
  ['sonde 2018-12 to 2019-01', 'from 2018-12-01, to 2019-01-31'],
  ['sonde 2018-13', 'from 2018-01-01, to 2018-12-31'],
  ['sonde 2018 oct-dec', 'from 2018-10-01, to 2018-12-31'],
  ['sonde 2018, November - February', 'from 2018-11-01, to 2019-02-28'],
  ['sonde 2018 March to May 2019', 'from 2018-03-01, to 2019-05-31'],
  ['sonde 01JAN2019', 'from 2019-01-01, to 2019-01-01'],
  ['sonde 3/15/19', 'from 2019-03-15, to 2019-03-15'],
  ['sonde 15/3/19', 'from 2019-03-15, to 2019-03-15'],
  ['sonde 2019-074', 'from 2019-03-15, to 2019-03-15'],
  ['sonde 2020366', 'from 2020-12-31, to 2020-12-31'],
  ['sonde 2019-366', 'from 2019-01-01, to 2019-12-31'],
  ['sonde yearday 74 2019', 'from 2019-03-15, to 2019-03-15'],
  ['sonde early 2000s', 'from 2000-01-01, to 2003-12-31'],
  ['sonde mid-1990s', 'from 1994-01-01, to 1996-12-31'],
  ['sonde late 2010s', 'from 2017-01-01, to 2019-12-31'],
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
  ['temperature since last summer', 'from 2026-06-01'],
  ['temperature from last summer to now', 'from 2026-06-01'],
  ['temperature since yesterday', 'from 2026-11-21'],
  ['temperature before last month', 'to 2026-09-30'],
  ['temperature from 2015 to last year', 'from 2015-01-01, to 2025-12-31'],
  ['temperature 2 days ago', 'from 2026-11-20, to 2026-11-20'],
  ['temperature about a week ago', 'from 2026-11-09, to 2026-11-15'],
  ['temperature three months ago', 'from 2026-08-01, to 2026-08-31'],
  ['temperature 5 years ago', 'from 2021-01-01, to 2021-12-31'],
  ['temperature since 2 years ago', 'from 2024-01-01'],
  ['temperature 201906', 'from 2019-06-01, to 2019-06-30'],
  ['temperature 201913', ''],
  ['spring 2015 to fall 2016', 'from 2015-03-01, to 2016-11-30'],
  ['Aerosol im Juli 2019', 'from 2019-07-01, to 2019-07-31'],
  ['Aerosol Sommer 2019', 'from 2019-06-01, to 2019-08-31'],
  ['Aerosol seit 12. Oktober 2019', 'from 2019-10-12'],
  ['Aerosol zwischen 2015 und 2018', 'from 2015-01-01, to 2018-12-31'],
  ['aérosols en Février 2019', 'from 2019-02-01, to 2019-02-28'],
  ['aérosols été 2019', 'from 2019-06-01, to 2019-08-31'],
  ['aerosoles del 3 de junio de 2019', 'from 2019-06-03, to 2019-06-03'],
  ['aerosoles enero-marzo de 2019', 'from 2019-01-01, to 2019-03-31'],
  ['aerossol desde 2015', 'from 2015-01-01'],
  ['аэрозоль Июнь 2019', 'from 2019-06-01, to 2019-06-30'],
  ['аэрозоль летом 2019', 'from 2019-06-01, to 2019-08-31'],
  ['2019年6月气溶胶', 'from 2019-06-01, to 2019-06-30'],
  ['气溶胶2019年6月12日', 'from 2019-06-12, to 2019-06-12'],
  ['气溶胶 2015年到2018年', 'from 2015-01-01, to 2018-12-31'],
  ['2019年夏季 气溶胶', 'from 2019-06-01, to 2019-08-31'],
  ['에어로졸 2019년 6월', 'from 2019-06-01, to 2019-06-30'],
  ['هباء يونيو 2019', 'from 2019-06-01, to 2019-06-30'],
  ['एरोसोल जून 2019', 'from 2019-06-01, to 2019-06-30'],
  ['lidar Azores', 'site ena+grw'],
  ['lidar ENA, Azores', 'site ena'],
  ['lidar Azores, Oklahoma', 'site ena+grw, site sgp'],
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

it('the meaning of a sentence says which months and hemisphere a season took', () => {
  expect(of('winter 2021').filters[0]?.meaning).toBe('2020-12 to 2021-02, northern hemisphere');
  expect(of('CACTI winter 2019').filters[1]?.meaning).toBe(
    '2019-06 to 2019-08, southern hemisphere',
  );
});

const moment = fc.constantFrom(
  ...[
    'winter 2015',
    'été 2016',
    'early 2016',
    'week 7 of 2017',
    'May 2018',
    '12 June 2018',
    'last summer',
    '3 weeks ago',
    '2019',
  ],
);
const around = fc.constantFrom(
  ...[
    '%',
    'since %',
    'before %',
    'after %',
    '% onwards',
    'until %',
    'from % to now',
    'from % to 2026',
    '2014 to %',
  ],
);
it('the meaning of a sentence says the days that a time becomes a filter of, whatever words stand around it', () => {
  fc.assert(
    fc.property(moment, around, (time, words) => {
      for (const { meaning, values } of of(words.replace('%', time)).filters) {
        const said = meaning.match(/\d{4}-\d\d(?:-\d\d)?/g) ?? [];
        const days = values.flatMap(([, [day = '']]) => day);
        expect(said.length).toBe(new Set(days).size);
        said.forEach((each, index) => {
          expect(days[index]).toMatch(new RegExp(`^${each}`));
        });
      }
    }),
  );
});

it('a place, time or level that is named twice is one filter', () => {
  const once = of('SGP ceilometer b1 2019');
  const twice = of('SGP ceilometer b1 2019, Southern Great Plains b1 2019 and sgp');
  expect(twice.filters.map(({ values }) => values)).toEqual(
    once.filters.map(({ values }) => values),
  );
  expect(twice.filters[0]?.typed).toBe('SGP');
});

it.each(['july aerosol', 'juillet aerosol'])('%s: tells of a month that lacks its year', (text) => {
  expect(of(text)).toMatchObject({ unclear: [text.split(' ')[0]], filters: [] });
});
