// What a step of the order line is given, and what it needs of the house.
import type { Job, Outcome, Running } from '../../../core/jobs/job.ts';
import type { CuratedTables } from '../../../core/tables/curated-tables.ts';
import type { Log } from '../../../platform/log.ts';
import type { ArchiveStore } from '../../../ports/archive.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import type { Store } from '../../../store/open.ts';
import type { DropBoxDelivery } from '../drop-box/links.ts';
import type { Order } from '../order.ts';
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
  /** How often the order was begun anew. */
  readonly round: number;
  readonly running: Running;
  readonly workspace: Workspace;
}

export type StepAct = (input: StepInput) => Promise<Outcome>;
