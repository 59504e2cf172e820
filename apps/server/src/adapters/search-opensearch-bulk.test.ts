// What the adapter does with documents that a cluster does not take: a cluster that is busy fails
// the change, a bad document is logged.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openOpenSearch } from './search-opensearch.ts';

const MAPPING = { title: { type: 'text' } } as const;
const DOCUMENTS = [
  { id: '1', title: 'taken' },
  { id: '2', title: 'refused' },
];
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
let cluster: Server;
let status = 429;
const asked: string[] = [];

beforeEach(async () => {
  asked.length = 0;
  vi.clearAllMocks();
  cluster = createServer((request, reply) => {
    const { method, url = '' } = request;
    asked.push(`${method} ${url}`);
    request.resume();
    request.on('end', () => {
      const answer = (code: number, body: object) =>
        reply.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (!url.includes('_bulk'))
        return answer(method === 'GET' && url.includes('_alias') ? 404 : 200, {
          acknowledged: true,
        });
      const error = { type: 'es_rejected_execution_exception', reason: 'the queue is full' };
      return answer(200, {
        errors: true,
        items: [{ index: { _id: '1', status: 201 } }, { index: { _id: '2', status, error } }],
      });
    });
  });
  await new Promise<void>((resolve) => cluster.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  cluster.closeAllConnections();
  cluster.close();
});

const fill = async () => {
  const { port } = cluster.address() as AddressInfo; // it listens on a port
  const url = `http://127.0.0.1:${port}`;
  const index = openOpenSearch({ url, prefix: 'test-', owner: 'one', log });
  try {
    await index.replace('metadata', MAPPING, [], DOCUMENTS);
  } finally {
    await index.close();
  }
};
const swapped = () => asked.filter((line) => line === 'POST /_aliases');

it.each([429, 503])(
  'because it is busy (%s) fails the change, and the former index stays in use',
  async (code) => {
    status = code;
    await expect(fill()).rejects.toMatchObject({
      status: 503,
      type: 'es_rejected_execution_exception',
      message: expect.stringContaining('the queue is full'),
    });
    expect(swapped()).toEqual([]);
  },
);

it('because of what is in it is left out with a line in the log, and the others are searched', async () => {
  status = 400;
  await fill();
  expect(swapped()).toHaveLength(1);
  expect(log.warn).toHaveBeenCalledWith(
    { id: '2', reason: 'the queue is full' },
    'the search cluster refused a document',
  );
});
