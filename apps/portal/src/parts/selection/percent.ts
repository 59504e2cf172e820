// Shares in words of a table.

/** 0.0004 -> 'under 0.1 %'; never 100 % or 0 % for a share that is only close to it. */
export function percent(share: number): string {
  if (share > 0 && share < 0.001) return 'under 0.1 %';
  if (share < 1 && share > 0.999) return 'over 99.9 %';
  return `${(share * 100).toFixed(share === 0 || share === 1 ? 0 : 1)} %`;
}
