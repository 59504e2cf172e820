// Several searches in one call: lines of JSON, a header and a body each; answered one by one, so
// that few are held at a time.

import { Readable } from 'node:stream';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import type { FastifyRequest } from 'fastify';
import { breathe } from '../../platform/admission/main-thread.ts';
import { CLIENT_LEFT } from '../../platform/replies/problem-reply.ts';
import { recordOf } from '../../platform/text/unknown.ts';
import { SearchRefused } from '../../ports/search-index.ts';
import { demandProblem, documentsWanted } from './demand.ts';
import { failureOf } from './failure.ts';
import { bodyText, checked, parseJson, refused, withoutParameters } from './read-request.ts';
import type { Served } from './scroll.ts';
import { withSlot } from './slots.ts';

/** Most searches of one call. */
const MAX_SEARCHES = 100;
/** Most bytes of all replies of one call; what goes beyond is refused in its place. */
const MAX_BYTES = 64 << 20;
/** Searches of one call that are under way at the same time. */
const SEARCHES_AT_ONCE = 2;

type Search = { readonly served: Served; readonly body: SearchBody };
type One = Search | { readonly failure: unknown };
type Answer = { readonly text: Uint8Array; readonly gone: () => void };
type Ask = (search: Search) => Promise<Answer>;

/**
 * `{responses: [reply or error, each with its status], took}` as UTF-8 JSON. Throws before anything
 * is searched: SearchRefused when lines are amiss or too much is asked for, Problem when the client
 * had its share.
 */
export async function answerMany(
  serve: (name: string) => Served,
  name: string | undefined,
  request: FastifyRequest,
): Promise<Readable> {
  withoutParameters(request);
  const searches: One[] = [];
  let wanted = 0;
  for (const { header, body } of searchesIn(bodyText(request))) {
    const one = readOne(serve, nameIn(header, name), body);
    searches.push(one);
    if ('body' in one) wanted += documentsWanted(one.body);
    await breathe(); // a hundred bodies are not checked in one go
  }
  const problem = demandProblem(wanted);
  if (problem) throw refused('illegal_argument_exception', problem);
  const [first] = searches.flatMap((one) => ('body' in one ? [one.served] : []));
  await first?.slots?.charge(request, searches.length - 1);
  const gone = new AbortController();
  const ask: Ask = async ({ served: { name, index, slots }, body }) => {
    const act = () => index.searchText(name, body);
    const asked = await withSlot(slots, body, request, gone.signal, act);
    return { text: asked.done, gone: asked.gone };
  };
  const stream = Readable.from(replies(searches, ask), { objectMode: false });
  stream.once('close', () => gone.abort(CLIENT_LEFT));
  return stream;
}

async function* replies(searches: readonly One[], ask: Ask): AsyncGenerator<Uint8Array> {
  const start = performance.now();
  yield Buffer.from('{"responses":[');
  const begun: Promise<Answer | { readonly failure: unknown }>[] = [];
  let next = 0;
  const begin = () => {
    const one = searches[next++];
    if (!one) return;
    if ('failure' in one) begun.push(Promise.resolve(one));
    else begun.push(ask(one).catch((failure: unknown) => ({ failure })));
  };
  let left = MAX_BYTES;
  try {
    while (begun.length < SEARCHES_AT_ONCE && next < searches.length) begin();
    for (let one = begun.shift(), first = true; one; one = begun.shift(), first = false) {
      const answer = await one;
      await breathe(); // replies that are there already leave time for others between them
      if (!first) yield COMMA;
      if ('failure' in answer) yield failureText(answer.failure);
      else
        try {
          left -= answer.text.length;
          if (left < 0) yield failureText(TOO_MUCH);
          else {
            yield* piecesOf(answer.text.subarray(0, -1));
            yield STATUS;
          }
        } finally {
          answer.gone();
        }
      begin();
    }
  } finally {
    for (const one of begun) void one.then((answer) => 'gone' in answer && answer.gone());
  }
  yield Buffer.from(`],"took":${Math.round(performance.now() - start)}}`);
}

/**
 * In pieces: what was handed to a connection is not counted any more, and must not be megabytes.
 */
function* piecesOf(text: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < text.length; at += PIECE) yield text.subarray(at, at + PIECE);
}

const PIECE = 256 << 10;
const COMMA = Buffer.from(',');
const STATUS = Buffer.from(',"status":200}');
const TOO_MUCH = new SearchRefused(
  413,
  'content_too_long_exception',
  `the replies of one call are ${MAX_BYTES >> 20} MiB at most together; send this search by itself`,
);

const failureText = (failure: unknown): Buffer => Buffer.from(JSON.stringify(failureOf(failure)));

function readOne(serve: (name: string) => Served, name: string, body: unknown): One {
  try {
    return { served: serve(name), body: checked(body) };
  } catch (failure) {
    return { failure };
  }
}

function searchesIn(text: string): { readonly header: unknown; readonly body: unknown }[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0 || lines.length % 2 !== 0)
    throw new SearchRefused(
      400,
      'parse_exception',
      'expected two lines of JSON for each search: a header such as {} and a body',
    );
  if (lines.length / 2 > MAX_SEARCHES)
    throw new SearchRefused(
      400,
      'illegal_argument_exception',
      `at most ${MAX_SEARCHES} searches go into one call`,
    );
  const parsed = lines.map(parseJson);
  return Array.from({ length: lines.length / 2 }, (_, n) => ({
    header: parsed[2 * n],
    body: parsed[2 * n + 1],
  }));
}

/** A header may name the index, at the address of one index that one and no other. */
function nameIn(header: unknown, own: string | undefined): string {
  const { index } = recordOf(header);
  const named = (index === undefined || index === null ? [] : [index].flat()).map(String);
  if (own === undefined) {
    if (named.length > 0) return named.join(',');
    throw new SearchRefused(
      400,
      'action_request_validation_exception',
      'Validation Failed: 1: index is missing: name it in each header;',
    );
  }
  if (named.every((one) => one === own)) return own;
  throw new SearchRefused(
    400,
    'illegal_argument_exception',
    `[index] this address searches [${own}] only, not [${named.join(', ')}]; /_msearch searches several`,
  );
}
