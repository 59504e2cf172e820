// Notes for programs on a text that was understood only in part.
import { expect, it } from 'vitest';
import { smallVocabulary } from './testing/small-vocabulary.ts';
import { understand } from './understand.ts';
import { understoodNotes } from './understood-notes.ts';

const notesOn = (text: string) =>
  understoodNotes(understand(text, smallVocabulary(), { today: '2026-11-22' }));

it('the list of notes on words names a word that no data have', () => {
  const understood = understand('rain in Berlin 2019', smallVocabulary(), { today: '2026-11-22' });
  const pieces = understood.pieces.map((piece) =>
    piece.typed === 'Berlin' ? { ...piece, missing: true } : piece,
  );
  expect(understoodNotes({ ...understood, pieces, partial: true })).toEqual([
    "No data have the word 'Berlin', left out of the search",
    'No record matches all words: the best partial matches come first',
  ]);
});

it('the list of notes on words has nothing to note where all was taken as typed', () => {
  expect(notesOn('lidar 2019')).toEqual([]);
});

it('the list of notes on words names a place or time without data, and a correction', () => {
  const understood = understand('lidar sgp', smallVocabulary(), { today: '2026-11-22' });
  const filters = understood.filters.map((filter) => ({ ...filter, dropped: true }));
  expect(understoodNotes({ ...understood, filters, mended: 'lidars sgp' })).toEqual([
    "Searched for 'lidars sgp' instead of 'lidar sgp'",
    "Nothing of this has data for 'sgp', so it is left out",
  ]);
});

it('the list of notes on words tells that only the beginning of a long text was read', () => {
  const understood = understand('lidar', smallVocabulary(), { today: '2026-11-22' });
  const long = { ...understood, typed: 'lidar and so on', mended: 'lidar and so on' };
  expect(understoodNotes({ ...long, cut: true })).toEqual([
    'Only the beginning of the text was read',
  ]);
});
