// npm run record -- TEST-FILE…: runs tests of the portal beside a server over the demo archive, and
// keeps its answers to what was never asked before (apps/portal/src/testing/recorded/).
// `ISOBAR_RECORD=again npm run e2e -- recorded` asks for all of them again.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, pinnedNode, root, runNode } from './project.mjs';

ensureInstalled();
ensureBuilt();
const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('Usage: npm run record -- TEST-FILE…');
  process.exit(2);
}
const home = mkdtempSync(join(tmpdir(), 'isobar-record-'));
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const server = spawn(pinnedNode(), [join(root, 'apps/server/src/cli.ts'), 'serve'], {
  env: {
    ...process.env,
    ISOBAR_HOME: home,
    ISOBAR_PORT: String(port),
    ISOBAR_LOG: 'warn',
    ISOBAR_RATE: '1000000',
    ISOBAR_WORKER: 'apart',
  },
  stdio: 'inherit',
});
try {
  await answering();
  process.exitCode = await runNode(
    'node_modules/vitest/vitest.mjs',
    ['run', '--project=portal*', '--no-file-parallelism', ...files],
    { env: { ISOBAR_RECORD: origin } },
  );
} finally {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
  rmSync(home, { recursive: true, force: true });
}

async function answering() {
  while (server.exitCode === null) {
    const reply = await fetch(`${origin}/healthz`).catch(() => null);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The server ended with code ${server.exitCode}.`);
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
