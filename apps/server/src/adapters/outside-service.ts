// What all services elsewhere have in common: credentials that stay out of addresses and logs, and
// answers of bounded length.

/** An address of the configuration without its user and password, which go into a header. */
export function apartFromSecret(text: string): {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
} {
  const url = new URL(text);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '') return { url, headers: {} };
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
}

/**
 * The body of a reply, of which at most `most` bytes are read. Throws, naming `who`, when it is
 * longer.
 */
export async function boundedBytes(reply: Response, most: number, who: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of reply.body ?? []) {
    bytes += part.length;
    if (bytes > most) throw new Error(`${who} answered far too much.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The options that libraries pass to a fetch; unlike those of fetch, they may be undefined. */
type BoundedInit = {
  readonly method: string;
  readonly headers: NonNullable<RequestInit['headers']>;
  readonly redirect: 'manual';
  readonly body?: RequestInit['body'] | undefined;
  readonly signal?: AbortSignal | undefined;
};

/**
 * A fetch for libraries that read whole answers: it rejects instead of giving one that is longer
 * than `most` bytes.
 */
export const boundedFetch =
  (most: number, who: string) =>
  async (
    input: string | URL,
    { method, headers, redirect, body, signal }: BoundedInit,
  ): Promise<Response> => {
    const reply = await fetch(input, {
      method,
      headers,
      redirect,
      body: body ?? null,
      signal: signal ?? null,
    });
    const bytes = new Uint8Array(await boundedBytes(reply, most, who));
    return new Response(bytes.length > 0 ? bytes : null, {
      status: reply.status,
      statusText: reply.statusText,
      headers: reply.headers,
    });
  };

/** The body of a reply as UTF-8 text, with the same bound. */
export const boundedText = async (reply: Response, most: number, who: string): Promise<string> =>
  (await boundedBytes(reply, most, who)).toString('utf8');

/** The JSON of a reply. Throws when its status is not a good one, or it is not JSON. */
export async function boundedJson(reply: Response, most: number, who: string): Promise<unknown> {
  await needsGood(reply, who);
  const text = await boundedText(reply, most, who);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${who} answered something that is no JSON.`, { cause });
  }
}

/** Throws when the status is not a good one; the rest of the reply is then not read. */
export async function needsGood(reply: Response, who: string): Promise<void> {
  if (reply.ok) return;
  await reply.body?.cancel();
  throw new Error(`${who} answered ${reply.status}.`);
}
