// npm run bench [NAME ...]: under the pinned Node.
import { ensureBuilt, ensureInstalled, runNode } from './project.mjs';

ensureInstalled();
ensureBuilt(); // some of them look at the portal
process.exitCode = await runNode('bench/run.ts', process.argv.slice(2));
