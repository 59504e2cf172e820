// What the shipped table of words says is what a search understands, in each language of the table.
import { keyOf } from '@isobar/contract/words/fold.ts';
import { beforeAll, expect, it } from 'vitest';
import { shippedSource, vocabularyFrom } from './testing/shipped-vocabulary.ts';
import { understand } from './understand.ts';
import type { Vocabulary, VocabularySource } from './vocabulary.ts';

let source: VocabularySource;
let vocabulary: Vocabulary;
beforeAll(async () => {
  source = await shippedSource();
  vocabulary = vocabularyFrom(source);
});
const TODAY = '2026-11-28';
const meant = (text: string) =>
  understand(text, vocabulary, { today: TODAY }).pieces.map(({ kind, meaning, read }) =>
    kind === 'concept' ? meaning : `?${read}`,
  );

it('every word of the table is understood as the one thing that its row says', () => {
  const others: string[] = [];
  let typed = 0;
  for (const row of source.words) {
    if (row.measurements.length + row.classes.length === 0) continue;
    for (const words of row.words) {
      typed++;
      const meanings = meant(words);
      if (meanings.length !== 1 || meanings[0] !== row.meaning)
        others.push(`${words} (${row.meaning}): ${meanings.join(', ')}`);
    }
  }
  expect(others).toEqual([]);
  expect(typed).toBeGreaterThan(8_000);
});

it('every name of a place or a campaign becomes a filter, unless it names a month', () => {
  const others: string[] = [];
  for (const row of source.words) {
    if (row.places.length + row.campaigns.length === 0) continue;
    for (const words of row.words) {
      // 'Tracer' is a place only where no document has it as a word.
      const absent = new Set([keyOf(words)]);
      const { filters } = understand(words, vocabulary, { today: TODAY, absent });
      if (filters.length !== 1) others.push(words);
    }
  }
  expect(others).toEqual([]);
});

it.each([
  ["vitesse verticale de l'air", 'vertical velocity'],
  ["La qualité de l'air à Houston", 'air quality'],
  ["Profils d'aérosols", 'aerosol profile'],
  ['épaisseur optique des aérosols', 'aerosol optical depth'],
  ['L’ozone', 'ozone'],
  ['contenido de agua líquida', 'liquid water content'],
  ['velocidad vertical del aire', 'vertical velocity'],
  ["vapor d'água integrado", 'precipitable water'],
  ['umidade do solo', 'soil moisture'],
  ["temperatura dell'aria", 'air temperature'],
  ["umidità dell'aria", 'humidity'],
  ['Tropfengrößenverteilung', 'drop size distribution'],
  ['Höhe der Grenzschicht', 'boundary layer height'],
  ['WCM-2000', 'hot-wire water content'],
])('a search for %s is one for %s', (text, meaning) => {
  expect(meant(text)[0]).toBe(meaning);
});

it('a year beside a concept stays a time', () => {
  const { filters, pieces } = understand('hot wire 2000', vocabulary, { today: TODAY });
  expect(filters.map(({ kind }) => kind)).toEqual(['time']);
  expect(pieces).toHaveLength(1);
  expect(understand('WCM-2000', vocabulary, { today: TODAY }).filters).toEqual([]);
});
