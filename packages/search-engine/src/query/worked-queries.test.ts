// Queries over a few documents, with answers that follow from the definition of each query.
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { smallIndex } from '../testing/small-index.ts';

const MAPPING = {
  title: { type: 'text' },
  n: { type: 'integer' },
  at: { type: 'geo_point' },
} as const;
const TITLES = {
  twice: 'rain snow fog hail rain snow',
  once: 'rain snow fog hail fog hail',
  stutter: 'rain rain snow',
  plain: 'hail rain snow',
  apart: 'rain fog fog snow',
};
const index = smallIndex(
  MAPPING,
  Object.entries(TITLES).map(([id, title], n) => ({ id, title, n, at: { lat: n, lon: n } })),
);
afterAll(index.close);

const hits = (query: object) => index.ask({ query, size: 20 }).hits.hits;
const ids = (query: object) => hits(query).map(({ _id }) => _id);

it('a phrase with moves counts each closest occurrence once', () => {
  const found = hits({ match_phrase: { title: { query: 'rain snow', slop: 1 } } });
  const scores = Object.fromEntries(found.map(({ _id, _score }) => [_id, _score ?? 0]));
  expect(Object.keys(scores).sort()).toEqual(['once', 'plain', 'stutter', 'twice']);
  expect(scores.twice).toBeGreaterThan(scores.once ?? 0);
  // as long, and the first rain is part of no closest one
  expect(scores.stutter).toBe(scores.plain);
});

it.each(['', '  ', 'two', true])('%j is no number', (value) => {
  expect(() => hits({ term: { n: value } })).toThrow(`field [n]: [${value}] is not a number`);
});

it('a number may be written as a text', () => {
  expect(ids({ term: { n: '2' } })).toEqual(['stutter']);
  expect(ids({ range: { n: { gte: '3', lt: 4 } } })).toEqual(['plain']);
});

const box = { top_left: { lat: 9, lon: 0 }, bottom_right: { lat: 0, lon: 9 } };
it.each([
  ['geo_distance', { distance: '9km' }, { lat: 0, lon: 0 }, ['twice']],
  ['geo_bounding_box', {}, box, Object.keys(TITLES)],
] as const)(
  '%s finds places, and none where the field is allowed to be unknown',
  (kind, more, place, all) => {
    expect(ids({ [kind]: { at: place, ...more } })).toEqual(all);
    expect(ids({ [kind]: { nowhere: place, ignore_unmapped: true, ...more } })).toEqual([]);
    expect(() => ids({ [kind]: { nowhere: place, ...more } })).toThrow('nowhere');
  },
);

it('hits of one value each are chosen by texts and numbers, never by places', () => {
  expect(() => index.ask({ collapse: { field: 'at' } })).toThrow(
    'cannot collapse on the field `at`',
  );
  expect(index.ask({ collapse: { field: 'n' } }).hits.hits).toHaveLength(5);
});

it('a single word is found whatever number of words must be there', () => {
  const words = { query: 'fog', minimum_should_match: 2 };
  expect(ids({ match: { title: words } }).sort()).toEqual(['apart', 'once', 'twice']);
});

it('passages with more of the words come first, and one passage is the best', () => {
  const own = smallIndex({ text: { type: 'text' } }, [
    { id: 'a', text: ['rain', 'fog', 'rain snow'] },
  ]);
  const marked = (most: number) =>
    own.ask({
      query: { match: { text: 'rain snow' } },
      highlight: { fields: { text: { number_of_fragments: most } } },
    }).hits.hits[0]?.highlight?.text;
  expect(marked(1)).toEqual(['<em>rain</em> <em>snow</em>']);
  expect(marked(2)).toEqual(['<em>rain</em> <em>snow</em>', '<em>rain</em>']);
  own.close();
});

it('a word that is common is not corrected, and corrections that fit alike come in the order of letters', () => {
  const own = smallIndex(
    { title: { type: 'text' } },
    ['radar', 'radar', 'radax', 'radaz', 'radav'].map((title, n) => ({ id: `${n}`, title })),
  );
  const options = (text: string, more: object) => {
    const term = { field: 'title', suggest_mode: 'always', ...more };
    const [found] = own.ask({ suggest: { it: { text, term } } }).suggest?.it ?? [];
    return found?.options.map((option) => option.text);
  };
  expect(options('radar', { max_term_freq: 1 })).toEqual([]);
  expect(options('radar', { max_term_freq: 2 })).toEqual(['radav', 'radax', 'radaz']);
  expect(options('radaw', { sort: 'score' })).toEqual(['radar', 'radav', 'radax', 'radaz']);
  own.close();
});

const WORDS = ['rain', 'snow', 'fog'];
const text = fc.array(fc.constantFrom(...WORDS, 'hail'), { minLength: 1, maxLength: 9 });

/**
 * Whether the words occur so that none has to be moved by more than `slop` places in all: every
 * choice of places is tried.
 */
function occurs(words: readonly string[], phrase: readonly string[], slop: number): boolean {
  const choices = phrase.reduce<number[][]>(
    (some, term, k) =>
      some.flatMap((chosen) =>
        words.flatMap((word, at) => (word === term ? [[...chosen, at - k]] : [])),
      ),
    [[]],
  );
  return choices.some((chosen) => Math.max(...chosen) - Math.min(...chosen) <= slop);
}

it('a phrase whose words may be moved is found where every choice of places is tried', () => {
  const phrases = fc.shuffledSubarray(WORDS, { minLength: 2 });
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 12 }),
      phrases,
      fc.nat(5),
      (texts, phrase, slop) => {
        const some = smallIndex(
          { title: { type: 'text' } },
          texts.map((words, i) => ({ id: `d${i}`, title: words.join(' ') })),
        );
        const query = { match_phrase: { title: { query: phrase.join(' '), slop } } };
        const found = some.ask({ query, size: 20 }).hits.hits.map(({ _id }) => _id);
        some.close();
        const expected = texts.flatMap((words, i) =>
          occurs(words, phrase, slop) ? [`d${i}`] : [],
        );
        expect(found.sort()).toEqual(expected.sort());
      },
    ),
    { numRuns: 100 },
  );
});
