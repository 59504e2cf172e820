// Compares what the C library (through Python's netCDF4) makes of damaged files with what is read
// here: which parts are refused, and the values of the others.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { crc32 } from 'node:zlib';
import { isNumeric } from '../element.ts';
import { NetcdfError, openDataset } from '../index.ts';

/**
 * '' for the file as a whole, else a variable by its path -> the checksum of its values; null:
 * refused; '': not compared.
 */
export type Findings = ReadonlyMap<string, string | null>;

const READER = `
import sys, json, zlib
import netCDF4
import numpy as np
def look(group, prefix, found):
    group.ncattrs() and [group.getncattr(n) for n in group.ncattrs()]
    for name, v in group.variables.items():
        path = prefix + name
        try:
            v.set_auto_maskandscale(False); v.set_auto_chartostring(False)
            [v.getncattr(n) for n in v.ncattrs()]
            a = v[...]
            kind = getattr(getattr(a, 'dtype', None), 'kind', 'O')
            if kind in 'iuf':
                a = np.ascontiguousarray(a).astype(a.dtype.newbyteorder('<'))
                found[path] = format(zlib.crc32(a.tobytes()), '08x')
            else: found[path] = ''
        except Exception as e: found[path] = None
    for name, g in group.groups.items(): look(g, prefix + name + '/', found)
for line in sys.stdin:
    found = {}
    try:
        ds = netCDF4.Dataset(line.strip(), 'r')
        try: look(ds, '', found); found[''] = ''
        finally: ds.close()
    except Exception as e: found = {'': None}
    print(json.dumps(found), flush=True)
`;

/** Longest that the C library may take over a file. */
const PATIENCE_MS = 20_000;

/**
 * A process that reads files one after the other; one that dies or hangs over a file has refused
 * it.
 */
export class CLibrary {
  #child: ChildProcessWithoutNullStreams | null = null;

  async look(path: string): Promise<Findings> {
    this.#child ??= spawn('python3', ['-c', READER]);
    const child = this.#child;
    const lines = createInterface({ input: child.stdout });
    const line = await new Promise<string | null>((resolve) => {
      const over = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
      const end = (text: string | null) => {
        clearTimeout(over);
        resolve(text);
      };
      lines.once('line', end);
      child.once('exit', () => end(null));
      child.stdin.write(`${path}\n`);
    });
    lines.close();
    child.removeAllListeners('exit');
    if (line !== null) return new Map(Object.entries(JSON.parse(line) as Record<string, string>));
    this.#child = null;
    return new Map([['', null]]);
  }

  close(): void {
    this.#child?.stdin.end();
  }
}

/**
 * The same by this package, where what it names as unreadable counts as refused. Throws what is no
 * NetcdfError.
 */
export async function ownFindings(path: string): Promise<Findings> {
  const found = new Map<string, string | null>();
  const dataset = await openDataset(path).catch(refused);
  found.set('', dataset && '');
  if (!dataset) return found;
  for (const { name } of dataset.unreadable) found.set(name, null);
  for (const { name } of dataset.variables) {
    const values = await dataset.read(name).catch(refused);
    found.set(name, values && (isNumeric(values) ? checksum(values) : ''));
  }
  await dataset.close();
  return found;
}

/** Parts that the C library refuses and we do not, and parts with other values here. */
export function disagreements(c: Findings, own: Findings): string[] {
  if (own.get('') === null) return [];
  if (c.get('') === null)
    return [...own.values()].includes(null) ? [] : ['the file, which is refused there'];
  return [...own].flatMap(([name, sum]) => {
    const there = c.get(name);
    if (sum === null || there === undefined) return [];
    if (there === null) return [`${name}, which is refused there`];
    return there !== '' && sum !== '' && there !== sum ? [`other values of ${name}`] : [];
  });
}

const checksum = (values: ArrayBufferView): string =>
  crc32(Buffer.from(values.buffer, values.byteOffset, values.byteLength))
    .toString(16)
    .padStart(8, '0');

function refused(error: unknown): null {
  if (error instanceof NetcdfError) return null;
  throw error;
}
