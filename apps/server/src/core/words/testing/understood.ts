// What a text means to a small archive on a fixed day, in short forms for tests.
import { understand } from '../understand.ts';
import { smallVocabulary } from './small-vocabulary.ts';

export const vocabulary = smallVocabulary();
export const today = '2026-11-22';
export const of = (text: string) => understand(text, vocabulary, { today });

const NAMES: Readonly<Record<string, string>> = {
  site_code: 'site',
  ffac: 'facility',
  iopShortName: 'campaign',
  dataLevel: 'level',
  start_date: 'from',
  end_date: 'to',
};

/** Filters as 'site sgp', 'from 2019-01-01', 'to 2019-12-31', 'level b1'. */
export const filters = (text: string): string =>
  of(text)
    .filters.flatMap(({ values }) =>
      values.map(([field, list]) => `${NAMES[field]} ${list.join('+')}`),
    )
    .join(', ');
