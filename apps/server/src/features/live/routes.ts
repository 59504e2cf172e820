// The live data service (specification part 4 section 3): query, saveData and mod, for callers who show an access token.

import type { Call } from '@isobar/contract/calls/call.ts';
import {
  LIVE_PER_MINUTE,
  liveExtract,
  liveFile,
  liveQuery,
} from '@isobar/contract/calls/live-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { callerOf, credentialOf } from '../../core/accounts/caller.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { describedAs } from '../../platform/describe-call.ts';
import { personLimit } from '../../platform/person-limit.ts';
import { tellNotes } from '../../platform/tell-notes.ts';
import { bytesOf, recordOf } from '../../platform/unknown.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import type { Tables } from '../../store/tables.ts';
import type { Extractor } from './extract-job.ts';
import { findFile } from './find-files.ts';
import { checkAccess, type ModSettings, planMod } from './mod.ts';
import { KNOWN, notesOnOthers } from './notes.ts';
import { type Place, refusalPage } from './pages.ts';
import { one } from './parameters.ts';
import { answerQuery } from './query.ts';
import { openScratch, sendExtract } from './send-extract.ts';
import { sendFile } from './send-file.ts';
import { wrong } from './wrong.ts';

export interface LiveFeature {
  readonly db: Kysely<Tables>;
  readonly archive: ArchiveStore;
  readonly tables: () => Promise<CuratedTables>;
  readonly extractor: Extractor;
  readonly place: Place;
  readonly settings: ModSettings;
  /** For extracts that are being made. */
  readonly scratch: string;
  /** Calls per minute of one token, where a call has no limit of its own. */
  readonly perMinute: number;
}

/** Extracts of one person that may be in the making. */
const EXTRACTS_AT_ONCE = 3;
/** Enough for two thousand long names. */
const BODY_LIMIT = 1 << 20;

type Act = (request: FastifyRequest, reply: FastifyReply, personId: string) => Promise<unknown>;
/** How a wrong token is reported: scripts read the body of a query, and look at the status of the other calls. */
type Refusal = 200 | 401;

export async function registerLive(app: FastifyInstance, feature: LiveFeature): Promise<void> {
  const { db, archive, tables, settings, place } = feature;
  const scratch = await openScratch(feature.scratch);
  const limit = personLimit();
  const making = new Map<string, number>();

  const guarded =
    (door: string, most: number, refusal: Refusal, act: Act) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      const { user } = recordOf(request.query);
      const shown = credentialOf(
        typeof user === 'string' ? user : undefined,
        request.headers.authorization,
      );
      const holder = shown && (await callerOf(db, shown));
      if (!holder || !(holder.scopes === 'all' || holder.scopes.includes('data'))) {
        const isHeader = shown?.by === 'header';
        if (isHeader) reply.header('www-authenticate', 'Bearer realm="live data"');
        reply.code(isHeader ? 401 : refusal).type('text/html; charset=utf-8');
        return await reply.send(refusalPage(place));
      }
      const { person_id } = holder.person;
      if (!limit.take(`${door} ${person_id}`, most)) {
        reply.header('retry-after', limit.secondsLeft());
        throw new Problem('too-many-requests', 'Too many live data calls. Try again in a minute.');
      }
      return await act(request, reply, person_id);
    };

  const query = guarded('query', feature.perMinute, 200, (request, reply) =>
    answerQuery(db, { place, url: settings.url }, request, reply),
  );
  const saveData = guarded('saveData', LIVE_PER_MINUTE.files, 401, async (request, reply) => {
    const name = one(recordOf(request.params), 'file') ?? one(recordOf(request.query), 'file');
    tellNotes(reply, notesOnOthers(recordOf(request.query), KNOWN.saveData));
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
  });
  const mod = guarded('mod', LIVE_PER_MINUTE.extracts, 401, async (request, reply, personId) => {
    const body = await bodyOf(request);
    const parameters = recordOf(request.query);
    const now = Math.floor(Date.now() / 1000);
    const { job, bytes } = await planMod(db, await tables(), settings, parameters, body, now);
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
    const output = await scratch.path(bytes);
    return await sendExtract(feature.extractor, { ...job, output }, reply);
  });

  await app.register(async (scope) => {
    // The body that a script sends is JSON, whatever its header says.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, text, done) => done(null, text));
    const add = (call: Call, handler: ReturnType<typeof guarded>) =>
      scope.route({
        ...describedAs(call),
        // Bytes of files are sent as they are; lists of names are long and repetitive, and are compressed.
        ...(handler === query ? {} : { compress: false as const }),
        exposeHeadRoute: typeof call.method === 'string', // nobody makes an extract to see its headers
        bodyLimit: BODY_LIMIT,
        // Calls with a limit of their own are let in at once: bytes cost little, and extracts wait in a queue of their own.
        config: {
          call,
          ...(call.perMinute
            ? { lane: 'free', rateLimit: { max: call.perMinute, timeWindow: 60_000 } }
            : {}),
        },
        handler,
      });
    for (const path of ['/query', '/livedata/query', '/data/query']) add(liveQuery(path), query);
    const saving = ['/saveData', '/data/saveData', '/livedata/saveData'];
    for (const path of [...saving, '/saveData/:file']) add(liveFile(path), saveData);
    for (const path of ['/mod', '/data/mod', '/livedata/mod']) add(liveExtract(path), mod);
  });
}

/** Scripts look for these words in what they receive. */
const notAvailable = (name: string, reply: FastifyReply) =>
  reply
    .type('text/plain; charset=utf-8')
    .send(`This data file is not available: ${name.slice(0, 200)}\n`);

/** Some programs send a body with GET; it means the same as with POST. */
async function bodyOf(request: FastifyRequest): Promise<string> {
  if (typeof request.body === 'string') return request.body;
  const tooLong = () => new Problem('too-large', 'The list of files is too long.');
  return (await bytesOf(request.raw, BODY_LIMIT, tooLong)).toString();
}
