// Signs of the trade with a stroke, such as T/RH and u/v, as the shipped words read them.
import { beforeAll, expect, it } from 'vitest';
import { shippedSource, vocabularyFrom } from './testing/shipped-vocabulary.ts';
import { understand } from './understand.ts';
import type { Vocabulary } from './vocabulary.ts';

let vocabulary: Vocabulary;
beforeAll(async () => {
  vocabulary = vocabularyFrom(await shippedSource());
});

it.each([
  ['T/RH', 'temperature and humidity'],
  ['t/rh probe', 'temperature and humidity'],
  ['RH/T', 'temperature and humidity'],
  ['u/v', 'wind'],
  ['u/v wind', 'wind'],
  ['u/v components of wind', 'wind'],
  ['uv', 'ultraviolet radiation'],
  ['UV-B', 'ultraviolet radiation'],
  ['U.V. index', 'ultraviolet radiation'],
])('the meaning of words reads %s as one thing', (text, meaning) => {
  const { pieces } = understand(text, vocabulary, { today: '2026-11-22' });
  expect(pieces.map((piece) => piece.meaning)).toEqual([meaning]);
});
