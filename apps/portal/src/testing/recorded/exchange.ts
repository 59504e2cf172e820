// A question to a server and what it answered, as they are recorded and compared.

export type Question = {
  readonly method: string;
  /** With the query, its parameters in the order of their names. */
  readonly path: string;
  readonly body?: unknown;
  /** As the demo person. */
  readonly signedIn?: true;
};

export type Exchange = Question & {
  readonly status: number;
  /** The media type where it is not JSON. */
  readonly type?: string;
  readonly answer?: unknown;
};

const INSTANT = '2026-11-26T12:00:00Z';

/** As if it were asked on the day of the recording: some queries carry the day. */
export const undated = (text: string): string =>
  text.replaceAll(new Date().toISOString().slice(0, 10), INSTANT.slice(0, 10));

export const keyOf = ({ method, path, body, signedIn = undefined }: Question): string =>
  `${method} ${path}${signedIn ? ' (signed in)' : ''}${body === undefined ? '' : ` ${JSON.stringify(sorted(body))}`}`;

/** With the members of objects in the order of their names. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, one]) => [name, sorted(one)]));
}

let cookie: { readonly origin: string; readonly text: string } | null = null;

/** Asks a real server, as the demo person where the question asks for that. */
export async function askReal(origin: string, question: Question): Promise<Exchange> {
  const { method, path, body, signedIn } = question;
  const asked = await fetch(`${origin}${path}`, {
    method,
    headers: {
      accept: PASSED,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(signedIn ? { cookie: await cookieOf(origin) } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const type = asked.headers.get('content-type') ?? '';
  const isPicture = type.startsWith('image/'); // pictures are compared by their own tests
  const text = isPicture ? '' : await asked.text();
  return {
    ...question,
    status: asked.status,
    ...(/\bjson\b/.test(type) && text !== ''
      ? { answer: JSON.parse(text) }
      : { type, answer: text }),
  };
}

/** Lets a request through the handlers of a test. */
const PASSED = 'application/json, msw/passthrough';

async function cookieOf(origin: string): Promise<string> {
  if (cookie?.origin !== origin) {
    const basic = btoa('demo:isobar-demo');
    const headers = { accept: PASSED, authorization: `Basic ${basic}` };
    const reply = await fetch(`${origin}/services/auth/login`, { method: 'POST', headers });
    if (!reply.ok) throw new Error(`The demo person cannot sign in: ${reply.status}.`);
    const text = reply.headers.getSetCookie().map((one) => one.split(';')[0]);
    cookie = { origin, text: text.join('; ') };
  }
  return cookie.text;
}

/** Members whose values differ from one server, or one day, to another. */
const CHANGING = new Set(['took', 'savedAt', 'since', 'harvested', 'requestId', 'expires', 'etag']);
/** Which products are opened often: it grows with every visit. */
const LEARNED = 'used';
/** The address of the server itself, in its records. */
const OWN_ORIGIN = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/g;

/** Without what differs from one server, or one day, to another. */
export function stable(exchange: Exchange): Exchange {
  const still = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.map((one) => still(one));
    if (typeof value === 'string')
      return CHANGING.has(name)
        ? INSTANT
        : undated(value).replaceAll(OWN_ORIGIN, 'http://localhost:8080');
    if (typeof value === 'number')
      return CHANGING.has(name) ? 1 : name === 'orderId' ? 4711 : value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => key !== LEARNED)
        .map(([key, one]) => [key, still(one, key)]),
    );
  };
  return 'answer' in exchange ? { ...exchange, answer: still(exchange.answer) } : exchange;
}
