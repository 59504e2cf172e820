// Counts for people: thousands separators, and the noun in its right number.
const NUMBERS = new Intl.NumberFormat('en-US');

export const formatCount = (count: number): string => NUMBERS.format(count);

/** `plural(2, 'facility', 'facilities')` -> '2 facilities'. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
