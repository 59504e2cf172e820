// Epochs: sets of days with one kind of weather or event. The days of all but the eruption are chosen by a rule.
import { textOf } from '../../csv.ts';
import { hash, hashText } from '../../hash.ts';
import type { Facts, Tables } from './table.ts';

interface Rule {
  readonly code: string;
  readonly site: string;
  /** First and last day that may be chosen, and how many in a hundred are. */
  readonly from: string;
  readonly to: string;
  readonly percent: number;
}

/** Codes are ours where the facts have none; days fall into the record of the place. */
const RULES: Readonly<Record<string, Rule>> = {
  'Cold-air outbreaks': {
    code: 'cao',
    site: 'anx',
    from: '2019-12-01',
    to: '2020-05-31',
    percent: 22,
  },
  'Convective clouds and surface rainfall': {
    code: 'convrain',
    site: 'cor',
    from: '2018-10-01',
    to: '2019-04-30',
    percent: 18,
  },
  'Eastern North Atlantic epoch': {
    code: 'enaepoch',
    site: 'ena',
    from: '2016-01-01',
    to: '2023-12-31',
    percent: 3,
  },
};

/** The pressure wave of the eruption went round the Earth on these days. */
const ERUPTION_DAYS = ['2022-01-15', '2022-01-16', '2022-01-17', '2022-01-18', '2022-01-19'];

export const epochTable = (facts: Facts): Tables => ({
  epochs: facts.read('epochs').map((row) => {
    const name = textOf(row, 'epoch_name');
    const rule = RULES[name];
    return {
      epoch_code: rule?.code ?? textOf(row, 'epoch_code'),
      epoch_name: name,
      about: textOf(row, 'about'),
      site_codes: rule?.site ?? '',
      dates: (rule ? chosenDays(rule) : ERUPTION_DAYS).join(';'),
    };
  }),
});

const DAY_MS = 86_400_000;

function chosenDays({ code, from, to, percent }: Rule): string[] {
  const seed = hashText(code);
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    if (hash(seed, at / DAY_MS) % 100 < percent) days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}
