// The portal over what a real server answered. Records of the demo archive are searched by the
// engine that the server runs; every other answer was recorded word for word
// (`npm run record -- TEST-FILE`), and `e2e/recorded.spec.ts` asks a real server for all of them
// again.
import type { SignedInPerson } from '@isobar/contract/calls/accounts.ts';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect } from 'vitest';
import { person, servedPortal, server, session, unanswered } from './open-portal.tsx';
import {
  askReal,
  type Exchange,
  keyOf,
  type Question,
  stable,
  undated,
} from './recorded/exchange.ts';
import { indexOf, RECORDS_FROM, readRecorded, writeRecorded } from './recorded/files.mjs';
import type { Sent } from './small-archive.ts';

const ANSWERS = 'answers.json';
const readAnswers = () =>
  // e2e/recorded.spec.ts compares them
  new Map((readRecorded(ANSWERS) as Exchange[]).map((one) => [keyOf(one), one] as const));

type Record = { readonly id: string; readonly [field: string]: unknown };
const RECORDS = new Map(
  (readRecorded('documents.json') as Record[]).map((one) => [one.id, one] as const),
);
const answers = readAnswers();
/**
 * Which beginnings of a word are asked for depends on how fast keys follow each other; without an
 * answer the text is taken as typed.
 */
const WHILE_TYPING = /\/words\/understand\?.*typing=true/;
const indexes = new Map<string, ReturnType<typeof indexOf>>();
let held: readonly string[] = [];
let sent: Sent[] = [];

/**
 * Call once in a test file or group instead of `servedPortal`: nothing is answered but what was
 * recorded.
 */
export function recordedPortal(): void {
  servedPortal();
  beforeEach(() => {
    archive();
    server.use(answered);
  });
  if (RECORDS_FROM !== '') afterEach(untilQuiet, 60_000);
}

/**
 * How long nothing has to be asked until all that a screen asks has been asked, in milliseconds.
 */
const QUIET_MS = 1500;
let lastAsked = 0;

/**
 * A test may end before its screen has asked for everything; on a slower machine the rest is asked
 * as well, so it is recorded too.
 */
async function untilQuiet(): Promise<void> {
  lastAsked = performance.now();
  await expect
    .poll(() => performance.now() - lastAsked, { timeout: 50_000, interval: 100 })
    .toBeGreaterThan(QUIET_MS);
}

/**
 * From now on the archive holds these records of the demo archive only, by their ids, or all;
 * `sent` collects the searches.
 */
export function archive(...ids: readonly string[]): { readonly sent: readonly Sent[] } {
  held = ids.length > 0 ? ids : everything();
  sent = [];
  return { sent };
}

/** The ids of all records that were recorded. */
export const everything = (): readonly string[] => [...RECORDS.keys()];

/** A record as the real server returned it. */
function record(id: string): Record {
  const found = RECORDS.get(id);
  if (!found) throw new Error(`The record ${id} is not among recorded/documents.json.`);
  return found;
}

/**
 * Calls of these addresses fail from now on with a message that no screen may rely on; status 0:
 * there is no answer.
 */
export function refuse(address: string, status = 503): void {
  const code = { 0: '', 401: 'no-session', 404: 'not-found' }[status] ?? 'unavailable';
  const reason = 'Refused by the test.';
  server.use(
    http.all(address, () =>
      status === 0
        ? HttpResponse.error()
        : HttpResponse.json({ code, message: reason, error: { type: code, reason } }, { status }),
    ),
  );
}

/** Everything answers again. */
export function answerAgain(): void {
  server.resetHandlers();
  server.use(answered);
}

/** The requests that the portal sends from now on to addresses that end so, with their bodies. */
export function sentTo(ending: string): { readonly url: URL; readonly body: unknown }[] {
  const seen: { url: URL; body: unknown }[] = [];
  server.use(
    http.all(`*${ending}`, async ({ request }) => {
      const text = await request.clone().text();
      seen.push({ url: new URL(request.url), body: text === '' ? undefined : JSON.parse(text) });
    }),
  );
  return seen;
}

const answered = http.all('*', async ({ request }) => {
  lastAsked = performance.now();
  const question = await questionOf(request);
  if (/^\/services\/metadata\/_search(\?|$)/.test(question.path))
    return found(question, new URL(request.url));
  const known = answers.get(keyOf(question)) ?? (await recordedNow(question));
  if (!known) {
    if (!WHILE_TYPING.test(question.path))
      unanswered.add(`${keyOf(question)} (npm run record -- TEST-FILE)`);
    return HttpResponse.json({ code: 'unavailable', message: 'Never recorded.' }, { status: 503 });
  }
  if (
    known.path.startsWith('/services/auth/login') &&
    known.method === 'POST' &&
    known.status < 300
  )
    session.person = { ...person, ...(known.answer as SignedInPerson) };
  if (known.path.startsWith('/services/auth/logout')) session.person = null;
  return replyOf(known);
});

async function questionOf(request: Request): Promise<Question> {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.sort();
  const query = searchParams.size > 0 ? `?${searchParams}` : '';
  const text = await request.clone().text();
  return {
    method: request.method,
    path: undated(`${pathname}${query}`),
    ...(text === '' ? {} : { body: withoutKey(JSON.parse(undated(text))) }),
    ...(session.person ? { signedIn: true } : {}),
  };
}

/** Orders carry a key of their own, a different one each time. */
function withoutKey(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('idempotencyKey' in body)) return body;
  const { idempotencyKey: _, ...rest } = body;
  return rest;
}

function found({ body }: Question, url: URL): Response {
  sent.push({ body: body as Sent['body'], url });
  const key = held.join('\n');
  const index = indexes.get(key) ?? indexOf(held.map(record));
  indexes.set(key, index);
  return HttpResponse.json(JSON.parse(JSON.stringify(index.ask(body))));
}

const replyOf = ({ status, type, answer }: Exchange): Response =>
  type === undefined
    ? HttpResponse.json(answer as object, { status })
    : new HttpResponse(
        status === 204 ? null : type.startsWith('image/') ? 'drawn' : String(answer),
        {
          status,
          headers: { 'content-type': type },
        },
      );

async function recordedNow(question: Question): Promise<Exchange | undefined> {
  if (RECORDS_FROM === '') return undefined;
  const fresh = stable(await askReal(RECORDS_FROM, question));
  answers.set(keyOf(fresh), fresh);
  const kept = readAnswers().set(keyOf(fresh), fresh);
  const inOrder = [...kept].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  writeRecorded(ANSWERS, inOrder);
  return fresh;
}
