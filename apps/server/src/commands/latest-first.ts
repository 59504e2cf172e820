// Lists of any length, the latest first: read in pages, so that memory does not grow with them.

/** Rows that are in memory at once. */
const PAGE = 500;

/**
 * All rows. `read` gives at most `limit` rows with numbers below `before`, the highest first;
 * `numberOf` is the number of a row.
 */
export async function* latestFirst<R>(
  read: (before: number, limit: number) => Promise<readonly R[]>,
  numberOf: (row: R) => number,
): AsyncGenerator<R> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await read(before, PAGE);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    before = numberOf(last);
  }
}
