// A real OpenID provider for tests, on a free port: users with their claims, and a browser that
// signs in and agrees.
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

export interface OidcServer {
  readonly issuer: string;
  /** What the site says of each person, by their name at the site. */
  readonly people: Map<string, Record<string, unknown>>;
  close(): Promise<void>;
}

/** How a kind of site differs from what the provider does by itself. */
export interface SiteShape {
  readonly provider?: Configuration;
  /** Changes what the site says of itself. */
  readonly describe?: (metadata: Record<string, unknown>) => Record<string, unknown>;
}

export const CLIENT = {
  clientId: 'isobar',
  clientSecret: 'a secret of forty characters, or so it is',
};

/** `site`: address of the installation that redirects users there. */
export async function oidcServer(
  site: string,
  {
    port = 0,
    id = 'lab',
    shape = {},
  }: { readonly port?: number; readonly id?: string; readonly shape?: SiteShape } = {},
): Promise<OidcServer> {
  const people = new Map<string, Record<string, unknown>>();
  const server = createServer();
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  // it listens on a port
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, { ...configuration(site, id, people), ...shape.provider });
  quiet(provider);
  const answer = provider.callback();
  server.on('request', (request, reply) => {
    if (request.url?.endsWith('/.well-known/openid-configuration')) describeAs(shape, reply);
    void answer(request, reply);
  });
  return { issuer, people, close: () => end(server, open) };
}

function configuration(
  site: string,
  id: string,
  people: ReadonlyMap<string, Record<string, unknown>>,
): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${site}/services/auth/sso/${id}/callback`],
        post_logout_redirect_uris: [`${site}/discovery/`],
        backchannel_logout_uri: `${site}/services/auth/sso/${id}/ended`,
      },
    ],
    claims: {
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username', 'groups', 'staff_id'],
    },
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
    pkce: { required: () => true },
    cookies: { keys: ['only for tests'] },
    findAccount: (_, sub) => {
      const told = people.get(sub);
      return told && { accountId: sub, claims: () => ({ sub, ...told }) };
    },
    jwks: undefined,
  };
}

/** The reply of the description goes out changed. */
function describeAs({ describe }: SiteShape, reply: ServerResponse): void {
  if (!describe) return;
  const end = reply.end.bind(reply);
  reply.end = ((body: unknown, ...rest: readonly unknown[]) => {
    const text = JSON.stringify(describe(JSON.parse(String(body))));
    reply.setHeader('content-length', Buffer.byteLength(text));
    return end(text, ...(rest as []));
  }) as typeof reply.end; // as the provider calls it: with a body
}

/** Keeps the provider from warning of its development keys, which are right for tests. */
function quiet(provider: Provider): void {
  provider.on('server_error', (_, error) => console.error(error));
}

async function end(server: Server, open: ReadonlySet<Socket>): Promise<void> {
  for (const socket of open) socket.destroy();
  server.close();
  await once(server, 'close');
}

/**
 * Signs in at the site as a person would, and returns the address to which the site sends the
 * browser back.
 */
export async function signInThere(
  address: string,
  name: string,
  answer: 'agree' | 'refuse' = 'agree',
): Promise<string> {
  const jar = new Map<string, string>();
  const start = new URL(address);
  let next = start;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 12; step++) {
    const reply = await fetch(next, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: { cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(form ? { body: form } : {}),
    });
    form = undefined;
    for (const cookie of reply.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(key, value);
    }
    const to = reply.headers.get('location');
    if (to) {
      next = new URL(to, next);
      if (next.origin !== start.origin) return next.href;
      continue;
    }
    const page = await reply.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (!prompt) throw new Error(`The site shows something else: ${page.slice(0, 500)}`);
    if (answer === 'refuse') next = new URL(`${next.pathname}/abort`, next);
    else form = new URLSearchParams({ prompt, login: name, password: 'any' });
  }
  throw new Error('The site does not come to an end.');
}
