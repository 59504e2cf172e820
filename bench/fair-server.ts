// A server over the demo archive on a free port, for benches that only look at it from outside.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../fixtures/free-port.ts';

export interface BenchServer {
  readonly url: string;
  stop(): Promise<void>;
}

const CLI = join(dirname(fileURLToPath(import.meta.url)), '../apps/server/src/cli.ts');

/** Resolves when it is ready; the first start of a home prepares the demo archive. */
export async function serveDemo(home: string): Promise<BenchServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [CLI, 'serve'], {
    env: {
      ...process.env,
      ISOBAR_HOME: home,
      ISOBAR_PORT: String(port),
      ISOBAR_LOG: 'error',
      ISOBAR_RATE: '1000000', // the person of the bench asks without pauses
      ISOBAR_PLOTS_AHEAD: 'off',
      ISOBAR_FACTS_AHEAD: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (let i = 0; !(await fetch(`${url}/readyz`).catch(() => null))?.ok; i++) {
    if (i > 3000 || child.exitCode !== null) throw new Error('The server did not start.');
    await sleep(100);
  }
  return {
    url,
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    },
  };
}
