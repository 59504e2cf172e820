// Names of workers: which machine, which process, which start of it; and which of them are surely dead.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Db } from './job.ts';
import { releaseClaims, runningClaims } from './queue.ts';

/** Unique to this start of a process; its threads share it. */
export const newWorkerName = (): string =>
  `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;

/**
 * Puts back the jobs of workers that died on this machine, so that nobody waits for them to go stale: their process
 * number is free, or it is ours and the start another. Answers how many.
 */
export async function releaseDead(db: Db, ours: string): Promise<number> {
  const names = new Set((await runningClaims(db)).map((claim) => claim.split('/')[0] ?? ''));
  let released = 0;
  for (const name of names) {
    if (name !== ours && isDead(name, ours)) released += await releaseClaims(db, `${name}/`);
  }
  return released;
}

function isDead(name: string, ours: string): boolean {
  const [host, pid, start] = name.split(':');
  const [ourHost, ourPid, ourStart] = ours.split(':');
  if (host !== ourHost) return false;
  if (pid === ourPid) return start !== ourStart;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
