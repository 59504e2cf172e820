// A server whose main thread can be watched from outside: the CPU time that it used, which a busy
// machine does not change.
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './server.ts';

/** Milliseconds of CPU time of the main thread. */
export interface MainThread {
  /** The most of one round of the event loop since it was last asked. */
  readonly longest: number;
  /** All of it since the server began. */
  readonly used: number;
}

export interface WatchedThread {
  /** Variables of the environment for the server. */
  readonly env: Record<string, string>;
  readonly ask: () => Promise<MainThread>;
}

export function watchedThread(): WatchedThread {
  const socketPath = join(tmpdir(), `isobar-probe-${process.pid}-${Date.now()}.sock`);
  return {
    env: {
      ISOBAR_PROBE: socketPath,
      NODE_OPTIONS: `--import=${join(root, 'e2e/main-thread-probe.mjs')}`,
    },
    ask: () =>
      new Promise((resolve, reject) => {
        const asking = request({ socketPath }, async (reply) => {
          const pieces: Buffer[] = [];
          for await (const piece of reply) pieces.push(piece);
          // by main-thread-probe.mjs
          resolve(JSON.parse(Buffer.concat(pieces).toString()) as MainThread);
        });
        asking.once('error', reject);
        asking.end();
      }),
  };
}
