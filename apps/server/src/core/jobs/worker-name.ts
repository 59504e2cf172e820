// Names of workers: which machine, which process, when it began; and which of them are surely dead.

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { writeDurably } from '../../platform/files/disk.ts';
import { readIfThere } from '../../platform/files/read-if-there.ts';
import { codeOf } from '../../platform/text/unknown.ts';
import type { Db } from './job.ts';
import { releaseClaims, runningClaims } from './queue.ts';

/** The same in every thread of a process, except for a second or so in its time. */
export const workerName = (): string =>
  `${hostname()}:${process.pid}:${Math.round(Date.now() / 1000 - process.uptime())}`;

const HOME_NAME = 'home-name';

/**
 * A name of the home that no other has: workers that share it share the files of orders that they
 * prepare.
 */
export async function homeName(home: string): Promise<string> {
  const path = join(home, HOME_NAME);
  const known = (await readIfThere(path))?.toString('utf8') ?? null;
  if (known === null) await writeDurably(path, `${randomUUID()}\n`);
  // read back: of two workers that begin at once, one's counts for both
  return (known ?? (await readFile(path, 'utf8'))).trim();
}

/**
 * Requeues the jobs of workers that died on this machine, so that no owner has to wait until their
 * heartbeats are too old: no process has their number, or ours has it and began after them. Returns
 * how many jobs.
 */
export async function releaseDead(db: Db, ours: string, former?: EndedWorker): Promise<number> {
  const names = new Set((await runningClaims(db)).map((claim) => claim.split('/')[0] ?? ''));
  let released = 0;
  for (const name of names)
    if (isDead(name, ours)) released += await releaseClaims(db, `${name}/`, whyDead(name, former));
  return released;
}

/** The process that worked here before, and why it ended. */
export interface EndedWorker {
  readonly pid: number;
  readonly why: string;
}

const whyDead = (name: string, former?: EndedWorker): string =>
  former && Number(name.split(':')[1]) === former.pid ? former.why : ENDED_UNEXPECTEDLY;

export const ENDED_UNEXPECTEDLY = 'The process that worked on it ended unexpectedly.';

/** The most by which two readings of the start of one process differ, seconds. */
const TOLERANCE = 2;

function isDead(name: string, ours: string): boolean {
  const [host, pid, began] = name.split(':');
  const [ourHost, ourPid, ourBegan] = ours.split(':');
  if (host !== ourHost) return false;
  if (pid === ourPid) return Math.abs(Number(began) - Number(ourBegan)) > TOLERANCE;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}
