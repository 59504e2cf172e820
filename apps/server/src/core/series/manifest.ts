// What a state of arrays stands for: the exact files with their rows and shapes, and the reports in
// force. Pure but for compression.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type MaskSpan, type ShapeParts, shapeParts } from '@isobar/netcdf';

const zipped = promisify(gzip);
const unzipped = promisify(gunzip);

/** Changes whenever the same files and reports give other values, names or attributes. */
const LAW = 3;

export interface ManifestFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** At least 1. */
  readonly rows: number;
  /** Time of the first and the last row, seconds since 1970 UTC. */
  readonly first: number;
  readonly last: number;
  readonly unordered: number;
  /** Indices into `shapes` and `constants` of the manifest. */
  readonly shape: number;
  readonly constants: number;
  /** Seconds between evenly spaced rows; null: they are not evenly spaced. */
  readonly step: number | null;
}

/** A shape of ShapeParts. */
export interface ManifestShape {
  /** Index into `commons` of the manifest. */
  readonly common: number;
  readonly digests: ShapeParts['digests'];
}

/** Files that are in no array, and why. */
export interface LeftOut {
  readonly reason: string;
  readonly files: number;
  /** Names. */
  readonly first: string;
  readonly last: string;
}

export interface Manifest {
  readonly datastream: string;
  /** By first time, then by name. */
  readonly files: readonly ManifestFile[];
  readonly shapes: readonly ManifestShape[];
  /** Texts of what many shapes have in common. */
  readonly commons: readonly string[];
  /** JSON of digests of values without time. */
  readonly constants: readonly string[];
  /** Spans of reports of incorrect and suspect data, by the names in the files. */
  readonly masks: readonly MaskSpan[];
  readonly leftOut: readonly LeftOut[];
}

type FileText = readonly [
  name: string,
  path: string,
  size: number,
  modified: number,
  rows: number,
  first: number,
  last: number,
  unordered: number,
  shape: number,
  constants: number,
  step: number | null,
];

/**
 * Ten hexadecimal digits, which differ when the files, their masks or the notes about files that
 * are left out do.
 */
export function stateOf({ datastream, files, masks, leftOut }: Manifest): string {
  const hash = createHash('sha256').update(JSON.stringify([LAW, datastream, masks]));
  for (const { name, size, modified, rows } of files)
    hash.update(JSON.stringify([name, size, modified, rows]));
  if (leftOut.length > 0) hash.update(JSON.stringify(leftOut));
  return hash.digest('hex').slice(0, 10);
}

/** In memory that threads share, so that passing it on costs nothing. */
export async function packManifest(manifest: Manifest): Promise<Uint8Array> {
  const files = manifest.files.map(
    (one): FileText => [
      one.name,
      one.path,
      one.size,
      one.modified,
      one.rows,
      one.first,
      one.last,
      one.unordered,
      one.shape,
      one.constants,
      one.step,
    ],
  );
  return sharedBytes(await zipped(JSON.stringify({ ...manifest, files })));
}

export function sharedBytes(bytes: Uint8Array): Uint8Array {
  const made = new Uint8Array(new SharedArrayBuffer(bytes.length));
  made.set(bytes);
  return made;
}

/** Of bytes that packManifest made. */
export async function unpackManifest(packed: Uint8Array): Promise<Manifest> {
  const text = (await unzipped(Uint8Array.from(packed))).toString();
  // by packManifest of this version or of the one before
  const written: WrittenManifest = JSON.parse(text);
  const files = written.files.map(
    ([
      name,
      path,
      size,
      modified,
      rows,
      first,
      last,
      unordered,
      shape,
      constants,
      step,
    ]): ManifestFile => ({
      ...{ name, path, size, modified, rows, first, last, unordered, shape, constants, step },
    }),
  );
  return { ...written, ...shapesOf(written), files };
}

type WrittenManifest = Omit<Manifest, 'files' | 'shapes' | 'commons'> & {
  readonly files: FileText[];
  /** Versions before wrote whole texts. */
  readonly shapes: readonly (ManifestShape | string)[];
  readonly commons?: readonly string[];
};

function shapesOf({ shapes, commons }: WrittenManifest): Pick<Manifest, 'shapes' | 'commons'> {
  const kept = new KeptShapes(commons);
  return {
    shapes: shapes.map((shape) => (typeof shape === 'string' ? kept.of(shapeParts(shape)) : shape)),
    commons: kept.commons,
  };
}

/** Shapes with what they have in common, each once. */
export class KeptShapes {
  readonly #numbers: Map<string, number>;

  constructor(commons: readonly string[] = []) {
    this.#numbers = new Map(commons.map((text, number) => [text, number]));
  }

  of({ common, digests }: ShapeParts): ManifestShape {
    const number = this.#numbers.get(common) ?? this.#numbers.size;
    this.#numbers.set(common, number);
    return { common: number, digests };
  }

  get commons(): readonly string[] {
    return [...this.#numbers.keys()];
  }
}

/** The first row of each file in the array. */
export function startsOf(files: readonly Pick<ManifestFile, 'rows'>[]): number[] {
  let row = 0;
  return files.map(({ rows }) => {
    const start = row;
    row += rows;
    return start;
  });
}

/** A part of a file. */
export interface FilePart {
  readonly index: number;
  readonly file: ManifestFile;
  /** Rows [from, to) of the file. */
  readonly from: number;
  readonly to: number;
}

/** The parts of files that rows [start, stop) of the array are made of. */
export function partsOf(
  files: readonly ManifestFile[],
  starts: readonly number[],
  start: number,
  stop: number,
): FilePart[] {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const parts: FilePart[] = [];
  for (let index = Math.max(0, low - 1); index < files.length; index++) {
    const file = files[index];
    const first = starts[index] ?? 0;
    if (!file || first >= stop) break;
    const from = Math.max(0, start - first);
    const to = Math.min(file.rows, stop - first);
    if (to > from) parts.push({ index, file, from, to });
  }
  return parts;
}
