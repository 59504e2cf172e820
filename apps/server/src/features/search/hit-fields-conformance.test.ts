// Fields of hits, made by the HTTP layer, against what a cluster answered
// (`e2e/cluster/record.ts`).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDirectSearch } from '../../adapters/testing/direct-search.ts';
import { HIT_FIELDS } from '../../ports/testing/conformance/cases-fields.ts';
import { comparedAnswer } from '../../ports/testing/conformance/compared-answer.ts';
import { DOCUMENTS, GROUPS, MAPPING } from '../../ports/testing/conformance/documents.ts';
import { EXPECTED_FIELDS } from '../../ports/testing/conformance/recorded.ts';
import { withHitFields } from './hit-fields.ts';

const index = openDirectSearch();
const shown = withHitFields({
  search: index.search,
  searchText: async (...asked) => Buffer.from(JSON.stringify(await index.search(...asked))),
  mapping: () => MAPPING,
  version: () => '1',
});
beforeAll(() => index.replace('conformance', MAPPING, GROUPS, DOCUMENTS));
afterAll(() => index.close());

const cases = HIT_FIELDS.map((body) => ({ name: JSON.stringify(body), body }));

it('in every case that was recorded', () => {
  expect(cases.map(({ name }) => name)).toEqual([...EXPECTED_FIELDS.keys()]);
});

it.each(cases)('$name', async ({ name, body }) => {
  expect(await comparedAnswer(shown, 'conformance', body)).toEqual(EXPECTED_FIELDS.get(name));
});
