// Counts as the product shows them. Apart from sizes: every screen begins with counts, few with sizes.

/** 20000 -> '20,000'. Not by toLocaleString: its first use loads the data of all languages. */
export const formatCount = (count: number): string =>
  count.toFixed(0).replace(/\B(?=(\d{3})+$)/g, ',');

/** `plural(2, 'facility', 'facilities')` -> '2 facilities'. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
