// Scores are single-precision numbers; replies show just enough digits to tell them apart.

/** The shortest decimal number that gives the same single-precision number. */
export function shortest(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}
