// An extract that is being made in the worker pool, as the reader of its file sees it.
import type { Begun } from './extract.ts';
import type { Growing } from './extract-job.ts';

export class GrowingExtract implements Growing {
  name = '';
  bytes: number | undefined;
  notes: readonly string[] = [];
  /** Resolves when the first bytes are there; rejects when there will be none. */
  readonly begun: Promise<void>;
  readonly #start = Promise.withResolvers<void>();
  #written = 0;
  #isWhole = false;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor() {
    this.begun = this.#start.promise;
    this.begun.catch(() => undefined); // the caller that requested the extract awaits it
  }

  /** What the task reports while it works. */
  take(event: { readonly begun: Begun } | { readonly written: number }): void {
    if ('written' in event) this.#written = event.written;
    else {
      this.#describe(event.begun);
      this.#start.resolve();
    }
    this.#wake?.();
  }

  finish(done: Begun & { readonly bytes: number }): void {
    this.#describe(done);
    this.#written = done.bytes;
    this.#isWhole = true;
    this.#start.resolve();
    this.#wake?.();
  }

  fail(error: unknown): void {
    this.#failure = { error };
    this.#start.reject(error);
    this.#wake?.();
  }

  async more(known: number): Promise<{ written: number; whole: boolean }> {
    while (!this.#isWhole && this.#written <= known) {
      if (this.#failure) throw this.#failure.error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return { written: this.#written, whole: this.#isWhole };
  }

  #describe({ name, bytes, notes }: Begun): void {
    this.name = name;
    this.bytes = bytes;
    this.notes = notes;
  }
}
