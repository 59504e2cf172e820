// Where log lines go: a sink that never blocks and never fails. What cannot be written is dropped,
// counted, and reported later.
import { fstatSync, writeSync, write as writeTo } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Lines that wait while a disk is slow or a pipe is full; more are dropped. */
const MOST_WAITING_BYTES = 1 << 20;
const AT_ONCE_BYTES = 1 << 16;
const AGAIN_MS = 50;

/** What pino writes to. */
export interface LogSink {
  write(line: string): void;
}

let droppedInAll = 0;
/** The number of dropped lines, over all sinks of this thread. */
export const droppedLines = (): number => droppedInAll;

export function openLogSink(file: number): LogSink {
  makeImpatient(file);
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let busy = false;
  let untold = 0;
  // a failed write ended within a line, so the next line begins with a line break
  let isBroken = false;

  function drop(lines: number): void {
    droppedInAll += lines;
    untold += lines;
  }

  function next(): void {
    if (busy || waiting.length === 0) return;
    busy = true;
    const lines: Buffer[] = [];
    let bytes = 0;
    for (let [line] = waiting; line; [line] = waiting) {
      if (bytes > 0 && bytes + line.length > AT_ONCE_BYTES) break;
      waiting.shift();
      lines.push(line);
      bytes += line.length;
    }
    waitingBytes -= bytes;
    const told = untold;
    if (told > 0) lines.unshift(Buffer.from(droppedLine(told)));
    if (isBroken) lines.unshift(Buffer.from('\n'));
    put(Buffer.concat(lines), 0, (written) => {
      busy = false;
      if (written === null) {
        isBroken = false;
        untold -= told;
      } else {
        isBroken ||= written > 0;
        drop(lines.length - (told > 0 ? 1 : 0));
      }
      next();
    });
  }

  /** Calls `done` with null, or with how much was written before writing failed for good. */
  function put(bytes: Buffer, from: number, done: (written: number | null) => void): void {
    writeTo(file, bytes, from, bytes.length - from, null, (error, count) => {
      if (error?.code === 'EAGAIN') {
        // the pipe is not being read for now
        setTimeout(() => put(bytes, from, done), AGAIN_MS).unref();
        return;
      }
      if (error) return done(from);
      if (from + count < bytes.length) put(bytes, from + count, done);
      else done(null);
    });
  }

  /** The last words of a process that is ending: as much as can be written without waiting. */
  process.on('exit', () => {
    try {
      for (const line of waiting.splice(0)) writeSync(file, line);
    } catch {
      // no reader is left
    }
  });

  return {
    write(line) {
      const bytes = Buffer.from(line);
      if (waitingBytes + bytes.length > MOST_WAITING_BYTES) return drop(1);
      waiting.push(bytes);
      waitingBytes += bytes.length;
      next();
    },
  };
}

const droppedLine = (lines: number): string =>
  `${JSON.stringify({ level: 40, time: new Date().toISOString(), dropped: lines, msg: 'lines of the log could not be written' })}\n`;

/**
 * A pipe that is not read would block a thread of the pool in the middle of a write. When Node
 * opens its own standard output, the system returns EAGAIN instead of blocking, for all processes
 * that write to the same pipe.
 */
function makeImpatient(file: number): void {
  try {
    const found = fstatSync(file);
    if (isMainThread && file === 1 && (found.isFIFO() || found.isSocket()))
      process.stdout.on('error', () => {});
  } catch {
    // it is closed: every line is dropped
  }
}
