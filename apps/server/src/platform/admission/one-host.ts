// The host that a request names must be one host, written as hosts are. Two hosts, or a malformed
// one, may mean one thing to a proxy and another here.
import type { IncomingMessage } from 'node:http';
import { Problem } from '@isobar/contract/problem.ts';

/**
 * A name or an address, with or without a port (RFC 3986): no user, no blanks, no quotes. May be
 * empty, as the RFC allows for addresses without a host.
 */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** Throws 'bad-request'. */
export function requireOneHost({ rawHeaders, headers, httpVersion }: IncomingMessage): void {
  const named = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  const { host } = headers;
  if (named > 1 || (host === undefined && httpVersion === '1.1'))
    throw new Problem('bad-request', 'A request names one host.');
  if (host !== undefined && !HOST.test(host))
    throw new Problem('bad-request', 'The host of this request is not a name or an address.');
}
