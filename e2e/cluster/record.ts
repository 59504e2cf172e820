// Records the answers of a real cluster as what every search index is held to: node e2e/cluster/record.ts URL
import { writeFileSync } from 'node:fs';
import { openOpenSearch } from '../../apps/server/src/adapters/search-opensearch.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { CASES } from '../../apps/server/src/ports/testing/conformance/cases.ts';
import {
  DOCUMENTS,
  GROUPS,
  MAPPING,
} from '../../apps/server/src/ports/testing/conformance/documents.ts';
import { told } from '../../apps/server/src/ports/testing/conformance/told.ts';

const url = process.argv[2];
if (!url) throw new Error('say the address of the cluster');
const index = openOpenSearch({ url, prefix: 'record-', log: createLog('warn') });
await index.replace('conformance', MAPPING, GROUPS, DOCUMENTS);
const lines: string[] = [];
for (const { name, body } of CASES)
  lines.push(JSON.stringify({ name, answer: await told(index, 'conformance', body) }));
await index.close();
const file = '../../apps/server/src/ports/testing/conformance/expected.jsonl';
writeFileSync(new URL(file, import.meta.url), `${lines.join('\n')}\n`);
console.log(`${lines.length} answers recorded`);
