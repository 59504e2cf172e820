// Entity tags, so that clients are not sent again what they have (RFC 9110).

/**
 * Whether a client has it, by its If-None-Match: `*`, or a list of tags. Compression on the way
 * makes a tag weak.
 */
export const isKnown = (etag: string, ifNoneMatch = ''): boolean =>
  ifNoneMatch
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || strong(one) === strong(etag));

const strong = (etag: string): string => etag.replace(/^W\//, '');
