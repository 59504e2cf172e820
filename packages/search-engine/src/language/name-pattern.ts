// Names with `*` in them, as requests give lists of fields and of parts of a reply.

/**
 * Whether a pattern, in which `*` is any text, stands for a whole name. Never slow, whatever the
 * pattern.
 */
export function fitsPattern(pattern: string, name: string): boolean {
  let [p, n, star, taken] = [0, 0, -1, 0];
  while (n < name.length) {
    if (pattern[p] === '*') {
      star = p++;
      taken = n;
    } else if (p < pattern.length && pattern[p] === name[n]) {
      p++;
      n++;
    } else if (star >= 0) {
      p = star + 1;
      n = ++taken;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}
