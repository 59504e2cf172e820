// Reads a whole datastream once, as arrays read it, and says what it is made of and which files
// cannot be read.
import { typeBytes } from '@isobar/netcdf';
import type { Manifest } from '../../core/series/manifest.ts';
import { packManifest } from '../../core/series/manifest.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import { openManifest } from './perform.ts';

export interface SeriesChecked {
  readonly rows: number;
  readonly files: number;
  /** Bytes of values that were read. */
  readonly bytes: number;
  /** Lines on variables, changes and notes. */
  readonly lines: readonly string[];
  readonly unreadable: readonly { readonly name: string; readonly reason: string }[];
}

/** Bytes of values in memory. */
const BLOCK_BYTES = 16e6;

export async function checkSeries(
  archive: ArchiveStore,
  manifest: Manifest,
  onFile: (done: number) => void,
): Promise<SeriesChecked> {
  const { series } = await openManifest(archive, await packManifest(manifest));
  try {
    const all = [...series.variables.values()].filter(({ type }) => type !== 'string');
    const perRecord = all.filter((variable) => variable.perRecord);
    const names = perRecord.map(({ name }) => name);
    const perRow = perRecord.reduce(
      (sum, { inner, type }) =>
        sum +
        inner.reduce((product, { length }) => product * length, 1) *
          (type === 'char' ? 1 : typeBytes(type)),
      0,
    );
    const step = Math.max(1, Math.floor(BLOCK_BYTES / Math.max(1, perRow)));
    const unreadable: { name: string; reason: string }[] = [];
    let bytes = 0;
    for (const [index, { name, start, rows }] of series.files.entries()) {
      try {
        for (let from = start; from < start + rows; from += step) {
          const to = Math.min(start + rows, from + step);
          await series.readRows(names, from, to);
          bytes += perRow * (to - from);
        }
      } catch (error) {
        unreadable.push({ name, reason: reasonOf(error) });
      }
      onFile(index + 1);
    }
    for (const { name, perRecord: hasRows } of all)
      if (!hasRows)
        await series.readFixed(name).catch((error: unknown) => {
          unreadable.push({ name: `values of ${name}`, reason: reasonOf(error) });
        });
    return {
      rows: series.rows,
      files: series.files.length,
      bytes,
      lines: [
        ...all.map(
          ({ name, type, inner, perRecord: hasRows, files }) =>
            `variable\t${name}\t${type}\t${[...(hasRows ? ['time'] : []), ...inner.map((each) => each.name)].join(' ')}\t${files} files`,
        ),
        ...series.changes.map(
          ({ subject, aspect, value, variable, from, to }) =>
            `change\t${subject}\t${aspect}\t${value}\t${variable}\t${day(from)} to ${day(to)}`,
        ),
        ...series.notes.map((note) => `note\t${note}`),
        ...manifest.leftOut.map(
          ({ reason, files, first, last }) =>
            `left out\t${files} files\t${first} to ${last}\t${reason}`,
        ),
      ],
      unreadable,
    };
  } finally {
    await series.close();
  }
}

const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
