// Entry of the process that runs orders: in threads, within a limit of memory, and never outliving
// the process that started it.
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EndedWorker } from '../core/jobs/worker-name.ts';
import { readConfiguration } from '../platform/config/config.ts';
import { createLog } from '../platform/log/log.ts';
import { keepFactsThread } from '../roles/facts-keeper.ts';
import { watchMemory } from '../roles/memory-watch.ts';
import type { WorkerMessage } from '../roles/worker-process.ts';
import { startWorkerThreads } from '../roles/worker-threads.ts';
import { version } from '../version.ts';
import { interrupted } from './command.ts';
import { failureText } from './failure.ts';

/**
 * How long stopping may take; a thread in the middle of something long may not notice that it
 * should stop.
 */
const STOP_MS = 40_000;
const LOOK_MS = 500;

const [pid, why] = process.argv.slice(2);
const former: EndedWorker | undefined = pid && why ? { pid: Number(pid), why } : undefined;
try {
  await work();
  process.exit(0);
} catch (error) {
  console.error(failureText(error));
  process.exit(1);
}

async function work(): Promise<void> {
  const configuration = readConfiguration();
  const log = createLog(configuration.logLevel);
  giveWayToOthers();
  watchMemory(configuration.workerMemoryMb, (taken) => {
    const limit = configuration.workerMemoryMb.toLocaleString('en');
    log.error({ takenMb: Math.round(taken), limitMb: limit }, 'the worker took too much memory');
    endAtOnce(`It took more than the ${limit} MB of memory that a worker may have.`);
  });
  const abandoned = leftAlone();
  void abandoned.then(() =>
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), STOP_MS).unref(),
  );
  const working = await startWorkerThreads(configuration, version, log, {
    former,
    onTrouble: () => endAtOnce('The store had to be reopened.'),
  });
  const facts = keepFactsThread(configuration, log);
  say({ working: true });
  log.info('working');
  await Promise.race([interrupted(), abandoned]);
  await Promise.race([
    Promise.all([working.stop(), facts.stop()]),
    sleep(STOP_MS, undefined, { ref: false }),
  ]);
}

/** Resolves when the process that started this one is gone; never, if it was started manually. */
async function leftAlone(): Promise<void> {
  if (process.connected === undefined) return new Promise(() => {});
  // Looks again and again instead of listening, as the event may have come while this program was
  // still loading.
  while (process.connected) await sleep(LOOK_MS, undefined, { ref: false });
}

function say(what: WorkerMessage, then: () => void = () => {}): void {
  if (process.send) process.send(what, () => then());
  else then();
}

/**
 * Ends abruptly, since threads that are allocating would not listen. It counts as a death against
 * the jobs that they had under way.
 */
function endAtOnce(why: string): void {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 200).unref();
  say({ ending: why }, () => process.kill(process.pid, 'SIGKILL'));
}

/** When the machine itself runs out of memory, this process is to be ended before any other. */
function giveWayToOthers(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '800');
  } catch {
    // not Linux
  }
}
