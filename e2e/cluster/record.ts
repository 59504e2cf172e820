// Records the answers of a real cluster, which every search index has to give too: node
// e2e/cluster/record.ts URL
import { writeFileSync } from 'node:fs';
import { openOpenSearch } from '../../apps/server/src/adapters/search-opensearch.ts';
import { ORDER_FIELD } from '../../apps/server/src/adapters/search-opensearch-forward.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { CASES } from '../../apps/server/src/ports/testing/conformance/cases.ts';
import { HIT_FIELDS } from '../../apps/server/src/ports/testing/conformance/cases-fields.ts';
import { PORTAL_CASES } from '../../apps/server/src/ports/testing/conformance/cases-portal.ts';
import { fillCatalogue } from '../../apps/server/src/ports/testing/conformance/catalogue.ts';
import { comparedAnswer } from '../../apps/server/src/ports/testing/conformance/compared-answer.ts';
import {
  DOCUMENTS,
  GROUPS,
  MAPPING,
} from '../../apps/server/src/ports/testing/conformance/documents.ts';

const url = process.argv[2];
if (!url) throw new Error('say the address of the cluster');
const index = openOpenSearch({ url, owner: 'test', prefix: 'record-', log: createLog('warn') });
await index.replace('conformance', MAPPING, GROUPS, DOCUMENTS);
await fillCatalogue(index);
const answers: object[] = [];
for (const { name, body } of CASES)
  answers.push({ name, answer: await comparedAnswer(index, 'conformance', body) });
const ofPortal: object[] = [];
for (const one of PORTAL_CASES)
  ofPortal.push({ ...one, answer: await comparedAnswer(index, one.index, one.body) });
// Our server makes the `fields` of hits in its route; a cluster makes its own, and the adapter adds
// one.
const ofFields: object[] = [];
for (const body of HIT_FIELDS)
  ofFields.push({
    name: JSON.stringify(body),
    answer: await comparedAnswer(index, 'conformance', body),
  });
await index.close();
write('expected.jsonl', answers);
write('expected-portal.jsonl', ofPortal);
write('expected-fields.jsonl', ofFields);

function write(name: string, lines: readonly object[]): void {
  const folder = '../../apps/server/src/ports/testing/conformance/';
  const shown = (name: string, value: unknown) => (name === ORDER_FIELD ? undefined : value);
  const text = lines.map((line) => `${JSON.stringify(line, shown)}\n`).join('');
  writeFileSync(new URL(folder + name, import.meta.url), text);
  console.log(`${lines.length} answers recorded in ${name}`);
}
