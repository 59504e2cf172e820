// Epochs: sets of days with one kind of weather or event. Except for the eruption, the days are drawn at random within known spans.
import { DAY } from '../../clock.ts';
import { hashText, unit } from '../../hash.ts';
import type { Facts, Tables } from './table.ts';

interface Epoch {
  readonly code: string;
  readonly name: string;
  readonly about: string;
  readonly sites: readonly string[];
  /** Spans of whole days, both ends included, and the share of their days that belongs to the epoch. */
  readonly spans: readonly (readonly [start: string, end: string])[];
  readonly share: number;
}

const EPOCHS: readonly Epoch[] = [
  {
    code: 'cao',
    name: 'Cold-air outbreaks',
    about: 'Days on which cold air from the ice flowed over the sea to Andenes and Bear Island.',
    sites: ['anx'],
    spans: [
      ['2019-12-02', '2019-12-06'],
      ['2019-12-26', '2019-12-30'],
      ['2020-01-02', '2020-01-06'],
      ['2020-01-20', '2020-01-24'],
      ['2020-02-03', '2020-02-06'],
      ['2020-02-28', '2020-03-04'],
      ['2020-03-12', '2020-03-15'],
      ['2020-03-24', '2020-03-29'],
      ['2020-04-09', '2020-04-13'],
      ['2020-04-24', '2020-04-27'],
      ['2020-05-07', '2020-05-10'],
    ],
    share: 0.9,
  },
  {
    code: 'convrain',
    name: 'Convective clouds and surface rainfall',
    about: 'Days with deep clouds over the Sierras de Cordoba that produced rain at the ground.',
    sites: ['cor'],
    spans: [
      ['2018-10-15', '2018-12-20'],
      ['2019-01-05', '2019-03-31'],
    ],
    share: 0.28,
  },
  {
    code: 'tonga_blast',
    name: 'Tonga eruption pressure changes',
    about: 'Days on which the pressure waves of the eruption of January 2022 passed the stations.',
    sites: ['sgp', 'nsa', 'ena', 'hou', 'guc'],
    spans: [['2022-01-15', '2022-01-20']],
    share: 1,
  },
  {
    code: 'enaepoch',
    name: 'Eastern North Atlantic epoch',
    about: 'Well described days of low marine cloud over Graciosa.',
    sites: ['ena'],
    spans: [
      ['2016-06-01', '2016-08-31'],
      ['2017-06-21', '2017-07-20'],
      ['2018-01-15', '2018-02-18'],
      ['2019-06-01', '2019-08-31'],
      ['2020-07-01', '2020-08-15'],
      ['2021-06-10', '2021-07-31'],
    ],
    share: 0.3,
  },
  {
    code: 'enadrizzle',
    name: 'Drizzling marine stratocumulus',
    about: 'Days on which closed decks of cloud over Graciosa drizzled for hours.',
    sites: ['ena'],
    spans: [
      ['2017-01-01', '2017-03-31'],
      ['2018-04-01', '2018-06-15'],
      ['2019-09-01', '2019-11-15'],
    ],
    share: 0.16,
  },
  {
    code: 'sgpshallow',
    name: 'Shallow cumulus days',
    about: 'Summer days on which fair-weather cumulus grew over the Southern Great Plains.',
    sites: ['sgp'],
    spans: [
      ['2016-05-15', '2016-09-15'],
      ['2017-05-15', '2017-09-15'],
      ['2018-05-15', '2018-09-15'],
      ['2019-05-15', '2019-09-15'],
    ],
    share: 0.12,
  },
];

export const epochTable = (_facts: Facts): Tables => ({
  epochs: EPOCHS.map(({ code, name, about, sites, spans, share }) => ({
    epoch_code: code,
    epoch_name: name,
    about,
    site_codes: sites.join(';'),
    dates: spans.flatMap((span) => daysOf(code, span, share)).join(';'),
  })),
});

function daysOf(code: string, [start, end]: readonly [string, string], share: number): string[] {
  const seed = hashText(code);
  const days: string[] = [];
  for (let t = midnight(start); t <= midnight(end); t += DAY) {
    if (unit(seed, t / DAY) < share) days.push(new Date(t * 1000).toISOString().slice(0, 10));
  }
  return days;
}

const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;
