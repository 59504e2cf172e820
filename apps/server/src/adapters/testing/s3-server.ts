// A small S3 server for tests: lists in pages, answers ranges, and fails on request.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface S3Server {
  readonly url: string;
  /** Key -> content; may be changed at any time. */
  readonly objects: Map<string, Buffer>;
  /** 'GET key range' of every request for an object. */
  readonly requests: string[];
  /** Next requests are answered with this status instead. */
  failing: number | null;
  /** So many of the next requests are answered with 503. */
  busy: number;
  /** The number of next objects that stop halfway. */
  broken: number;
  /** Keys of objects that must be restored before they can be read. */
  readonly offLine: Set<string>;
  close(): Promise<void>;
}

const PAGE = 3;

export async function startS3Server(bucket: string): Promise<S3Server> {
  const state = {
    objects: new Map<string, Buffer>(),
    requests: [] as string[],
    failing: null as number | null,
    busy: 0,
    broken: 0,
    offLine: new Set<string>(),
  };
  const server = createServer((request, reply) => {
    answer(request, reply);
  });
  function answer(request: IncomingMessage, reply: ServerResponse): ServerResponse {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, asked, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    if (state.failing !== null) return refuse(reply, state.failing, 'InternalError');
    if (state.busy > 0) {
      state.busy--;
      return refuse(reply, 503, 'SlowDown');
    }
    if (asked !== bucket) return refuse(reply, 404, 'NoSuchBucket');
    if (url.searchParams.get('list-type') === '2') return listing(url.searchParams, reply);
    state.requests.push(`${request.method} ${key} ${request.headers.range ?? ''}`.trim());
    const content = state.objects.get(key);
    if (!content) return refuse(reply, 404, 'NoSuchKey');
    const etag = `"${createHash('md5').update(content).digest('hex')}"`;
    const wanted = request.headers['if-match'];
    if (wanted && wanted !== etag) return refuse(reply, 412, 'PreconditionFailed');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const start = Number(from ?? 0);
    const end = Math.min(Number(to ?? content.length - 1), content.length - 1);
    if (start > end) return refuse(reply, 416, 'InvalidRange');
    reply.writeHead(206, {
      etag,
      'content-length': end - start + 1,
      'content-range': `bytes ${start}-${end}/${content.length}`,
    });
    if (state.broken === 0) return reply.end(content.subarray(start, end + 1));
    state.broken--;
    reply.write(content.subarray(start, start + (end - start) / 2), () => reply.destroy());
    return reply;
  }
  function listing(query: URLSearchParams, reply: ServerResponse): ServerResponse {
    const prefix = query.get('prefix') ?? '';
    const delimiter = query.get('delimiter');
    const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
    /** A key, or the folder at which a listing with a delimiter ends it. */
    const itemOf = (key: string): string => {
      const cut = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      return cut < 0 ? key : key.slice(0, cut + 1);
    };
    const keys = [...state.objects.keys()].filter((k) => k.startsWith(prefix));
    const items = [...new Set(keys.map(itemOf))].filter((item) => item > after).sort();
    const page = items.slice(0, PAGE);
    const contents = page.map((key) =>
      delimiter && key.endsWith(delimiter)
        ? `<CommonPrefixes><Prefix>${escaped(key)}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${escaped(key)}</Key><Size>${state.objects.get(key)?.length}</Size>` +
          '<LastModified>2019-01-02T03:04:05.000Z</LastModified>' +
          `<StorageClass>${state.offLine.has(key) ? 'GLACIER' : 'STANDARD'}</StorageClass></Contents>`,
    );
    const more = items.length > page.length;
    const next = more
      ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>`
      : '';
    reply.writeHead(200, { 'content-type': 'application/xml' });
    return reply.end(
      `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

function refuse(reply: ServerResponse, status: number, code: string): ServerResponse {
  reply.writeHead(status, { 'content-type': 'application/xml' });
  return reply.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
