// Counts as the product shows them. Apart from sizes: every screen begins with counts, few with
// sizes.

/** 20000 -> '20,000'. Not by toLocaleString: its first use loads the data of all languages. */
export const formatCount = (count: number): string =>
  count.toFixed(0).replace(/\B(?=(\d{3})+$)/g, ',');

/** `plural(2, 'facility', 'facilities')` -> '2 facilities'. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/**
 * What a delivery holds: '37 data files and 8 documents'; documents are README, checksums, recipe
 * and the like.
 */
export const deliveredText = (data: number, documents: number): string =>
  [plural(data, 'data file'), ...(documents > 0 ? [plural(documents, 'document')] : [])].join(
    ' and ',
  );

/** 0.0004 -> 'under 0.1 %'; never 100 % or 0 % for a share that is only close to it. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.001) return 'under 0.1 %';
  if (share < 1 && share > 0.999) return 'over 99.9 %';
  return `${(share * 100).toFixed(share === 0 || share === 1 ? 0 : 1)} %`;
}
