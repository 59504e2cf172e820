// Port: illustrated cases: for a site and a day a plot, and the frames of an animation.

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
  /** Null: there is none. */
  plot(of: CaseOf): Promise<CasePicture | null>;
  /** Names of its frames in order; empty: there are none. */
  frames(of: CaseOf): Promise<readonly string[]>;
  /** One of them by its name; null: there is none. */
  frame(of: CaseOf, name: string): Promise<CasePicture | null>;
}
