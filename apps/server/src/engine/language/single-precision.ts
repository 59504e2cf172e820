// Scores are single-precision numbers; replies show them with the digits that tell them apart, and no more.

/** The shortest decimal number that is the same in single precision. */
export function shortest(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}
