// npm start: install when needed, build when stale, then serve.
import { ensureBuilt, ensureInstalled, runNode } from './project.mjs';

ensureInstalled();
ensureBuilt();
process.exitCode = await runNode('apps/server/src/cli.ts', ['serve', ...process.argv.slice(2)]);
