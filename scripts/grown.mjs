// npm run grown [ORDERS]: the grown system with everything that can go wrong, under the pinned
// Node.
import { ensurePrograms } from './machine.mjs';
import { ensureBuilt, ensureInstalled, runNode } from './project.mjs';
import { scratch } from './scratch.mjs';

ensureInstalled();
ensureBuilt();
await ensurePrograms(); // PostgreSQL and the S3 server among them
process.exitCode = await runNode('e2e/grown/main.ts', process.argv.slice(2), { env: scratch() });
