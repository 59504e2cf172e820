// Which machines may name the address of a client, and which hosts a request may name.
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { requireOneHost } from './one-host.ts';
import { believes, type TrustedProxies } from './trusted-proxies.ts';

it.each<[TrustedProxies, string, number, boolean]>([
  [false, '127.0.0.1', 0, false],
  [true, '127.0.0.1', 0, true],
  [true, '127.0.0.1', 1, false],
  [true, '10.255.255.255', 0, true],
  [true, '172.15.255.255', 0, false],
  [true, '172.16.0.0', 0, true],
  [true, '172.31.255.255', 0, true],
  [true, '172.32.0.0', 0, false],
  [true, '192.168.1.1', 0, true],
  [true, '169.254.1.1', 0, true],
  [true, '::ffff:10.0.0.1', 0, true],
  [true, '::1', 0, true],
  [true, 'fd00::1', 0, true],
  [true, 'fe80::1', 0, true],
  [true, '2001:db8::1', 0, false],
  [true, '203.0.113.9', 0, false],
  [true, 'unix:', 0, false],
  [['203.0.113.9'], '203.0.113.9', 5, true],
  [['203.0.113.9'], '203.0.113.8', 0, false],
  [['203.0.113.9'], '127.0.0.1', 0, false],
  [['203.0.113.0/24'], '203.0.113.255', 0, true],
  [['203.0.113.0/24'], '203.0.114.0', 0, false],
  [['0.0.0.0/0'], '8.8.8.8', 0, true],
  [['2001:db8::1'], '2001:db8::1', 0, true],
  [['2001:db8::1'], '2001:db8::2', 0, false],
  [['2001:db8::/64'], '2001:db8::ffff', 0, true],
  [['2001:db8::/128'], '2001:db8::1', 0, false],
])('with the proxies %j, %s at hop %i is believed: %s', (trusted, address, hop, isBelieved) => {
  expect(believes(trusted)(address, hop)).toBe(isBelieved);
});

it.each([
  '',
  'proxy',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/1.5',
  '10.0.0.0/8/8',
  '::1/129',
  '10.0.0.0/x',
])('%j is no proxy', (network) => {
  expect(() => believes([network])).toThrow(`${network} is no address or network of a proxy.`);
});

const request = (httpVersion: string, ...hosts: string[]) => {
  const message = new IncomingMessage(new Socket());
  message.httpVersion = httpVersion;
  message.rawHeaders = ['Accept', 'host', ...hosts.flatMap((host) => ['Host', host])];
  if (hosts[0] !== undefined) message.headers.host = hosts[0];
  return message;
};

it.each(['', 'a', 'a_b.example:8080', '127.0.0.1', '[::1]:80', 'a:'])(
  'a request may name the host %j',
  (host) => {
    expect(() => requireOneHost(request('1.1', host))).not.toThrow();
  },
);

it.each(['a b', 'u@a', 'a/b', 'a:b', 'a:123456', '[::g]', '"a"'])(
  'a request may not name the host %j',
  (host) => {
    expect(() => requireOneHost(request('1.1', host))).toThrow(/not a name or an address/);
  },
);

it('a request names one host, and may name none only in HTTP/1.0', () => {
  expect(() => requireOneHost(request('1.1', 'a', 'a'))).toThrow('A request names one host.');
  expect(() => requireOneHost(request('1.0', 'a', 'b'))).toThrow('A request names one host.');
  expect(() => requireOneHost(request('1.1'))).toThrow('A request names one host.');
  expect(() => requireOneHost(request('1.0'))).not.toThrow();
});
