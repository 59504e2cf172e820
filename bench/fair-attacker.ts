// The attacker of bench `fair`: asks the same kind of call on a few connections, again as soon as
// it is answered, from one address, within the limit of calls that an installation has by default.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { FairAttack } from './fair-attacks.ts';

export interface Attacking {
  readonly url: string;
  readonly attack: FairAttack;
}

export interface Attacked {
  /** How often each status came back. */
  readonly codes: Readonly<Record<string, number>>;
}

const ADDRESS = '127.0.3.1';
/**
 * ISOBAR_RATE by default; the server of the bench has no limit, because the person asks without
 * pauses.
 */
const MOST_PER_SECOND = 1200 / 60;

async function attackUntilStopped(
  { url, attack }: Attacking,
  isStopped: () => boolean,
): Promise<Attacked> {
  const agent = new Agent({ keepAlive: true, maxSockets: attack.connections });
  const codes: Record<string, number> = {};
  let next = 0;
  const began = performance.now();
  const ask = () =>
    new Promise<string>((resolve) => {
      const input = attack.inputs[next++ % attack.inputs.length];
      if (!input) throw new Error(`${attack.name} has no input`);
      const asking = request(
        new URL(input.address, url),
        {
          method: attack.method,
          agent,
          localAddress: ADDRESS,
          headers: input.type ? { 'content-type': input.type } : {},
        },
        (reply) => {
          reply.resume();
          reply.once('error', () => resolve('cut'));
          reply.once('end', () => resolve(String(reply.statusCode)));
        },
      );
      asking.once('error', (error) => resolve('code' in error ? String(error.code) : 'error'));
      asking.end(input.body);
    });
  await Promise.all(
    Array.from({ length: attack.connections }, async () => {
      while (!isStopped()) {
        const early = (next * 1000) / MOST_PER_SECOND - (performance.now() - began);
        if (early > 0) await sleep(early);
        const code = await ask();
        if (!isStopped()) codes[code] = (codes[code] ?? 0) + 1;
      }
    }),
  );
  agent.destroy();
  return { codes };
}

let stopped = false;
parentPort?.once('message', () => {
  stopped = true;
});
parentPort?.postMessage(await attackUntilStopped(workerData as Attacking, () => stopped));
