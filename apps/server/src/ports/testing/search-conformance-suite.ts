// One set of requests, one set of answers: recorded from a real cluster, to be given by every
// search index.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchIndex } from '../search-index.ts';
import { CASES } from './conformance/cases.ts';
import { PORTAL_CASES } from './conformance/cases-portal.ts';
import { fillCatalogue } from './conformance/catalogue.ts';
import { comparedAnswer } from './conformance/compared-answer.ts';
import { DIFFERENCES } from './conformance/differences.ts';
import { DOCUMENTS, GROUPS, MAPPING } from './conformance/documents.ts';
import { EXPECTED, EXPECTED_OF_PORTAL } from './conformance/recorded.ts';

/** What the suite needs of an index. */
export type Asked = Pick<SearchIndex, 'search' | 'replace' | 'close'>;

/**
 * `differs`: the index is not a cluster, so the listed differences are expected of it. Calls of the
 * portal are recorded together with their answers, so that a changed call does not need a cluster
 * at once.
 */
export function searchConformanceSuite(
  name: string,
  open: () => Promise<Asked>,
  differs: boolean,
): void {
  describe(`${name} answers as a cluster does`, () => {
    let index: Asked;
    beforeAll(async () => {
      index = await open();
      await index.replace('conformance', MAPPING, GROUPS, DOCUMENTS);
      await fillCatalogue(index);
    });
    afterAll(() => index.close());

    it('the conformance of a search has a recorded answer for each case, and a case for each answer', () => {
      expect(CASES.length).toBeGreaterThanOrEqual(400);
      expect(CASES.map((one) => one.name)).toEqual([...EXPECTED.keys()]);
    });

    it.each(CASES)('$name', async ({ name: title, body }) => {
      const expected = EXPECTED.get(title);
      const answer = await comparedAnswer(index, 'conformance', body);
      if (differs && Object.hasOwn(DIFFERENCES, title)) expect(answer).not.toEqual(expected);
      else expect(answer).toEqual(expected);
    });

    it.skipIf(differs)('to the calls of the portal as they are planned today', () => {
      const recorded = EXPECTED_OF_PORTAL.map(({ answer: _, ...one }) => one);
      expect(recorded, 'the calls have changed: record them again').toEqual(PORTAL_CASES);
    });

    it.each(EXPECTED_OF_PORTAL)('to the portal: $name', async (one) => {
      expect(await comparedAnswer(index, one.index, one.body)).toEqual(one.answer);
    });
  });
}
