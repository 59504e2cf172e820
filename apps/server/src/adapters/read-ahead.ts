// Turns many small reads of a distant file into few large ones.
import type { ByteSource } from '@isobar/netcdf';

/** Fetches exactly these bytes, which lie inside the file; they belong to the caller then. */
export type FetchBytes = (offset: number, length: number) => Promise<Uint8Array>;

/** What a read takes along, at least and at most; it doubles as long as reads follow one another. */
const LEAST_AHEAD = 64 << 10;
const MOST_AHEAD = 4 << 20;

interface Piece {
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** `head` are the file's first bytes, which were fetched to learn its size: headers are read from them. */
export function readAhead(
  size: number,
  head: Uint8Array,
  fetch: FetchBytes,
  close: () => Promise<void>,
): ByteSource {
  const first: Piece = { start: 0, bytes: head };
  let latest: Piece = { start: 0, bytes: new Uint8Array(0) };
  let expected = head.length;
  let ahead = LEAST_AHEAD;
  return {
    size,
    async read(offset, length) {
      const end = Math.min(size, offset + Math.max(0, length));
      if (offset >= end) return new Uint8Array(0);
      const known = within(first, offset, end) ?? within(latest, offset, end);
      if (known) return known;
      ahead = offset === expected ? Math.min(ahead * 2, MOST_AHEAD) : LEAST_AHEAD;
      const until = Math.min(size, Math.max(end, offset + ahead));
      const bytes = await fetch(offset, until - offset);
      expected = until;
      latest = { start: offset, bytes };
      return bytes.slice(0, end - offset);
    },
    close,
  };
}

function within(piece: Piece, offset: number, end: number): Uint8Array | null {
  const isInside = offset >= piece.start && end <= piece.start + piece.bytes.length;
  return isInside ? piece.bytes.slice(offset - piece.start, end - piece.start) : null;
}
