// Port: illustrated cases: for a site and a day a plot, and the frames of an animation.

import type { CaseTheme } from '@isobar/contract/calls/cases.ts';

export interface CasePicture {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  readonly bytes: Uint8Array;
}

/** A day as YYYYMMDD, a site by its code. */
export interface CaseOf {
  readonly site: string;
  readonly date: string;
}

export interface Cases {
  /**
   * The plot, drawn for the background of this theme if there is such a version; null if there is
   * no plot.
   */
  plot(of: CaseOf, theme: CaseTheme): Promise<CasePicture | null>;
  /** Names of the animation's frames, in order; empty if there is no animation. */
  frames(of: CaseOf): Promise<readonly string[]>;
  /** A frame by its name; null if there is none. */
  frame(of: CaseOf, name: string): Promise<CasePicture | null>;
}
