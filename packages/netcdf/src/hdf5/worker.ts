// The HDF5 worker: does one request after the other with the library that only it uses.
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { NetcdfErrorCode } from '../netcdf-error.ts';
import { NetcdfError } from '../netcdf-error.ts';
import type { ReadBytes } from './external-storage.ts';
import { FetchedFile } from './fetched-file.ts';
import { type Hdf5Library, startHdf5 } from './h5-module.ts';
import { readHdf5Header } from './header-reader.ts';
import { isAsKnown } from './known-object.ts';
import { OutputWriter } from './output-writer.ts';
import type { Hdf5Answer, Hdf5Input, Hdf5Request } from './protocol.ts';
import { readSlabs } from './slab-reader.ts';

/** Files that stay open between requests; the longest unused is closed first. */
const MOST_OPEN_FILES = 8;
/**
 * A file with more is closed after each request: while it is open, the library keeps what it learnt
 * of each variable, in memory that it never gives back.
 */
const MANY_VARIABLES = 250;

const port = parentPort;
if (!port) throw new Error('This file is started as a worker thread.');
const shared = (workerData as { shared: SharedArrayBuffer }).shared;
const library = await startHdf5();
const inputs = new Map<number, bigint>();
/** The bytes of those inputs that the main thread reads. */
const fetched = new Map<number, FetchedFile>();
const outputs = new Map<number, OutputWriter>();

answer({ kind: 'ready' });
port.on('message', (request: Hdf5Request) => {
  try {
    library.takeReadFailure(); // a read failure that was overcome is no reason for what fails now
    const { value, transfer } = perform(library, request);
    answer({ kind: 'done', id: request.id, value }, transfer);
  } catch (error) {
    answer({ kind: 'failed', id: request.id, ...explain(error) });
    // After a trap of WebAssembly the library must not be used again.
    if (error instanceof Error && error.name === 'RuntimeError') process.exit();
  }
});

function answer(message: Hdf5Answer, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer);
}

/** What is answered, and memory that is handed over with it. */
interface Performed {
  readonly value?: unknown;
  readonly transfer?: ArrayBuffer[];
}

function perform({ h5 }: Hdf5Library, { session, job }: Hdf5Request): Performed {
  switch (job.kind) {
    case 'header': {
      const file = openInput(session, job.input);
      const header = withBytes(session, job.input, (read) => readHdf5Header(h5, file, read));
      if (header.variables.length > MANY_VARIABLES) closeInput(session);
      return { value: header };
    }
    case 'read': {
      const file = openInput(session, job.input);
      if (!(job.known ?? []).every((one) => isAsKnown(h5, file, one))) return { value: null };
      const { values, memory } = readSlabs(h5, file, job.slabs);
      if (values.length > MANY_VARIABLES) closeInput(session);
      return { value: values, transfer: [memory] };
    }
    case 'create':
      outputs.set(session, OutputWriter.create(library, job.file));
      return {};
    case 'write':
      for (const block of job.blocks) outputOf(session).write(block);
      return { value: job.memory, transfer: [job.memory] };
    case 'finish':
      outputOf(session).finish(job.attributes);
      outputs.delete(session);
      return {};
    case 'release':
      closeInput(session);
      outputs.get(session)?.abandon();
      outputs.delete(session);
      return {};
  }
}

function outputOf(session: number): OutputWriter {
  const output = outputs.get(session);
  if (!output) throw new NetcdfError('closed', 'The file is not being written any more.');
  return output;
}

function openInput(session: number, input: Hdf5Input): bigint {
  const known = inputs.get(session);
  if (known !== undefined) {
    inputs.delete(session); // and back in as the one used last
    inputs.set(session, known);
    return known;
  }
  for (const [oldest] of inputs) {
    if (inputs.size < MOST_OPEN_FILES) break;
    closeInput(oldest);
  }
  const path = 'path' in input ? input.path : `/source/${session}`;
  const elsewhere =
    'path' in input ? undefined : new FetchedFile(input.size, fetchThrough(session));
  const { h5 } = library;
  const file = library.whileAllowed(path, elsewhere, () =>
    h5.open(path, h5.H5F_ACC_RDONLY, false, -1, -1),
  );
  inputs.set(session, file);
  if (elsewhere) fetched.set(session, elsewhere);
  return file;
}

function closeInput(session: number): void {
  const file = inputs.get(session);
  inputs.delete(session);
  fetched.delete(session);
  if (file !== undefined) library.h5.close_file(file);
}

/** Hands over what reads bytes of an input that is open. */
function withBytes<T>(session: number, input: Hdf5Input, use: (read: ReadBytes) => T): T {
  const elsewhere = fetched.get(session);
  const handle = 'path' in input ? openSync(input.path, 'r') : undefined;
  try {
    return use((offset, length) => {
      const bytes = new Uint8Array(length);
      if (handle === undefined) return bytes.subarray(0, elsewhere?.read(bytes, offset) ?? 0);
      return bytes.subarray(0, readSync(handle, bytes, 0, length, offset));
    });
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function fetchThrough(session: number) {
  return {
    shared,
    ask: (sequence: number, offset: number, length: number) =>
      answer({ kind: 'fetch', session, sequence, offset, length }),
  };
}

/** HDF5 prints a stack of calls, in which a few known phrases tell what went wrong. */
const PHRASES: readonly (readonly [RegExp, NetcdfErrorCode, string])[] = [
  [/truncated file/i, 'truncated', 'The file ends before its header says it should.'],
  [/file signature not found/i, 'not-netcdf', 'The file is not HDF5.'],
  [
    /required filter|filter.*not (registered|available)/i,
    'unsupported',
    'A compression filter is missing.',
  ],
  [
    /unable to open external raw data file|external raw data file/i,
    'unsupported',
    'Values are in other files, which are not read.',
  ],
  [/out of memory|Requested allocation/i, 'unsupported', 'A value is too large to be read.'],
  [/no space left/i, 'unreadable', 'There is no space left.'],
];

function explain(thrown: unknown): { code: NetcdfErrorCode; message: string; detail: string } {
  const error = library.takeReadFailure() ?? thrown;
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof NetcdfError) return { code: error.code, message: detail, detail };
  const known = PHRASES.find(([phrase]) => phrase.test(detail));
  if (known) return { code: known[1], message: known[2], detail };
  return { code: 'corrupt', message: 'The HDF5 library cannot read the file.', detail };
}
