// Arrays over files of every type that NetCDF-4 has: values, chunks, what DAP2 cannot hold, and the
// check of a whole datastream.
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeArrays } from '@isobar/contract/calls/array-calls.ts';
import type { ArrayInfo } from '@isobar/contract/calls/arrays.ts';
import { addressOf } from '@isobar/contract/calls/call.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPython, pythonLines } from './array-readers.ts';
import { type Isobar, isobar, NO_ORDERS } from './server.ts';

const DATASTREAM = 'sgptypesE13.b1';
const ROWS = 15;

interface Chunk {
  readonly name: string;
  readonly dimensions: readonly string[];
  readonly shape: readonly number[];
  readonly type: string;
  readonly chunk: readonly number[];
  readonly sameInVersion2: boolean;
  readonly codecs: readonly string[];
  readonly endian: string;
  readonly inside: string;
  /** As numcodecs calls it: 1 is by bytes. */
  readonly shuffled: number;
  /** A few values that do not become smaller. */
  readonly stored: number;
  /** Bytes of a value. */
  readonly size: number;
  readonly padding: readonly (number | 'NaN')[];
  readonly fill: number | 'NaN' | null;
}

describe.skipIf(!hasPython)('an array over files of every type', () => {
  let folder: string;
  let server: Isobar;
  let info: ArrayInfo;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'isobar-types-'));
    mkdirSync(join(folder, 'sgp'));
    await pythonLines('every_type.py', 'write', join(folder, 'sgp'));
    server = await isobar(NO_ORDERS, async (command) => {
      await command('harvest', folder);
    });
    const reply = await fetch(server.url + addressOf(describeArrays, { datastream: DATASTREAM }));
    expect(reply.status).toBe(200);
    info = (await reply.json()) as ArrayInfo; // the server checks its answers in flows
  });
  afterAll(async () => {
    await server?.remove();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('an array over files of every type has every value of them, as xarray, netCDF4 and pydap read it by themselves [AR4] [AR6] [DP1]', async () => {
    const lines = await pythonLines('every_type.py', 'check', server.url, join(folder, 'sgp'));
    const without = (names: string) => expect.stringMatching(new RegExp(`without ${names}$`));
    const long = 'filled_i8 filled_u8 int_i8 int_u8';
    expect(lines).toEqual([without('none'), without('none'), without(long), without(long)]);
  });

  it('an array over files of every type has chunks of the stated rows, with zlib and shuffle in Blosc, little endian, and padded by the fill value [AR12]', async () => {
    const [text = ''] = await pythonLines('every_type.py', 'chunks', server.url);
    const chunks = JSON.parse(text) as Chunk[]; // by the program of this test
    const rows = new Map(
      chunks
        .filter(({ dimensions }) => dimensions[0] === 'time')
        .map(({ name, chunk }) => [name, chunk[0]]),
    );
    expect(Object.fromEntries([...rows].filter(([name]) => name in STATED))).toEqual(STATED);
    expect([...rows].filter(([name]) => !(name in STATED)).map(([, each]) => each)).toEqual(
      Array(rows.size - Object.keys(STATED).length).fill(16_384),
    );
    for (const each of chunks) {
      expect(each, each.name).toMatchObject({
        ...{ sameInVersion2: true, codecs: ['bytes', 'blosc'], endian: 'little' },
        ...{ inside: 'Zlib', shuffled: each.stored ? 0 : 1 },
      });
      expect(each.chunk.slice(1), each.name).toEqual(each.shape.slice(1));
      if (rows.has(each.name)) expect(each.padding, each.name).toEqual([each.fill ?? 0]);
    }
    expect(chunks.length).toBe(info.variables.length);
  });

  it('an array over files of every type has signed bytes as Int16, unsigned ones and text as Byte by DAP2, and a note instead of integers of 64 bits [DP2]', async () => {
    const { dap } = info.variants.whole;
    const dds = await (await fetch(`${dap}.dds`)).text();
    const types = Object.fromEntries(
      [...dds.matchAll(/^ {4}(\w+) (\w+)/gm)].map(([, type, name]) => [name, type]),
    );
    expect(types).toMatchObject({ flag: 'Int16', level: 'Byte', bits: 'Byte', word: 'Byte' });
    expect(types).toMatchObject({
      filled_u2: 'Int32',
      filled_u4: 'Float64',
      inner_humid: 'Float32',
    });
    expect(Object.keys(types).filter((name) => /[iu]8$/.test(name))).toEqual([]);
    const note =
      'Read by Zarr alone, since DAP2 has no integers of 64 bits: int_i8, int_u8, filled_i8, filled_u8.';
    expect(await (await fetch(`${dap}.das`)).text()).toContain(note);
    expect(await (await fetch(`${dap}.html`)).text()).toContain(note);
    const refused = await fetch(`${dap}.dods?int_i8`);
    expect([refused.status, await refused.text()]).toEqual([
      404,
      expect.stringContaining('int_i8 is read by Zarr alone, since DAP2'),
    ]);
  });

  it('an array over files of every type grows along time for readers of DAP2 that average and join records, such as those of NCO', async () => {
    const { dap } = info.variants.whole;
    expect(await pythonLines('every_type.py', 'records', dap)).toEqual(['time']);
  });

  it('an array over files of every type is read whole by `isobar series check`, which says its variables and notes, and which files cannot be read [AR15]', async () => {
    const whole = await server.command('series', 'check', DATASTREAM);
    const named = (text: string, kind: string) =>
      text
        .split('\n')
        .flatMap((line) => (line.startsWith(`${kind}\t`) ? [line.split('\t')[1]] : []));
    expect(named(whole, 'variable')).toEqual(info.variables.map(({ name }) => name));
    expect(named(whole, 'note')).toEqual(info.notes);
    expect(whole).toMatch(
      new RegExp(`^${ROWS} rows of 3 files, .* read; 0 cannot be read\\.$`, 'm'),
    );
    const [, damaged = ''] = readdirSync(join(folder, 'sgp')).sort();
    damage(join(folder, 'sgp', damaged));
    const failed: unknown = await server
      .command('series', 'check', DATASTREAM)
      .catch((error) => error);
    expect(failed).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('; 1 cannot be read.'),
    });
    expect(failed).toMatchObject({ stdout: expect.stringContaining(`unreadable\t${damaged}\t`) });
  });
});

/** Rows of a chunk of those variables that have others than 16,384. */
const STATED: Readonly<Record<string, number>> = {
  time: 262_144,
  word: 4096, // of 4 letters
  scan: 4096, // of 3 values
  spectrum: 64, // of 1,000 values
  power: 32, // 64 rows would have more than 8 MB
};

/** Other bytes in the middle of a file, whose size and date stay. */
function damage(path: string): void {
  const { size, atime, mtime } = statSync(path);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(4000, 0x5a), 0, 4000, Math.floor(size / 2));
  closeSync(file);
  utimesSync(path, atime, mtime);
}
