// One set of requests, one set of answers: recorded from a real cluster, to be given by every search index.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchIndex } from '../search-index.ts';
import { CASES } from './conformance/cases.ts';
import { DIFFERENCES } from './conformance/differences.ts';
import { DOCUMENTS, GROUPS, MAPPING } from './conformance/documents.ts';
import { type Told, told } from './conformance/told.ts';

/** Lines of {name, answer}, written by e2e/cluster/record.ts. */
const EXPECTED: ReadonlyMap<string, Told> = new Map(
  readFileSync(new URL('./conformance/expected.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { name: string; answer: Told }) // written by the recorder
    .map(({ name, answer }) => [name, answer]),
);

/** `differs`: whether the known differences from a cluster are taken. */
export function searchConformanceSuite(
  name: string,
  open: () => Promise<SearchIndex>,
  differs: boolean,
): void {
  describe(`${name} answers as a cluster does`, () => {
    let index: SearchIndex;
    beforeAll(async () => {
      index = await open();
      await index.replace('conformance', MAPPING, GROUPS, DOCUMENTS);
    });
    afterAll(() => index.close());

    it('to every case that was recorded', () => {
      expect(CASES.length).toBeGreaterThanOrEqual(400);
      expect(CASES.map((one) => one.name)).toEqual([...EXPECTED.keys()]);
    });

    it.each(CASES)('$name', async ({ name: title, body }) => {
      const expected = EXPECTED.get(title);
      const answer = await told(index, 'conformance', body);
      if (differs && Object.hasOwn(DIFFERENCES, title)) expect(answer).not.toEqual(expected);
      else expect(answer).toEqual(expected);
    });
  });
}
