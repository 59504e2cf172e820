// Files of the demo archive that are not NetCDF: raw logger text, raw binary dumps, films of the
// sky.
import { setImmediate } from 'node:timers/promises';
import type { ByteSource } from '@isobar/netcdf';
import type { StreamFile } from './calendar.ts';
import { SIMULATED } from './clock.ts';
import { hash, hashText, unit } from './hash.ts';
import { Sample } from './sample.ts';
import type { Stream } from './streams.ts';

/**
 * text: lines of a logger. binary and film: bytes that only their instrument's own software reads.
 */
export type OtherKind = 'text' | 'binary' | 'film';

/** How the files of a stream are kept when they are not NetCDF. */
export function otherKind(stream: Stream): OtherKind | null {
  if (/movie/.test(stream.class)) return 'film';
  if (stream.level !== '00' && stream.level !== '01') return null;
  return stream.design.dimensions.size > 0 ? 'binary' : 'text';
}

/** `stem` is datastream, date and time. */
export function otherName(file: StreamFile, stem: string): string {
  const { stream } = file;
  switch (otherKind(stream)) {
    case 'film':
      return `${stem}.mpg`;
    case 'binary':
      return `${stem}.raw.${stream.class}.bin`;
    default:
      return `${stem}.raw.${stream.class}.dat`;
  }
}

export function otherSize(file: StreamFile): number {
  const { stream, records, first } = file;
  switch (otherKind(stream)) {
    case 'film':
      return 9_000_000 + Math.floor(6_000_000 * unit(stream.seed, Math.round(first)));
    case 'binary':
      return HEAD + records * (16 + 2 * valuesPerRecord(stream.design));
    default:
      return LINE * (2 + records);
  }
}

export function otherFile(file: StreamFile): ByteSource {
  const size = otherSize(file);
  const make = otherKind(file.stream) === 'text' ? textOf(file) : bytesOf(file);
  return {
    size,
    async read(offset, length) {
      const end = Math.max(offset, Math.min(size, offset + length));
      const out = new Uint8Array(end - offset);
      for (let at = offset; at < end; at += SLICE) {
        const stop = Math.min(end, at + SLICE);
        make(out.subarray(at - offset, stop - offset), at);
        if (stop < end) await setImmediate();
      }
      return out;
    },
    close: () => Promise.resolve(),
  };
}

/** What an instrument measures at once: the values of all its variables that have a time. */
const valuesPerRecord = ({ variables, dimensions }: Stream['design']): number =>
  variables
    .filter((variable) => variable.perSample)
    .map((variable) => variable.dimensions.reduce((n, name) => n * (dimensions.get(name) ?? 1), 1))
    .reduce((sum, n) => sum + n, 0);

const SLICE = 256 * 1024;
const LINE = 96;
/** Binary files begin with a sentence that says what they are. */
const HEAD = 512;

type Make = (out: Uint8Array, from: number) => void;

/** Lines of one length: time, record, temperature, humidity, pressure, wind, volts. */
function textOf({ stream, first }: StreamFile): Make {
  const sample = new Sample(stream.place, stream.seed);
  const encoder = new TextEncoder();
  const head = [
    pad(`"${stream.name}","simulated","see the demo archive","${stream.class}"`),
    pad('"TIMESTAMP","RECORD","T_C","RH_PCT","P_HPA","WS_MS","WD_DEG","BATT_V"'),
  ];
  const line = (index: number): string => {
    if (index < 2) return head[index] ?? '';
    const record = index - 2;
    sample.at(first + record * stream.design.step, record);
    const w = sample.weather;
    const time = new Date(Math.floor(sample.time) * 1000)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ');
    const volts = 12.6 + 0.8 * Math.max(0, w.mu);
    const values = [w.temperature, w.humidity, w.pressure, w.windSpeed, w.windDirection, volts];
    return pad(`"${time}",${record},${values.map((value) => value.toFixed(2)).join(',')}`);
  };
  return (out, from) => {
    for (let at = from; at < from + out.length; ) {
      const index = Math.floor(at / LINE);
      const bytes = encoder.encode(line(index));
      const part = bytes.subarray(
        at - index * LINE,
        Math.min(LINE, from + out.length - index * LINE),
      );
      out.set(part, at - from);
      at += part.length;
    }
  };
}

const pad = (text: string): string => `${text.slice(0, LINE - 2).padEnd(LINE - 2)}\r\n`;

function bytesOf({ stream, first }: StreamFile): Make {
  const seed = hashText(`${stream.name} ${first}`);
  const head = new TextEncoder().encode(
    `${stream.name} simulated = "${SIMULATED}"`.padEnd(HEAD).slice(0, HEAD),
  );
  return (out, from) => {
    for (let i = 0; i < out.length; i++) {
      const at = from + i;
      out[i] = at < HEAD ? (head[at] ?? 0) : hash(seed, at >>> 2) >>> ((at & 3) * 8);
    }
  };
}
