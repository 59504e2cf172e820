// Which internet addresses are public: not this machine, not its network, not a reserved block.
import { BlockList, isIP } from 'node:net';

const SPECIAL = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  SPECIAL.addSubnet(network, prefix, 'ipv4');

/**
 * Only one block of IPv6 is assigned so far; within it some parts lead elsewhere: tunnels,
 * documentation, tests.
 */
const GIVEN_OUT = new BlockList();
GIVEN_OUT.addSubnet('2000::', 3, 'ipv6');
const SPECIAL_6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  SPECIAL_6.addSubnet(network, prefix, 'ipv6');

/** False for anything that is not a plain address; also for IPv4 written as IPv6. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !SPECIAL.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  return GIVEN_OUT.check(address, 'ipv6') && !SPECIAL_6.check(address, 'ipv6');
}
