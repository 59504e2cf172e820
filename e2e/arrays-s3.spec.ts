// An array over an archive in S3, an S3 server that others wrote behind a distance of 20 ms: the
// values are the files', and each file is fetched about once, several at a time.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describeArrays } from '@isobar/contract/calls/array-calls.ts';
import type { ArrayInfo } from '@isobar/contract/calls/arrays.ts';
import { addressOf } from '@isobar/contract/calls/call.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasMoto, type Moto, startMoto } from '../apps/server/src/adapters/testing/moto.ts';
import { DRIFTING, writeDriftingArchive, writeDriftingReports } from './drifting-archive.ts';
import { type Isobar, isobar, NO_ORDERS, root } from './server.ts';

const BUCKET = 'archive';
const DISTANCE_MS = 20;
const LIBRARIES = join(root, 'node_modules/.cache/python-programs/arrays');
const areThere = hasMoto && existsSync(LIBRARIES);

/** What went over the line since `forget`. */
class Line {
  readonly #server: Server;
  #gets = 0;
  #bytes = 0;
  #atOnce = 0;
  #mostAtOnce = 0;

  constructor(target: string) {
    this.#server = createServer((asked, reply) => {
      const isGet = asked.method === 'GET' && asked.headers.range !== undefined;
      if (isGet) {
        this.#gets++;
        this.#atOnce++;
        this.#mostAtOnce = Math.max(this.#mostAtOnce, this.#atOnce);
        reply.once('close', () => this.#atOnce--);
      }
      setTimeout(() => {
        const { method, headers, url = '/' } = asked;
        const ahead = request(new URL(url, target), { method, headers }, (answer) => {
          reply.writeHead(answer.statusCode ?? 502, answer.headers);
          if (isGet)
            answer.on('data', (chunk: Buffer) => {
              this.#bytes += chunk.length;
            });
          answer.pipe(reply);
        });
        ahead.once('error', () => reply.destroy());
        asked.pipe(ahead);
      }, DISTANCE_MS);
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    // it listens on a port
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  forget(): void {
    this.#gets = 0;
    this.#bytes = 0;
    this.#mostAtOnce = 0;
  }

  get counts() {
    return { gets: this.#gets, bytes: this.#bytes, mostAtOnce: this.#mostAtOnce };
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe.skipIf(!areThere)('an array over an archive in S3', () => {
  let folder: string;
  let moto: Moto;
  let line: Line;
  let server: Isobar;
  let info: ArrayInfo;
  let files: readonly string[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'isobar-arrays-s3-'));
    files = await writeDriftingArchive(folder, { days: 24, rows: 288 });
    moto = await startMoto(BUCKET);
    for (const path of files) {
      const key = path.slice(join(folder, 'archive').length);
      await fetch(`${moto.url}/${BUCKET}${key}`, { method: 'PUT', body: readFileSync(path) });
    }
    line = new Line(moto.url);
    const env = {
      ...NO_ORDERS,
      ISOBAR_ARCHIVE: `s3://${BUCKET}`,
      ISOBAR_S3_ENDPOINT: await line.open(),
      ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'made', AWS_SECRET_ACCESS_KEY: 'made' },
    };
    const tables = join(folder, 'tables');
    const own = join(root, 'apps/server/tables');
    cpSync(join(own, 'own'), tables, { recursive: true });
    const [head = ''] = readFileSync(join(own, 'quality-reports.csv'), 'utf8').split('\n');
    await writeDriftingReports(tables, head);
    server = await isobar(env, async (command) => {
      await command('harvest', `s3://${BUCKET}`);
    });
    cpSync(tables, join(server.home, 'tables'), { recursive: true });
    const reply = await fetch(server.url + addressOf(describeArrays, { datastream: DRIFTING }));
    expect(reply.status).toBe(200);
    info = (await reply.json()) as ArrayInfo; // the server checks its answers in flows
  });
  afterAll(async () => {
    await server?.remove();
    line?.close();
    moto?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /**
   * Threads are made ready in the background, a second after the array was asked for last: until
   * nothing is fetched.
   */
  async function settled(): Promise<void> {
    for (let before = -1; before !== line.counts.gets; await sleep(2500)) before = line.counts.gets;
  }

  it('an array over an archive in S3 reads a variable from all files with about one fetch a file, several at a time [AR13]', async () => {
    const stored = files.reduce((sum, path) => sum + statSync(path).size, 0);
    await settled();
    line.forget();
    const chunks = Math.ceil(
      info.rows / (info.variables.find(({ name }) => name === 'temp')?.chunk?.[0] ?? 1),
    );
    for (let n = 0; n < chunks; n++) {
      const reply = await fetch(`${info.variants.whole.zarr}/temp/c/${n}`);
      expect(reply.status).toBe(200);
      await reply.arrayBuffer();
    }
    const { gets, bytes, mostAtOnce } = line.counts;
    expect(gets).toBeLessThanOrEqual(2 * files.length);
    expect(bytes).toBeLessThanOrEqual(1.2 * stored);
    expect(mostAtOnce).toBeGreaterThan(1);
    await settled();
    line.forget();
    const other = info.variables.find(
      ({ name, type, dimensions }) =>
        type === 'float' && dimensions.length === 1 && !['temp', 'time'].includes(name),
    );
    // of the same block
    const again = await fetch(`${info.variants.whole.zarr}/${other?.name}/c/0`);
    expect(again.status).toBe(200);
    expect(line.counts.gets).toBe(0);
  });

  it('an array over an archive in S3 has the values of the files, whole, clean and strict [AR4] [AR8] [AR11]', async () => {
    const { stdout } = await promisify(execFile)(
      'python3',
      [
        join(root, 'e2e/programs/arrays_equal.py'),
        ...[server.url, DRIFTING, join(folder, 'archive')],
        ...[join(server.home, 'tables/quality-reports.csv'), 'zarr3'],
      ],
      { env: { ...process.env, PYTHONPATH: LIBRARIES } },
    );
    expect(stdout.trim().split('\n')).toEqual(
      ['whole', 'clean', 'strict'].map(
        (variant) => `zarr3 ${variant}: 16 variables, 179723 values compared`,
      ),
    );
  });
});
