// The demo archive: a store whose listing is computed and whose files are made when they are read.
import { setImmediate } from 'node:timers/promises';
import { Problem } from '@isobar/contract/problem.ts';
import type { ByteSource } from '@isobar/netcdf';
import { filesOf, type StreamFile } from './calendar.ts';
import { DAY, DEMO_NOW } from './clock.ts';
import { madeAt } from './header.ts';
import { otherFile, otherKind, otherName, otherSize } from './other-file.ts';
import { planOf, sizeOf } from './plan.ts';
import { scanNameOf } from './scans.ts';
import { simulatedFile } from './simulated-file.ts';
import { streams } from './streams.ts';

/** As apps/server/src/ports/archive.ts has it. */
export interface ArchiveEntry {
  readonly path: string;
  readonly size: number;
  readonly modified: number;
  readonly known: {
    readonly datastream: string;
    readonly start: number;
    readonly end: number;
    readonly design: string;
    readonly scanName?: string;
  };
}

export interface DemoArchive {
  readonly simulated: boolean;
  list(): AsyncIterable<ArchiveEntry>;
  look(path: string): Promise<ArchiveEntry | null>;
  open(path: string): Promise<ByteSource>;
  close(): Promise<void>;
}

/** Milliseconds of work between two turns of the event loop. */
const TURN = 12;

/** Reads its tables at once, so that no request waits for them later. */
export function openDemoArchive(): DemoArchive {
  streams();
  return {
    simulated: true,
    list,
    async look(path) {
      const file = fileAt(path);
      return file && entryOf(file);
    },
    async open(path) {
      const file = fileAt(path);
      if (!file) throw new Problem('not-found', `The demo archive has no file ${path}.`);
      return sourceOf(file);
    },
    close: () => Promise.resolve(),
  };
}

async function* list(): AsyncGenerator<ArchiveEntry> {
  let since = performance.now();
  let count = 0;
  for (const stream of streams().values()) {
    for (const file of filesOf(stream)) {
      yield entryOf(file);
      if (++count % 256 === 0 || file.first === stream.start) {
        if (performance.now() - since > TURN) {
          await setImmediate();
          since = performance.now();
        }
      }
    }
  }
}

function entryOf(file: StreamFile): ArchiveEntry {
  const { stream, first, records } = file;
  const scanName = scanNameOf(file);
  return {
    path: `${stream.site}/${stream.name}/${nameOf(file)}`,
    size: otherKind(stream) ? otherSize(file) : sizeOf(planOf(stream), records),
    modified: Math.min(madeAt(file), DEMO_NOW) * 1000,
    known: {
      datastream: stream.name,
      start: first,
      end: Math.floor(first + (records - 1) * stream.design.step),
      design: `${stream.name} ${stream.design.version}`,
      ...(scanName !== undefined && { scanName }),
    },
  };
}

const sourceOf = (file: StreamFile): ByteSource =>
  otherKind(file.stream) ? otherFile(file) : simulatedFile(file);

/** Datastream, date and time of the first sample, ending: the name of a file without its folder. */
function nameOf(file: StreamFile): string {
  const { stream, first } = file;
  const stem = `${stream.name}.${stampOf(first)}`;
  return otherKind(stream) ? otherName(file, stem) : `${stem}.${stream.design.extension}`;
}

let stampDay = -1;
let stampText = '';

/**
 * 'YYYYMMDD.hhmmss'. The text of the last day is kept, since files come in order of time and many
 * share a day.
 */
function stampOf(t: number): string {
  const day = Math.floor(t / DAY);
  if (day !== stampDay) {
    stampDay = day;
    stampText = new Date(day * DAY * 1000).toISOString().slice(0, 10).replaceAll('-', '');
  }
  const second = Math.floor(t) - day * DAY;
  const two = (n: number): string => (n < 10 ? `0${n}` : `${n}`);
  const minute = Math.floor(second / 60);
  return `${stampText}.${two(Math.floor(minute / 60))}${two(minute % 60)}${two(second % 60)}`;
}

const PATH = /^[a-z]{3}\/([^/]+)\/(\1)\.(\d{4})(\d\d)(\d\d)\.(\d\d)(\d\d)(\d\d)\.[^/]+$/;

function fileAt(path: string): StreamFile | null {
  const match = PATH.exec(path);
  const stream = match ? streams().get(match[1] ?? '') : undefined;
  if (match && stream) {
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
      .slice(3, 9)
      .map(Number);
    const t = Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
    for (const file of filesOf(stream, t, t + 1)) {
      if (`${stream.site}/${stream.name}/${nameOf(file)}` === path) return file;
    }
  }
  return null;
}
