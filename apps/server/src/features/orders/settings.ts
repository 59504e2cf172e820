// What an installation decides about its orders.
import type { HookRules } from '@isobar/contract/orders/web-hook.ts';

export interface OrderSettings {
  /**
   * State of the installation: scratch, staging and transfer folders and the signing key are below
   * it.
   */
  readonly home: string;
  /** Address under which users reach it, without a slash at the end. */
  readonly url: string;
  /** Larger orders wait for an operator, bytes. */
  readonly maximumOrderBytes: number;
  /** Files that one order may have. */
  readonly maximumFiles: number;
  readonly deliveryDays: number;
  /** Title of the site, and the short name of its archive. */
  readonly title: string;
  readonly archiveName: string;
  /** Full name of who publishes its data. */
  readonly publisher: string;
  /** Address for help. */
  readonly contact: string;
  /** The version of this software. */
  readonly version: string;
  /** Where web hooks may go. */
  readonly hooks: HookRules;
}
