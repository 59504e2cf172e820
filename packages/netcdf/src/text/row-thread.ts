// A thread that turns rows into text, one block after the other.
import { parentPort } from 'node:worker_threads';
import { giveBack } from '../one-memory.ts';
import { Room } from './room.ts';
import { READY, type RowAnswer, type RowRequest } from './row-threads.ts';
import { Rows } from './rows.ts';

const FIRST_BYTES = 1 << 20;

const port = parentPort;
if (!port) throw new Error('This file is started as a worker thread.');

port.on('message', ({ id, block }: RowRequest) => {
  const room = new Room(FIRST_BYTES);
  const rows = new Rows(block);
  for (let row = 0; row < rows.count; row++) rows.put(room, row);
  giveBack([block.times, ...block.columns]);
  const bytes = room.bytes.subarray(0, room.length);
  port.postMessage({ id, bytes } satisfies RowAnswer, [bytes.buffer]);
});
port.postMessage(READY);
