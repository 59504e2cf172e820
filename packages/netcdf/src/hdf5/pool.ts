// A bounded set of HDF5 workers that datasets and writers share; idle ones end, and none keeps the
// process alive.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ByteSource } from '../byte-source.ts';
import { NetcdfError } from '../netcdf-error.ts';
import {
  FETCH,
  type FetchRequest,
  type Hdf5Answer,
  type Hdf5Job,
  type Hdf5Request,
  SHARED_CELLS,
  SHARED_DATA_BYTES,
  SHARED_HEAD_BYTES,
} from './protocol.ts';

const MOST_WORKERS = Math.max(1, Math.min(4, availableParallelism()));
/** The library never gives memory back, so workers without sessions end after this time. */
const IDLE_MS = 5_000;
/**
 * After a failure the library may hold on to what it had open, so a worker is replaced after this
 * many.
 */
const MOST_FAILURES = 20;
/** Longer than any worker waits for bytes. */
const LONGEST_SILENCE_MS = 300_000;
/** A header takes milliseconds to read, one with thousands of variables a second. */
const LONGEST_HEADER_MS = 15_000;
/** A request that waited behind files that never end may be moved this often. */
const MOST_MOVES = 5;

interface Pending {
  readonly session: Hdf5Session;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly kind: Hdf5Job['kind'];
}

const workers: Hdf5Worker[] = [];
let nextSession = 1;
let nextRequest = 1;

/** One dataset, or one file being written, on one worker. */
export class Hdf5Session {
  readonly id = nextSession++;
  /** Where fetched bytes come from, when the worker cannot open the file itself. */
  readonly source: ByteSource | undefined;
  /** Long work gets an idle worker, if there is one. */
  private readonly isLong: boolean;
  private worker: Hdf5Worker | undefined;

  constructor(source?: ByteSource, isLong = false) {
    this.source = source;
    this.isLong = isLong;
  }

  /** When its worker ends, a reading job moves on to another one, and a writing job fails. */
  async run(job: Hdf5Job, transfer: ArrayBuffer[] = []): Promise<unknown> {
    if (!this.worker || this.worker.ended) {
      if (job.kind === 'write' || job.kind === 'finish') {
        throw new NetcdfError('closed', 'The worker that wrote the file has ended.');
      }
      this.worker = freeWorker(this.isLong);
      this.worker.join(this);
    }
    for (let moves = 0; ; moves++) {
      try {
        return await this.worker.run(this, job, transfer);
      } catch (error) {
        const isReading = job.kind === 'header' || job.kind === 'read';
        if (!(error instanceof WorkerEnded) || !isReading || moves >= mostMoves(error)) throw error;
        this.worker = freeWorker(this.isLong);
        this.worker.join(this);
      }
    }
  }

  async release(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    if (!worker || worker.ended) return;
    await worker.run(this, { kind: 'release' }, []).catch(() => undefined);
    worker.leave(this);
  }
}

/**
 * A worker that died may have died of this very request, unless it was ended because of another.
 */
const mostMoves = ({ isByOther }: WorkerEnded): number => (isByOther ? MOST_MOVES : 1);

/** The worker of a request ended, which need not be the request's fault. */
class WorkerEnded extends NetcdfError {
  readonly isByOther: boolean;

  constructor(cause: unknown, isByOther: boolean) {
    super('unreadable', 'The HDF5 worker has ended.', { cause });
    this.isByOther = isByOther;
  }
}

/**
 * An idle worker, since starting one takes longer than reading or writing a small file; else a new
 * one, as long as more are allowed; else the one with the least to do.
 */
function freeWorker(isLong: boolean): Hdf5Worker {
  const usable = workers.filter((worker) => !worker.worn);
  const least = usable.sort((a, b) => a.waiting - b.waiting || a.load - b.load)[0];
  const isFree = least?.waiting === 0 && (!isLong || least.load === 0);
  if (least && (isFree || workers.length >= MOST_WORKERS)) return least;
  return new Hdf5Worker();
}

class Hdf5Worker {
  ended = false;
  private isReady = false;
  private failures = 0;
  private readonly shared = new SharedArrayBuffer(SHARED_HEAD_BYTES + SHARED_DATA_BYTES);
  private readonly thread: Worker;
  private readonly sessions = new Map<number, Hdf5Session>();
  private readonly pending = new Map<number, Pending>();
  private idle: NodeJS.Timeout | undefined;
  private silence: NodeJS.Timeout | undefined;
  /** Why the last bytes could not be fetched, which the worker does not know. */
  private fetchFailure: unknown;

  constructor() {
    this.thread = new Worker(new URL('./worker.ts', import.meta.url), {
      name: 'netcdf-hdf5',
      // options of this process, such as the type of a script given on the command line, are not
      // meant for it
      execArgv: [],
      workerData: { shared: this.shared },
      // what it works on lies outside of the heap
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    this.thread.unref();
    this.thread.on('message', (answer: Hdf5Answer) => this.take(answer));
    this.thread.on('error', (cause) => this.fail(cause));
    this.thread.on('exit', () => this.fail(undefined));
    workers.push(this);
  }

  get load(): number {
    return this.sessions.size;
  }

  /** Requests that are not answered yet. */
  get waiting(): number {
    return this.pending.size;
  }

  /** Given no new sessions. */
  get worn(): boolean {
    return this.ended || this.failures >= MOST_FAILURES;
  }

  join(session: Hdf5Session): void {
    clearTimeout(this.idle);
    this.sessions.set(session.id, session);
  }

  leave(session: Hdf5Session): void {
    this.sessions.delete(session.id);
    if (this.sessions.size > 0) return;
    this.idle = setTimeout(() => this.end(), this.worn ? 0 : IDLE_MS);
    this.idle.unref();
  }

  run(session: Hdf5Session, job: Hdf5Job, transfer: ArrayBuffer[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const request: Hdf5Request = { id: nextRequest++, session: session.id, job };
      this.pending.set(request.id, { session, resolve, reject, kind: job.kind });
      this.thread.ref(); // an answer that is waited for keeps the process alive
      if (this.pending.size === 1) this.watch();
      this.thread.postMessage(request, transfer);
    });
  }

  private take(answer: Hdf5Answer): void {
    if (answer.kind === 'ready') {
      this.isReady = true;
      this.watch();
      return;
    }
    if (answer.kind === 'fetch') {
      void this.fetch(answer);
      this.watch();
      return;
    }
    const pending = this.pending.get(answer.id);
    this.pending.delete(answer.id);
    this.watch();
    if (this.pending.size === 0) this.thread.unref();
    if (answer.kind === 'done') {
      pending?.resolve(answer.value);
      return;
    }
    this.failures++;
    const cause = this.fetchFailure ?? new Error(answer.detail);
    this.fetchFailure = undefined;
    pending?.reject(new NetcdfError(answer.code, answer.message, { cause }));
  }

  /** Serves a worker that waits for bytes. */
  private async fetch({ session, sequence, offset, length }: FetchRequest): Promise<void> {
    const cells = new Int32Array(this.shared, 0, SHARED_CELLS);
    const answer = (state: number) => {
      Atomics.store(cells, 0, state);
      Atomics.notify(cells, 0);
    };
    try {
      const source = this.sessions.get(session)?.source;
      if (!source) throw new NetcdfError('closed', 'The dataset was closed.');
      const bytes = await source.read(offset, length);
      // the worker timed out and waits for other bytes
      if (Atomics.load(cells, 2) !== sequence) return;
      new Uint8Array(this.shared, SHARED_HEAD_BYTES).set(bytes.subarray(0, length));
      Atomics.store(cells, 1, Math.min(bytes.length, length));
      answer(FETCH.filled);
    } catch (error) {
      if (Atomics.load(cells, 2) !== sequence) return;
      this.fetchFailure = error;
      answer(FETCH.failed);
    }
  }

  /** A damaged file may keep the library busy for ever. */
  private watch(): void {
    clearTimeout(this.silence);
    if (this.pending.size === 0) return;
    const [oldest] = this.pending.values(); // the one in work
    // A file is not to blame for a machine that is slow to load the library.
    const isHeader = this.isReady && oldest?.kind === 'header';
    const patience = isHeader ? LONGEST_HEADER_MS : LONGEST_SILENCE_MS;
    this.silence = setTimeout(() => this.giveUp(patience), patience);
    this.silence.unref();
  }

  private giveUp(patience: number): void {
    const [oldest] = this.pending;
    if (oldest) {
      const [id, { reject }] = oldest;
      this.pending.delete(id);
      const seconds = patience / 1000;
      reject(
        new NetcdfError('endless', `Reading the file did not come to an end in ${seconds} s.`),
      );
    }
    this.remove();
    this.fail(undefined, true);
    void this.thread.terminate();
  }

  private end(): void {
    this.remove();
    void this.thread.terminate();
  }

  private fail(cause: Error | undefined, isByOther = false): void {
    this.remove();
    for (const { reject } of this.pending.values()) reject(new WorkerEnded(cause, isByOther));
    this.pending.clear();
  }

  private remove(): void {
    this.ended = true;
    clearTimeout(this.idle);
    clearTimeout(this.silence);
    const index = workers.indexOf(this);
    if (index >= 0) workers.splice(index, 1);
  }
}
