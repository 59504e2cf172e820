// What all services elsewhere have in common: credentials that stay out of addresses and logs, and answers of bounded length.

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

/** The body of a reply. `who`: of the message when it is longer than `most` bytes, of which no more are read. */
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

/** The same as text, UTF-8. */
export const boundedText = async (reply: Response, most: number, who: string): Promise<string> =>
  (await boundedBytes(reply, most, who)).toString('utf8');
