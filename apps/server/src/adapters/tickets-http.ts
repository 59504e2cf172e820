// Tickets over HTTP, in the form of ServiceNow's table API: POST {address} answers {result: {number}}.
import * as z from 'zod';
import type { TicketDesk } from '../ports/tickets.ts';

const PATIENCE_MS = 30_000;
const MOST_BYTES = 256 << 10;
const reply = z.object({ result: z.object({ number: z.string().min(1).max(100) }) });

/** `url` may carry user and password; they go into a header and into no log. */
export function openTickets(at: { readonly url: string }): TicketDesk {
  const address = new URL(at.url);
  const { username, password } = address;
  address.username = '';
  address.password = '';
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  return {
    async file({ number, caller, shortDescription, description, assignmentGroup }) {
      const response = await fetch(address, {
        method: 'POST',
        redirect: 'error', // the credentials are for this address alone
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(username ? { authorization } : {}),
        },
        body: JSON.stringify({
          caller_id: caller.email,
          watch_list: caller.email,
          short_description: shortDescription,
          description,
          assignment_group: assignmentGroup,
          correlation_id: number,
        }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const text = await boundedText(response);
      if (!response.ok) throw new Error(`The ticket system answered ${response.status}.`);
      const parsed = reply.safeParse(parseJson(text));
      if (!parsed.success) throw new Error('The ticket system answered without a number.');
      return parsed.data.result.number;
    },
  };
}

async function boundedText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error('The ticket system answered far too much.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
