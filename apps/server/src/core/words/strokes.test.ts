// Signs of the trade with a stroke, such as T/RH and u/v, as the shipped words read them.
import { beforeAll, expect, it } from 'vitest';
import { loadTables } from '../tables/load.ts';
import { understand } from './understand.ts';
import { type Vocabulary, vocabularySteps } from './vocabulary.ts';
import { vocabularySource } from './vocabulary-of.ts';

let vocabulary: Vocabulary;
beforeAll(async () => {
  const tables = await loadTables(new URL('../../../tables', import.meta.url).pathname);
  const steps = vocabularySteps(vocabularySource(tables));
  let step = steps.next();
  while (!step.done) step = steps.next();
  vocabulary = step.value;
}, 60_000);

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
])('reads %s as one thing', (text, meaning) => {
  const { pieces } = understand(text, vocabulary, { today: '2026-11-22' });
  expect(pieces.map((piece) => piece.meaning)).toEqual([meaning]);
});
