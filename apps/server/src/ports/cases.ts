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
  /** Drawn for the background of this theme, where there is such a version. Null: there is no plot. */
  plot(of: CaseOf, theme: CaseTheme): Promise<CasePicture | null>;
  /** Names of its frames in order; empty: there are none. */
  frames(of: CaseOf): Promise<readonly string[]>;
  /** One of them by its name; null: there is none. */
  frame(of: CaseOf, name: string): Promise<CasePicture | null>;
}
