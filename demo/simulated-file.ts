// The bytes of one simulated file, made when and where they are read.
import { setImmediate } from 'node:timers/promises';
import type { ByteSource, PlacedVariable } from '@isobar/netcdf';
import { outagesOf, type StreamFile } from './calendar.ts';
import { headerOf } from './header.ts';
import { type Plan, planOf, sizeOf } from './plan.ts';
import { Recorder } from './recorder.ts';

/** Work between two turns of the event loop: about 10 ms. */
const SLICE = 256 * 1024;
/** The same for pieces of records, each of which moves to its record first. */
const PIECES_SLICE = 16 * 1024;

/** Reads at any offset give the same bytes as reading the whole file. */
export function simulatedFile(file: StreamFile): ByteSource {
  const plan = planOf(file.stream);
  const size = sizeOf(plan, file.records);
  const { recordStart, recordSize, variables } = plan.header.layout;
  const recorder = new Recorder(plan, file, outagesOf(file.stream));
  const record = new Uint8Array(recordSize);
  const view = new DataView(record.buffer);
  let front: Uint8Array | null = null;

  function fill(out: Uint8Array, from: number, to: number): void {
    if (from < recordStart) {
      front ??= frontOf(plan, file, recorder);
      out.set(front.subarray(from, Math.min(to, recordStart)));
    }
    let at = Math.max(from, recordStart);
    while (at < to) {
      const index = Math.floor((at - recordStart) / recordSize);
      const start = recordStart + index * recordSize;
      const stop = Math.min(to, start + recordSize);
      recorder.to(index);
      for (let v = 0; v < variables.length; v++) {
        const placed = variables[v] as PlacedVariable;
        if (!placed.isRecord) continue;
        const begin = placed.begin - recordStart;
        if (start + begin >= stop || start + begin + placed.padded <= at) continue;
        recorder.write(v, view, begin);
      }
      out.set(record.subarray(at - start, stop - start), at - from);
      at = stop;
    }
  }

  return {
    size,
    async read(offset, length) {
      const end = Math.max(offset, Math.min(size, offset + length));
      const out = new Uint8Array(end - offset);
      for (let at = offset; at < end; at += SLICE) {
        const stop = Math.min(end, at + SLICE);
        fill(out.subarray(at - offset, stop - offset), at, stop);
        if (stop < end) await setImmediate();
      }
      return out;
    },
    async readPieces(offset, length, stride, count) {
      const out = new Uint8Array(length * count);
      let made = 0;
      for (let i = 0; i < count; i++) {
        const from = offset + i * stride;
        fill(out.subarray(i * length, (i + 1) * length), from, Math.min(size, from + length));
        made += length;
        if (made < PIECES_SLICE) continue;
        made = 0;
        await setImmediate();
      }
      return out;
    },
    close: () => Promise.resolve(),
  };
}

/**
 * Everything before the first record: header and the variables that have one value for the file.
 */
function frontOf(plan: Plan, file: StreamFile, recorder: Recorder): Uint8Array {
  const { layout } = plan.header;
  const bytes = new Uint8Array(layout.recordStart);
  bytes.set(headerOf(plan.header, file));
  const view = new DataView(bytes.buffer);
  recorder.to(0);
  plan.variables.forEach((variable, v) => {
    const place = layout.variables[v];
    if (!place || place.isRecord) return;
    if (variable.kind === 'base-time') view.setInt32(place.begin, file.first);
    else recorder.write(v, view, place.begin);
  });
  return bytes;
}
