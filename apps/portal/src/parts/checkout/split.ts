// Splits an order over the limit of files into several: whole items together where they fit, long
// ones cut by days. Pure, given `count`.

import type { Selection } from '@isobar/contract/orders/selection.ts';
import { mergeSpans, type Span, startOfDay } from '@isobar/contract/orders/span.ts';
import { DAY_SECONDS } from '@isobar/contract/time.ts';

export type Amount = { readonly fileCount: number; readonly bytes: number };
/** A selection whose amount is known. */
export type Counted = Amount & { readonly selection: Selection };

/** A part of one item of the cart; `item` is the item's place there. */
export type Piece = Amount & { readonly item: number; readonly selection: Selection };

export type SplitOrder = { readonly pieces: readonly Piece[] } & Amount;

/** Counts the files of a selection. */
export type Count = (selection: Selection) => Promise<Amount>;

/** Orders that would need more counting than this are not split automatically. */
const MOST_COUNTS = 200;

/**
 * `most`: the files that one order may have. null: some item cannot be cut far enough, or too much
 * would have to be counted.
 */
export async function splitOrder(
  items: readonly Counted[],
  count: Count,
  most: number,
): Promise<readonly SplitOrder[] | null> {
  let left = MOST_COUNTS;
  const counted: Count = async (selection) => {
    left -= 1;
    return await count(selection);
  };
  const cut = async (piece: Piece): Promise<readonly Piece[] | null> => {
    if (piece.fileCount <= most) return piece.fileCount > 0 ? [piece] : [];
    const parts = cutSelection(piece.selection, Math.ceil((piece.fileCount * 1.02) / most));
    if (parts === null || parts.length > left) return null;
    const pieces: Piece[] = [];
    for (const selection of parts) {
      const amount = await counted(selection);
      const smaller = await cut({ item: piece.item, selection, ...amount });
      if (smaller === null) return null;
      pieces.push(...smaller);
    }
    return pieces;
  };
  const pieces: Piece[] = [];
  for (const [item, one] of items.entries()) {
    const cutOf = await cut({ item, ...one });
    if (cutOf === null) return null;
    pieces.push(...cutOf);
  }
  return packed(pieces, most);
}

/** Packs pieces in order, as many together as fit. */
function packed(pieces: readonly Piece[], most: number): readonly SplitOrder[] {
  const orders: SplitOrder[] = [];
  for (const piece of pieces) {
    const last = orders.at(-1);
    if (last && last.fileCount + piece.fileCount <= most) {
      orders[orders.length - 1] = {
        pieces: [...last.pieces, piece],
        fileCount: last.fileCount + piece.fileCount,
        bytes: last.bytes + piece.bytes,
      };
    } else orders.push({ pieces: [piece], fileCount: piece.fileCount, bytes: piece.bytes });
  }
  return orders;
}

/**
 * Cuts a selection into this many parts with about the same number of days (or of chosen files);
 * null if it has too few.
 */
export function cutSelection(selection: Selection, parts: number): readonly Selection[] | null {
  const wanted = Math.max(2, parts);
  if (selection.files.length > 0) {
    if (selection.files.length < wanted) return null;
    const size = Math.ceil(selection.files.length / wanted);
    return chunks(selection.files, size).map((files) => ({ ...selection, files }));
  }
  const days = selection.isEpoch || selection.multipleDates;
  const dates = mergeSpans(selection.dates);
  const total = dates.reduce((sum, span) => sum + span.end - span.start + 1, 0);
  const size = Math.max(DAY_SECONDS, Math.ceil(total / wanted));
  const cut = cutSpans(dates, size);
  if (cut.length < 2) return null;
  return cut.map((spans) => ({
    ...selection,
    dates: days ? spans.flatMap(eachDay) : spans,
  }));
}

/** Groups of spans of about this many seconds each; cuts are made at midnight UTC. */
function cutSpans(spans: readonly Span[], size: number): readonly (readonly Span[])[] {
  const groups: Span[][] = [];
  let group: Span[] = [];
  let filled = 0;
  for (const span of spans) {
    let { start } = span;
    while (start <= span.end) {
      const wanted = startOfDay(start + size - filled);
      const end = wanted <= start ? startOfDay(start) + DAY_SECONDS - 1 : wanted - 1;
      const until = Math.min(end, span.end);
      group.push({ start, end: until });
      filled += until - start + 1;
      start = until + 1;
      if (filled >= size - DAY_SECONDS / 2) {
        groups.push(group);
        group = [];
        filled = 0;
      }
    }
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

function eachDay({ start, end }: Span): Span[] {
  const days: Span[] = [];
  for (let at = startOfDay(start); at <= end; at += DAY_SECONDS)
    days.push({ start: at, end: at + DAY_SECONDS - 1 });
  return days;
}

function chunks<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}
