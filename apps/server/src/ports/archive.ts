// The archive: where observational files lie. Read only; listed by the harvester, opened by orders.
import type { ByteSource } from '@isobar/netcdf';

/** One file as a listing shows it. */
export interface ArchiveEntry {
  /**
   * Relative to the archive's root, with forward slashes, never absolute and never holding '..'.
   */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly modified: number;
  /**
   * What the store can say without reading the file. Entries of one design have the same header but
   * for dates, so that one header read per design is enough. start and end: first and last sample,
   * seconds UTC.
   */
  readonly known?: {
    readonly datastream: string;
    readonly start: number;
    readonly end: number;
    readonly design: string;
    readonly scanName?: string;
  };
}

export type Looked = ArchiveEntry | 'unreadable' | null;

export interface ArchiveStore {
  /** True when the values are made up: the portal, every file and every order state it. */
  readonly simulated: boolean;
  /**
   * Every file once, in no particular order. Unreadable folders are skipped and reported by
   * `onSkipped`.
   */
  list(onSkipped?: (path: string, reason: string) => void): AsyncIterable<ArchiveEntry>;
  /**
   * The file as a listing would show it now; null: a listing would not; 'unreadable': it cannot be
   * found out now, as on a disk that fails, and a listing would pass over it. Throws Problem
   * 'unavailable' when the whole archive is away.
   */
  look(path: string): Promise<Looked>;
  /**
   * Opens a file for ranged reads. Throws Problem 'not-found' when the file is gone or its path
   * leaves the archive, 'unavailable' when the whole archive is away.
   */
  open(path: string): Promise<ByteSource>;
  /**
   * The file's path on this machine when it has one (lets readers use the file system directly).
   */
  localPath?(path: string): string | null;
  close(): Promise<void>;
}
