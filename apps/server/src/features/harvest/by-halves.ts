// A quick first harvest: where the first and last of a row of files are alike, those between are
// assumed to be, and are read later.
import { basename } from 'node:path/posix';
import { dateInName, parseFileName, seriesOf } from '../../core/catalogue/file-name.ts';
import { identify } from '../../core/catalogue/identity.ts';
import { type DescribedFile, fileNameOf, type UnfiledFile } from './describe-file.ts';
import type { EntryToRead } from './sort-entries.ts';

type Read = DescribedFile | UnfiledFile;

/**
 * A new file whose name tells the time of its first record, and its datastream or what its series
 * have in common.
 */
interface Named {
  readonly item: EntryToRead;
  /** Seconds UTC. */
  readonly named: number;
}

/**
 * Describes every item, in the order of the items, but opens few of the files. Of each datastream
 * the first and the last file are read; where these differ in design, in what is wrong with them,
 * in how their times follow from their names, or in size, the file in the middle is read too, and
 * so on for both halves. Files that were not opened carry the notice `by-name`.
 */
export async function describeByHalves(
  items: readonly EntryToRead[],
  describe: (items: readonly EntryToRead[]) => Promise<Read[]>,
): Promise<Read[]> {
  const done = new Map<EntryToRead, Read>();
  const read = async (wanted: readonly EntryToRead[]): Promise<void> => {
    const open = [...new Set(wanted)].filter((item) => !done.has(item));
    const found = await describe(open);
    for (const [i, item] of open.entries()) {
      const file = found[i];
      if (file) done.set(item, file);
    }
  };
  const rows = rowsOf(items);
  const inRows = new Set(rows.flat().map(({ item }) => item));
  await read([
    ...items.filter((item) => !inRows.has(item)),
    ...rows.flatMap((row) =>
      row.map(({ item }) => item).filter((_, i) => i === 0 || i === row.length - 1),
    ),
  ]);
  let spans: Named[][] = rows;
  while (spans.length > 0) {
    const next: Named[][] = [];
    for (const span of spans) {
      const [first, last] = [span[0], span.at(-1)];
      if (!first || !last || span.length < 3) continue;
      const [a, b] = [done.get(first.item), done.get(last.item)];
      if (a && b && areAlike(a, first, b, last, span))
        for (const [i, one] of span.slice(1, -1).entries())
          done.set(one.item, between(one, a, first, span[i + 2]));
      else {
        const middle = span.length >> 1;
        next.push(span.slice(0, middle + 1), span.slice(middle));
      }
    }
    await read(next.flatMap((span) => span.at(-1)?.item ?? []));
    spans = next;
  }
  return items.flatMap((item) => done.get(item) ?? []);
}

/** Files that belong together as far as their names tell; null: they tell no time. */
function seriesIn(path: string): { readonly series: string; readonly named: number } | null {
  const base = basename(path);
  const name = parseFileName(base);
  if (name) {
    const series = `${name.datastream} ${name.extension} ${name.infixes.join('.')}`;
    return name.start === null ? null : { series, named: name.start };
  }
  const [series, named] = [seriesOf(path), dateInName(base)];
  return series === null || named === null ? null : { series: `/${series}`, named };
}

/** New files grouped by datastream or series; each group in the order of the times in the names. */
function rowsOf(items: readonly EntryToRead[]): Named[][] {
  const rows = new Map<string, Named[]>();
  for (const item of items) {
    const found = seriesIn(item.entry.path);
    if (item.row !== null || item.entry.known || !found || item.entry.size === 0) continue;
    const row = rows.get(found.series) ?? [];
    row.push({ item, named: found.named });
    rows.set(found.series, row);
  }
  return [...rows.values()].map((row) => row.sort((x, y) => x.named - y.named));
}

/**
 * Notice of files whose name is not of the archive's own form; it does not mean that anything is
 * wrong with them.
 */
const NAMED_OTHERWISE = 'no-datastream';
/** Seconds by which times may deviate from names: a first sample may be late, a last one early. */
const SLACK = 120;
/** A file with this many times more or fewer bytes must hold something else. */
const SIZES = 1.5;

function areAlike(
  a: Read,
  first: Named,
  b: Read,
  last: Named,
  span: readonly Named[],
): a is DescribedFile {
  if ('code' in a || 'code' in b) return false;
  const lengths = [a.end - a.start, b.end - b.start] as const;
  const offsets = [a.start - first.named, b.start - last.named] as const;
  const sizes = span.map(({ item }) => item.entry.size);
  const largest = sizes.reduce((most, size) => Math.max(most, size));
  const smallest = sizes.reduce((least, size) => Math.min(least, size));
  return (
    a.design === b.design &&
    a.scanName === b.scanName &&
    [...a.notices, ...b.notices].every((notice) => notice === NAMED_OTHERWISE) &&
    JSON.stringify(a.identity) === JSON.stringify(b.identity) &&
    Math.abs(lengths[0] - lengths[1]) <= SLACK &&
    Math.abs(offsets[0] - offsets[1]) <= SLACK &&
    largest <= smallest * SIZES
  );
}

/**
 * Describes a file that was not opened like the first one of its group, but with the time in its
 * own name, and ending before the next file begins.
 */
function between(
  one: Named,
  like: DescribedFile,
  first: Named,
  next: Named | undefined,
): DescribedFile {
  const { entry } = one.item;
  const base = basename(entry.path);
  const start = one.named + (like.start - first.named);
  const end = start + (like.end - like.start);
  const name = parseFileName(base);
  const identity = name ? identify(name, base, null) : like.identity;
  return {
    ...like,
    entry,
    identity,
    fileName: fileNameOf(entry, identity),
    start,
    end: next ? Math.max(start, Math.min(end, next.named)) : end,
    header: null,
    notices: ['by-name'],
    sha256: null,
    rows: null,
  };
}
