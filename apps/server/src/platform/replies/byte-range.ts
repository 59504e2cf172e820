// Which bytes of a file a request wants: Range and If-Range of RFC 9110. Pure.

export type ByteRange =
  | { readonly kind: 'whole' }
  /** [start, end) */
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

export interface Validators {
  /** Strong, with its quotes. */
  readonly etag: string;
  /** Seconds UTC. */
  readonly modified: number;
}

/**
 * Several ranges at once, other units and what is malformed mean the whole file, as the RFC allows.
 */
export function wantedRange(
  size: number,
  headers: { readonly range?: string | undefined; readonly ifRange?: string | undefined },
  validators: Validators,
): ByteRange {
  const whole = { kind: 'whole' } as const;
  const [, from = '', to = ''] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range?.trim() ?? '') ?? [];
  if (from === '' && to === '') return whole;
  if (headers.ifRange !== undefined && !matches(headers.ifRange, validators)) return whole;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0
      ? { kind: 'unsatisfiable' }
      : { kind: 'part', start: size - length, end: size };
  }
  const start = Number(from);
  const end = to === '' ? size : Math.min(Number(to) + 1, size);
  if (to !== '' && Number(to) < start) return whole;
  return start >= size ? { kind: 'unsatisfiable' } : { kind: 'part', start, end };
}

function matches(ifRange: string, { etag, modified }: Validators): boolean {
  if (ifRange.startsWith('"')) return ifRange.trim() === etag;
  const date = Date.parse(ifRange);
  return Number.isFinite(date) && date / 1000 === modified;
}
