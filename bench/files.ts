// Downloads of live data, against a plain static server in the same run; and a thousand downloads
// at once.
import { execFile, spawn } from 'node:child_process';
import { request } from 'node:http';
import { promisify } from 'node:util';
import { median, openLiveArchive } from './live-archive.ts';

const LARGE = 'sgpbigC1.b1.20200101.000000.cdf';
/** 104 bytes a record: 500 MB. */
const RECORDS = 4_800_000;
const ROUNDS = 3;
const DOWNLOADS_AT_ONCE = 1000;
const MOST_TRIES = 60;
const PEER_PORT = 8177;

export async function run(): Promise<void> {
  const live = await openLiveArchive(new Map([[LARGE, RECORDS]]));
  const peer = spawn(process.execPath, ['--eval', PLAIN, live.folder], { stdio: 'inherit' });
  try {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const ours = `${live.url}/services/live/saveData?user=${live.user}&file=${LARGE}`;
    const theirs = `http://127.0.0.1:${PEER_PORT}/${LARGE}`;
    const speeds = { ours: [] as number[], theirs: [] as number[] };
    await speed(ours);
    await speed(theirs); // both have the file in the system's cache
    for (let round = 0; round < ROUNDS; round++) {
      speeds.theirs.push(await speed(theirs));
      speeds.ours.push(await speed(ours));
    }
    const [own, plain] = [median(speeds.ours), median(speeds.theirs)];
    console.log(
      `a file of 500 MB: ${mega(own)} MB/s; a plain static server: ${mega(plain)} MB/s; ratio ${(own / plain).toFixed(2)}`,
    );
    const before = live.memory();
    const most = await manyAtOnce(ours, () => live.memory());
    console.log(
      `${DOWNLOADS_AT_ONCE} at once, each read slowly: ${most - before} MB more than the ${before} MB before`,
    );
  } finally {
    peer.kill();
    await live.close();
  }
}

const mega = (bytesPerSecond: number) => (bytesPerSecond / 1e6).toFixed(0);

async function speed(address: string): Promise<number> {
  const { stdout } = await promisify(execFile)('curl', [
    ...['--silent', '--fail', '--output', '/dev/null', '--write-out', '%{speed_download}'],
    address,
  ]);
  return Number(stdout);
}

/** The most memory while all downloads are open; each reads its first bytes and then waits. */
async function manyAtOnce(address: string, memory: () => number): Promise<number> {
  const open = await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, () => begun(address)));
  let most = 0;
  for (let look = 0; look < 10; look++) {
    most = Math.max(most, memory());
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  for (const one of open) one.destroy();
  return most;
}

/**
 * Opens a download, reads its first bytes and then no more; asks again where the server answers
 * that it is busy.
 */
async function begun(address: string): Promise<{ destroy(): void }> {
  for (let attempt = 1; ; attempt++) {
    const download = await new Promise<{ destroy(): void } | number>((resolve, reject) => {
      const asked = request(address, { agent: false }, (answer) => {
        if (answer.statusCode === 200) answer.once('readable', () => resolve(asked));
        else {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        }
      });
      asked.on('error', reject).end();
    });
    if (typeof download !== 'number') return download;
    if (download !== 503 || attempt > MOST_TRIES) throw new Error(`status ${download}`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** The least that a static server does. */
const PLAIN = `
const { createReadStream, statSync } = require('node:fs');
const { join, basename } = require('node:path');
require('node:http').createServer((request, reply) => {
  const path = join(process.argv[1], basename(request.url));
  reply.writeHead(200, { 'content-length': statSync(path).size });
  createReadStream(path).pipe(reply);
}).listen(${PEER_PORT}, '127.0.0.1');
`;
