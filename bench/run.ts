// npm run bench [NAME ...]: measures what is claimed to be fast, each against a peer in the same
// run.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const benches = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts' && !file.includes('.test.'))
  .map((file) => file.slice(0, -3));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !benches.includes(name));
if (unknown.length > 0) {
  console.error(`No bench ${unknown.join(', ')}. There are: ${benches.join(', ')}.`);
  process.exit(2);
}
for (const name of wanted.length > 0 ? wanted : benches) {
  const bench: unknown = await import(pathToFileURL(join(folder, `${name}.ts`)).href);
  if (!isBench(bench)) continue; // a file that benches share
  console.log(`\n== ${name}`);
  await bench.run();
}

function isBench(module: unknown): module is { run: () => Promise<void> } {
  return typeof module === 'object' && module !== null && 'run' in module;
}
