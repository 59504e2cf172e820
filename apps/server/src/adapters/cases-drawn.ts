// Illustrated cases that are drawn when they are asked for: those of the demo archive, from its
// simulator.
import type { CaseTheme } from '@isobar/contract/calls/cases.ts';
import { palettePng } from '../platform/text/png.ts';
import type { CaseOf, CasePicture, Cases } from '../ports/cases.ts';

/** Rows from the top. An index of 0 is an empty pixel, n the colour n - 1 of the palette. */
export interface DrawnPicture {
  readonly width: number;
  readonly height: number;
  readonly indexes: Uint8Array;
  readonly palette: readonly (readonly [number, number, number])[];
}

export interface CaseDrawer {
  /** Whether there is such a case. */
  has(of: CaseOf): boolean;
  plot(of: CaseOf, theme: CaseTheme): Promise<DrawnPicture>;
  readonly frames: number;
  /** The frame at a position, counted from 0. */
  frame(of: CaseOf, at: number): Promise<DrawnPicture>;
}

export function openDrawnCases(drawer: CaseDrawer): Cases {
  const png = ({ width, height, indexes, palette }: DrawnPicture): CasePicture => ({
    type: 'image/png',
    bytes: palettePng(width, height, indexes, palette),
  });
  const nameOf = (at: number): string => `${String(at).padStart(2, '0')}.png`;
  return {
    plot: async (of, theme) => (drawer.has(of) ? png(await drawer.plot(of, theme)) : null),
    frames: async (of) =>
      drawer.has(of) ? Array.from({ length: drawer.frames }, (_, at) => nameOf(at)) : [],
    frame: async (of, name) => {
      const at = /^\d\d\.png$/.test(name) ? Number(name.slice(0, 2)) : -1;
      return drawer.has(of) && at >= 0 && at < drawer.frames
        ? png(await drawer.frame(of, at))
        : null;
    },
  };
}
