// Why a row was found: what its name does not show comes first.
import { expect, it } from 'vitest';
import { matchesOf } from './matches.ts';

const row = {
  instrumentName: 'Microwave Radiometer',
  measurementName: 'Precipitable water',
  measurementCode: 'precipwater',
  instrumentClassName: 'MWR',
  instrumentClassCode: 'mwr',
  instrumentCode: 'mwr',
  varName: 'vap',
  datastream: 'sgpmwrlosC1.b1',
  description: 'Column water vapour at two frequencies',
  name: '',
  iopLongName: '',
};
const piece = (read: string, more: object = {}) => ({
  ...{ typed: read, read, kind: 'word' as const },
  ...more,
});

it('a meaning comes before words of other facts, and these before words of the visible name', () => {
  const pieces = [
    piece('radiometer'),
    piece('frequencies'),
    piece('pwv', { kind: 'concept', meaning: 'precipitable water', measurements: ['precipwater'] }),
    piece('absent'),
  ];
  const typed = { typed: '', filters: [], pieces, mended: '', unclear: [], partial: false };
  expect(matchesOf(row, typed).map((one) => [one.typed, one.place?.where ?? null])).toEqual([
    ['pwv', null],
    ['frequencies', 'description'],
    ['radiometer', 'name'],
  ]);
});
