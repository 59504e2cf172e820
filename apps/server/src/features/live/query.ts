// GET {live}/query: which files a datastream has in a time range.

import { Readable } from 'node:stream';
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { LIVE_LIMITS, type LiveQueryReply, liveParameters } from '@isobar/contract/calls/live.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { countFiles, filesOf } from '../../core/catalogue/files.ts';
import { unreadFiles, unreadInWords } from '../../core/catalogue/unread-files.ts';
import { sendNotes } from '../../platform/replies/send-notes.ts';
import type { Tables } from '../../store/tables.ts';
import { findDatastream, noDatastream } from './find-files.ts';
import { notesOnOthers } from './notes.ts';
import { linksPage, type Place } from './pages.ts';
import { one, type Parameters, rangeOf, replyForm } from './parameters.ts';
import { wrong } from './wrong.ts';

/**
 * A datastream that is not here has no files. Throws 'bad-request', and 'too-large' for more files
 * than can be listed.
 */
export async function answerQuery(
  db: Kysely<Tables>,
  { place, url }: { readonly place: Place; readonly url: string },
  parameters: Parameters,
  reply: FastifyReply,
): Promise<LiveQueryReply | FastifyReply> {
  const others = notesOnOthers(parameters, liveParameters('query'));
  const form = replyForm(parameters);
  const word = one(parameters, 'ds');
  if (word === undefined) throw wrong('ds', 'names the datastream, such as sgpmetE13.b1');
  const range = rangeOf(parameters);
  const found = await findDatastream(db, word);
  const datastream = found ?? word;
  const selection = { datastream, ranges: [range], fileNames: [], scanNames: [] };
  const { files: count, bytes } = await countFiles(db, selection);
  if (count > LIVE_LIMITS.listed)
    throw new Problem(
      'too-large',
      `${datastream} has ${count} files in this range; a query lists at most ${LIVE_LIMITS.listed}. Ask for a shorter range.`,
    );
  const files = await filesOf(db, selection);
  const unread = await unreadFiles(db, datastream, range, files);
  const absent = found === null && files.length === 0 ? [await noDatastream(db, word)] : [];
  const notes = [...others, ...absent, ...unreadInWords(unread)];
  sendNotes(reply, notes);
  if (form === 'html') {
    const user = one(parameters, 'user');
    // A relative address, so that links lead to the same host and path that the page was called by.
    const hrefOf = (file: string) =>
      `saveData?${new URLSearchParams({ ...(user ? { user } : {}), file })}`;
    const page = linksPage(place, { datastream, files, bytes, hrefOf, notes });
    return reply.type('text/html; charset=utf-8').send(Readable.from(inPieces(page)));
  }
  if (form !== 'json') {
    const lines = files.map(({ fileName }) =>
      form === 'text' ? `${fileName}\n` : `${fileAddress(url, fileName)}\n`,
    );
    return reply.type('text/plain; charset=utf-8').send(Readable.from(inPieces(lines)));
  }
  return {
    status: 'success',
    num_found: files.length,
    total_size: files.reduce((sum, file) => sum + file.size, 0),
    files: files.map((file) => file.fileName),
  } satisfies LiveQueryReply;
}

/** Contains no token; programs send it in a header. */
const fileAddress = (url: string, fileName: string): string =>
  `${url}${SERVICE_PATHS.live}/saveData/${encodeURIComponent(fileName)}`;

const PIECE = 64 << 10;

function* inPieces(lines: Iterable<string>): Generator<string> {
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
