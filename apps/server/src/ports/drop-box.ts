// Port: a person's own cloud storage, to which deliveries may be taken once the person has linked
// it.

export interface DropBox {
  /** The page on which a person allows access; it returns to `redirect` with `state` and a code. */
  linkUrl(at: { readonly redirect: string; readonly state: string }): string;
  /**
   * The lasting token for such a code. A secret: sealed where it is kept, never logged. Throws
   * Problem 'forbidden' when the code is refused, 'unavailable'.
   */
  exchange(at: { readonly redirect: string; readonly code: string }): Promise<string>;
  /** Null when the person has taken the permission back. Throws Problem 'unavailable'. */
  open(token: string): Promise<OpenDropBox | null>;
}

export interface OpenDropBox {
  /**
   * Uploads a file completely or leaves none; a file that is there already with the same content is
   * not sent again. Throws Problem 'conflict' when the file will never be accepted (no space left,
   * permission taken back), 'unavailable' when it may be tried later.
   */
  upload(file: UploadedFile, signal: AbortSignal): Promise<void>;
  /** Gives the permission back. */
  unlink(): Promise<void>;
}

export interface UploadedFile {
  /** Absolute inside the storage, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
  /** Bytes [start, end). */
  read(start: number, end: number): Promise<Uint8Array>;
  /** What an earlier try gave to `keep`; null: there was none. */
  readonly resume: string | null;
  /** Remembers how far an upload got, so that another process can go on from there. */
  keep(resume: string): Promise<void>;
}
