// Empties the cells of missing values in a table whose comments, which state them, are left out. Pure.

const [QUOTE, COMMA, RETURN, LINE] = [0x22, 0x2c, 0x0d, 0x0a];
/** A value that is not a number was not measured, whatever a variable states. */
const NOT_A_NUMBER = 'NaN';

/** For each column what stands for missing values, as the comments state it; the first column is the time. */
export function marksOf(comments: string): readonly ReadonlySet<string>[] {
  const marks: ReadonlySet<string>[] = [new Set()];
  for (const line of comments.split('\r\n')) {
    if (!line.startsWith('# column ')) continue;
    const stated = /^.*; missing ([^;]*)/.exec(line)?.[1];
    const own = new Set(stated === undefined ? [] : [NOT_A_NUMBER, ...stated.trim().split(' or ')]);
    const many = Number(/; (\d+) columns \S.*, indexes of /.exec(line)?.[1] ?? 1);
    for (let n = 0; n < many; n++) marks.push(own);
  }
  return marks;
}

/** The table, a line of names first, without those marks; cells in quotes are texts and stay. */
export function withoutMarks(table: Uint8Array, marks: readonly ReadonlySet<string>[]): Uint8Array {
  const longest = marks.reduce(
    (most, own) => [...own].reduce((m, { length }) => Math.max(m, length), most),
    0,
  );
  const kept = new Uint8Array(table.length);
  let [length, start, column] = [0, table.indexOf(LINE) + 1, 0];
  kept.set(table.subarray(0, start));
  length = start;
  for (let at = start; at <= table.length; at++) {
    if (at === start && table[at] === QUOTE) at = endOfQuoted(table, at);
    const byte = table[at];
    if (byte !== COMMA && byte !== RETURN && at < table.length) continue;
    const cell = table.subarray(start, at);
    const isMark = cell.length <= longest && marks[column]?.has(String.fromCharCode(...cell));
    if (!isMark) {
      kept.set(cell, length);
      length += cell.length;
    }
    const next = byte === RETURN ? at + 2 : at + 1;
    const between = table.subarray(at, next);
    kept.set(between, length);
    length += between.length;
    column = byte === COMMA ? column + 1 : 0;
    start = next;
    at = next - 1;
  }
  return kept.subarray(0, length);
}

/** The place after a quoted cell that begins at `at`. */
function endOfQuoted(table: Uint8Array, at: number): number {
  let end = at + 1;
  while (end < table.length) {
    if (table[end] === QUOTE && table[end + 1] !== QUOTE) return end + 1;
    end += table[end] === QUOTE ? 2 : 1;
  }
  return end;
}
