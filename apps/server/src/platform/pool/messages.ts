// What the pool and its threads send each other.
import type { ProblemCode } from '@isobar/contract/problem.ts';

/** `folder`: where the task may write files; it is made by the thread and removed by the pool. */
export type ToThread =
  | {
      readonly id: number;
      readonly kind: string;
      readonly question: unknown;
      readonly folder: string;
    }
  | { readonly id: number; readonly stop: true };

export type FromThread =
  | { readonly id: number; readonly begun: true }
  | { readonly id: number; readonly event: unknown }
  | { readonly id: number; readonly answer: unknown; readonly cpuMs: number }
  | { readonly id: number; readonly failed: TaskFailure; readonly cpuMs: number };

/** An error on its way between threads, where errors lose their class. `code`: it was a Problem. */
export interface TaskFailure {
  readonly code?: ProblemCode;
  readonly message: string;
  readonly stack: string;
}
