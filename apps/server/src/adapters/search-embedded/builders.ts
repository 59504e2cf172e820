// The building threads: started when an index is built or read, kept for a few seconds for the next
// one, then ended.
import { Worker } from 'node:worker_threads';
import type { SegmentData } from '@isobar/search-engine/segment/segment-file.ts';
import type { BuildAnswer, BuildTask } from './messages.ts';

/** Milliseconds after which a thread without work is ended. */
const IDLE = 5000;

export class Builders {
  private idle: Builder | null = null;
  private timer: NodeJS.Timeout | null = null;

  take(): Builder {
    const kept = this.idle;
    this.forget();
    return kept && !kept.ended ? kept : new Builder();
  }

  /** To be called when the last task of a build was answered. */
  giveBack(builder: Builder): void {
    if (this.idle || builder.ended) {
      void builder.close();
      return;
    }
    this.idle = builder;
    this.timer = setTimeout(() => {
      this.forget();
      void builder.close();
    }, IDLE);
    this.timer.unref();
  }

  async close(): Promise<void> {
    const kept = this.idle;
    this.forget();
    await kept?.close();
  }

  private forget(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.idle = null;
  }
}

/** One building thread. */
export class Builder {
  private readonly worker = new Worker(new URL('./builder.ts', import.meta.url), {
    name: 'isobar-index',
    trackUnmanagedFds: false, // the file that it opens outlives it
  });
  private readonly waiting: {
    resolve: (answer: BuildAnswer) => void;
    reject: (error: unknown) => void;
  }[] = [];
  ended: Error | null = null;

  constructor() {
    this.worker.on('message', (answer: BuildAnswer) => this.waiting.shift()?.resolve(answer));
    const end = (error: Error) => {
      this.ended ??= error;
      for (const one of this.waiting.splice(0)) one.reject(this.ended);
    };
    this.worker.on('error', end);
    this.worker.on('exit', () => end(new Error('the building thread ended')));
  }

  /**
   * Resolves when the task is done. A thread does its tasks one after the other, in the order of
   * the calls.
   */
  async tell(task: BuildTask): Promise<BuildAnswer> {
    if (this.ended) throw this.ended;
    const answer = await new Promise<BuildAnswer>((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.worker.postMessage(task);
    });
    if (answer.kind === 'failed') throw answer.error;
    return answer;
  }

  /** The same for a task that has an answer of this kind. */
  async ask<K extends BuildAnswer['kind']>(task: BuildTask, kind: K) {
    const answer = await this.tell(task);
    if (answer.kind !== kind) throw new Error('a building thread answered out of turn');
    return answer as Extract<BuildAnswer, { kind: K }>;
  }

  async segment(task: BuildTask): Promise<SegmentData> {
    return (await this.ask(task, 'segment')).data;
  }

  /** Writes the documents of an index to a new file. */
  async copy(data: SegmentData, path: string): Promise<SegmentData> {
    const { mapping, groupFields } = data.content;
    await this.tell({ kind: 'begin', path, mapping, groupFields, elsewhere: [] });
    await this.tell({ kind: 'copy', data });
    return this.segment({ kind: 'finish', others: [] });
  }

  /** An index with some documents exchanged, and the memory that only the former one uses. */
  async merge(task: Extract<BuildTask, { kind: 'merge' }>): Promise<{
    readonly data: SegmentData;
    readonly freed: readonly SharedArrayBuffer[];
  }> {
    const answer = await this.ask(task, 'segment');
    const common = new Set(answer.common);
    const freed = [...task.data.arrays]
      .filter(([name]) => !common.has(name))
      .map(([, { buffer }]) => buffer as SharedArrayBuffer); // as all arrays of an index
    return { data: answer.data, freed };
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}
