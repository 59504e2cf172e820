// npm run isobar -- COMMAND: the operator's commands, under the pinned Node.
import { ensureBuilt, ensureInstalled, runNode, WORKER_MEMORY } from './project.mjs';

const [command, ...args] = process.argv.slice(2);
ensureInstalled();
if (command === 'serve') ensureBuilt();
process.exitCode = await runNode(
  'apps/server/src/cli.ts',
  [...(command ? [command] : []), ...args],
  { env: command === 'worker' ? WORKER_MEMORY : {} },
);
