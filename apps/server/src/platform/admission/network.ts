// The smallest network that one customer of an internet provider has: one IPv4 address, or a /64 of
// IPv6.
import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The key under which an address is counted. Anything that is not an address stands for itself. */
export function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [front = '', back] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const head = front.split(':').filter(Boolean);
  const tail = (back ?? '').split(':').filter(Boolean);
  const gap = back === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array.from({ length: Math.max(0, gap) }, () => '0'), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
