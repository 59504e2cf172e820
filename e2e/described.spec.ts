// Every operation is called as its description shows it, and with input that it refuses; each
// answer is one that the description lists.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedIn } from '../fixtures/signed-in.ts';
import { type Answered, type Judge, judgeBy } from './description/judge.ts';
import {
  type Json,
  type Operation,
  objectOf,
  operationsOf,
  type Sent,
  shownRequest,
  unusualRequests,
} from './description/requests.ts';
import { demoIsobar, type Isobar } from './server.ts';

let server: Isobar;
let description: Json;
let judge: Judge;
/** The access token of the operator, for calls that accept nothing else. */
let token = '';
const cookies = new Map<Caller, string>();

/** 'operator' has every role, 'person' none. */
type Caller = 'anonymous' | 'person' | 'operator';

beforeAll(async () => {
  server = await demoIsobar({
    ISOBAR_RATE: '1000000',
    ISOBAR_TRUST_PROXY: 'true',
    ISOBAR_REGISTRATION: 'open',
  });
  await server.command('user', 'add', 'olga', '--email', 'olga@example.org');
  await server.command('user', 'role', 'olga', 'operator');
  cookies.set('person', await signedIn(server.url));
  cookies.set('operator', await signedIn(server.url, 'olga'));
  token = (await server.command('user', 'token', 'olga')).trim().split(/\s+/).at(-1) ?? '';
  description = (await (await fetch(`${server.url}/services/openapi.json`)).json()) as Json;
  judge = judgeBy(description);
}, 240_000);
afterAll(() => server?.remove());

it('the validator judges answers: a description with one thing changed is noticed', async () => {
  const [operation] = operationsOf(description).filter(({ path }) => path === '/healthz');
  if (!operation) throw new Error('/healthz is not described');
  const good = {
    status: 200,
    type: 'application/json; charset=utf-8',
    text: '{"status":"ok","version":"1"}',
  };
  expect(judge(operation, good)).toBeNull();
  expect(judge(operation, { ...good, status: 418 })).toMatch(/418 is not described/);
  expect(judge(operation, { ...good, type: 'text/html' })).toMatch(
    /text\/html, which is not described/,
  );
  expect(judge(operation, { ...good, text: '{"status":"ok"}' })).toMatch(/version/);
});

it('every operation answers as described, with examples and with unusual input', async () => {
  const problems: string[] = [];
  const successful = new Set<string>();
  let calls = 0;
  for (const operation of inOrder(operationsOf(await withOwnExamples(description))))
    for (const caller of callersOf(operation)) {
      const shown = shownRequest(operation);
      const unusual = isVaried(operation, caller) ? unusualRequests(operation) : [];
      for (const sent of [shown, ...unusual]) {
        const answered = await send(sent, caller, calls++);
        const misfit = judge(operation, answered);
        if (misfit !== null)
          problems.push(
            `${nameOf(operation)} (${caller}, ${sent.kind}, ${sent.address.slice(0, 120)}): ${misfit}`,
          );
        if (sent === shown && answered.status < 400) successful.add(nameOf(operation));
      }
    }
  expect(problems).toEqual([]);
  expect(calls).toBeGreaterThan(3000);
  expect(successful.size).toBeGreaterThan(FEWEST_SUCCESSFUL);
}, 600_000);

/**
 * Of some 380: others change an account, need a key that only a mail has, or a service that is not
 * set up.
 */
const FEWEST_SUCCESSFUL = 240;

/**
 * A datastream of one file: its array is whole at the first call, and those of long ones are read
 * for minutes.
 */
const ONE_FILE = 'hfe180varanamerra001M1.c1';

/**
 * The examples are about an order and an array of long ago: one of the operator takes the place of
 * that, and a small array of this.
 */
async function withOwnExamples(described: Json): Promise<Json> {
  const operations = operationsOf(described);
  const create = operations.find(({ path }) => path.endsWith('/orders/create'));
  if (!create) throw new Error('placing an order is not described');
  const answered = await send(shownRequest(create), 'operator', 0);
  const { orderId } = JSON.parse(answered.text) as { readonly orderId: number };
  expect(orderId).toBeGreaterThan(0);
  const reply = await fetch(`${server.url}/services/arrays/${ONE_FILE}`);
  const { state } = (await reply.json()) as { readonly state: string };
  const ofArrays = (text: string): string =>
    text.replaceAll('sgpmetE13.b1', ONE_FILE).replaceAll('0123456789', state);
  const paths = Object.entries(objectOf(described.paths)).map(([path, methods]) => {
    const text = JSON.stringify(methods).replaceAll('"example":1001', `"example":${orderId}`);
    return [path, JSON.parse(path.startsWith('/services/arrays/') ? ofArrays(text) : text)];
  });
  return { ...described, paths: Object.fromEntries(paths) };
}

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

/** Those that end sessions come last. */
const inOrder = (operations: readonly Operation[]): Operation[] =>
  operations.toSorted((a, b) => Number(endsSession(a)) - Number(endsSession(b)));
const endsSession = ({ path }: Operation): boolean =>
  /log(in|out)|\/sessions|\/password|\/leave/.test(path);

// always given
const securityOf = ({ of }: Operation): readonly Json[] => of.security as readonly Json[];

function callersOf(operation: Operation): Caller[] {
  const security = securityOf(operation);
  if (security.length === 0) return ['anonymous'];
  return ['operator', 'person', 'anonymous'];
}

const isForTokens = (operation: Operation): boolean =>
  securityOf(operation).some((one) => Object.hasOwn(one, 'user'));

/**
 * Only what the first caller sends is varied, and of the six indexes, whose calls are alike, only
 * what is sent to two.
 */
const isVaried = (operation: Operation, caller: Caller): boolean =>
  callersOf(operation)[0] === caller &&
  !/^\/services\/(epochs|scan_names|field_campaigns|handbooks|file_info)(\/|$)/.test(
    operation.path,
  );

async function send(
  { operation, address, headers, body }: Sent,
  caller: Caller,
  n: number,
): Promise<Answered> {
  const cookie = cookies.get(caller);
  const leaving = new AbortController();
  const timer = setTimeout(() => leaving.abort(), 20_000);
  try {
    const reply = await fetch(server.url + address, {
      method: operation.method,
      redirect: 'manual',
      signal: leaving.signal,
      headers: {
        'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
        ...(cookie && caller !== 'anonymous' ? { cookie } : {}),
        ...(caller === 'operator' && isForTokens(operation)
          ? { authorization: `Bearer olga:${token}` }
          : {}),
        ...headers,
      },
      ...(body === undefined || operation.method === 'GET' ? {} : { body }),
    });
    const type = reply.headers.get('content-type') ?? '';
    const isStream = type.startsWith('text/event-stream');
    if (isStream) leaving.abort();
    return { status: reply.status, type, text: isStream ? '' : await reply.text() };
  } finally {
    clearTimeout(timer);
  }
}
