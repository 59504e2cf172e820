// npm run fuzz [PART ...]: throws seeded nonsense at the server and at what reads files and
// addresses. Not part of npm test.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root, runNode, say } from './project.mjs';

ensureInstalled();
ensureBuilt();
const parts = readdirSync(join(root, 'scripts/fuzz'))
  .filter((file) => /\.(ts|mjs)$/.test(file) && !file.startsWith('_'))
  .map((file) => file.replace(/\.\w+$/, ''));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const unknown = wanted.filter((part) => !parts.includes(part));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. There are: ${parts.join(', ')}.`);
  process.exit(2);
}
let failed = 0;
for (const part of wanted.length > 0 ? wanted : parts) {
  const started = Date.now();
  const file = readdirSync(join(root, 'scripts/fuzz')).find((one) => one.startsWith(`${part}.`));
  const code = await runNode(`scripts/fuzz/${file}`);
  say(
    `fuzz ${part}: ${code === 0 ? 'fine' : 'FAILED'} (${Math.round((Date.now() - started) / 1000)} s)`,
  );
  if (code !== 0) failed++;
}
process.exitCode = failed === 0 ? 0 : 1;
