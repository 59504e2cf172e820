// What a step of the order line receives, and which services it needs.
import type { Job, Running } from '../../../core/jobs/job.ts';
import type { StepEnd, StepName } from '../../../core/orders/machine.ts';
import type { CuratedTables } from '../../../core/tables/curated-tables.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { ArchiveStore } from '../../../ports/archive.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import type { Store } from '../../../store/open.ts';
import type { DropBoxDelivery } from '../drop-box/links.ts';
import type { Db, Order, OrderProgress } from '../order.ts';
import type { OrderSettings } from '../settings.ts';
import type { Workspace } from './workspace.ts';

export interface StepLine {
  readonly store: Store;
  readonly archive: ArchiveStore;
  readonly blobs: Blobs;
  readonly tables: () => Promise<CuratedTables>;
  readonly settings: OrderSettings;
  readonly log: Log;
  /** Absent: not set up here. */
  readonly dropBox?: DropBoxDelivery | undefined;
}

export interface StepInput {
  readonly line: StepLine;
  readonly order: Order;
  readonly job: Job;
  /** How often the order was retried. */
  readonly round: number;
  readonly running: Running;
  readonly workspace: Workspace;
}

/** What the end of the last step stores, apart from the code, which the state machine sets. */
export type Delivered = {
  readonly file_count: number;
  readonly bytes: number;
  readonly completed_at: number;
  readonly expires_at: number;
};

/** How a step ended; all of it is stored with the move of the order, in one transaction. */
export type StepOutcome<S extends StepName = StepName> = StepEnd<S> & {
  readonly progress?: OrderProgress;
  readonly delivered?: Delivered;
  readonly record?: (trx: Db) => Promise<void>;
};

export type StepAct<S extends StepName> = (input: StepInput) => Promise<StepOutcome<S>>;
