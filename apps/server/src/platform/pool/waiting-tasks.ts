// Tasks that wait for a thread: bounded for each kind and each owner, and taken by urgency, then by
// who has used least.
import type { SpentTime } from '../admission/spent-time.ts';
import type { Urgency } from './kinds.ts';

export interface WaitingTask {
  readonly kind: string;
  /** Of whose places it takes one. */
  readonly owner: string;
  /** The owner, and the person if there is one: whose use decides who comes first. */
  readonly charged: readonly string[];
  readonly urgency: () => Urgency;
}

export class WaitingTasks<T extends WaitingTask> {
  readonly #spent: SpentTime;
  readonly #tasks: T[] = [];

  constructor(spent: SpentTime) {
    this.#spent = spent;
  }

  get length(): number {
    return this.#tasks.length;
  }

  /**
   * Whether another task of this kind and owner may wait; the last half of the places is kept for
   * other owners.
   */
  hasPlace(kind: string, owner: string, most: number): boolean {
    const same = this.#tasks.filter((task) => task.kind === kind);
    const own = same.filter((task) => task.owner === owner).length;
    return same.length < most && (own === same.length || own < most / 2);
  }

  /**
   * Removes the newest task of this kind of the owner who has most of them waiting, and returns it;
   * undefined where that owner would not have more than `owner` even so.
   */
  displace(kind: string, owner: string): T | undefined {
    const counts = new Map<string, number>();
    for (const task of this.#tasks)
      if (task.kind === kind) counts.set(task.owner, (counts.get(task.owner) ?? 0) + 1);
    const [most, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
    if (count <= (counts.get(owner) ?? 0) + 1) return undefined;
    const newest = this.#tasks.findLast((task) => task.kind === kind && task.owner === most);
    if (newest) this.remove(newest);
    return newest;
  }

  add(task: T): void {
    this.#tasks.push(task);
  }

  /** False: it is not waiting any more. */
  remove(task: T): boolean {
    const place = this.#tasks.indexOf(task);
    if (place >= 0) this.#tasks.splice(place, 1);
    return place >= 0;
  }

  /** Removes all waiting tasks, and returns them. */
  removeAll(): readonly T[] {
    return this.#tasks.splice(0);
  }

  /**
   * The next task that `mayRun`: one that a client waits for comes first, then the one whose owner
   * has used least, then the one that has waited longest.
   */
  take(mayRun: (task: T) => boolean): T | undefined {
    let best: T | undefined;
    for (const task of this.#tasks) if (mayRun(task) && this.#isBefore(task, best)) best = task;
    if (best) this.remove(best);
    return best;
  }

  /** Whether any task of a different owner waits that `mayRun`. */
  hasOther(owner: string, mayRun: (task: T) => boolean): boolean {
    return this.#tasks.some((task) => task.owner !== owner && mayRun(task));
  }

  #isBefore(task: T, best: T | undefined): boolean {
    if (!best) return true;
    const [urgency, other] = [task.urgency(), best.urgency()];
    if (urgency !== other) return urgency === 'seen';
    return this.#spentFor(task) < this.#spentFor(best);
  }

  #spentFor({ charged }: T): number {
    return Math.max(...charged.map((one) => this.#spent.of(one)));
  }
}
