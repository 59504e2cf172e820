// What a kind of task may use, and what callers may say about one task.

/** Question, answer and event of each kind of task, by its name. */
export type TaskTypes = {
  readonly [kind: string]: {
    readonly question: unknown;
    readonly answer: unknown;
    readonly event: unknown;
  };
};

export interface KindRules {
  /**
   * Milliseconds of work. Waiting does not count. Afterwards the task is stopped, and its thread
   * ended if it goes on.
   */
  readonly deadlineMs: number;
  /** Tasks of this kind that run at the same time. */
  readonly mostRunning: number;
  /**
   * Tasks of this kind that wait; one owner holds at most half of these places while others wait,
   * and where all are taken the owner with most of them gives one to another who has fewer.
   */
  readonly mostWaiting: number;
  /**
   * After a task its owner rests as long as the task took, while others ask: for work that goes
   * through so much memory that all cores wait.
   */
  readonly rests?: boolean;
  /** Bytes of files that one task may hold in its folder; the pool ends a task that holds more. */
  readonly mostFileBytes: number;
  /**
   * Error messages for callers when too many tasks wait, when the deadline has passed, and when the
   * task failed.
   */
  readonly messages: { readonly full: string; readonly slow: string; readonly failed: string };
}

/**
 * 'seen': a client waits for it. 'ahead': no client does yet; it runs when nothing else waits and
 * leaves one thread free.
 */
export type Urgency = 'seen' | 'ahead';

export interface RunOptions<Event> {
  /**
   * Absent: 'seen'. A function is called whenever a thread is free: a client may come to wait for
   * what no one waited for at first.
   */
  readonly urgency?: Urgency | (() => Urgency);
  /**
   * Who is charged for the time; absent: the caller of the current request, or the server itself.
   */
  readonly owner?: string;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: Event) => void;
  /** Files outside of the task's folder that are removed when its thread had to be ended. */
  readonly leaves?: readonly string[];
}
