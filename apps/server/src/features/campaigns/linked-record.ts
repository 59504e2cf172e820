// Fetches metadata records from other servers: only from those that the operator named, with limits
// on time and size.
import { Problem } from '@isobar/contract/problem.ts';

const MOST_BYTES = 1 << 20;
const PATIENCE_MS = 5000;

/** Whether `address` is on one of `origins` ('https://records.example'); only these are asked. */
export function isAllowed(address: string, origins: readonly string[]): boolean {
  const url = URL.parse(address);
  return url !== null && !url.username && !url.password && origins.includes(url.origin);
}

/** The text at `address`. Follows no redirect: it could lead anywhere. Throws 'unavailable'. */
export async function linkedRecord(address: string, patience = PATIENCE_MS): Promise<string> {
  try {
    const reply = await fetch(address, {
      redirect: 'error',
      headers: { accept: 'application/xml, text/xml;q=0.9' },
      signal: AbortSignal.timeout(patience),
    });
    if (!reply.ok) {
      await reply.body?.cancel();
      throw new Error(`it answered ${reply.status}`);
    }
    return await boundedText(reply);
  } catch (cause) {
    throw new Problem('unavailable', 'The record of this campaign cannot be read at the moment.', {
      cause,
    });
  }
}

async function boundedText(reply: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const part of reply.body ?? []) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error(`it is longer than ${MOST_BYTES} bytes`);
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}
