// Opens one file of the archive and says everything that the file index keeps about it.
import { createHash } from 'node:crypto';
import { basename } from 'node:path/posix';
import { Problem } from '@isobar/contract/problem.ts';
import { type Dataset, NetcdfError, openDataset } from '@isobar/netcdf';
import { checksumOf } from '../../core/catalogue/checksum.ts';
import { dateInName, type FileName, parseFileName } from '../../core/catalogue/file-name.ts';
import { designKey, type Header, headerOf } from '../../core/catalogue/header.ts';
import { type Identity, identify } from '../../core/catalogue/identity.ts';
import type { NamePattern } from '../../core/catalogue/name-patterns.ts';
import { type DescribedRows, describeRows, type NoRows } from '../../core/series/describe-rows.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { ArchiveEntry, ArchiveStore } from '../../ports/archive.ts';
import { openLocalDataset } from './local-source.ts';
import { readPlace } from './place.ts';
import { type NoticeText, noticeWith, type UnfiledCode } from './problems.ts';
import { scanNameOf } from './scan-name.ts';
import { timesOf, timesWithout } from './times.ts';

export interface DescribedFile {
  readonly entry: ArchiveEntry;
  readonly identity: Identity;
  /**
   * Unique in its datastream: the file's own name, or its whole path if the name does not give a
   * datastream.
   */
  readonly fileName: string;
  readonly start: number;
  readonly end: number;
  readonly scanName: string | null;
  readonly design: string | null;
  /** Given once for a design that the store does not have yet. */
  readonly header: Header | null;
  readonly notices: readonly NoticeText[];
  readonly sha256: string | null;
  /** Rows, times and shape; null: the file was not opened, or has no header. */
  readonly rows: DescribedRows | NoRows | null;
}

export interface UnfiledFile {
  readonly entry: ArchiveEntry;
  readonly code: UnfiledCode;
  readonly reason: string;
}

export interface DescribeContext {
  readonly archive: ArchiveStore;
  readonly tables: CuratedTables;
  readonly checksums: boolean;
  /** The operator's rules for names from elsewhere; the first that fits counts. */
  readonly patterns: readonly NamePattern[];
  /** Designs whose headers are stored or about to be, as `designId` writes them; grows. */
  readonly designs: Set<string>;
  /** Called for every header that is read. */
  readonly onHeader: () => void;
}

export const designId = (datastream: string, design: string): string => `${datastream} ${design}`;

/**
 * Never throws because of a file's content: such a file comes back as not filed, with the reason.
 */
export async function describeFile(
  entry: ArchiveEntry,
  context: DescribeContext,
): Promise<DescribedFile | UnfiledFile> {
  try {
    if (entry.size === 0) return { entry, code: 'empty', reason: 'The file is empty.' };
    const name = parseFileName(basename(entry.path));
    const described = await describe(entry, name, context);
    const sha256 = context.checksums
      ? (await checksumOf(context.archive, entry.path)).sha256
      : null;
    return { ...described, sha256 };
  } catch (error) {
    return { entry, ...refusal(error) };
  }
}

type Described = Omit<DescribedFile, 'sha256'>;

async function describe(
  entry: ArchiveEntry,
  name: FileName | null,
  context: DescribeContext,
): Promise<Described> {
  if (entry.known) return await describeKnown(entry, entry.known, name, context);
  if (name && !mayHaveHeader(name)) return describeByName(entry, name, context);
  if (name && TABLES.has(name.extension)) return await describeTable(entry, name, context);
  try {
    return await describeByHeader(entry, name, context);
  } catch (error) {
    // Raw data may have any format, whatever their ending promises.
    const isRaw = name !== null && /^0[01]$/.test(name.parts.dataLevel);
    if (isRaw && error instanceof NetcdfError && error.code === 'not-netcdf')
      return describeByName(entry, name, context);
    throw error;
  }
}

/**
 * A file that has the ending of a text table may be anything: it is read where possible, else filed
 * by its name.
 */
async function describeTable(
  entry: ArchiveEntry,
  name: FileName,
  context: DescribeContext,
): Promise<Described> {
  try {
    return await describeByHeader(entry, name, context);
  } catch (error) {
    if (error instanceof NetcdfError && ['not-netcdf', 'unsupported'].includes(error.code))
      return describeByName(entry, name, context);
    throw error;
  }
}

/** The times and design are known from the store; one header is read for each design. */
async function describeKnown(
  entry: ArchiveEntry,
  known: NonNullable<ArchiveEntry['known']>,
  name: FileName | null,
  context: DescribeContext,
): Promise<Described> {
  const told = identify(name, basename(entry.path), { datastream: known.datastream });
  const identity = { ...told, datastream: known.datastream };
  const design = createHash('sha1').update(known.design).digest('base64url').slice(0, 10);
  const common = {
    entry,
    identity,
    fileName: fileNameOf(entry, identity),
    start: Math.floor(known.start),
    end: Math.floor(known.end),
    scanName: known.scanName ?? null,
    notices: [],
  };
  if (name && !mayHaveHeader(name)) return { ...common, design: null, header: null, rows: null };
  const header = await forNewDesign(context, designId(identity.datastream, design), () =>
    withDataset(entry, context, async (dataset) => ({
      ...headerOf(dataset),
      place: await readPlace(dataset),
    })),
  );
  return { ...common, design, header, rows: null };
}

function describeByName(entry: ArchiveEntry, name: FileName, context: DescribeContext): Described {
  const identity = identify(name, basename(entry.path), null);
  const modified = entry.modified / 1000;
  return {
    entry,
    identity,
    fileName: fileNameOf(entry, identity),
    ...timesWithout({ attributes: {}, named: name.start, modified }),
    scanName: scanNameOf({ name, classCode: identity.classCode, attributes: {} }, context.tables),
    design: null,
    header: null,
    rows: null,
    notices: name.start === null ? ['no-time'] : [],
  };
}

async function describeByHeader(
  entry: ArchiveEntry,
  name: FileName | null,
  context: DescribeContext,
): Promise<Described> {
  return await withDataset(entry, context, async (dataset) => {
    const header = headerOf(dataset);
    const { attributes } = header;
    const base = basename(entry.path);
    const pattern = name ? null : byPattern(entry.path, context.patterns);
    const identity = identify(name, base, attributes, pattern);
    const named = name?.start ?? pattern?.start ?? dateInName(base);
    const namedEnd = pattern?.end ?? null;
    const modified = entry.modified / 1000;
    const rows = await describeRows(dataset);
    const other = { attributes, named, namedEnd, modified };
    const known = 'rows' in rows && rows.rows > 0 ? rows : undefined;
    const times = await timesOf(dataset, name !== null, other, known);
    const design = designKey(header);
    const stored = await forNewDesign(context, designId(identity.datastream, design), async () => ({
      ...header,
      place: await readPlace(dataset),
    }));
    return {
      entry,
      identity,
      fileName: fileNameOf(entry, identity),
      start: times.start,
      end: times.end,
      scanName: scanNameOf({ name, classCode: identity.classCode, attributes }, context.tables),
      design,
      header: stored,
      rows,
      notices: [
        ...(identity.from === 'guessed' ? (['no-datastream'] as const) : []),
        ...times.notices,
        ...unreadIn(dataset),
      ],
    };
  });
}

function byPattern(path: string, patterns: readonly NamePattern[]) {
  for (const pattern of patterns) {
    const told = pattern(path);
    if (told) return told;
  }
  return null;
}

/** More names than these add no information. */
const MOST_UNREAD = 20;

/** Variables that cannot be read, for instance because their compression is not supported here. */
function unreadIn({ unreadable }: Dataset): NoticeText[] {
  const lost = unreadable.filter(({ name }) => !name.includes(':'));
  if (lost.length === 0) return [];
  const told = lost.slice(0, MOST_UNREAD).map(({ name, reason }) => `${name}: ${reason}`);
  return [noticeWith('unread-variable', told.join('; '))];
}

/**
 * The header of a design that is not known yet; null if it is known. Files are described side by
 * side.
 */
async function forNewDesign(
  context: DescribeContext,
  id: string,
  read: () => Promise<Header>,
): Promise<Header | null> {
  if (context.designs.has(id)) return null;
  context.designs.add(id);
  try {
    return await read();
  } catch (error) {
    context.designs.delete(id);
    throw error;
  }
}

const TABLES = new Set(['ict', 'csv', 'tsv']);
const HEADED = new Set(['nc', 'cdf', 'nc3', 'nc4', 'netcdf', 'h5', 'hdf5', ...TABLES]);

/** Images, films, bundles and raw files are filed by their name alone. */
const mayHaveHeader = (name: FileName): boolean =>
  name.rawName === null && HEADED.has(name.extension);

/** A name that begins with its datastream is used as it is; any other only has to be unique. */
export const fileNameOf = (entry: ArchiveEntry, identity: Identity): string =>
  identity.from === 'name' ? basename(entry.path) : entry.path.replaceAll('/', '_');

async function withDataset<T>(
  entry: ArchiveEntry,
  context: DescribeContext,
  act: (dataset: Dataset) => Promise<T>,
): Promise<T> {
  const { archive } = context;
  const local = archive.localPath?.(entry.path) ?? null;
  const dataset = local
    ? await openLocalDataset(local)
    : await openDataset(await archive.open(entry.path));
  context.onHeader();
  try {
    return await act(dataset);
  } finally {
    await dataset.close();
  }
}

const REFUSALS: Readonly<Record<string, UnfiledCode>> = {
  'not-netcdf': 'not-netcdf',
  truncated: 'truncated',
  corrupt: 'corrupt',
  unsupported: 'unsupported',
  unreadable: 'unreadable',
  endless: 'given-up',
  'out-of-range': 'corrupt',
};

function refusal(error: unknown): { code: UnfiledCode; reason: string } {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof NetcdfError) return { code: REFUSALS[error.code] ?? 'failed', reason };
  if (error instanceof Problem) return { code: 'unreadable', reason };
  return { code: 'failed', reason };
}
