// The archive's mark, three isobars in a circle, for the portal and for pages of the server: a
// drawing of 28 by 28 units, of lines 1.6 wide.

export const MARK = {
  size: 28,
  width: 1.6,
  circle: { cx: 14, cy: 14, r: 12.6 },
  lines: [
    'M3 18c4-3.4 7.4 1.6 11.4-1.2S21 12 25.6 14',
    'M2.2 13c4.4-3.6 7.6.9 11.8-1.8 3.6-2.4 6.6-3.6 10.6-2.4',
    'M6 22.4c3-1.6 5.6.6 8.8-1.2 2.8-1.5 4.8-2.8 8.4-2.4',
  ],
} as const;
