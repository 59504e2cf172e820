// Pours a local file into an answer through two buffers: one is filled while the other is sent, and
// both are reused.
import { type FileHandle, open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/**
 * Bytes that the buffers of all answers may take together when another begins; each answer has two.
 * An answer keeps buffers of the size that it began with, so a thousand slow ones take about five
 * times as much.
 */
const TOGETHER = 16 << 20;
const LONGEST = 256 << 10;
const SHORTEST = 16 << 10;
let pouring = 0;

/**
 * Bytes [start, end) with the status and headers of the reply. Throws, with nothing sent, when the
 * file cannot be opened or the caller was answered meanwhile.
 */
export async function pourFile(
  reply: FastifyReply,
  path: string,
  start: number,
  end: number,
): Promise<FastifyReply> {
  const file = await open(path, 'r');
  pouring += 1;
  try {
    reply.hijack();
    await pour(file, reply, start, end);
  } finally {
    pouring -= 1;
    await file.close();
  }
  return reply;
}

/** Ends the connection where the file cannot be read to its end. */
async function pour(
  file: FileHandle,
  reply: FastifyReply,
  start: number,
  end: number,
): Promise<void> {
  const length = Math.floor(TOGETHER / 2 / pouring);
  const bytes = Math.max(SHORTEST, Math.min(LONGEST, length));
  const { raw } = reply;
  const closed = new Promise<void>((resolve) => raw.once('close', resolve));
  try {
    // what it was given to send
    raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
    const buffers = [Buffer.allocUnsafeSlow(bytes), Buffer.allocUnsafeSlow(bytes)] as const;
    let sending: Promise<void> = Promise.resolve();
    for (let at = start, turn = 0; at < end && !raw.destroyed; turn++) {
      const buffer = turn % 2 === 0 ? buffers[0] : buffers[1];
      const { bytesRead } = await file.read(buffer, 0, Math.min(bytes, end - at), at);
      if (bytesRead === 0) throw new Error('the file became shorter while it was sent');
      at += bytesRead;
      await sending; // the other buffer is free then
      sending = Promise.race([closed, written(raw, buffer.subarray(0, bytesRead))]);
    }
    await sending;
    raw.end();
  } catch {
    raw.destroy(); // a length was promised: the client notices the missing bytes
  }
}

const written = (raw: ServerResponse, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    raw.write(bytes, () => resolve());
  });
