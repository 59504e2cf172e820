// What the worker pool is asked for by the screen 'Look', and what it answers.
import type { LookReply, SampleReply } from '@isobar/contract/calls/look.ts';
import type { FactVariable } from '../../core/facts/read-facts.ts';
import type { TimeSpan } from '../../core/facts/timed-rows.ts';
import type { Limits } from './limits.ts';

/** What is known of a window before anything is read. */
export type WindowFrame = Omit<
  LookReply,
  'units' | 'every' | 'thinned' | 'leftOut' | 'computing' | 'shown'
>;

export interface WindowJob {
  readonly is: 'window';
  readonly frame: WindowFrame;
  readonly span: TimeSpan;
  readonly columns: number;
  /** Absent: the units of the latest file, or of the facts. */
  readonly units: string | undefined;
  /** Paths in the order of their first samples. */
  readonly files: readonly string[];
  /**
   * 'files': near, where the files are read. 'facts': far. 'ascents': far, but the files may be
   * launches of one instrument, which are drawn one by one.
   */
  readonly from: 'files' | 'facts' | 'ascents';
  readonly facts: FactVariable;
  readonly limits: Limits;
}

export interface SampleJob {
  readonly is: 'sample';
  readonly variable: string;
  readonly time: number;
  readonly within: number;
  readonly files: readonly string[];
}

export type LookJob = WindowJob | SampleJob;

export type LookAnswer =
  | { readonly is: 'window'; readonly reply: LookReply }
  | { readonly is: 'sample'; readonly reply: SampleReply };
