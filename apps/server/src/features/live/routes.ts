// The live data service (specification part 4 section 3): query, saveData and mod, for callers who
// show an access token.

import { liveParameters } from '@isobar/contract/calls/live.ts';
import { liveExtract, liveFile, liveQuery } from '@isobar/contract/calls/live-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { credentialOf } from '../../core/accounts/caller.ts';
import type { Session } from '../../core/accounts/session.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Dialect } from '../../platform/replies/dialect.ts';
import { sendProblem } from '../../platform/replies/problem-reply.ts';
import { sendNotes } from '../../platform/replies/send-notes.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import type { Tables } from '../../store/tables.ts';
import type { Extractor } from './extract-job.ts';
import { findFile } from './find-files.ts';
import { checkAccess, type ModSettings, planMod } from './mod.ts';
import { notesOnOthers } from './notes.ts';
import { type Place, refusalPage } from './pages.ts';
import { one } from './parameters.ts';
import { answerQuery } from './query.ts';
import { openScratch, type Scratch, sendExtract } from './send-extract.ts';
import { sendFile } from './send-file.ts';
import { wrong } from './wrong.ts';

export interface LiveFeature {
  readonly db: Kysely<Tables>;
  readonly archive: ArchiveStore;
  readonly tables: () => Promise<CuratedTables>;
  readonly extractor: Extractor;
  readonly place: Place;
  readonly settings: ModSettings;
  /** The folder for extracts that are being made. */
  readonly scratch: string;
}

/** Extracts of one person that may be in the making. */
const EXTRACTS_AT_ONCE = 3;
/** Enough for two thousand long names. */
const BODY_LIMIT = 1 << 20;

export async function registerLive(http: Http<Session>, feature: LiveFeature): Promise<void> {
  const dialect: Dialect = { fail: (...failed) => refuse(feature.place, ...failed) };
  addQueries(http, feature, dialect);
  addFiles(http, feature, dialect);
  addExtracts(http, feature, dialect, await openScratch(feature.scratch));
}

function addQueries(http: Http<Session>, feature: LiveFeature, dialect: Dialect): void {
  const { db, place, settings } = feature;
  for (const path of ['/query', '/livedata/query', '/data/query'])
    http.route(
      liveQuery(path),
      async ({ query, reply }) =>
        await answerQuery(db, { place, url: settings.url }, query, unreferred(reply)),
      { dialect },
    );
}

function addFiles(http: Http<Session>, feature: LiveFeature, dialect: Dialect): void {
  const { db, archive, tables, settings } = feature;
  // Let in at once: bytes cost little. They are sent as they are.
  const rules = { dialect, lane: 'free', compress: false } as const;
  for (const path of ['/saveData', '/data/saveData', '/livedata/saveData', '/saveData/:file'])
    http.route(
      liveFile(path),
      async ({ params, query, request, reply }) => {
        unreferred(reply);
        const name = one(params, 'file') ?? one(query, 'file');
        sendNotes(reply, notesOnOthers(query, liveParameters('saveData')));
        if (name === undefined) throw wrong('file', 'names the file');
        const file = await findFile(db, name);
        if (!file) return await notAvailable(name, reply);
        checkAccess(await tables(), settings, file.datastream, [file]);
        try {
          return await sendFile(archive, file, request, reply);
        } catch (error) {
          if (!(error instanceof Problem && error.code === 'not-found')) throw error;
          return await notAvailable(name, reply);
        }
      },
      rules,
    );
}

function addExtracts(
  http: Http<Session>,
  { db, tables, settings, extractor }: LiveFeature,
  dialect: Dialect,
  scratch: Scratch,
): void {
  const making = new Map<string, number>();
  const rules = {
    dialect,
    lane: 'free', // extracts wait in a queue of their own
    compress: false,
    bodyLimit: BODY_LIMIT,
    head: false, // an extract is not made to see its headers
    deadlineMs: EXTRACT_DEADLINE_MS,
  } as const;
  for (const path of ['/mod', '/data/mod', '/livedata/mod'])
    http.route(
      liveExtract(path),
      async ({ query, body, session, reply, signal }) => {
        unreferred(reply);
        const now = Math.floor(Date.now() / 1000);
        const planned = await planMod(
          db,
          await tables(),
          settings,
          { parameters: query, body: String(body) },
          now,
        );
        begin(making, session.personId, reply);
        const output = await scratch.path(planned.bytes);
        return await sendExtract(extractor, { ...planned.job, output }, reply, signal);
      },
      rules,
    );
}

/**
 * Extracts wait until earlier ones are made; connections are closed after two minutes of silence.
 */
const EXTRACT_DEADLINE_MS = 110_000;

/**
 * Counts an extract of a person until its reply is closed. Throws 'too-many-requests' for one too
 * many.
 */
function begin(making: Map<string, number>, personId: string, reply: FastifyReply): void {
  const under = making.get(personId) ?? 0;
  if (under >= EXTRACTS_AT_ONCE) {
    reply.header('retry-after', 5);
    throw new Problem(
      'too-many-requests',
      `${under} extracts are being made for you. Try again when one of them is done.`,
    );
  }
  making.set(personId, under + 1);
  reply.raw.once('close', () => {
    const left = (making.get(personId) ?? 1) - 1;
    if (left === 0) making.delete(personId);
    else making.set(personId, left);
  });
}

/** The address of a call may hold a token, which must not reach other sites. */
const unreferred = (reply: FastifyReply): FastifyReply =>
  reply.header('referrer-policy', 'no-referrer');

/**
 * Scripts read the body of a query, and look at the status of the other calls: a wrong token in the
 * address of a query is answered with a page and status 200.
 */
function refuse(place: Place, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  unreferred(reply);
  if (!(error instanceof Problem && error.code === 'no-session'))
    return sendProblem(error, request, reply);
  const isHeader = credentialOf(undefined, request.headers.authorization) !== null;
  if (isHeader) reply.header('www-authenticate', 'Bearer realm="live data"');
  const isQuery = request.url.split('?')[0]?.endsWith('/query');
  return reply
    .code(isHeader || !isQuery ? 401 : 200)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(refusalPage(place));
}

/** Scripts look for these words in what they receive. */
const notAvailable = (name: string, reply: FastifyReply) =>
  reply
    .type('text/plain; charset=utf-8')
    .send(`This data file is not available: ${name.slice(0, 200)}\n`);
