// Blobs in an S3 store whose answers the test gives: refusals within an answer, pages, and ends of
// ranges and times. Needs no other program.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openS3Blobs, type S3Blobs } from './blobs-s3.ts';

let server: Server;
let blobs: S3Blobs;
/** 'METHOD path?query' of each request, without what the SDK adds to the query, and its body. */
let requests: { readonly of: string; readonly body: string }[];
/** What the store answers to a request: XML, or a status. */
let answerOf: (of: string) => string | number;

beforeEach(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_MAX_ATTEMPTS', '1');
  requests = [];
  server = createServer(async (request, reply) => {
    const of = `${request.method} ${(request.url ?? '').replace(/&?x-id=\w+/, '')}`;
    requests.push({ of, body: await text(request) });
    const answer = answerOf(of);
    if (typeof answer === 'number') reply.writeHead(answer).end();
    else reply.writeHead(200, { 'content-type': 'application/xml' }).end(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens
  blobs = await openS3Blobs('s3://b/p', { endpoint: `http://127.0.0.1:${port}`, patienceMs: 3000 });
});
afterEach(() => {
  vi.unstubAllEnvs();
  blobs.close();
  server.closeAllConnections();
  server.close();
});

const listing = (keys: readonly string[]) =>
  `<ListBucketResult><IsTruncated>false</IsTruncated>${keys
    .map((key) => `<Contents><Key>${key}</Key><Size>3</Size></Contents>`)
    .join('')}</ListBucketResult>`;

it('a removal that the store refuses for one key only is a failure that names the key', async () => {
  answerOf = (of) =>
    of.startsWith('POST')
      ? '<DeleteResult><Error><Key>p/1/b</Key><Code>AccessDenied</Code><Message>It is locked.</Message></Error></DeleteResult>'
      : listing(['p/1/a', 'p/1/b']);
  await expect(blobs.removeAll('1')).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/p\/1\/b: .*It is locked/),
  });
});

it('a removal names at most a thousand keys in a request, and sends none for nothing', async () => {
  answerOf = (of) =>
    of.startsWith('POST')
      ? '<DeleteResult/>'
      : listing(Array.from({ length: 2000 }, (_, n) => `p/1/${n}`));
  await blobs.removeAll('1');
  const removed = requests.filter(({ of }) => of.startsWith('POST'));
  expect(removed.map(({ body }) => body.split('<Key>').length - 1)).toEqual([1000, 1000]);
  answerOf = () => listing([]);
  requests = [];
  await blobs.removeAll('1');
  expect(requests.map(({ of }) => of.split(' ')[0])).toEqual(['GET']);
});

it('a listing leaves out the marks of folders', async () => {
  answerOf = () => listing(['p/1/', 'p/1/a', 'p/1/data/']);
  const listed: unknown[] = [];
  for await (const blob of blobs.list('1')) listed.push(blob);
  expect(listed).toEqual([{ key: '1/a', bytes: 3 }]);
});

it('an empty range asks nothing, and any other one both of its ends', async () => {
  answerOf = () => 'abc';
  expect(await text(await blobs.read('1/a', { start: 5, end: 5 }))).toBe('');
  expect(requests).toEqual([]);
  let range: string | undefined;
  server.prependListener('request', (request) => {
    range = request.headers.range;
  });
  await text(await blobs.read('1/a', { start: 5, end: 8 }));
  expect(range).toBe('bytes=5-7');
});

it('uploads that began before a time are aborted on all pages, also where one has gone meanwhile', async () => {
  const upload = (name: string, at: string) =>
    `<Upload><Key>p/1/${name}</Key><UploadId>u-${name}</UploadId><Initiated>${at}</Initiated></Upload>`;
  const first = `<ListMultipartUploadsResult><IsTruncated>true</IsTruncated><NextKeyMarker>p/1/b</NextKeyMarker><NextUploadIdMarker>u-b</NextUploadIdMarker>${upload('a', '2026-01-01T00:00:00.000Z')}${upload('b', '2026-01-02T00:00:00.000Z')}</ListMultipartUploadsResult>`;
  const second = `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${upload('c', '2026-01-01T23:59:59.999Z')}</ListMultipartUploadsResult>`;
  answerOf = (of) =>
    of.startsWith('DELETE')
      ? of.includes('u-a')
        ? 404
        : 204
      : of.includes('key-marker=p%2F1%2Fb') && of.includes('upload-id-marker=u-b')
        ? second
        : first;
  expect(await blobs.abortUnfinished(Date.UTC(2026, 0, 2))).toBe(2);
  const aborted = requests.filter(({ of }) => of.startsWith('DELETE'));
  expect(aborted.map(({ of }) => /uploadId=([\w-]+)/.exec(of)?.[1])).toEqual(['u-a', 'u-c']);
});

it('a store that answers a question with an error is away, and an object that is missing is not there', async () => {
  answerOf = () => 500;
  await expect(blobs.stat('1/a')).rejects.toMatchObject({ code: 'unavailable' });
  await expect(blobs.abortUnfinished(1)).rejects.toMatchObject({ code: 'unavailable' });
  answerOf = () => 404;
  expect(await blobs.stat('1/a')).toBeNull();
  await expect(blobs.read('1/a')).rejects.toMatchObject({ code: 'not-found' });
});
