// npm run bench [NAME ...]: under the pinned Node.
import { ensureInstalled, runNode } from './house.mjs';

ensureInstalled();
process.exitCode = await runNode('bench/run.ts', process.argv.slice(2));
