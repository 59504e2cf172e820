// A server on the internet as far as Isobar knows, which takes the messages of web hooks and checks
// how they are signed.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { expect } from 'vitest';

/** Its host name, which the server resolves to a public address. */
export const HOOK_HOST = 'hooks.example.org';
const PUBLIC = '93.184.215.14';

export interface Heard {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface HookListener {
  readonly heard: Heard[];
  /** Statuses to answer with, in turn; 204 when none is left. */
  readonly answers: number[];
  /** The settings of a server that may send to it. */
  readonly env: Readonly<Record<string, string>>;
  close(): void;
}

export async function hookListener(): Promise<HookListener> {
  const heard: Heard[] = [];
  const answers: number[] = [];
  const listener = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      heard.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(answers.shift() ?? 204).end();
    });
  });
  await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready));
  const address = listener.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const env = {
    ISOBAR_HOOK_HOSTS: HOOK_HOST,
    ISOBAR_HOOK_HTTP: 'on',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(network(port))}`,
  };
  return { heard, answers, env, close: () => listener.close() };
}

/**
 * A simulated internet: the name resolves to a public address, and calls to it reach the listener.
 */
const network = (port: number): string => `
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
const lookUp = dns.lookup;
dns.lookup = async (name, options) =>
  name === '${HOOK_HOST}' ? [{ address: '${PUBLIC}', family: 4 }] : lookUp(name, options);
syncBuiltinESMExports();
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0];
  if (options?.host === '${HOOK_HOST}') {
    const { lookup } = options;
    options.port = ${port};
    options.lookup = (name, how, done) =>
      lookup(name, how, (error) =>
        error ? done(error) : how.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4));
  }
  return connect.apply(this, args);
};`;

/** The signature of Standard Webhooks: over id, time and body, with the decoded secret. */
export function expectSigned({ headers, body }: Heard, secret: string): void {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);
}
