// A server over an archive that a benchmark has written, for programs that read it from outside.
import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const LIBRARIES = join(root, 'node_modules/.cache/python-programs/arrays');
export const CLI = join(root, 'apps/server/src/cli.ts');

/**
 * Harvests `folder`/archive, serves it while `use` runs, with the environment of further commands,
 * and says how long the harvest took.
 */
export async function served(
  folder: string,
  use: (url: string, pid: number, env: NodeJS.ProcessEnv) => Promise<void>,
): Promise<void> {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const env = {
    ...process.env,
    ISOBAR_HOME: join(folder, 'home'),
    ISOBAR_PORT: String(port),
    ISOBAR_WORKER: 'apart',
    ISOBAR_LOG: 'error',
  };
  const started = performance.now();
  await promisify(execFile)(process.execPath, [CLI, 'harvest', join(folder, 'archive')], { env });
  console.log(`harvest: ${((performance.now() - started) / 1000).toFixed(2)} s`);
  const server = spawn(process.execPath, [CLI, 'serve'], { env, stdio: 'ignore' });
  try {
    const url = `http://127.0.0.1:${port}`;
    await answering(`${url}/healthz`);
    await use(url, server.pid ?? 0, env);
  } finally {
    server.kill('SIGTERM');
  }
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const reply = await fetch(url).catch(() => null);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server did not answer within a minute.');
}

/** Most memory of a process so far. Linux only; elsewhere not a number. */
export function peakMegabytes(pid: number): number {
  const status = existsSync(`/proc/${pid}/status`)
    ? readFileSync(`/proc/${pid}/status`, 'utf8')
    : '';
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1000);
}
