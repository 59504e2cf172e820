// npm run grown [ORDERS] [--embedded]: the grown system through kills and outages, as a table. Ends
// with 1 when anything was lost, doubled or differs. --embedded: without a search cluster, each web
// process with an index of its own.

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { restoreDrill } from './restore.ts';
import { startGrown } from './system.ts';
import { tableOf, wrongIn } from './table.ts';
import { trial } from './trial.ts';

const { values, positionals } = parseArgs({
  options: { embedded: { type: 'boolean' } },
  allowPositionals: true,
});
const orders = Number(positionals[0] ?? 300);
if (!Number.isInteger(orders) || orders < 1) {
  console.error('How many orders? npm run grown 300 [-- --embedded]');
  process.exit(2);
}
const began = performance.now();
const say = (what: string): void =>
  console.error(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${what}`);
console.log(`Starting the grown system on ${availableParallelism()} cores …`);
const grown = await startGrown({ cluster: values.embedded !== true, workers: 2, peer: true });
try {
  console.log(
    grown.cluster
      ? 'Searches go to OpenSearch.'
      : 'Without OpenSearch: each web process has an index of its own.',
  );
  const result = await trial(grown, { orders, searches: 200, pace: 1 }, Math.random, say);
  say('restore drill');
  const restored = await restoreDrill(grown);
  console.log(tableOf(result, restored));
  const wrong = wrongIn(result, restored);
  for (const one of wrong) console.error(one);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await grown.close();
}
