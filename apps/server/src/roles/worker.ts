// The worker role: runs orders and the jobs that follow them, and removes what has expired.

import { ACCOUNT_MAIL_JOB } from '../core/accounts/requests.ts';
import { forgetEvidence } from '../core/affected/evidence.ts';
import type { JobKind } from '../core/jobs/job.ts';
import { drain, type LaneOptions, type Pace, runLane } from '../core/jobs/job-runner.ts';
import { type EndedWorker, homeName, releaseDead, workerName } from '../core/jobs/worker-name.ts';
import { ORDER_JOB } from '../core/orders/machine.ts';
import type { CuratedTables } from '../core/tables/curated-tables.ts';
import { accountMailJobs } from '../features/accounts/account-mails.ts';
import { SEARCH_HOOK_JOB, searchHookJobs } from '../features/accounts/search-hooks.ts';
import { SEARCH_MAIL_JOB, searchMailJobs } from '../features/accounts/search-mails.ts';
import {
  AFFECTED_JOB,
  affectedJobs,
  noticeChanges,
  queueWaitingMails,
} from '../features/orders/affected/jobs.ts';
import { AFFECTED_MAIL_JOB, affectedMailJobs } from '../features/orders/affected/notices.ts';
import { DOI_JOB, doiJobs, REMAKE_JOB, remakeJobs } from '../features/orders/citable/jobs.ts';
import { priorityOf } from '../features/orders/create.ts';
import type { LinkSigner } from '../features/orders/delivery/links.ts';
import type { DropBoxDelivery } from '../features/orders/drop-box/links.ts';
import { FORGET_JOB, forgetJobKind } from '../features/orders/forget.ts';
import { CLEANUP_JOB, HOOK_JOB, MAIL_JOB } from '../features/orders/order.ts';
import { mailJobs } from '../features/orders/order-mail.ts';
import type { OrderSettings } from '../features/orders/settings.ts';
import { orderJobs } from '../features/orders/steps/step-line.ts';
import { workFolder } from '../features/orders/steps/workspace.ts';
import {
  cleanupJobs,
  expireDeliveries,
  forgetJobs,
  type Sweep,
  sweepWorkspaces,
} from '../features/orders/sweep.ts';
import { hookJobs } from '../features/orders/web-hook/jobs.ts';
import { recommendNightly } from '../features/recommend/recommend.ts';
import { type IncidentWork, incidentJobs } from '../features/support/incident-jobs.ts';
import { INCIDENT_JOB } from '../features/support/incidents.ts';
import type { Log } from '../platform/log/log.ts';
import type { ArchiveStore } from '../ports/archive.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { DoiRegistry } from '../ports/doi-registry.ts';
import type { MailSender } from '../ports/mail.ts';
import type { WebHooks } from '../ports/web-hook.ts';
import type { Store } from '../store/open.ts';

export interface WorkerInput {
  /** A connection of its own. */
  readonly store: Store;
  readonly archive: ArchiveStore;
  readonly blobs: Blobs;
  readonly mail: MailSender;
  /** The curated tables as they are now. */
  readonly tables: () => Promise<CuratedTables>;
  readonly links: LinkSigner;
  /** Absent: not set up here. */
  readonly dropBox?: DropBoxDelivery | undefined;
  /** Absent: not set up here. */
  readonly webHooks?: WebHooks | undefined;
  /** Absent: citable orders are identified by their page instead of a DOI. */
  readonly doiRegistry?: DoiRegistry | undefined;
  readonly settings: OrderSettings;
  /** Absent: messages to the support desk are not passed on here. */
  readonly support?: Pick<IncidentWork, 'secret' | 'tickets'> | undefined;
  readonly log: Log;
  /**
   * Jobs under way at once in this thread; 'small' keeps a lane for small work. Default: one of
   * each.
   */
  readonly lanes?: readonly Lane[];
  readonly pace?: Partial<Pace>;
  /** Milliseconds between two looks for changes. Default 20,000. */
  readonly noticeMs?: number;
  /** The process that worked here before, if it ended by itself. */
  readonly former?: EndedWorker | undefined;
}

export type Lane = 'any' | 'small';

export interface Worker {
  /** Stops the work under way at its next block, and resolves when it has stopped. */
  stop(): Promise<void>;
}

/**
 * Up to about a gigabyte an order is small: it finds a free lane even when all other lanes work on
 * large orders.
 */
const SMALL_PRIORITY = priorityOf(1e9);
const SWEEP_MS = 3_600_000;
/** Milliseconds between two looks whether files or reports of delivered orders changed. */
const NOTICE_MS = 20_000;
/** What a delivery was made of is kept for so long, and for ever of citable orders. */
const EVIDENCE_S = 5.1 * 365.25 * 86_400;

/** Begins to work; jobs of dead workers of this machine are taken up at once. */
export async function startWorker(input: WorkerInput): Promise<Worker> {
  const stopping = new AbortController();
  const worker = workerName();
  const { store, settings } = input;
  // A store file is in the only home.
  const home = store.kind === 'postgres' ? await homeName(settings.home) : undefined;
  const released = await releaseDead(input.store.db, worker, input.former);
  if (released > 0) input.log.info({ released }, 'jobs of dead workers put back');
  const running = (input.lanes ?? ['any', 'small']).map((lane) =>
    runLane({
      ...laneOptions(input, worker, stopping.signal),
      home,
      ...(lane === 'small' ? { priorityAtMost: SMALL_PRIORITY } : {}),
    }),
  );
  const { blobs, log } = input;
  const state = { db: store.db, blobs, home: settings.home, log, emptied: new Map() };
  const sweep = () =>
    sweepAll(input, state).catch((error: unknown) =>
      input.log.warn({ err: error }, 'sweeping failed'),
    );
  let sweeping = sweep();
  const noticing = setInterval(() => {
    sweeping = sweeping.then(() => notice(input));
  }, input.noticeMs ?? NOTICE_MS);
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep);
  }, SWEEP_MS);
  return {
    async stop() {
      clearInterval(timer);
      clearInterval(noticing);
      stopping.abort();
      await Promise.all(running);
      await sweeping;
    },
  };
}

/** Runs all jobs that are queued now and returns how many steps that were, for tests. @internal */
export async function workOff(input: WorkerInput): Promise<number> {
  return await drain(laneOptions(input, workerName(), new AbortController().signal));
}

function laneOptions(input: WorkerInput, worker: string, signal: AbortSignal): LaneOptions {
  const { store, log, settings, blobs, archive, mail, links, tables, dropBox, support } = input;
  const kinds: Record<string, JobKind> = {
    [ORDER_JOB]: orderJobs({ store, archive, blobs, tables, settings, log, dropBox }),
    [MAIL_JOB]: mailJobs({
      db: store.db,
      mail,
      links,
      settings,
      simulated: archive.simulated,
      log,
    }),
    [HOOK_JOB]: hookJobs({ db: store.db, blobs, settings, webHooks: input.webHooks, log }),
    [DOI_JOB]: doiJobs(store.db, settings, input.doiRegistry),
    [REMAKE_JOB]: remakeJobs(store.db, archive, workFolder(settings.home)),
    [AFFECTED_JOB]: affectedJobs({ db: store.db, archive, tables, log }),
    [AFFECTED_MAIL_JOB]: affectedMailJobs({ db: store.db, mail, settings, log }),
    [CLEANUP_JOB]: cleanupJobs({ db: store.db, home: settings.home }),
    [FORGET_JOB]: forgetJobKind({ blobs, home: settings.home }),
    ...(support
      ? {
          [INCIDENT_JOB]: incidentJobs({ ...support, db: store.db, mail, site: settings, log }),
          [SEARCH_MAIL_JOB]: searchMailJobs({
            secret: support.secret,
            db: store.db,
            mail,
            site: settings,
            log,
          }),
          [SEARCH_HOOK_JOB]: searchHookJobs({
            secret: support.secret,
            db: store.db,
            webHooks: input.webHooks,
            hooks: settings.hooks,
            site: settings,
            log,
          }),
          [ACCOUNT_MAIL_JOB]: accountMailJobs({
            secret: support.secret,
            db: store.db,
            mail,
            site: settings,
            log,
          }),
        }
      : {}),
  };
  return { store, kinds, worker, log, signal, ...(input.pace ? { pace: input.pace } : {}) };
}

async function notice({ store, tables, log }: WorkerInput): Promise<void> {
  try {
    await noticeChanges({ db: store.db, tables });
  } catch (error) {
    log.warn({ err: error }, 'changes of delivered orders were not noticed');
  }
}

async function sweepAll({ store, log }: WorkerInput, sweep: Sweep): Promise<void> {
  const removed = await expireDeliveries(sweep, Math.floor(Date.now() / 1000));
  if (removed > 0) log.info({ removed }, 'expired deliveries removed');
  await sweepWorkspaces(sweep);
  const made = await recommendNightly(store.db, Math.floor(Date.now() / 1000));
  if (made) log.info({ ...made }, 'recommendations made');
  await forgetJobs(store.db, Date.now());
  const now = Math.floor(Date.now() / 1000);
  await queueWaitingMails(store.db, now);
  await forgetEvidence(store.db, now - EVIDENCE_S);
}
