// A server that speaks the documented shapes of the Dropbox API, for tests: it can be busy, full,
// forgetful or gone.
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type DropboxServer = Awaited<ReturnType<typeof startDropboxServer>>;

export async function startDropboxServer() {
  const state = {
    files: new Map<string, Buffer>(),
    sessions: new Map<string, Buffer>(),
    /** Paths of all calls. */
    calls: [] as string[],
    /** Codes that a person was given, and the lasting tokens that are valid. */
    codes: new Set<string>(),
    tokens: new Set<string>(),
    access: new Set<string>(),
    /** So many of the next calls with files are answered with 429. */
    busy: 0,
    /** So many of the next calls lose their answer after they were carried out. */
    losing: 0,
    full: false,
  };
  const server = createServer((request, reply) => {
    answer(request, reply).catch(() => reply.destroy());
  });

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const body = await buffer(request);
    state.calls.push(pathname);
    if (pathname === '/oauth2/token') {
      send(reply, ...token(new URLSearchParams(body.toString())));
      return;
    }
    if (pathname.startsWith('/2/files/') && state.busy > 0) {
      state.busy--;
      send(reply, 429, { error_summary: 'too_many_requests/' }, { 'retry-after': '0' });
      return;
    }
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!state.access.has(bearer)) {
      send(reply, 401, { error_summary: 'expired_access_token/..' });
      return;
    }
    const header = String(request.headers['dropbox-api-arg'] ?? '');
    const argument: Argument = JSON.parse(header === '' ? body.toString() || 'null' : header);
    const [status, told] = act(pathname, argument, body);
    if (state.losing > 0 && pathname.startsWith('/2/files/')) {
      state.losing--;
      reply.destroy();
      return;
    }
    send(reply, status, told);
  }

  function token(fields: URLSearchParams): [number, unknown] {
    const isApp = fields.get('client_id') === 'app' && fields.get('client_secret') === 's3cret';
    if (!isApp) return [400, { error: 'invalid_client' }];
    const access = { access_token: `access-${randomUUID()}`, expires_in: 14_400 };
    state.access.add(access.access_token);
    if (fields.get('grant_type') === 'refresh_token') {
      const isValid = state.tokens.has(fields.get('refresh_token') ?? '');
      return isValid ? [200, access] : [400, { error: 'invalid_grant' }];
    }
    if (!state.codes.delete(fields.get('code') ?? '')) return [400, { error: 'invalid_grant' }];
    const lasting = `lasting-${randomUUID()}`;
    state.tokens.add(lasting);
    return [200, { ...access, refresh_token: lasting, account_id: 'dbid:1', uid: '1' }];
  }

  function act(pathname: string, argument: Argument, body: Buffer): [number, unknown] {
    switch (pathname) {
      case '/2/auth/token/revoke':
        state.tokens.clear();
        return [200, null];
      case '/2/files/get_metadata': {
        const file = state.files.get(argument?.path ?? '');
        if (!file) return refusal('path/not_found/..');
        return [200, { '.tag': 'file', size: file.length, content_hash: contentHash(file) }];
      }
      case '/2/files/upload':
        return store(argument?.path ?? '', body);
      case '/2/files/upload_session/start': {
        const session_id = randomUUID();
        state.sessions.set(session_id, body);
        return [200, { session_id }];
      }
      case '/2/files/upload_session/append_v2':
        return append(argument, body) ?? [200, null];
      case '/2/files/upload_session/finish': {
        const refused = append(argument, body, true);
        if (refused) return refused;
        const id = argument?.cursor?.session_id ?? '';
        const whole = state.sessions.get(id) ?? Buffer.alloc(0);
        state.sessions.delete(id);
        return store(argument?.commit?.path ?? '', whole);
      }
      default:
        return [404, {}];
    }
  }

  function append(
    argument: Argument,
    body: Buffer,
    finishing = false,
  ): [number, unknown] | undefined {
    const { session_id = '', offset = 0 } = argument?.cursor ?? {};
    const before = state.sessions.get(session_id);
    const prefix = finishing ? 'lookup_failed/' : '';
    if (!before) return refusal(`${prefix}not_found/..`);
    if (before.length !== offset) {
      const error = { '.tag': 'incorrect_offset', correct_offset: before.length };
      return [
        409,
        {
          error_summary: `${prefix}incorrect_offset/..`,
          error: finishing ? { '.tag': 'lookup_failed', lookup_failed: error } : error,
        },
      ];
    }
    state.sessions.set(session_id, Buffer.concat([before, body]));
    return undefined;
  }

  function store(path: string, content: Buffer): [number, unknown] {
    if (state.full) return refusal('path/insufficient_space/..');
    state.files.set(path, content);
    return [200, { name: path, size: content.length, content_hash: contentHash(content) }];
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // listening on TCP
  const url = `http://127.0.0.1:${port}`;
  return Object.assign(state, {
    addresses: { site: url, api: url, content: url },
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  });
}

type Argument = {
  readonly path?: string;
  readonly cursor?: { readonly session_id?: string; readonly offset?: number };
  readonly commit?: { readonly path?: string };
} | null;

const refusal = (summary: string): [number, unknown] => [
  409,
  { error_summary: summary, error: { '.tag': summary.split('/')[0] } },
];

function send(reply: ServerResponse, status: number, body: unknown, headers = {}): void {
  reply.writeHead(status, { 'content-type': 'application/json', ...headers });
  reply.end(JSON.stringify(body));
}

function contentHash(content: Buffer): string {
  const whole = createHash('sha256');
  for (let at = 0; at < content.length; at += 4 << 20)
    whole.update(
      createHash('sha256')
        .update(content.subarray(at, at + (4 << 20)))
        .digest(),
    );
  return whole.digest('hex');
}
