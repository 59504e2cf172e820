import { closeSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { searchText } from '../search.ts';
import type { NumberDictionary, TextDictionary } from '../segment/dictionary.ts';
import { openSegment } from '../segment/segment.ts';
import type { SegmentData } from '../segment/segment-file.ts';
import { body, document, documents, GROUPS, MAPPING } from '../testing/random-search.ts';
import type { Doc } from '../testing/reference.ts';
import { SegmentBuilder } from './build.ts';
import { mergeChanges } from './merge.ts';

const folder = mkdtempSync(join(tmpdir(), 'isobar-merge-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** `hotTexts`: dictionaries with more bytes are read from the file. */
function built(docs: readonly Doc[], hotTexts: number): SegmentData {
  const path = join(folder, `${Math.random()}.segment`);
  const builder = new SegmentBuilder(path, MAPPING, GROUPS, { hotTexts });
  for (const doc of docs) builder.add(JSON.stringify(doc));
  const data = builder.finish();
  rmSync(path);
  return data;
}

const LIMITS = { milliseconds: 60_000, now: 0 };

/** What a segment answers, without the time that it took. */
const answered = (data: SegmentData, one: object) =>
  Buffer.from(searchText(openSegment(data), 'test', one, LIMITS))
    .toString()
    .replace(/^\{"took":\d+/, '');

/** Everything that is searched; for texts, what they say and not where they lie. */
const searched = (data: SegmentData) => {
  const { columns, texts } = openSegment(data);
  return {
    arrays: [...data.arrays]
      .filter(
        ([name]) => !/source\.|\/(texts|textStarts|places|addedTexts|addedStarts)$/.test(name),
      )
      .map(([name, numbers]) => [name, numbers.constructor.name, [...numbers]])
      .sort(),
    texts: [...columns.values()].map(({ name, dictionary }) =>
      isText(dictionary) ? [name, ...dictionary.texts(0, dictionary.size)] : [name],
    ),
    determinedBy: [...columns.values()].map((column) =>
      column.determinedBy.map(({ name }) => name).sort(),
    ),
    counts: [...texts.values()].map(({ documentCount, wordCount }) => [documentCount, wordCount]),
  };
};
const isText = (dictionary: TextDictionary | NumberDictionary): dictionary is TextDictionary =>
  'texts' in dictionary;

const changes = fc.record({
  upsert: fc.array(document, { maxLength: 6 }),
  remove: fc.array(
    fc.integer({ min: 0, max: 60 }).map((i) => `d${i}`),
    { maxLength: 6 },
  ),
});

it.each([
  ['in memory', 1 << 20],
  ['in the file', 8],
])(
  'mergeChanges makes of any documents and changes what a build of all would, with texts %s',
  (_, hotTexts) => {
    fc.assert(
      fc.property(
        documents,
        fc.array(changes, { minLength: 1, maxLength: 3 }),
        fc.array(body, { minLength: 4, maxLength: 4 }),
        (docs, rounds, bodies) => {
          let merged = built(docs, hotTexts);
          let left: readonly Doc[] = docs.filter(
            (doc, i) => !docs.slice(i + 1).some((d) => d.id === doc.id),
          );
          for (const [i, { upsert, remove }] of rounds.entries()) {
            merged = mergeChanges(
              merged,
              { upsert: upsert.map((doc) => JSON.stringify(doc)), remove },
              `v${i}`,
            );
            const gone = new Set([...remove, ...upsert.map((doc) => doc.id)]);
            left = [...left.filter((doc) => !gone.has(doc.id)), ...upsert];
          }
          const whole = built(left, hotTexts);
          expect(searched(merged)).toEqual(searched(whole));
          for (const one of bodies) expect(answered(merged, one)).toEqual(answered(whole, one));
          for (const { file } of [merged, whole]) closeSync(file);
        },
      ),
      { numRuns: 120 },
    );
  },
);

it('mergeChanges finds out again what determines the groups when those change', () => {
  const docs: Doc[] = [
    { id: 'd2', group: 'g1', part: 'g1_p' },
    { id: 'd0', group: 'g3', part: 'g3_p' },
  ];
  const moved = { id: 'd2', part: 'g1_p' };
  const upsert = [JSON.stringify(moved)];
  const merged = mergeChanges(built(docs, 8), { upsert, remove: [] }, 'v1');
  const whole = built([...docs.slice(1), moved], 8);
  expect(searched(merged).determinedBy).toEqual(searched(whole).determinedBy);
  for (const { file } of [merged, whole]) closeSync(file);
});
