// Which proxies are trusted to name a client's address: X-Forwarded-* headers count only from those
// that were configured.
import { BlockList, isIP } from 'node:net';

/**
 * False: none. True: the nearest machine, if its address is private. Or addresses and networks
 * (CIDR).
 */
export type TrustedProxies = boolean | readonly string[];

/**
 * For fastify: may the machine at `address`, `hop` steps before this one, be believed? Throws for
 * what is no address.
 */
export function believes(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if (trusted === false) return () => false;
  const list = listOf(trusted === true ? PRIVATE : trusted);
  const isNamed = (address: string) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4');
  };
  // Clients in a private network must not pass for proxies: unless addresses are given, only the
  // nearest machine may be one.
  return trusted === true ? (address, hop) => hop === 0 && isNamed(address) : isNamed;
}

const PRIVATE = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
];

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits, ...rest] = network.split('/');
    const version = isIP(address);
    const length = bits === undefined ? (version === 6 ? 128 : 32) : Number(bits);
    const most = version === 6 ? 128 : 32;
    if (
      version === 0 ||
      rest.length > 0 ||
      !Number.isInteger(length) ||
      length < 0 ||
      length > most
    )
      throw new Error(`${network} is no address or network of a proxy.`);
    list.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
