// An S3 server that others wrote (moto), for tests of what is stored in S3.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../../../fixtures/free-port.ts';

const PROGRAM = fileURLToPath(
  new URL('../../../../../node_modules/.cache/python-programs/moto', import.meta.url),
);
export const hasMoto = existsSync(PROGRAM);

export interface Moto {
  readonly url: string;
  close(): void;
}

/** Starts it on a free port and makes the bucket. */
export async function startMoto(bucket: string): Promise<Moto> {
  const port = await freePort();
  const process = spawn('python3', ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)], {
    env: { ...globalThis.process.env, PYTHONPATH: PROGRAM },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(url, process);
  const made = await fetch(`${url}/${bucket}`, { method: 'PUT' });
  if (!made.ok) throw new Error(`The bucket was not made: ${made.status}`);
  return { url, close: () => void process.kill('SIGKILL') };
}

async function answering(url: string, process: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (process.exitCode !== null) throw new Error(`moto ended with ${process.exitCode}`);
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return;
    await sleep(100);
  }
  throw new Error('moto does not answer');
}
