// Names of makers stand for their instruments, and letters with a star for what they mean in the
// field.
import { expect, it } from 'vitest';
import { smallVocabulary } from './testing/small-vocabulary.ts';
import { understand } from './understand.ts';

const vocabulary = smallVocabulary();
const of = (text: string) => understand(text, vocabulary, { today: '2026-11-22' });
const meanings = (text: string) => of(text).pieces.map(({ meaning, read }) => meaning ?? read);

const classes = (text: string) => of(text).pieces.map((piece) => piece.classes);

it('makers of instruments stand for their instruments', () => {
  expect(meanings('Kipp & Zonen')).toEqual(['instruments made by Kipp & Zonen']);
  expect(classes('Kipp & Zonen SGP')).toEqual([['asi', 'cm21']]);
});

it('makers of instruments only choose among what is meant beside them', () => {
  expect(classes('Kipp & Zonen sky images')).toEqual([['asi', 'tsi']]);
  expect(meanings('lidar Furuno')).toEqual(['lidar']);
  expect(classes('lidar Furuno')).toEqual([['mpl', 'dl']]);
});

it('makers of instruments have words to try where the archive has none of their instruments', () => {
  expect(of('Furuno').pieces).toMatchObject([{ classes: [], instead: ['c band radar'] }]);
});

it('makers of instruments are not suggested as corrections where the archive has none of their instruments', () => {
  expect(of('Furuna').mended).toBe('Furuna');
  expect(of('temprature').mended).toBe('temperature');
});

it.each(['u*', 'U* SGP 2019', 'momentum u*'])(
  'the friction velocity is read from the sign %s',
  (text) => {
    expect(of(text).pieces).toContainEqual(
      expect.objectContaining({ meaning: 'friction velocity', classes: ['ecor'] }),
    );
  },
);

it.each(['a*', 'us*', 'u*r', 'var_name:u*', 'u* AND wind'])('%s is left a wildcard', (text) => {
  expect(of(text).pieces).toMatchObject([{ kind: 'exact', read: text }]);
});
