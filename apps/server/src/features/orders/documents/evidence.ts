// What the documents of a delivery are written from: the order, its inputs, what was made, what is
// missing.

import type { FileVersion } from '@isobar/contract/orders/changes.ts';
import type { DataQuality } from '@isobar/contract/quality/data-quality.ts';
import type { CitationContext, CitedData } from '../../../core/citation/cited.ts';
import type { Missing, Order } from '../order.ts';
import type { OrderSettings } from '../settings.ts';
import type { MadeFile, Plan } from '../steps/plan.ts';

export interface EvidenceInput {
  readonly datastream: string;
  readonly file: string;
  /** Inside the archive. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Evidence {
  readonly order: Order;
  readonly settings: OrderSettings;
  readonly simulated: boolean;
  readonly plan: Plan;
  /** The inputs that were read. */
  readonly inputs: readonly EvidenceInput[];
  /** Each with its name in the delivery. */
  readonly files: readonly MadeFile[];
  readonly missing: readonly Missing[];
  /** Of an order of only what changed since another; absent: everything was ordered. */
  readonly since?: Since | undefined;
  /** Inputs without a sample in the requested dates. */
  readonly empty: readonly string[];
  /** What quality reports say about what was delivered, in the order of the plan. */
  readonly quality: readonly DataQuality[];
  /** What was made of each datastream: dates, variables, the order. */
  readonly cited: readonly CitedData[];
  readonly citing: CitationContext;
  /**
   * Seconds UTC; set again each time the documents are made, but not when that step is restarted.
   */
  readonly made: number;
  readonly expires: number;
}

export interface Since {
  readonly orderId: number;
  /** Files that were replaced or withdrawn, each with what is there instead. */
  readonly files: readonly {
    readonly before: FileVersion;
    readonly now: readonly FileVersion[];
  }[];
  /** Files with the same bytes, of which other values are masked. */
  readonly masked: readonly FileVersion[];
}
